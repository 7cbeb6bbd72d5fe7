"""The properties of each kind of league."""

import pytest

from leagues.stages.league_kinds import ALL, kind_of


@pytest.mark.parametrize(
    ("fact", "kinds"),
    [
        ("is_dated", "matches pairs series teams boxes ladder own-time"),
        ("has_weeks", "matches pairs series teams"),
        ("is_arranged", "ladder own-time"),
        ("has_boxes", "boxes"),
        ("has_teams", "teams"),
        ("is_ladder", "ladder"),
        ("is_own_time", "own-time"),
        ("is_drawn_by_league", "teams boxes ladder own-time"),
        ("is_one_order", "boxes ladder"),
        ("takes_late", "matches pairs"),
    ],
)
def test_these_kinds_have_the_fact(fact: str, kinds: str) -> None:
    assert [kind.name for kind in ALL if getattr(kind, fact)] == kinds.split()


def test_a_kind_that_no_league_has_is_read_as_drop_in_singles() -> None:
    assert kind_of("darts") == kind_of("singles")
