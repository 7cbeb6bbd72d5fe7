"""Inter-club days are rehearsed like other events."""

import pytest

from leagues.actions.entries.entries import enrol_players, set_team
from leagues.models import Club, Event, Player, Rehearsal
from leagues.reads.tables.clubs import club_standings
from leagues.stages.event_templates import SHAPES
from leagues.stages.pairing_ways import RoundRobin
from leagues.stages.stage_plan import StagePlan
from tests.cast import Cast
from tests.leagues.rehearsal.rehearsals import a_plan, rehearse

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]
DAY = SHAPES["inter-club"].stages(0)


def test_on_an_inter_club_day_everybody_plays_for_their_club(cast: Cast) -> None:
    """Four of the lake, who play for a team, come to four of the home club."""
    event = a_plan(cast, 8, stages=DAY, trust=Event.Trust.DESK)
    by = cast.who("ann")
    for entry in event.entries.order_by("pk")[:4]:
        set_team(by=by, event=event, entry=entry, team="Lake", before="")

    played = rehearse(cast, event)

    assert (played.state, played.problem) == (Rehearsal.State.OVER, "")
    table = club_standings(played.event.stages.get())
    assert table
    assert {line.name for line in table.lines} == {"Lake", cast.club.name}
    assert all(len(line.members) == 4 for line in table.lines)


def test_guests_of_another_club_play_for_it(cast: Cast) -> None:
    event = a_plan(cast, 2, stages=DAY, trust=Event.Trust.DESK)
    lake = Club.objects.create(name="Lake", slug="lake")
    for name in ("Lea", "Lou"):
        player = Player.objects.create(club=lake, name=name)
        enrol_players(by=cast.who("ann"), event=event, players=[player])

    table = club_standings(rehearse(cast, event).event.stages.get())

    assert table
    assert {line.name for line in table.lines} == {"Lake", cast.club.name}


@pytest.mark.parametrize("trust", [Event.Trust.DESK, Event.Trust.BOTH])
def test_an_event_of_club_teams_is_rehearsed(cast: Cast, trust: Event.Trust) -> None:
    """A team of two, a team of one, and a team without named players."""
    event = a_plan(
        cast,
        3,
        boards=2,
        stages=(StagePlan(name="Day", way=RoundRobin()),),
        sides=Event.Sides.TEAMS,
        trust=trust,
    )
    by = cast.who("ann")
    pair = [Player.objects.create(club=cast.club, name=n) for n in ("Lea", "Lou")]
    team = enrol_players(by=by, event=event, players=pair)
    set_team(by=by, event=event, entry=team, team="Lake", before="")
    enrol_players(by=by, event=event, players=[])

    played = rehearse(cast, event)

    assert (played.state, played.problem) == (Rehearsal.State.OVER, "")
    assert played.event.matches.finished().count() == 15  # five rest once
    copied = played.event.entries.get(team__name="Lake")
    assert copied.line_up.count() == 2
