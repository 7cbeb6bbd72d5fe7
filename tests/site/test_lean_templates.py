"""Templates without what only their source is for."""

from pathlib import Path
from typing import Any

from django.template import Context, Engine
from django.template.base import Node
from django.template.loader import get_template


def test_a_template_keeps_neither_its_source_nor_its_tokens() -> None:
    found: Any = get_template("404.html")
    nodes = found.template.nodelist.get_nodes_by_type(Node)

    assert nodes
    assert found.template.source == ""
    assert {node.token for node in nodes} == {None}


def test_a_line_that_only_has_a_tag_leaves_no_empty_line(tmp_path: Path) -> None:
    source = """<ul>
  {% for name in names %}
    {% if name %}
      <li>
        {{ name }}
        {% firstof name %}
      </li>
    {% endif %}
  {% endfor %}
</ul>
"""
    (tmp_path / "list.html").write_text(source)
    engine = Engine(dirs=[str(tmp_path)], loaders=["crokinole_site.lean_templates.Loader"])

    page = engine.get_template("list.html").render(Context({"names": ["Ann", "", "Ben"]}))

    assert page == "<ul>\n<li>\nAnn\nAnn\n</li>\n<li>\nBen\nBen\n</li>\n</ul>\n"
