"""Partners vary over the whole season, not only over one night."""

from collections import Counter
from datetime import date
from fractions import Fraction

import pytest
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from leagues.actions.entries.entries import enrol_players
from leagues.actions.events.events import create_event
from leagues.models import Event, Player, Season, SidePlayer, Stage
from leagues.reads import Sheet
from leagues.reads.draw.night_history import nights_before
from tests.cast import Cast
from tests.leagues.draw.club_nights import draw_partners, draw_singles, play_all
from tests.leagues.leagues.mondays import Mondays
from tests.scenes import scene

pytestmark = pytest.mark.django_db


@scene
def season(cast: Cast) -> Season:
    return Season.objects.create(
        club=cast.club, name="2026–27", starts_on=date(2026, 9, 1), ends_on=date(2027, 5, 31)
    )


@scene
def eight(cast: Cast) -> list[Player]:
    return [Player.objects.create(club=cast.club, name=name) for name in "ABCDEFGH"]


def count_partners(*stages: Stage) -> Counter[frozenset[int]]:
    """The number of times each two players were partners."""
    sides: dict[int, set[int]] = {}
    sat = SidePlayer.objects.filter(match__pairing_round__stage__in=stages)
    for side, player in sat.values_list("side", "player"):
        sides.setdefault(side, set()).add(player)
    return Counter(frozenset(two) for two in sides.values() if len(two) == 2)


def test_partners_of_one_night_are_apart_on_the_next(
    cast: Cast, season: Season, eight: list[Player]
) -> None:
    first = draw_partners(cast, season, 2, eight)
    play_all(first)
    second = draw_partners(cast, season, 9, eight)

    together = count_partners(first, second)
    assert len(together) == 24
    assert set(together.values()) == {1}


@pytest.mark.long
def test_only_the_seasons_own_earlier_nights_are_looked_back_on(
    cast: Cast, season: Season, eight: list[Player]
) -> None:
    for day, whose in ((2, None), (16, season)):
        play_all(draw_partners(cast, whose, day, eight))
    here = Event.objects.get(pk=draw_partners(cast, season, 9, eight).event_id)

    assert nights_before(here).partnered == {}


@pytest.mark.long
def test_a_night_in_the_bin_or_not_played_is_not_looked_back_on(
    cast: Cast, season: Season, eight: list[Player]
) -> None:
    draw_partners(cast, season, 2, eight)
    binned = draw_partners(cast, season, 5, eight)
    play_all(binned)
    Event.objects.filter(pk=binned.event_id).update(binned_at=timezone.now())
    here = Event.objects.get(pk=draw_partners(cast, season, 9, eight).event_id)

    assert nights_before(here).partnered == {}


def test_newcomers_have_met_no_one_and_absent_players_are_left_out(
    cast: Cast, season: Season, eight: list[Player]
) -> None:
    six = eight[:6]
    play_all(draw_partners(cast, season, 2, six))
    here = Event.objects.get(pk=draw_partners(cast, season, 9, eight[1:]).event_id)
    history = nights_before(here)

    entry = {e.line_up.get().player_id: e.pk for e in here.entries.all()}
    known = {entry[player.pk] for player in six[1:]}
    assert {one for two in history.partnered for one in two} <= known
    assert {one for two in history.met for one in two} <= known
    assert set(history.rested) == known
    # In each of three rounds two of six sat out.
    assert set(history.rested.values()) == {Fraction(1, 3)}


@pytest.mark.long
def test_many_nights_cost_no_more_questions(
    cast: Cast,
    season: Season,
    eight: list[Player],
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    for day in (2, 5, 7):
        play_all(draw_partners(cast, season, day, eight))
    here = Event.objects.get(pk=draw_partners(cast, season, 9, eight).event_id)
    with django_assert_num_queries(2):
        nights_before(here)


# --- Nights of a league, singles too ------------------------------------------------------


def count_opponents(*stages: Stage) -> Counter[frozenset[int]]:
    """The number of times each two players were opponents."""
    matches: dict[int, set[int]] = {}
    sat = SidePlayer.objects.filter(match__pairing_round__stage__in=stages)
    for match, player in sat.values_list("match", "player"):
        matches.setdefault(match, set()).add(player)
    return Counter(frozenset(two) for two in matches.values() if len(two) == 2)


def test_singles_of_a_league_get_opponents_not_met_on_its_nights(
    cast: Cast, eight: list[Player]
) -> None:
    mondays = Mondays.open(cast, nights=4)
    played = []
    for number in (1, 2):
        played.append(draw_singles(cast, mondays.night(number), eight, 2))
        play_all(played[-1])

    assert set(count_opponents(*played).values()) == {1}
    assert len(count_opponents(*played)) == 16


def test_another_league_or_none_is_not_looked_back_on(cast: Cast, eight: list[Player]) -> None:
    mondays = Mondays.open(cast, nights=2)
    others = Mondays.open(cast, nights=2)
    play_all(draw_singles(cast, others.night(1), eight, 2))
    play_all(draw_singles(cast, None, eight, 2))
    later = draw_singles(cast, mondays.night(2), eight, 2)

    assert nights_before(later.event).met == {}
    assert nights_before(draw_singles(cast, None, eight, 2).event).met == {}


def test_two_who_are_a_pair_tonight_have_not_met_each_other(
    cast: Cast, eight: list[Player]
) -> None:
    mondays = Mondays.open(cast, nights=2)
    play_all(draw_singles(cast, mondays.night(1), eight[:4], 3))
    by = cast.who("ann")
    event = create_event(
        by=by,
        club=cast.club,
        name="Pairs",
        starts_at=mondays.night(2).starts_at,
        sheet=Sheet.named("tournament-doubles"),
        sides="doubles",
        night=mondays.night(2),
    )
    pairs = [enrol_players(by=by, event=event, players=eight[at : at + 2]) for at in (0, 2)]

    history = nights_before(event)
    assert history.partnered == {}
    assert history.met == {frozenset(pair.pk for pair in pairs): 4}
