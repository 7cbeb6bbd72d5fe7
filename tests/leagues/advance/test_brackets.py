"""Bracket slots become matches and follow corrected results."""

import pytest

from leagues.actions.draw.brackets import sync_brackets
from leagues.models import Match, Stage
from leagues.pairing.knockout import Placing
from leagues.reads.advance.bracket_changes import Clash, contradictions_in
from leagues.reads.advance.bracket_play import bracket_plays, entries_at
from leagues.stages.pairing_ways import DoubleKnockout, Knockout, PagePlayoff, PairingWay
from tests.cast import Cast
from tests.leagues.days.hall import Hall
from tests.scenes import scene

pytestmark = pytest.mark.django_db


@scene
def hall(cast: Cast) -> Hall:
    return Hall.open(cast.club, cast.who("ann"), entries=4)


def published_bracket(hall: Hall, way: PairingWay, entries: int = 4) -> Stage:
    stage = hall.stage("Play-off", way)
    hall.seat(stage, [hall.entries[:entries]])
    sync_brackets(stage)
    return stage


def match_in_slot(stage: Stage, key: str) -> Match:
    return Match.objects.with_sides().get(pairing_round__stage=stage, slot=key)


def slots_with_matches(stage: Stage) -> list[str]:
    return sorted(Match.objects.filter(pairing_round__stage=stage).values_list("slot", flat=True))


def test_the_first_matches_are_there_when_the_bracket_is_filled(hall: Hall) -> None:
    stage = published_bracket(hall, Knockout())
    one, two, three, four = hall.entries
    assert entries_at(match_in_slot(stage, "SF1")) == (one, four)
    assert entries_at(match_in_slot(stage, "SF2")) == (two, three)
    assert slots_with_matches(stage) == ["SF1", "SF2"]


def test_a_match_comes_when_its_second_side_is_known(hall: Hall) -> None:
    stage = published_bracket(hall, Knockout())
    hall.win(match_in_slot(stage, "SF1"), 0)
    assert slots_with_matches(stage) == ["SF1", "SF2"]
    hall.win(match_in_slot(stage, "SF2"), 1)
    assert slots_with_matches(stage) == ["F", "P3", "SF1", "SF2"]
    one, two, three, four = hall.entries
    assert entries_at(match_in_slot(stage, "F")) == (one, three)
    assert entries_at(match_in_slot(stage, "P3")) == (four, two)


def test_doing_it_again_changes_nothing(hall: Hall) -> None:
    stage = published_bracket(hall, Knockout())
    hall.win(match_in_slot(stage, "SF1"), 0)
    hall.win(match_in_slot(stage, "SF2"), 1)
    before = list(Match.objects.values())
    sync_brackets(stage)
    assert list(Match.objects.values()) == before


def test_boards_are_handed_out_and_none_twice(hall: Hall) -> None:
    stage = published_bracket(hall, Knockout())
    boards = [match_in_slot(stage, key).board for key in ("SF1", "SF2")]
    assert None not in boards
    assert len(set(boards)) == 2


@pytest.mark.parametrize("dice", ["one", "two", "three", "four", "five", "six"])
def test_finalists_move_to_a_board_they_have_not_sat_at(hall: Hall, dice: str) -> None:
    hall.event.rng_seed = dice
    hall.event.save()
    stage = published_bracket(hall, Knockout())
    before = {match_in_slot(stage, key).board for key in ("SF1", "SF2")}
    hall.win(match_in_slot(stage, "SF1"), 0)
    hall.win(match_in_slot(stage, "SF2"), 0)

    assert not {match_in_slot(stage, key).board for key in ("F", "P3")} & before


def test_a_queue_hands_out_its_own_boards(hall: Hall) -> None:
    stage = hall.stage("Play-off", Knockout())
    stage.is_queue = True
    stage.save()
    hall.seat(stage, [hall.entries])
    sync_brackets(stage)
    assert match_in_slot(stage, "SF1").board is None


def test_each_pool_has_a_bracket_of_its_own(hall: Hall) -> None:
    stage = hall.stage("Play-offs", Knockout())
    hall.seat(stage, [hall.entries[:2], hall.entries[2:]])
    sync_brackets(stage)
    assert slots_with_matches(stage) == ["F", "F"]
    assert stage.pairing_rounds.count() == 1


