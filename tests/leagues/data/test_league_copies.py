"""Event files of every kind of league, imported by another club."""

import json
from datetime import datetime

import pytest
import time_machine

from leagues.access.roles import ANONYMOUS
from leagues.actions.data.import_results import bring_in
from leagues.models import Club, Event, League, Match
from leagues.reads.data.event_file import event_file
from leagues.reads.data.results_file import ResultsReading
from leagues.reads.leagues.night_format import usual_evening
from tests.cast import Cast
from tests.leagues.data.event_copies import file_of, standings_in_names
from tests.leagues.leagues import team_leagues, test_ladder, test_own_time
from tests.leagues.leagues.evenings import TORONTO
from tests.leagues.leagues.league_life import OPEN
from tests.leagues.leagues.mondays import Mondays
from tests.leagues.leagues.tonights import played_event, set_boards, win_match

pytestmark = [pytest.mark.django_db, pytest.mark.long]
LATER = datetime(2026, 12, 20, 12, tzinfo=TORONTO)


def played_night(cast: Cast, kind: str) -> Event:
    names = tuple("ABCDEFGH")
    mondays = Mondays.open(cast, *names)
    set_boards(mondays, 4)
    League.objects.update(kind=kind, evening=usual_evening(kind).to_dict())
    mondays.league.refresh_from_db()
    return played_event(mondays, 1, *names)


def played_season(cast: Cast, kind: str) -> Event:
    """A league of this kind that has one event, with one match played."""
    league = OPEN[kind](cast)
    assert league.event is not None
    match kind:
        case "teams":
            team_leagues.play_meeting(cast, league, "Mill 1", "Mill 2", (5, 3), (4, 4))
        case "ladder":
            win_match(test_ladder.make_challenge(cast, league, "DB"))
        case "own-time":
            win_match(test_own_time.arrange_between(cast, league, "CB"))
        case _:
            win_match(Match.objects.filter(event=league.event).unfinished()[0])
    return league.event


@pytest.mark.parametrize("kind", League.Kind.values)
def test_it_comes_in_with_what_was_played(cast: Cast, kind: str) -> None:
    with time_machine.travel(LATER):
        event = (played_season if kind in OPEN else played_night)(cast, kind)
        event.refresh_from_db()
        other = Club.objects.create(name="Elsewhere", slug="elsewhere", zone="UTC")
        file = file_of(other, json.loads(json.dumps(event_file(event))))
        reading = ResultsReading(file)

        bring_in(by=ANONYMOUS, file=file, results=reading.results, names=reading.names)

        came = Event.objects.get(club=other)
        assert not reading.problem
        assert pairs_of(came) == pairs_of(event)
        if event.sides != Event.Sides.TEAMS:
            assert standings_in_names(came)[:-1] == standings_in_names(event)[:-1]


def pairs_of(event: Event) -> list[list[tuple[list[str], int]]]:
    """The players and points of both sides of each match, without meetings of teams."""
    matches = event.matches.finished().filter(line_ups=None).exclude(ending="bye")
    return sorted(
        [
            (sorted(side.players.values_list("name", flat=True)), side.points)
            for side in each.sides.order_by("seat")
        ]
        for each in matches
    )


def test_meetings_of_teams_stay_out_with_a_message(cast: Cast) -> None:
    with time_machine.travel(LATER):
        event = played_season(cast, "teams")
        reading = ResultsReading(file_of(cast.club, event_file(event)))
        assert reading.results.matches == 2
        stay_out = "is a meeting of teams, and stays out"
        assert any(stay_out in each for each in reading.doubts)
