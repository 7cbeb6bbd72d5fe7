"""The most that a night can still pay, and the places that remain possible."""

from dataclasses import replace

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from leagues.actions.leagues.nights import tonight
from leagues.models import Event, League
from leagues.reads.leagues.night_format import Evening, usual_evening
from leagues.reads.leagues.table.max_points import most_of_evening
from leagues.reads.leagues.table.season import season_of
from scoring.season import NIGHTS, BestScores, EveryScore, PaidBy, Scheme
from scoring.season.tables import NCA_TOUR, WCC_55, Listed
from scoring.serialization import to_dict
from tests.cast import Cast
from tests.leagues.leagues.mondays import Mondays
from tests.leagues.leagues.tonights import drawn_event, finish_round, set_boards
from tests.scenes import scene

FOUR = ("Eve", "Flo", "Gus", "Hal")
ALL_COUNT = replace(NIGHTS, counting=EveryScore(), ties=())


@scene
def mondays(cast: Cast) -> Mondays:
    """All nights count, and each player has three games of eight points a night."""
    mondays = Mondays.open(cast, *FOUR, nights=2, scheme=ALL_COUNT)
    set_boards(mondays, 4)
    League.objects.update(evening=Evening(games=3).to_dict())
    mondays.league.refresh_from_db()
    return mondays


def start_night(mondays: Mondays, number: int, *names: str) -> Event:
    event = drawn_event(mondays, number, *names)
    tonight.start_night(by=mondays.cast.who("ann"), night=mondays.night(number))
    event.refresh_from_db()
    return event


def after_round(event: Event, number: int) -> None:
    finish_round(event, number)
    event.touch()


def most_points(mondays: Mondays, number: int) -> dict[str, int]:
    """What the night can pay each of them, and a new player."""
    night = mondays.season().season_nights[number - 1]
    found = {name: night.most_of.get(mondays.player(name).pk) for name in FOUR}
    return {**found, "new": night.most}  # type: ignore[dict-item]


@pytest.mark.parametrize(
    ("evening", "points"),
    [
        (Evening(games=5), 40),
        (Evening(), 40),
        (Evening("swiss-night"), 32),
        (Evening("rotating-doubles", games=4), 32),
        (usual_evening("groups"), None),
        (usual_evening("hundred"), None),
        (usual_evening("tour"), None),
    ],
)
def test_an_evening_pays_every_game_won_where_their_number_is_known(
    evening: Evening, points: int | None
) -> None:
    assert most_of_evening(evening) == points


def test_a_night_that_is_on_pays_what_is_won_and_what_is_left(mondays: Mondays) -> None:
    """Eight to two in each game; a round that is played leaves nothing open."""
    event = start_night(mondays, 1, *FOUR)
    assert most_points(mondays, 1) == {**dict.fromkeys(FOUR, 24), "new": 24}

    after_round(event, 1)

    known = most_points(mondays, 1)
    assert sorted(known[name] for name in FOUR) == [18, 18, 24, 24]
    assert known["new"] == 16


def test_a_match_still_played_is_left_to_both_and_to_who_comes_now(mondays: Mondays) -> None:
    event = start_night(mondays, 1, *FOUR)
    first = event.matches.filter(pairing_round__number=1)
    still = first.first()
    finish_round(event, 1)
    assert still
    type(still).objects.filter(pk=still.pk).update(state="running", ending="")
    event.touch()

    known = most_points(mondays, 1)

    assert sorted(known[name] for name in FOUR) == [18, 24, 24, 24]
    assert known["new"] == 24


def test_who_is_far_enough_ahead_on_the_last_night_is_sure_before_it_has_ended(
    mondays: Mondays,
) -> None:
    """Eve leads by 30, and each player can still win 24."""
    mondays.play(1, ("Eve", "Flo", 40, 10), ("Eve", "Gus", 0, 9))
    start_night(mondays, 2, *FOUR)
    season = season_of(mondays.league, with_running=True)
    names = {mondays.player(name).pk: name for name in FOUR}

    ranges = {names[player]: found for player, found in season.ranges.items()}

    assert ranges["Eve"].clinched()
    assert ranges["Flo"].best == 2
    assert ranges["Hal"].worst == 4


def test_what_is_on_has_not_ended_yet_in_the_range(mondays: Mondays) -> None:
    mondays.play(1, ("Eve", "Flo", 12, 10))
    event = start_night(mondays, 2, *FOUR)
    after_round(event, 1)

    season = season_of(mondays.league, with_running=True)

    assert not any(found.clinched() for found in season.ranges.values())


def test_places_pay_by_the_table_of_the_event_that_has_one(cast: Cast) -> None:
    """A major pays 55, and two events on one night are added up."""
    scheme = Scheme(NCA_TOUR, BestScores(4), lower_pools=(2, 1))
    mondays = Mondays.open(cast, *FOUR, nights=2, scheme=scheme)
    major = mondays.play(1, ("Eve", "Flo", 8, 0), state=Event.State.PLANNED)
    Event.objects.filter(pk=major.pk).update(own_table=to_dict(WCC_55))
    assert mondays.season().season_nights[0].most == 57

    mondays.play(1, ("Gus", "Hal", 8, 0), state=Event.State.PLANNED)

    assert mondays.season().season_nights[0].most == 57 + 52


def test_nothing_is_known_where_everybody_beaten_is_paid(cast: Cast) -> None:
    mondays = Mondays.open(cast, *FOUR, scheme=Scheme(paid_by=PaidBy.BEATEN))
    mondays.play(1, ("Eve", "Flo", 8, 0), state=Event.State.PLANNED)

    assert mondays.season().season_nights[0].most is None
    assert mondays.season().season_nights[1].most is None


def test_nothing_is_known_of_one_event_nothing_is_known_of_the_night(mondays: Mondays) -> None:
    """A major is known, but a round robin beside it is not."""
    everybody = mondays.play(1, ("Eve", "Flo", 8, 0), state=Event.State.PLANNED)
    everybody.stages.update(format="round_robin")
    major = mondays.play(1, ("Gus", "Hal", 8, 0), state=Event.State.PLANNED)
    Event.objects.filter(pk=major.pk).update(own_table=to_dict(Listed((5, 1))))

    night = mondays.season().season_nights[0]

    assert (night.most, dict(night.most_of)) == (None, {})


def test_two_halls_each_pay_those_who_play_there(mondays: Mondays) -> None:
    by, night = mondays.cast.who("ann"), mondays.night(1)
    here = [mondays.player(name).pk for name in (*FOUR, "Ivy", "Jay")]
    tonight.say_here(by=by, night=night, here=here)
    tonight.split_night(by=by, night=night, place="Annexe", players=here[4:])
    League.objects.update(evening=Evening(games=1).to_dict())
    tonight.draw_night(by=by, night=mondays.night(1))

    assert most_points(mondays, 1) == {**dict.fromkeys(FOUR, 8), "new": 16}


def test_the_handicap_table_does_not_show_it(mondays: Mondays) -> None:
    season = mondays.season().with_handicaps()

    assert [night.most for night in season.season_nights] == [None, None]


def test_a_longer_calendar_asks_no_more_queries(mondays: Mondays) -> None:
    def asked() -> int:
        with CaptureQueriesContext(connection) as captured:
            mondays.season()
        return len(captured)

    drawn_event(mondays, 1, *FOUR)
    before = asked()
    drawn_event(mondays, 2, *FOUR)

    assert asked() <= before
