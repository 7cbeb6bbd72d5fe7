"""The format of a night, for every kind of league."""

import pytest

from leagues.models import League
from leagues.reads.leagues.night_format import (
    IN_A_NIGHT,
    Evening,
    evening_of,
    sheet_by,
    usual_evening,
)
from leagues.stages import estimate
from leagues.stages.event_templates import SHAPES
from leagues.stages.pairing_ways import Partners, SomeGames, Swiss
from scoring.tiebreaks import CHAINS

KINDS = list(League.Kind)


@pytest.mark.parametrize("kind", KINDS)
def test_a_kind_of_league_has_a_usual_night_that_can_be_kept(kind: League.Kind) -> None:
    usual = usual_evening(kind)

    assert usual.shape in IN_A_NIGHT
    assert Evening.from_dict(usual.to_dict()) == usual


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("here", [4, 5, 7, 9, 12, 22])
def test_a_usual_night_can_be_played_by_as_many_as_come(kind: League.Kind, here: int) -> None:
    assert estimate.first_unplayable_stage(usual_evening(kind).stages(here), here) is None


def test_a_league_without_settings_has_the_usual_night() -> None:
    assert evening_of(League(kind="redrawn")) == usual_evening("redrawn")
    ours = Evening("round-robin", game_minutes=20)
    assert evening_of(League(kind="redrawn", evening=ours.to_dict())) == ours


def test_as_many_games_as_there_are_others_to_meet() -> None:
    night = Evening(games=5)

    assert [night.stages(here)[0].way for here in (4, 9)] == [SomeGames(3), SomeGames(5)]
    assert Evening("swiss-night", games=6).stages(12)[0].way == Swiss(6)


def test_partners_are_redrawn_as_often_as_set() -> None:
    [plan] = Evening("rotating-doubles", games=6).stages(5)

    assert plan.way == Partners(6)


def test_without_a_number_the_shape_decides_how_many_games() -> None:
    assert Evening().stages(12) == SHAPES["club-night"].stages(12)


def test_a_night_by_difference_is_won_by_who_wins_more_games() -> None:
    by_difference = Evening(sheet=sheet_by("conventional", "club-night"))

    assert by_difference.stages(8)[0].chain == CHAINS["wins-then-difference"]


def test_a_night_of_doubles_is_played_by_the_sheet_for_doubles() -> None:
    assert sheet_by("tournament", "rotating-doubles").preset == "tournament-doubles"
    assert Evening("rotating-doubles").sides == "redrawn"


def test_an_event_of_a_night_is_a_club_night() -> None:
    facts = usual_evening("redrawn").facts()

    assert (facts["kind"], facts["sides"]) == ("club_night", "redrawn")
    assert facts["game_minutes"] == 15
