"""Whether a phone may still change a round. Used by the action and by the page that offers it,
so that the page never offers what the action rejects.
"""

from collections.abc import Collection

from leagues.models import Match, Stage
from leagues.models.prepared_queries import PreparedValues
from leagues.reads.phones.report_merge import Reporters, State, Trust
from scoring.matches import MatchState

OPENED = PreparedValues(
    lambda event: (
        Stage.objects.filter(event=event).exclude(opened_at=None).order_by().values_list("number")
    ),
    int,
)


def may_change(
    trust: str, state: str, reporters: Reporters, seat: int | None, confirmed: Collection[int]
) -> bool:
    """Whether another report from this side may still change the round."""
    if state in (State.REPORTED, State.DISPUTED):
        return True
    if state == State.RULED or trust != Trust.FIRST:
        return False
    return set(reporters) == {seat} and not set(confirmed) - {seat}


def is_ended_by_desk(match: Match, at: MatchState) -> bool:
    """Whether the desk finished the match before its rounds did."""
    return match.state == Match.State.FINISHED and not at.over


def is_played_upon(match: Match) -> bool:
    """Whether the match is finished and a later stage has opened."""
    if match.state != Match.State.FINISHED:
        return False
    stage = match.pairing_round.stage
    return any(number > stage.number for (number,) in OPENED(stage.event_id))
