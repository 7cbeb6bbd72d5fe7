"""An event at its desk during play: boards, rounds and announcements."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from django.db.models import Count, Exists, OuterRef, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from leagues.models import (
    Board,
    Event,
    Match,
    Notice,
    PairingRound,
    Round,
    RoundReport,
    Surface,
)
from leagues.models.matches import MEETINGS
from leagues.reads.play.card import Claims, claims_by_side
from leagues.reads.play.result_text import games_in_figures, games_of
from scoring.sides import Seat

State = Match.State


class At(StrEnum):
    """The status of a board, most urgent last."""

    FREE = "free"
    ELSEWHERE = "elsewhere"
    PLANNED = "planned"
    CALLED = "called"
    PLAYING = "playing"
    OVER = "over"
    WAITING = "waiting"
    DIFFERS = "differs"
    HELP = "help"


@dataclass(frozen=True)
class Sitting:
    """A match as the desk shows it."""

    match: Match
    at: At
    names: tuple[str, ...]
    disputed: tuple[Round, ...] = ()
    claims: Claims = field(default_factory=dict)
    since: datetime | None = None
    on_phone: bool = False
    """Whether its sides report it themselves."""
    mark: str = ""
    """A value that changes with every report; only set if the reports were loaded."""

    @property
    def lines(self) -> list[tuple[str, str, int]]:
        """The letter, name and result of every side."""
        sides = self.match.sides.all()
        return [
            (Seat(side.seat).name, name, side.result)
            for name, side in zip(self.names, sides, strict=True)
        ]

    @property
    def games(self) -> str:
        """The points of each game, if the match is won by games; otherwise empty."""
        return games_in_figures(games_of(self.match.sides.all()))

    @property
    def title(self) -> str:
        return " – ".join(self.names)

    @property
    def entries(self) -> frozenset[int]:
        sides = self.match.sides.all()
        return frozenset(entry.pk for side in sides for entry in side.entry_list)

    @property
    def rounds_played(self) -> int:
        return len(self.match.rounds.all())

    @property
    def shows_score(self) -> bool:
        is_played = bool(self.rounds_played) or self.match.has_score
        return is_played and not self.match.is_struck_out


@dataclass(frozen=True)
class BoardCard:
    """A board with its current match and the next one."""

    board: Board
    at: At
    here: Sitting | None = None
    follows: Sitting | None = None
    elsewhere: Match | None = None
    """The match of another event in the hall on this board, or None."""


@dataclass(frozen=True)
class RoundProgress:
    """The progress of a pairing round."""

    round: PairingRound
    total: int
    finished: int
    at_boards: int
    has_begun: bool

    @property
    def planned(self) -> int:
        return self.total - self.finished - self.at_boards

    @property
    def is_open(self) -> bool:
        return self.finished < self.total

    @property
    def has_clock(self) -> bool:
        return bool(self.round.clock_ends_at or self.round.clock_left is not None)


@dataclass(frozen=True)
class Desk:
    event: Event
    boards: tuple[BoardCard, ...]
    rounds: tuple[RoundProgress, ...]
    sittings: tuple[Sitting, ...]
    announcements: tuple[Notice, ...]
    is_drawn: bool

    @property
    def state(self) -> str:
        """The state of the event; of one with a match at a board, running."""
        is_on = any(card.here for card in self.boards)
        return Event.State.RUNNING if is_on else self.event.state

    def waiting_in(self, line: RoundProgress) -> list[Sitting]:
        """The matches of a pairing round that were not called yet."""
        return [
            each
            for each in self.sittings
            if each.match.pairing_round_id == line.round.pk and each.match.state == State.PLANNED
        ]


def desk_of(event: Event) -> Desk:
    """The whole desk, in a constant number of queries."""
    lines = _rounds_with_progress(event)
    shown = _in_play(lines)
    sittings = _load_sittings(event, [line.round.pk for line in shown])
    return Desk(
        event=event,
        boards=_board_cards(event, sittings),
        rounds=tuple(shown),
        sittings=tuple(sittings),
        announcements=tuple(event.notices.shown()),
        is_drawn=bool(lines),
    )


def _rounds_with_progress(event: Event) -> list[RoundProgress]:
    """Every published pairing round with its counts.

    Byes don't count. Of a team meeting, the matches at its boards count instead.
    """
    real = ~Q(matches__ending=Match.Ending.BYE)
    if event.sides == Event.Sides.TEAMS:
        meetings = Match.objects.filter(MEETINGS, event=event)
        real &= ~Q(matches__in=meetings)
    at_a_board = real & Q(matches__state__in=[State.CALLED, State.PLAYING])
    counted = {
        pk: counts
        for pk, *counts in PairingRound.objects.of(event)
        .published()
        .with_begun()
        .annotate(
            total=Count("matches", filter=real),
            finished=Count("matches", filter=real & Q(matches__state=State.FINISHED)),
            at_boards=Count("matches", filter=at_a_board),
        )
        .values_list("pk", "total", "finished", "at_boards", "was_begun")
    }
    rounds = PairingRound.objects.of(event).published()
    return [RoundProgress(each, *counted[each.pk]) for each in rounds]


def _in_play(lines: Sequence[RoundProgress]) -> list[RoundProgress]:
    """The rounds in play, and the next round of each stage."""
    shown, next_of = [], set[int]()
    for line in lines:
        if not line.is_open:
            continue
        if not line.has_begun and line.round.stage_id in next_of:
            continue
        if not line.has_begun:
            next_of.add(line.round.stage_id)
        shown.append(line)
    return shown


def _load_sittings(event: Event, rounds: Sequence[int]) -> list[Sitting]:
    """The unfinished matches of these rounds, and all that are unsettled or call for help."""
    unsettled = _unsettled_matches(event)
    wanted = Q(pairing_round__in=rounds) & ~Q(state=State.FINISHED)
    wanted |= Q(pk__in=unsettled) | Q(help_wanted_at__isnull=False)
    matches = (
        Match.objects.filter(wanted, event=event)
        .published()
        .without_meetings()
        .with_sides()
        .with_rounds()
        .select_related("pairing_round__stage__event")
        .annotate(on_phone=_reported_by_phone())
        .order_by("pairing_round__stage__number", "pairing_round__number", "wave", "number")
    )
    reports: dict[int, list[RoundReport]] = {}
    for report in RoundReport.objects.filter(match__in=unsettled).order_by("pk"):
        reports.setdefault(report.match_id, []).append(report)
    return [sitting_of(match, reports.get(match.pk, ())) for match in matches]


def _reported_by_phone() -> Exists:
    claims = RoundReport.objects.filter(kind=RoundReport.Kind.CLAIM)
    return Exists(claims.filter(match=OuterRef("pk")))


def _unsettled_matches(event: Event) -> list[int]:
    rounds = Round.objects.unsettled().filter(match__event=event)
    return list(rounds.order_by().values_list("match", flat=True).distinct())


def sitting_of(match: Match, reports: Iterable[RoundReport] = ()) -> Sitting:
    """A match, loaded ``with_sides().with_rounds()``, with the claims in its reports."""
    rounds = list(match.rounds.all())
    disputed = tuple(r for r in rounds if r.state == Round.State.DISPUTED)
    in_time = [each for each in reports if each.kind != RoundReport.Kind.LATE]
    return Sitting(
        match=match,
        at=_status_of(match, rounds),
        names=tuple(side.shown_on(Surface.DESK) for side in match.sides.all()),
        disputed=disputed,
        claims=claims_by_side(in_time),
        since=in_time[-1].received_at if in_time else None,
        on_phone=getattr(match, "on_phone", False),
        mark=f"{len(in_time)}{match.ending}",
    )


def _status_of(match: Match, rounds: Sequence[Round]) -> At:
    states = {each.state for each in rounds}
    if match.help_wanted_at:
        return At.HELP
    if Round.State.DISPUTED in states:
        return At.DIFFERS
    if Round.State.REPORTED in states:
        return At.WAITING
    return {
        State.PLANNED: At.PLANNED,
        State.CALLED: At.CALLED,
        State.PLAYING: At.PLAYING,
        State.FINISHED: At.OVER,
    }[State(match.state)]


def _board_cards(event: Event, sittings: Sequence[Sitting]) -> tuple[BoardCard, ...]:
    here = {
        each.match.board_id: each
        for each in sittings
        if each.match.state in (State.CALLED, State.PLAYING)
    }
    follows: dict[int | None, Sitting] = {}
    for each in sittings:
        if each.match.state == State.PLANNED:
            follows.setdefault(each.match.board_id, each)
    elsewhere = {}
    # Before its day, an event's boards are in use by others and yet free for it.
    if event.state != Event.State.PLANNED or event.midnight <= timezone.now():
        others = Match.objects.at_a_board().filter(board__in=event.boards.all())
        others = others.exclude(event=event).select_related("event", "board")
        elsewhere = {match.board_id: match for match in others}
    return tuple(
        BoardCard(
            board,
            _at_board(here.get(board.pk), elsewhere.get(board.pk)),
            here.get(board.pk),
            follows.get(board.pk),
            elsewhere.get(board.pk),
        )
        for board in event.boards.all()
    )


def taken_by(there: Match, event: Event) -> str:
    """The match that takes a board for which a match of this event waits, as a sentence."""
    assert there.board
    values = {"board": there.board.number, "event": there.event.name}
    if there.event_id == event.pk:
        return _("Another match is still at board %(board)s.") % values
    return _("Board %(board)s is taken by %(event)s.") % values


def _at_board(here: Sitting | None, elsewhere: Match | None) -> At:
    if here is not None:
        return here.at
    return At.ELSEWHERE if elsewhere else At.FREE
