"""Ladders: the place of each entry, and the entries it may challenge."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from django.utils import timezone

from leagues.models import DatedMatch, Entry, Event, League, Match, Player, SideEntry
from leagues.reads.leagues.kinds.rules import own_rules
from leagues.stages.ladder import (
    Challenged,
    JoinedLadder,
    Ladder,
    LadderFact,
    LadderRules,
    LeftLadder,
    replay_facts,
)
from scoring.sides import Seat


@dataclass(frozen=True)
class LadderLine:
    """The place of an entry, and its open challenge or None."""

    place: int
    entry: Entry
    won: int
    lost: int
    match: DatedMatch | None
    is_challenger: bool
    against: Entry | None


@dataclass(frozen=True)
class Rung:
    """A line of the drawn ladder and the places it may challenge."""

    line: LadderLine
    may_challenge: tuple[int, ...]


@dataclass(frozen=True)
class LadderState:
    """The ladder of a league at one moment."""

    league: League
    rules: LadderRules
    ladder: Ladder[int]
    entries: dict[int, Entry]
    matches: dict[tuple[int, int], DatedMatch]
    """The open challenges, by challenger and challenged entry."""

    @cached_property
    def lines(self) -> tuple[LadderLine, ...]:
        return tuple(map(self._line, self.ladder.order))

    def _line(self, entry: int) -> LadderLine:
        played = [c for c in self.ladder.challenges if entry in c.both and c.winner]
        won = sum(each.winner == entry for each in played)
        its = self.ladder.open_of(entry)
        (other,) = its.both - {entry} if its else (None,)
        return LadderLine(
            self.ladder.place(entry),
            self.entries[entry],
            won,
            len(played) - won,
            self.matches.get((its.entry, its.other)) if its else None,
            its is not None and its.entry == entry,
            self.entries[other] if other else None,
        )

    @cached_property
    def rungs(self) -> tuple[Rung, ...]:
        now = timezone.now()
        return tuple(
            Rung(line, tuple(other.place for other in self.may_challenge(line, now)))
            for line in self.lines
        )

    def line_of(self, player: Player) -> LadderLine | None:
        """The ladder line of a player, or None if they are not on the ladder."""
        return next((e for e in self.lines if player in e.entry.people), None)

    def may_challenge(self, line: LadderLine, now: datetime) -> list[LadderLine]:
        """List the lines this entry may challenge now, highest first."""
        may = self.ladder.may_challenge(line.entry.pk, self.rules, now)
        return [self.lines[self.ladder.place(entry) - 1] for entry in may]


def ladder_in(event: Event) -> LadderState | None:
    """The ladder of an event, or None if it is not that of a ladder league."""
    if event.kind != Event.Kind.LEAGUE:
        return None
    league = League.objects.filter(event=event).first()
    return ladder_of(league) if league and league.of_kind.is_ladder else None


def ladder_of(league: League) -> LadderState:
    """Read the ladder of a league, in a constant number of queries."""
    entries = Entry.objects.named().filter(event=league.event_id)
    by_pk = {entry.pk: entry for entry in entries.in_it()}
    challenges = list(_read_challenges(league))
    facts: list[LadderFact[int]] = [*_joins_and_leaves(league, by_pk), *challenges]
    ladder = replay_facts(facts)
    dated = DatedMatch.objects.filter(match__event=league.event_id)
    open_ones = dated.exclude(match__state=Match.State.FINISHED)
    sides = _read_sides(league)
    return LadderState(
        league,
        own_rules(league, LadderRules),
        ladder,
        by_pk,
        {sides[each.pk]: each for each in open_ones.select_related("match", "week")},
    )


def _joins_and_leaves(league: League, entries: dict[int, Entry]) -> Iterator[LadderFact[int]]:
    """Yield when each entry joined or left, in the order they joined. An entry that left and came
    back starts again at the bottom.
    """
    of_player = {p.pk: entry for entry in entries.values() for p in entry.people}
    seen = set[int]()
    for each in league.enrolments.order_by("made_at", "pk"):
        entry = of_player.get(each.player_id)
        if entry is None:
            continue
        if entry.pk in seen:
            yield LeftLadder(entry.pk, each.made_at)
        seen.add(entry.pk)
        yield JoinedLadder(entry.pk, each.made_at)
    for entry in entries.values():
        if entry.state == Entry.State.WITHDRAWN:
            yield LeftLadder(entry.pk, datetime.max.replace(tzinfo=league.tzinfo))


def _read_challenges(league: League) -> Iterator[Challenged[int]]:
    """Yield every challenge: seat A challenged seat B when the pairing round was made."""
    matches = Match.objects.filter(event=league.event_id, dated__isnull=False)
    sides = _read_sides(league)
    for match in matches.select_related("pairing_round").order_by("number"):
        entry, other = sides[match.pk]
        made_at = match.pairing_round.starts_at
        assert made_at is not None
        over_at = match.finished_at if match.state == Match.State.FINISHED else None
        winner = None
        if over_at and match.winner is not None:
            winner = entry if match.winner == Seat.A else other
        yield Challenged(entry, other, made_at, winner, over_at)


def _read_sides(league: League) -> dict[int, tuple[int, int]]:
    """The entry ids in seats A and B of every challenge, by match id."""
    seated: dict[int, list[int]] = {}
    dated = DatedMatch.objects.filter(match__event=league.event_id).values("match")
    sides = SideEntry.objects.filter(side__match__in=dated)
    for match, entry in sides.order_by("side__seat").values_list("side__match", "entry"):
        seated.setdefault(match, []).append(entry)
    return {match: (two[0], two[1]) for match, two in seated.items()}
