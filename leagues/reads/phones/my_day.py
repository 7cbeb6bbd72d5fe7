"""A player's day in an event: what comes next, what was played, where they stand."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property, lru_cache
from itertools import pairwise

from django.db.models import Max, Q, prefetch_related_objects
from django.utils.translation import get_language

from leagues.models import Entry, Event, EventSum, Match, Player, PoolEntry, SidePlayer, Stage
from leagues.reads.advance.bracket_play import has_bracket
from leagues.reads.advance.finals import FinalPlace, Finals, finals
from leagues.reads.phones.my_match import MyMatch
from leagues.reads.phones.next_for import Next, What, next_for
from leagues.reads.play.pips import Pip, pips_of
from leagues.reads.readable import readable
from leagues.reads.tables.tables import Table, TableLine, tables

# Of a long table a phone shows the leaders and those around its own line.
SHORT, LEADERS, AROUND = 10, 3, 2
# When a place may be told: the event is over, or nothing more is drawn for them.
OVER = (What.OVER, What.UNDRAWN)
STAYS = timedelta(hours=18)
NEWS_STAYS = timedelta(minutes=30)


@dataclass(frozen=True)
class Near:
    """A line of the table that is shown, and whether lines before it are left out."""

    line: TableLine
    after_gap: bool
    is_own: bool


@dataclass(frozen=True)
class Moment:
    """The match a player has just played: rounds, 20s and the hammer."""

    own: MyMatch
    with_hammer: tuple[int, int]
    """Rounds they won with the last shot, of so many in which they had it."""
    is_best: bool
    """More 20s than in any other game of theirs."""
    pips: tuple[Pip, ...]


@dataclass(frozen=True)
class MyDay:
    event: Event
    entry: Entry | None
    next: Next
    matches: tuple[MyMatch, ...]
    table: Table | None
    """The table of the pool they are in, from the one function that computes tables."""
    bracket: Stage | None
    placed: FinalPlace | None
    moment: Moment | None = None
    """What they have just played, where it is worth showing."""

    @property
    def coming(self) -> MyMatch | None:
        """The match that comes next, as they see it."""
        return next((m for m in self.matches if m.match is self.next.match), None)

    @cached_property
    def to_play(self) -> tuple[MyMatch, ...]:
        """What is open, with the byes among it: nobody has sat out before their turn."""
        is_open = [not each.is_over for each in self.matches]
        first = is_open.index(True) if True in is_open else len(is_open)
        return tuple(each for each in self.matches[first:] if not each.is_over or each.is_bye)

    @property
    def played(self) -> tuple[MyMatch, ...]:
        """What is over, the last of it first."""
        return tuple(each for each in reversed(self.matches) if each not in self.to_play)

    @property
    def line(self) -> TableLine | None:
        if self.table is None or self.entry is None:
            return None
        return next((each for each in self.table.lines if each.entry == self.entry), None)

    @property
    def near(self) -> tuple[Near, ...]:
        """The leaders, and those around this entry; all of a short table."""
        lines = self.table.lines if self.table else ()
        own = next((at for at, each in enumerate(lines) if each is self.line), 0)
        shown = [
            at
            for at in range(len(lines))
            if len(lines) <= SHORT or at < LEADERS or abs(at - own) <= AROUND
        ]
        return tuple(
            Near(lines[at], after_gap=at - before > 1, is_own=at == own)
            for before, at in pairwise([-1, *shown])
        )

    @property
    def twenties(self) -> int | None:
        """The 20s of the day, where any were counted."""
        made = [each.mine.twenties for each in self.matches]
        known = [twenties for twenties in made if twenties is not None]
        return sum(known) if known else None


def days_of(player: Player, now: datetime) -> list[MyDay]:
    """Their day in every event that is on, or was over only hours ago. One that carries a
    league of dated matches is no day: see ``own_leagues``."""
    plays = Q(entries__players=player) | Q(matches__sides__players=player)
    just_over = Q(state=Event.State.FINISHED, matches__finished_at__gte=now - STAYS)
    is_on = Q(state=Event.State.RUNNING) | just_over
    found = Event.objects.reachable().filter(plays, is_on, league=None).distinct()
    events = found.order_by("-starts_at")
    return list(readable(events, lambda event: my_day(event, player, now)))


def my_day(event: Event, player: Player, now: datetime) -> MyDay:
    """The day of one person, in a number of queries that never grows."""
    matches = my_matches(event, player)
    entry = _entry(event, player, matches)
    stage = _stage(entry)
    bracket = stage if stage and has_bracket(stage) else None
    table = _table(stage, entry) if stage and not bracket else None
    coming = next_for(event, entry, [each.match for each in matches], now)
    return MyDay(
        event=event,
        entry=entry,
        next=coming,
        matches=tuple(matches),
        table=table,
        bracket=bracket,
        placed=_placed(event, entry) if coming.what in OVER else None,
        moment=moment_of(matches, player, now),
    )


def my_matches(event: Event, player: Player) -> list[MyMatch]:
    """Where they sit or sat, in the order of play; substitutes included."""
    seats = SidePlayer.objects.filter(player=player, match__event=event)
    sides = frozenset(seats.values_list("side", flat=True))
    found = Match.objects.filter(event=event, sides__in=sides).published()
    in_order = (
        found.with_sides()
        .with_disputes()
        .order_by("pairing_round__stage__number", "pairing_round__number", "wave", "number")
    )
    return [MyMatch.of(match, sides) for match in in_order]


def _entry(event: Event, player: Player, matches: Sequence[MyMatch]) -> Entry | None:
    """The entry they are part of, or the one they last sat in for."""
    own = Entry.objects.filter(event=event, players=player).named().first()
    if own is not None or not matches:
        return own
    return next(iter(matches[-1].mine.entries.all()), None)


def _stage(entry: Entry | None) -> Stage | None:
    """The last stage they have a seat in."""
    places = PoolEntry.objects.filter(entry=entry).select_related("stage__event")
    last = places.order_by("stage__number").last() if entry else None
    return last.stage if last else None


def _table(stage: Stage, entry: Entry | None) -> Table | None:
    for table in tables_at(stage.event.revision, stage.pk, get_language()):
        if any(line.entry == entry for line in table.lines):
            return table
    return None


@lru_cache(maxsize=32)
def tables_at(revision: int, stage: int, language: str | None) -> tuple[Table, ...]:
    """Once for each revision and language: a hall of phones asks for the same table at the same time."""
    return tables(Stage.objects.select_related("event").get(pk=stage))


def _placed(event: Event, entry: Entry | None) -> FinalPlace | None:
    """Their place, once nothing is left to play for."""
    places = finals_at(event.revision, event.pk, get_language()).places
    return next((p for p in places if p.entry == entry and not p.is_open), None)


@lru_cache(maxsize=8)
def finals_at(revision: int, event: int, language: str | None) -> Finals:
    return finals(Event.objects.get(pk=event))


def moment_of(matches: Sequence[MyMatch], player: Player, now: datetime) -> Moment | None:
    """The last one that was played to its end, for as long as it is news."""
    over = [each for each in matches if _is_news(each.match, now) and each.has_score]
    if not over:
        return None
    last = max(over, key=lambda each: (each.match.played_at, each.match.number))
    prefetch_related_objects([last.match], "rounds")
    is_best = _is_best(last, matches, player)
    return Moment(last, _with_hammer(last), is_best, tuple(pips_of(last.match)))


def _is_news(match: Match, now: datetime) -> bool:
    ended = match.finished_at
    is_played = match.ending == Match.Ending.PLAYED
    return is_played and ended is not None and now - NEWS_STAYS <= ended <= now


def _with_hammer(own: MyMatch) -> tuple[int, int]:
    """Between two sides whoever does not shoot first has the last shot."""
    seat = own.mine.seat
    had = [r.points for r in own.match.rounds.all() if r.points and r.first != seat]
    won = [points for points in had if points[seat] == max(points) > min(points)]
    return len(won), len(had)


def _is_best(last: MyMatch, matches: Sequence[MyMatch], player: Player) -> bool:
    """Only where it is one game, alone on a side, and others were counted before it."""
    made = last.mine.twenties
    if not made or last.mine.by_game or len(last.mine.named_people) > 1:
        return False
    today = [
        each.mine.twenties
        for each in matches
        if each is not last and each.mine.twenties is not None
    ]
    elsewhere = EventSum.objects.filter(player=player).exclude(event=last.match.event_id)
    best = elsewhere.aggregate(best=Max("best_game"))["best"]
    before = [*today, *([best] if best is not None else [])]
    return bool(before) and made > max(before)
