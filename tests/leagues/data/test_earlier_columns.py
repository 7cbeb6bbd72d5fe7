"""Club files and log lines of earlier releases are read with the present names."""

from typing import Any

import pytest
from django.apps import apps

from leagues.actions.verb import VERBS
from leagues.files import earlier_columns
from leagues.files.earlier_columns import RENAMED, with_present_names


@pytest.mark.parametrize("model", RENAMED)
def test_each_present_name_is_a_column_and_no_earlier_one_is(model: str) -> None:
    fields = apps.get_model("leagues", model)._meta.concrete_fields
    columns = {name for each in fields for name in (each.name, each.attname)}

    assert columns >= set(RENAMED[model].values())
    assert not columns & RENAMED[model].keys()


def test_each_present_verb_is_known_and_no_earlier_one_is() -> None:
    assert VERBS.keys() >= set(earlier_columns.VERBS.values())
    assert not VERBS.keys() & earlier_columns.VERBS.keys()


@pytest.mark.parametrize(
    ("model", "earlier", "present"),
    [
        ("answer", {"says": "in", "said_by": 3}, {"reply": "in", "answered_by": 3}),
        ("seasonanswer", {"says": "out", "said_by": 3}, {"reply": "out", "answered_by": 3}),
        ("teamseasonanswer", {"says": "in", "entry": 2}, {"reply": "in", "entry": 2}),
        ("due", {"said_by": 3, "state": "paid"}, {"recorded_by": 3, "state": "paid"}),
        ("clubpicture", {"says": "The hall"}, {"alt_text": "The hall"}),
        ("player", {"says": "in"}, {"says": "in"}),
    ],
)
def test_a_row_has_the_present_names_of_its_own_table(
    model: str, earlier: dict[str, Any], present: dict[str, Any]
) -> None:
    assert with_present_names(model, earlier) == present


LINES = [
    ("answer_night", {"name": "Ben", "says": "in"}, "answer_night", {"name": "Ben", "reply": "in"}),
    ("add_photo", {"says": "The hall"}, "add_photo", {"alt_text": "The hall"}),
    ("remove_photo", {"says": "The hall"}, "remove_photo", {"alt_text": "The hall"}),
    ("correct_match", {"stands": [[8, 0]]}, "correct_match", {"rounds_after": [[8, 0]]}),
    ("nobody_came", {"match": 4}, "forfeit_both", {"match": 4}),
    ("fill_anew", {"stage": "Final"}, "refill_stage", {"stage": "Final"}),
    (
        "note_dues",
        {
            "rows": [
                ["due", [7], None, {"said_by_id": 3, "state": "paid"}],
                ["answer", [8], {"says": "in", "said_by_id": None}, {"says": "out"}],
                ["player", [9], {"name": "Ben"}, None],
            ]
        },
        "note_dues",
        {
            "rows": [
                ["due", [7], None, {"recorded_by_id": 3, "state": "paid"}],
                ["answer", [8], {"reply": "in", "answered_by_id": None}, {"reply": "out"}],
                ["player", [9], {"name": "Ben"}, None],
            ]
        },
    ),
]
"""Lines of the log: the earlier verb and details, then the present ones."""


@pytest.mark.parametrize(("verb", "earlier", "present_verb", "details"), LINES)
def test_a_line_of_the_log_is_read_with_its_present_verb_and_details(
    verb: str, earlier: dict[str, Any], present_verb: str, details: dict[str, Any]
) -> None:
    row = with_present_names("action", {"verb": verb, "said": earlier})

    assert row == {"verb": present_verb, "details": details}
