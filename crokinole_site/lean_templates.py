"""The site's templates without what only their source is for.

The indentation of the source and the ends of lines that only have a tag are a third of a page's
bytes. The source itself, and the tokens that nodes were parsed from, are a quarter of a template's
memory, and only shown in Django's page of errors in development.
"""

import re

from django.template.base import Node, Origin, Template
from django.template.loaders import cached, filesystem

INDENTED = re.compile(r"\n\s+")
# A line that only has a tag which prints nothing. The line break before it stays.
CONTROL = "if|elif|else|endif|for|empty|endfor|with|endwith|block|endblock|partialdef|endpartialdef"
CONTROL_LINE = re.compile(rf"(?<=\n)(\{{% (?:{CONTROL})\b(?:(?!%\}}).)*%\}})\n")


class Loader(filesystem.Loader):
    def get_contents(self, origin: Origin) -> str:
        text = super().get_contents(origin)
        if not origin.name.endswith(".html"):
            return text
        return CONTROL_LINE.sub(r"\1", INDENTED.sub("\n", text))


class CachedLoader(cached.Loader):
    def get_template(self, template_name: str, skip: list[Origin] | None = None) -> Template:
        template = super().get_template(template_name, skip)
        if template.source and not self.engine.debug:
            template.source = ""
            for node in template.nodelist.get_nodes_by_type(Node):
                node.token = None
        return template
