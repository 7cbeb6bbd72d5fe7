"""Why two meet is said in sentences that can be translated."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from leagues.management.commands.makemessages import Command

ROOMS = Path(__file__).parents[2] / "leagues"
REASONS = [
    call
    for file in sorted(ROOMS.rglob("*.py"))
    for call in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
    if isinstance(call, ast.Call) and getattr(call.func, "id", "") == "Why"
]


@pytest.mark.parametrize("call", REASONS, ids=lambda call: ast.unparse(call)[:60])
def test_a_reason_stands_in_the_code_as_translators_find_it(call: ast.Call) -> None:
    """Or it comes from where it has been found before: a row, or another reason."""
    template = call.args[0]
    assert not isinstance(template, ast.JoinedStr | ast.BinOp)


def test_reasons_are_collected_for_translators() -> None:
    assert "--keyword=Why:1" in Command.xgettext_options
    assert len(REASONS) > 20
