"""Plan an event with a cut, and play a rehearsal of it to the end."""

from typing import Any

from leagues.actions.entries.entries import enrol_players
from leagues.actions.events.plan import plan_event
from leagues.actions.rehearsal.copy import rehearse_event
from leagues.actions.rehearsal.play import play_all
from leagues.models import Event, Player, Rehearsal
from leagues.reads import Sheet
from leagues.stages.entry_sources import Top
from leagues.stages.event_templates import PLAY_OFF, SWISS
from leagues.stages.pairing_ways import Knockout, Swiss
from leagues.stages.stage_plan import StagePlan
from tests.cast import Cast
from tests.leagues.draw.draws import NAMES, NOON

SEED = "0X6G-27G9-S0MG-6VJ0"


# Three matches with four entries.
TINY = (
    StagePlan(name="Swiss", way=Swiss(1), chain=SWISS),
    StagePlan(name="Final", way=Knockout(), takes=Top(2), match_format=PLAY_OFF),
)
# Five matches with four entries, and sixteen with eight.
SHORT = (
    StagePlan(name="Swiss", way=Swiss(2), chain=SWISS),
    StagePlan(name="Final", way=Knockout(), takes=Top(2), match_format=PLAY_OFF),
)
LONG = (
    StagePlan(name="Swiss", way=Swiss(3), chain=SWISS),
    StagePlan(name="Last four", way=Knockout(), takes=Top(4), match_format=PLAY_OFF),
)


def a_plan(cast: Cast, entries: int = 4, **facts: Any) -> Event:
    """Plan an event of ``entries`` with a board for each match; both sides enter results."""
    by = cast.who("ann")
    event = plan_event(
        by=by,
        club=cast.club,
        sheet=Sheet.named("tournament-singles"),
        boards=range(1, facts.pop("boards", entries // 2) + 1),
        stages=facts.pop("stages", SHORT),
        facts={"name": "Spring Open", "starts_at": NOON, "trust": Event.Trust.BOTH, **facts},
    )
    for name in NAMES[:entries]:
        player = Player.objects.create(club=cast.club, name=name)
        enrol_players(by=by, event=event, players=[player])
    return event


def rehearse(cast: Cast, event: Event) -> Rehearsal:
    """Rehearse an event from the draw to the podium."""
    rehearsal = rehearse_event(by=cast.who("ann"), event=event, seed=SEED)
    play_all(rehearsal.pk)
    rehearsal.refresh_from_db()
    return rehearsal
