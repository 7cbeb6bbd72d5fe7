"""The top of the front page: the running event, its leaders, and the next date."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone

from leagues.models import Event, Match, PairingRound, Stage
from leagues.models.fields import HasZone
from leagues.models.matches import PLAYED_OUT
from leagues.reads.advance.bracket_play import has_bracket
from leagues.reads.advance.finals import FinalPlace
from leagues.reads.advance.podiums import PodiumStep
from leagues.reads.leagues.attendance.head_count import HeadCount
from leagues.reads.leagues.pages.cards import LeagueCard, MatchCard
from leagues.reads.tables.leaders import Leader, first_few, leaders_in
from leagues.reads.tables.scored import Scored, points_of
from leagues.reads.tables.stage_results import play_of
from leagues.reads.tables.tables import tables_of

PLAYING = 4  # matches of a bracket


@dataclass(frozen=True)
class OnNow:
    """A running event, the number of boards in use, and the start of its next pairing round."""

    event: Event
    boards_in_use: int
    next_start: datetime | None


@dataclass(frozen=True)
class RoundCount:
    """The number of finished matches of a pairing round, and of all its matches."""

    over: int
    matches: int


@dataclass(frozen=True)
class Headline:
    """A running event with its current pairing round, progress and leaders."""

    on: OnNow
    now: PairingRound | None
    progress: RoundCount
    clock: PairingRound | None
    leaders: Sequence[Leader]
    coming: PairingRound | None
    """The next pairing round, once it is published."""
    playing: Sequence[Match]
    """The matches at boards, if the stage is a bracket, which has no leaders."""

    @property
    def event(self) -> Event:
        return self.on.event


@dataclass(frozen=True)
class NextUp:
    """The next night or event of the club."""

    title: str
    address: str
    of: HasZone
    starts_at: datetime
    where: str
    count: HeadCount | None
    is_night: bool = False


def on_now(events: Sequence[Event]) -> list[OnNow]:
    """List the running events, those that use most boards first."""
    in_use = Match.objects.filter(event__in=events).boards_in_use()
    starts = PairingRound.objects.filter(stage__event__in=events).next_starts(timezone.now())
    running = [OnNow(e, in_use.get(e.pk, 0), starts.get(e.pk)) for e in events]
    return sorted(running, key=lambda each: -each.boards_in_use)


def headline_of(on: OnNow) -> Headline:
    published = PairingRound.objects.of(on.event).published()
    rounds = list(published.with_begun().with_clocked().with_drawn().reverse())
    now = next((each for each in rounds if each.was_begun), None)  # type: ignore[attr-defined]
    stage = now.stage if now else None
    if stage is not None:
        stage.event = on.event
    in_bracket = stage is not None and has_bracket(stage)
    return Headline(
        on,
        now,
        count_matches(now),
        next((each for each in rounds if each.is_clocked), None),  # type: ignore[attr-defined]
        first_few(leaders_in(tables_of(stage))) if stage and not in_bracket else (),
        _next_of(rounds, now),
        _at_the_boards(on.event) if in_bracket else (),
    )


def _next_of(rounds: Sequence[PairingRound], now: PairingRound | None) -> PairingRound | None:
    """The round after ``now``; ``rounds`` has the latest one first."""
    at = rounds.index(now) if now else 0
    return rounds[at - 1] if at else None


def count_matches(now: PairingRound | None) -> RoundCount:
    """Count the finished matches of a pairing round, and all of them. Byes are not counted."""
    played = now.matches.exclude(ending=Match.Ending.BYE) if now else Match.objects.none()
    states = list(played.values_list("state", flat=True))
    return RoundCount(states.count(Match.State.FINISHED), len(states))


def _at_the_boards(event: Event) -> Sequence[Match]:
    return list(event.matches.published().at_a_board().with_sides()[:PLAYING])


def next_up(cards: Iterable[LeagueCard | MatchCard], coming: Sequence[Event]) -> NextUp | None:
    """The next league night or the next event, whichever is sooner; None if there is neither."""
    nights = [_next_night(card) for card in cards if isinstance(card, LeagueCard)]
    found = [night for night in nights if night] + [
        NextUp(each.name, each.get_absolute_url(), each, each.starts_at, each.place, None)
        for each in coming[:1]
    ]
    return min(found, key=lambda each: each.starts_at, default=None)


def _next_night(card: LeagueCard) -> NextUp | None:
    if card.next is None:
        return None
    night, league = card.next, card.league
    return NextUp(
        league.name,
        league.get_absolute_url(),
        league,
        night.starts_at,
        night.where,
        card.count,
        is_night=True,
    )


def podium_with_scores(event: Event, placed: Sequence[FinalPlace]) -> tuple[PodiumStep, ...]:
    """The podium with the points in the last table. After a bracket the winner has the score of
    their last match instead.
    """
    last = event.stages.order_by("number").last() if placed else None
    points: dict[int, Scored] = {}
    results: dict[int, str] = {}
    if last is not None and has_bracket(last):
        results = _last_results(last)
    elif last is not None:
        play = play_of(last)
        rows = (row for pool in play.members.values() for row in play.rows(pool))
        points = {row.entry: points_of(row) for row in rows}
    return tuple(
        PodiumStep(
            each.place,
            each.last,
            each.entry,
            points.get(each.entry.pk),
            results.get(each.entry.pk, "") if each.place == 1 else "",
        )
        for each in placed
    )


def _last_results(stage: Stage) -> dict[int, str]:
    """The result of each entry's last match in a bracket, their own score first, by entry id."""
    found: dict[int, str] = {}
    matches = Match.objects.filter(pairing_round__stage=stage, ending__in=PLAYED_OUT)
    matches = matches.order_by("finished_at", "pk").prefetch_related("sides__side_entries")
    for match in matches:
        sides = list(match.sides.all())
        if len(sides) == 2:
            for mine, other in (sides, sides[::-1]):
                for line in mine.side_entries.all():
                    found[line.entry_id] = f"{mine.result}–{other.result}"
    return found
