"""The site's templates without what only their source is for.

The indentation of the source is a third of a page's bytes. The source itself, and the tokens that
nodes were parsed from, are a quarter of a template's memory, and only shown in Django's page of
errors in development.
"""

import re

from django.template.base import Node, Origin, Template
from django.template.loaders import cached, filesystem

INDENTED = re.compile(r"\n\s+")


class Loader(filesystem.Loader):
    def get_contents(self, origin: Origin) -> str:
        text = super().get_contents(origin)
        return INDENTED.sub("\n", text) if origin.name.endswith(".html") else text


class CachedLoader(cached.Loader):
    def get_template(self, template_name: str, skip: list[Origin] | None = None) -> Template:
        template = super().get_template(template_name, skip)
        if template.source and not self.engine.debug:
            template.source = ""
            for node in template.nodelist.get_nodes_by_type(Node):
                node.token = None
        return template
