"""Templates without what only their source is for."""

from typing import Any

from django.template.base import Node
from django.template.loader import get_template


def test_a_template_keeps_neither_its_source_nor_its_tokens() -> None:
    found: Any = get_template("404.html")
    nodes = found.template.nodelist.get_nodes_by_type(Node)

    assert nodes
    assert found.template.source == ""
    assert {node.token for node in nodes} == {None}
