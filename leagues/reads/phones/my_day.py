"""A player's day in an event: the next match, results, and their place."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property, lru_cache
from itertools import pairwise

from django.db.models import Max, Q, prefetch_related_objects
from django.utils.translation import get_language

from leagues.models import Entry, Event, EventSum, Match, Player, PoolEntry, SidePlayer, Stage
from leagues.reads.advance.bracket_play import has_bracket
from leagues.reads.advance.finals import FinalPlace, Finals, finals_of
from leagues.reads.phones.my_match import MyMatch
from leagues.reads.phones.next_match import Next, What, next_for
from leagues.reads.phones.words import disagreement
from leagues.reads.play.round_discs import Pip, pips_of
from leagues.reads.tables.tables import Table, TableLine, tables_of
from leagues.reads.tolerant_rows import read_each

# In a long table, a phone shows the leaders and the lines around the player's line.
SHORT, LEADERS, AROUND = 10, 3, 2
# The final place is shown once the event is finished or nothing more is drawn for the player.
OVER = (What.OVER, What.UNDRAWN)
STAYS = timedelta(hours=18)
NEWS_STAYS = timedelta(minutes=30)


@dataclass(frozen=True)
class Near:
    """A shown line of the table, and whether lines before it are left out."""

    line: TableLine
    after_gap: bool
    is_own: bool


@dataclass(frozen=True)
class Moment:
    """The match a player has just finished: rounds, 20s and the hammer."""

    own: MyMatch
    with_hammer: tuple[int, int]
    """Rounds won with the last shot (the hammer), and all rounds with it."""
    is_best: bool
    """Whether it has more 20s than any other game of the player."""
    pips: tuple[Pip, ...]


@dataclass(frozen=True)
class MyDay:
    event: Event
    entry: Entry | None
    next: Next
    matches: tuple[MyMatch, ...]
    table: Table | None
    """The table of the player's pool, from ``tables_of``; None in a bracket or before seating."""
    bracket: Stage | None
    placed: FinalPlace | None
    moment: Moment | None = None
    """The match just finished, or None if it is no longer news."""

    @property
    def coming(self) -> MyMatch | None:
        """The player's next match, or None."""
        return next((m for m in self.matches if m.match is self.next.match), None)

    @property
    def disagreement(self) -> str:
        """What the sides of the next match disagree on, in a sentence."""
        return disagreement(self.coming.match, self.coming.mine.seat) if self.coming else ""

    @cached_property
    def to_play(self) -> tuple[MyMatch, ...]:
        """Unfinished matches, and the byes that come after the first of them."""
        is_open = [not each.is_over for each in self.matches]
        first = is_open.index(True) if True in is_open else len(is_open)
        return tuple(each for each in self.matches[first:] if not each.is_over or each.is_bye)

    @property
    def played(self) -> tuple[MyMatch, ...]:
        """Finished matches, latest first."""
        return tuple(each for each in reversed(self.matches) if each not in self.to_play)

    @property
    def line(self) -> TableLine | None:
        if self.table is None or self.entry is None:
            return None
        return next((each for each in self.table.lines if each.entry == self.entry), None)

    @property
    def near(self) -> tuple[Near, ...]:
        """The leaders and the lines around the player's line, or all lines of a short table."""
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
        """The player's 20s of the day, or None if none were recorded."""
        made = [each.mine.twenties for each in self.matches]
        known = [twenties for twenties in made if twenties is not None]
        return sum(known) if known else None


def days_of(player: Player, now: datetime) -> list[MyDay]:
    """The player's day in each event that is running or finished less than ``STAYS`` ago.

    The event where they play next comes first; events without a match for them come last. Events
    of leagues with dated matches are left out: see ``own_leagues``.
    """
    plays = Q(entries__players=player) | Q(matches__sides__players=player)
    just_over = Q(state=Event.State.FINISHED, matches__finished_at__gte=now - STAYS)
    is_on = Q(state=Event.State.RUNNING) | just_over
    found = Event.objects.reachable().filter(plays, is_on, league=None).distinct()
    events = found.order_by("-starts_at")
    days = read_each(events, lambda event: my_day(event, player, now))
    return sorted(days, key=lambda day: (day.next.match is None, day.next.at or now))


def my_day(event: Event, player: Player, now: datetime) -> MyDay:
    """A player's day in one event, in a constant number of queries."""
    matches = my_matches(event, player)
    entry = _own_entry(event, player, matches)
    stage = _last_stage(entry)
    bracket = stage if stage and has_bracket(stage) else None
    table = _own_table(stage, entry) if stage and not bracket else None
    coming = next_for(event, entry, [each.match for each in matches], now)
    return MyDay(
        event=event,
        entry=entry,
        next=coming,
        matches=tuple(matches),
        table=table,
        bracket=bracket,
        placed=_final_place(event, entry) if coming.what in OVER else None,
        moment=moment_of(matches, player, now),
    )


def my_matches(event: Event, player: Player) -> list[MyMatch]:
    """The player's published matches in order of play, including those as a substitute."""
    seats = SidePlayer.objects.filter(player=player, match__event=event)
    sides = frozenset(seats.values_list("side", flat=True))
    found = Match.objects.filter(event=event, sides__in=sides).published()
    in_order = (
        found.with_sides()
        .with_disputes()
        .order_by("pairing_round__stage__number", "pairing_round__number", "wave", "number")
    )
    return [MyMatch.of(match, sides) for match in in_order]


def _own_entry(event: Event, player: Player, matches: Sequence[MyMatch]) -> Entry | None:
    """The player's entry, or the one they last substituted for; None if there is neither."""
    own = Entry.objects.filter(event=event, players=player).named().first()
    if own is not None or not matches:
        return own
    return next(iter(matches[-1].mine.entry_list), None)


def _last_stage(entry: Entry | None) -> Stage | None:
    """The last stage in which the entry has a seat, or None."""
    places = PoolEntry.objects.filter(entry=entry).select_related("stage__event")
    last = places.order_by("stage__number").last() if entry else None
    return last.stage if last else None


def _own_table(stage: Stage, entry: Entry | None) -> Table | None:
    for table in tables_at(stage.event.revision, stage.pk, get_language()):
        if any(line.entry == entry for line in table.lines):
            return table
    return None


@lru_cache(maxsize=32)
def tables_at(revision: int, stage: int, language: str | None) -> tuple[Table, ...]:
    """The tables of a stage, cached by revision because many phones ask for them at once."""
    return tables_of(Stage.objects.select_related("event").get(pk=stage))


def _final_place(event: Event, entry: Entry | None) -> FinalPlace | None:
    """The entry's final place, or None while it is open."""
    places = finals_at(event.revision, event.pk, get_language()).places
    return next((p for p in places if p.entry == entry and not p.is_open), None)


@lru_cache(maxsize=8)
def finals_at(revision: int, event: int, language: str | None) -> Finals:
    return finals_of(Event.objects.get(pk=event))


def moment_of(matches: Sequence[MyMatch], player: Player, now: datetime) -> Moment | None:
    """The last match played to its end, or None if that was more than ``NEWS_STAYS`` ago."""
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
    """Rounds won and rounds played with the hammer: the side that doesn't shoot first has it."""
    seat = own.mine.seat
    had = [r.points for r in own.match.rounds.all() if r.points and r.first != seat]
    won = [points for points in had if points[seat] == max(points) > min(points)]
    return len(won), len(had)


def _is_best(last: MyMatch, matches: Sequence[MyMatch], player: Player) -> bool:
    """Whether the match has the player's most 20s: only in single games without a partner, and not
    in their first one.
    """
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
