"""Reasons for pairings are sentences that can be translated."""

import ast
from pathlib import Path

import pytest
from django.core.management import call_command
from django.utils.translation import override
from pytest_django import Settings

from leagues.catalogues import ROOMS, found_in, po_of
from leagues.management.commands import makemessages
from leagues.say import say
from scoring.tiebreaks import STEPS

CODE = Path(__file__).parents[3] / "leagues"
REASONS = [
    call
    for file in sorted(CODE.rglob("*.py"))
    for call in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
    if isinstance(call, ast.Call) and getattr(call.func, "id", "") == "Why"
]


@pytest.mark.parametrize("call", REASONS, ids=lambda call: ast.unparse(call)[:60])
def test_a_reason_is_in_the_code_where_translators_find_it(call: ast.Call) -> None:
    """A template is a literal, or a value collected elsewhere, such as a row or another reason."""
    template = call.args[0]
    assert not isinstance(template, ast.JoinedStr | ast.BinOp)


@pytest.mark.long
def test_texts_in_data_are_collected_for_translators() -> None:
    rules, app = found_in("scoring"), found_in("leagues")
    assert "{place} on {step}, {mine}-{theirs} against {rival}" in rules
    assert ("{n} game", "{n} games") in rules
    assert "you meet {them} because everyone plays everyone here" in app
    assert "Can no longer reach %(aim)s on points." in app
    assert "Set up this site" in app  # from a template
    assert len(REASONS) > 20


@pytest.mark.long
def test_a_catalogue_is_collected_translated_and_read(
    tmp_path: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A second collection keeps existing translations, and Python is the only tool needed."""
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr(makemessages, "ROOMS", {"scoring": ROOMS["scoring"]})
    monkeypatch.setattr("leagues.catalogues._locale_folder", lambda room: tmp_path / room)
    call_command("makemessages", "it")
    path = po_of("scoring", "it")
    text = path.read_text(encoding="utf-8")
    empty = 'msgid "head-to-head"\nmsgstr ""'
    assert empty in text
    path.write_text(
        text.replace(empty, 'msgid "head-to-head"\nmsgstr "scontro diretto"'), encoding="utf-8"
    )

    call_command("makemessages")
    call_command("compilemessages")

    settings.LOCALE_PATHS = [tmp_path / "scoring"]
    with override("it"):
        assert say(STEPS["mini-points"].label) == "scontro diretto"
        assert say(STEPS["wins"].label) == "wins"
