"""Update a meeting of two teams from its boards."""

from collections.abc import Sequence

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from leagues.actions.refusal import Refused
from leagues.models import Event, League, Match, MatchSide, TeamBoard
from leagues.models.matches import PLAYED_OUT
from leagues.stages.kind_rules import read_rules
from leagues.stages.team_meetings import BoardSum, MeetingSum, TeamRules
from scoring.sides import BySeat

Ending, State = Match.Ending, Match.State
CLOSED = ("state", "ending", "winner", "finished_at")


def sync_meetings(event: Event, match: Match | None = None) -> None:
    """Update the meetings of a team league's event from their boards, or only that of ``match``.

    Meetings whose boards aren't known yet are left alone.
    """
    rules = _rules_of(event)
    if rules is None:
        return
    boards = TeamBoard.objects.filter(match__event=event.pk)
    if match is not None:
        here = boards.filter(Q(match=match.pk) | Q(meeting=match.pk))
        boards = boards.filter(meeting__in=here.values("meeting"))
    found = boards.select_related("match").prefetch_related("match__sides")
    of_meeting: dict[int, list[Match]] = {}
    for board in found.order_by("meeting", "number"):
        of_meeting.setdefault(board.meeting_id, []).append(board.match)
    meetings = Match.objects.filter(pk__in=of_meeting).prefetch_related("sides")
    for meeting in meetings:
        _bring_into_line(meeting, of_meeting[meeting.pk], rules)


def refuse_meeting(match: Match) -> None:
    """Refuse to call a meeting of a league or enter its result: its boards are played instead."""
    if _rules_of(match.event) is None:
        return  # an event of teams without a league: its matches are played themselves
    if not TeamBoard.objects.filter(match=match.pk).exists():
        raise Refused(_("This is a match between two teams. Choose one of its boards instead."))


def refuse_with_boards(match: Match) -> None:
    """Refuse to decide an unplayed meeting with known boards: each board is decided instead."""
    if match.event.sides != Event.Sides.TEAMS:
        return
    if TeamBoard.objects.filter(meeting=match.pk).exists():
        raise Refused(_("The boards of this match are already set up. Decide each board instead."))


def _rules_of(event: Event) -> TeamRules | None:
    """The team rules of the event's league, or None; one query, only for events of teams."""
    if event.sides != Event.Sides.TEAMS:
        return None
    league = League.objects.filter(event=event.pk).only("kind_rules").first()
    rules = read_rules(league.kind_rules) if league else None
    return rules if isinstance(rules, TeamRules) else None


def _bring_into_line(meeting: Match, boards: Sequence[Match], rules: TeamRules) -> None:
    made = rules.sum(map(_sum_board, (each for each in boards if each.ending)))
    sides = sorted(meeting.sides.all(), key=lambda side: side.seat)
    for side in sides:
        twenties = made.twenties[side.seat] if made.twenties else None
        if (side.points, side.twenties) != (made.points[side.seat], twenties):
            side.points, side.twenties = made.points[side.seat], twenties
            MatchSide.objects.filter(pk=side.pk).update(points=side.points, twenties=side.twenties)
    was = [getattr(meeting, name) for name in CLOSED]
    _close_meeting(meeting, boards, made)
    if was != [getattr(meeting, name) for name in CLOSED]:
        meeting.save(update_fields=CLOSED)


def _close_meeting(meeting: Match, boards: Sequence[Match], made: MeetingSum) -> None:
    """Set the state of a meeting: finished with its last board, in play from its first."""
    if all(each.state == State.FINISHED for each in boards):
        meeting.state, meeting.ending = State.FINISHED, _ending_for(made)
        meeting.winner = made.winner if made.counts else None
        meeting.finished_at = meeting.finished_at or timezone.now()
        return
    begun = any(each.state in (State.PLAYING, State.FINISHED) for each in boards)
    meeting.state = State.PLAYING if begun else State.PLANNED
    meeting.ending, meeting.winner, meeting.finished_at = "", None, None


def _ending_for(made: MeetingSum) -> Match.Ending:
    if not made.counts:
        return Ending.ANNULLED
    if made.is_played:
        return Ending.TOTALS
    return Ending.FORFEIT if made.winner is None else Ending.WALKOVER


def _sum_board(board: Match) -> BoardSum:
    sides = sorted(board.sides.all(), key=lambda side: side.seat)
    one, other = (side.twenties for side in sides)
    return BoardSum(
        BySeat(*(side.points for side in sides)),
        None if one is None or other is None else BySeat(one, other),
        is_played=board.ending in PLAYED_OUT,
        counts=not board.is_struck_out and board.ending != Ending.NOT_RECORDED,
    )
