"""The draw of a night as its host sees it: pairings, boards, and earlier meetings."""

from datetime import date

import pytest

from leagues.models import Board, Match, Player, Season
from leagues.reads.draw.tonight import NightDraw, draw_of_night
from tests.cast import Cast
from tests.leagues.draw.club_nights import draw_partners, draw_singles, play_all
from tests.leagues.leagues.mondays import Mondays
from tests.scenes import scene

pytestmark = pytest.mark.django_db


@scene
def eight(cast: Cast) -> list[Player]:
    return [Player.objects.create(club=cast.club, name=name) for name in "ABCDEFGH"]


def meeting_notes(drawn: NightDraw) -> set[str]:
    return {match.met for each in drawn.rounds for match in each.matches}


def test_on_the_first_night_no_meetings_are_mentioned(cast: Cast, eight: list[Player]) -> None:
    mondays = Mondays.open(cast, nights=1)
    drawn = draw_of_night(draw_singles(cast, mondays.night(1), eight[:4], 3).event)

    assert (drawn.summary, meeting_notes(drawn)) == ("", {""})


def test_each_match_shows_how_often_its_two_met(cast: Cast, eight: list[Player]) -> None:
    """Four have met each other; a fifth, who comes on the third night, has met no one."""
    mondays = Mondays.open(cast, nights=3)
    for number in (1, 2):
        play_all(draw_singles(cast, mondays.night(number), eight[:4], 3))
    drawn = draw_of_night(draw_singles(cast, mondays.night(3), eight[:5], 4).event)

    for match in (match for each in drawn.rounds for match in each.matches):
        is_new = "E" in match.sides
        assert match.met == ("first meeting this season" if is_new else "met 2 times this season")
    assert len(meeting_notes(drawn)) == 2
    assert drawn.summary.endswith("repeats can’t be avoided.")


def test_a_night_without_repeats_is_described_so(cast: Cast, eight: list[Player]) -> None:
    mondays = Mondays.open(cast, nights=2)
    play_all(draw_singles(cast, mondays.night(1), eight, 2))
    drawn = draw_of_night(draw_singles(cast, mondays.night(2), eight, 2).event)

    assert drawn.summary == "No one meets an opponent from an earlier night."
    assert meeting_notes(drawn) == {"first meeting this season"}


def test_matches_stand_in_the_order_of_waves_and_boards(cast: Cast, eight: list[Player]) -> None:
    """The order in which the host calls them; a bye has no board."""
    mondays = Mondays.open(cast, nights=1)
    stage = draw_singles(cast, mondays.night(1), eight[:7], 2)
    one, two = (Board.objects.create(club=cast.club, number=n) for n in (1, 2))
    of_round = Match.objects.filter(pairing_round__stage=stage, pairing_round__number=1)
    order = list(of_round.filter(sides__seat=1).order_by("number"))
    for match, board, wave in zip(order, (two, one, one), (1, 2, 1), strict=True):
        Match.objects.filter(pk=match.pk).update(board=board, wave=wave)

    first, *_others = draw_of_night(stage.event).rounds

    assert [(m.wave, m.board) for m in first.matches] == [(1, 1), (1, 2), (2, 1)]
    [out] = first.out
    assert {out, *(name for m in first.matches for name in m.sides)} == set("ABCDEFG")


@pytest.mark.parametrize(
    ("rounds", "note"),
    [
        (1, "No one has a partner from an earlier night."),
        (3, "2 pairs played together on earlier nights."),
    ],
)
def test_partners_of_an_earlier_night_are_counted(
    cast: Cast, eight: list[Player], rounds: int, note: str
) -> None:
    """Four players form three sets of pairs; after all three, one is repeated."""
    season = Season.objects.create(
        club=cast.club, name="2026–27", starts_on=date(2026, 9, 1), ends_on=date(2027, 5, 31)
    )
    play_all(draw_partners(cast, season, 2, eight[:4], rounds))
    second = draw_partners(cast, season, 9, eight[:4], 1)

    assert draw_of_night(second.event).summary == note
