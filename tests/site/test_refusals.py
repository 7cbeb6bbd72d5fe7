"""One way to refuse: acts raise ``Refused`` with a sentence, and one helper of the views shows it."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from django import forms

from leagues.actions.refusal import Refused, Stale
from leagues.views.attempt import Attempt
from scoring.errors import ScoreError

LEAGUES = Path(__file__).parents[2] / "leagues"


def parsed_nodes(folder: str) -> Iterator[ast.AST]:
    for path in sorted((LEAGUES / folder).rglob("*.py")):
        yield from ast.walk(ast.parse(path.read_text()))


def names_in(node: ast.AST | None) -> set[str]:
    return {each.id for each in ast.walk(node) if isinstance(each, ast.Name)} if node else set()


def test_acts_have_no_exceptions_beside_these() -> None:
    made = {
        node.name
        for node in parsed_nodes("actions")
        if isinstance(node, ast.ClassDef)
        and {base.id for base in node.bases if isinstance(base, ast.Name)}
        & {"Exception", "Refused", "Stale", "ScoreError", "ValueError"}
    }
    assert made == {"Refused", "Stale", "NotDue", "TooManyPeople"}


def test_every_refusal_has_a_reason() -> None:
    for node in parsed_nodes("actions"):
        if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Name):
            assert node.exc.id not in {"Refused", "NotDue"}, node.lineno


def test_one_helper_of_the_views_takes_refusals() -> None:
    taken = [
        sorted(caught)
        for node in parsed_nodes("views")
        if isinstance(node, ast.ExceptHandler)
        and (caught := names_in(node.type) & {"Refused", "Stale", "NotDue"})
    ]
    # The form without JavaScript catches nonsense and refusals alike, and so does the judging of
    # parcels that were left unjudged.
    assert taken == [["Refused"], ["Refused"]]


class Form(forms.Form):
    boards = forms.CharField()


def test_what_was_done_leaves_nothing_to_say() -> None:
    with Attempt() as tried:
        pass
    assert (tried.refused, tried.why, tried.is_stale) == (None, "", False)


def test_a_refusal_is_shown_beside_the_field_at_fault() -> None:
    form = Form({"boards": "1-4"})
    with Attempt(form) as tried:
        raise Refused("board 2 is in use", field="boards")

    assert tried.why == "Board 2 is in use"
    assert form.errors == {"boards": ["Board 2 is in use"]}
    assert form["boards"].value() == "1-4"


def test_a_stale_form_is_marked_as_such() -> None:
    with Attempt() as tried:
        raise Stale
    assert tried.is_stale
    assert "since you opened this page" in tried.why


def test_impossible_numbers_are_listed_one_by_one() -> None:
    form = Form({"boards": "1"})
    with Attempt(form):
        raise ScoreError("this is no score", "neither is this")
    assert form.non_field_errors() == ["this is no score", "neither is this"]


def test_a_fault_of_the_program_is_no_refusal() -> None:
    with pytest.raises(LookupError), Attempt():
        raise LookupError