def test_byes_are_no_matches(hall: Hall) -> None:
    stage = published_bracket(hall, Knockout(), entries=3)
    assert slots_with_matches(stage) == ["SF2"]


def test_a_corrected_semi_final_reseats_the_final(hall: Hall) -> None:
    stage = published_bracket(hall, Knockout())
    hall.win(match_in_slot(stage, "SF1"), 0)
    hall.win(match_in_slot(stage, "SF2"), 0)
    final = match_in_slot(stage, "F")
    hall.correct(match_in_slot(stage, "SF1"), winner=1)
    one, two, _, four = hall.entries
    assert entries_at(match_in_slot(stage, "F")) == (four, two)
    assert entries_at(match_in_slot(stage, "P3"))[0] == one
    assert match_in_slot(stage, "F").number == final.number


def test_a_reopened_semi_final_takes_the_final_away(hall: Hall) -> None:
    stage = published_bracket(hall, Knockout())
    hall.win(match_in_slot(stage, "SF1"), 0)
    hall.win(match_in_slot(stage, "SF2"), 0)
    hall.reopen(match_in_slot(stage, "SF1"))
    assert slots_with_matches(stage) == ["SF1", "SF2"]


def test_a_final_that_has_begun_is_left_and_the_contradiction_named(hall: Hall) -> None:
    stage = published_bracket(hall, Knockout())
    hall.win(match_in_slot(stage, "SF1"), 0)
    hall.win(match_in_slot(stage, "SF2"), 0)
    hall.win(match_in_slot(stage, "F"), 0)
    before = entries_at(match_in_slot(stage, "F"))
    hall.correct(match_in_slot(stage, "SF1"), winner=1)
    assert entries_at(match_in_slot(stage, "F")) == before
    [found] = contradictions_in(bracket_plays(stage))
    assert (found.label, found.clash) == ("Final", Clash.WRONG_ENTRY)


def test_the_second_grand_final_is_played_only_after_an_upset(hall: Hall) -> None:
    stage = published_bracket(hall, DoubleKnockout())
    for key in ("W1-1", "W1-2", "W2-1", "L1-1", "L2-1"):
        hall.win(match_in_slot(stage, key), 0)
    assert "GF2" not in slots_with_matches(stage)
    hall.win(match_in_slot(stage, "GF"), 1)
    assert "GF2" in slots_with_matches(stage)
    hall.correct(match_in_slot(stage, "GF"), winner=0)
    assert "GF2" not in slots_with_matches(stage)


def test_a_second_grand_final_that_should_not_have_been_is_named(hall: Hall) -> None:
    stage = published_bracket(hall, DoubleKnockout())
    for key in ("W1-1", "W1-2", "W2-1", "L1-1", "L2-1"):
        hall.win(match_in_slot(stage, key), 0)
    hall.win(match_in_slot(stage, "GF"), 1)
    hall.win(match_in_slot(stage, "GF2"), 1)
    hall.correct(match_in_slot(stage, "GF"), winner=0)
    [found] = contradictions_in(bracket_plays(stage))
    assert found.clash is Clash.NOT_NEEDED


def test_no_one_sits_twice_in_a_step_when_a_place_match_has_begun(hall: Hall) -> None:
    """Both semi-finals feed two matches of one step; one is played, then a result changes."""
    stage = published_bracket(hall, Knockout(Placing.ALL))
    hall.win(match_in_slot(stage, "SF1"), 0)
    hall.win(match_in_slot(stage, "SF2"), 0)
    hall.win(match_in_slot(stage, "F"), 0)
    hall.correct(match_in_slot(stage, "SF1"), winner=1)
    assert slots_with_matches(stage) == ["F", "SF1", "SF2"]


def test_a_page_play_off_of_four(hall: Hall) -> None:
    stage = published_bracket(hall, PagePlayoff())
    hall.win(match_in_slot(stage, "P12"), 0)
    hall.win(match_in_slot(stage, "P34"), 1)
    hall.win(match_in_slot(stage, "SF"), 1)
    one, _, _, four = hall.entries
    assert entries_at(match_in_slot(stage, "F")) == (one, four)
