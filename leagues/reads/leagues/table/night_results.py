"""The results of a league's events: final order, points, 20s, and meetings.

They are cached in ``NightResult`` with the event's revision, so that a season of thirty nights
takes one query. If the event has changed since, they are computed again. The cache only saves
time: if storing it fails, pages show the same.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import Any

from django.db.models import Count

from leagues.models import EntryPlayer, Event, League, Match, NightResult, Round, SidePlayer
from leagues.reads.advance.finals import finals_of
from leagues.reads.advance.season_points import power_pools
from leagues.reads.advance.snapshot import EventSnapshot, snapshot_of
from leagues.reads.advance.stage_order import StageReading
from leagues.reads.events.drawn_byes import averaged_games
from leagues.reads.stored_rows import store_rows
from leagues.reads.tables.results import FinishedMatch, finished_matches
from scoring.results import Number, Result, SatOut, WonOrLost
from scoring.season import Finish, Meeting

Substitutes = Mapping[tuple[int, int], int]
"""The player who substituted, by match id and entry id."""


@dataclass(frozen=True, slots=True)
class EntryMade:
    """The sums of an entry in an event. ``rounds`` is the number of rounds of its 20s, None if not
    all are recorded. ``sat_out`` byes count as an average; ``sat_out_points`` are their points.
    """

    points: Number = 0
    twenties: int | None = None
    games: int = 0
    rounds: int | None = None
    sat_out: int = 0
    sat_out_points: Number = 0

    @property
    def kept(self) -> dict[str, Any]:
        """The values as JSON: whole points as numbers, fractions as text."""
        return {
            name: str(value) if isinstance(value, Fraction) else value
            for name, value in asdict(self).items()
        }

    def with_match(self, result: Result[int], rounds: int) -> EntryMade:
        """Add one match to the sums. A match that counts for nothing changes nothing."""
        if result.points is None:
            return self
        made = replace(self, points=_as_whole(self.points + result.points), games=self.games + 1)
        if result.is_averaged:
            made = replace(
                made,
                sat_out=self.sat_out + 1,
                sat_out_points=_as_whole(self.sat_out_points + result.points),
            )
        if result.twenties is None:
            return made
        is_known = rounds and (self.rounds or self.twenties is None)
        return replace(
            made,
            twenties=(self.twenties or 0) + result.twenties,
            rounds=(self.rounds or 0) + rounds if is_known else None,
        )


def night_results(league: League) -> dict[int, NightResult]:
    """Read the results of the league's events that have begun, by event id. Takes one query if
    nothing changed.
    """
    events = Event.objects.present().filter(night__league=league)
    begun = events.exclude(state=Event.State.PLANNED).select_related("night_result")
    found = dict[int, NightResult]()
    changed = list[NightResult]()
    for event in begun:
        kept = getattr(event, "night_result", None)
        if kept is None or kept.revision != event.revision:
            kept = result_at(event.pk, event.revision)
            if event.state == Event.State.FINISHED:
                changed.append(kept)
        found[event.pk] = kept
    store_rows(changed)
    return found


def forget_results() -> None:
    """Clear the memory cache. Tests need it, because they reuse ids and revisions."""
    result_at.cache_clear()


@lru_cache(maxsize=8)
def result_at(pk: int, revision: int) -> NightResult:
    """Compute the results of an event. The revision is part of the cache key."""
    event = Event.objects.get(pk=pk)
    counting = event.matches.published().finished().filter(pairing_round__is_play_off=False)
    matches = finished_matches(counting.score_lines(), averaged_games(event))
    line_ups, sat = _line_ups(event), substitutes_in(event)
    own = made_in(event, without_substitutes(matches, sat))
    return NightResult(
        event_id=pk,
        revision=revision,
        finishes=[
            *_entry_finishes(snapshot_of(event), own, line_ups),
            *_sat_in(made_in(event, of_substitutes(matches, sat))),
        ],
        meetings=list(_player_meetings(matches, line_ups)),
    )


def _line_ups(event: Event) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    rows = EntryPlayer.objects.filter(event=event)
    for entry, player in rows.values_list("entry", "player"):
        found.setdefault(entry, []).append(player)
    return found


def _entry_finishes(
    whole: EventSnapshot, made: Mapping[int, EntryMade], line_ups: Mapping[int, list[int]]
) -> Iterator[dict[str, Any]]:
    power, groups = power_pools(whole.stages), _groups_of(whole.stages)
    places = {each.entry.pk: each.place for each in finals_of(whole.event, whole).places}
    for entry, players in line_ups.items():
        theirs = made.get(entry, EntryMade())
        if entry in places or theirs.games:
            yield {
                "players": players,
                "place": places.get(entry),
                "pool": power.get(entry),
                "group": groups.get(entry),
                **theirs.kept,
            }


def _sat_in(made: Mapping[int, EntryMade]) -> Iterator[dict[str, Any]]:
    """Yield the sums of each substitute. They get no place, because places belong to entries."""
    for player, theirs in made.items():
        nowhere = dict.fromkeys(("place", "pool", "group"))
        yield {"players": [player], **nowhere, **theirs.kept, "is_substitute": True}


def _groups_of(stages: Collection[StageReading]) -> dict[int, str]:
    """The pool of each entry in the first stage with several pools, by entry id."""
    for reading in stages:
        if len(reading.pools) > 1:
            return {
                entry: str(number) for number, pool in enumerate(reading.pools) for entry in pool
            }
    return {}


def _player_meetings(
    matches: Iterable[FinishedMatch], line_ups: Mapping[int, list[int]]
) -> Iterator[list[int | None]]:
    """Yield a triple for each two players who met: both ids, and the winner or None for a tie.

    A match that both sides lost because neither tried to play is no meeting.
    """
    for match in matches:
        lost = {one.entry for one in match.results if one.went is WonOrLost.LOST}
        for one in match.results:
            for other in one.opponents:
                if {one.entry, other} <= lost:
                    continue
                if one.entry < other and one.went is not None:
                    yield from _pair_meetings(
                        one, line_ups.get(one.entry, ()), line_ups.get(other, ())
                    )


def _pair_meetings(
    result: Result[int], ours: Iterable[int], theirs: Iterable[int]
) -> Iterator[list[int | None]]:
    for one, other in product(ours, theirs):
        won, lost = result.went is WonOrLost.WON, result.went is WonOrLost.LOST
        yield [one, other, one if won else other if lost else None]


def finishes_from(
    kept: NightResult, *, in_groups: bool, with_substitutes: bool = False
) -> tuple[Finish[int], ...]:
    """Convert stored results for a scheme: ``in_groups`` if it pays places in groups,
    ``with_substitutes`` if it pays the points earned.
    """
    return tuple(
        Finish(
            tuple(line["players"]),
            line["place"],
            line["group" if in_groups else "pool"],
            number_from(line["points"]),
            line["twenties"],
            line["games"],
            line["rounds"],
            SatOut(line.get("sat_out", 0), number_from(line.get("sat_out_points", 0))),
        )
        for line in kept.finishes
        if with_substitutes or not line.get("is_substitute")
    )


def number_from(kept: int | str) -> Number:
    """Parse stored points: a number, or the text of a fraction such as "19/4"."""
    return kept if isinstance(kept, int) else Fraction(kept)


def meetings_from(kept: NightResult) -> tuple[Meeting[int], ...]:
    return tuple(Meeting(*line) for line in kept.meetings)


def _as_whole(points: Number) -> Number:
    return int(points) if points.denominator == 1 else points


def made_in(event: Event, matches: Iterable[FinishedMatch]) -> dict[int, EntryMade]:
    """Add up the results of each entry in these matches, by entry id."""
    rounds = _count_rounds(event)
    made: dict[int, EntryMade] = {}
    for match in matches:
        for result in match.results:
            before = made.get(result.entry, EntryMade())
            made[result.entry] = before.with_match(result, rounds.get(match.match, 0))
    return {entry: each for entry, each in made.items() if each.games}


def _count_rounds(event: Event) -> dict[int, int]:
    """Count the recorded rounds of each match, by match id."""
    of_each = Round.objects.filter(match__event=event).order_by().values("match")
    return dict(of_each.annotate(many=Count("pk")).values_list("match", "many"))


def substitutes_in(event: Event) -> Substitutes:
    """The substitutes of a singles event: players at a match who belong to none of its entries."""
    behind = EntryPlayer.objects.filter(event=event)
    if event.sides != Event.Sides.SINGLES:
        return {}
    sat = SidePlayer.objects.filter(match__event=event, match__ending=Match.Ending.PLAYED).exclude(
        player__in=behind.values("player")
    )
    rows = sat.values_list("match", "side__side_entries__entry", "player")
    return {(match, entry): player for match, entry, player in rows}


def without_substitutes(matches: Iterable[FinishedMatch], sat: Substitutes) -> list[FinishedMatch]:
    """The matches without the results made by substitutes."""
    return [
        match._replace(results=tuple(r for r in match.results if (match.match, r.entry) not in sat))
        for match in matches
    ]


def of_substitutes(matches: Iterable[FinishedMatch], sat: Substitutes) -> list[FinishedMatch]:
    """The matches with only the results made by substitutes, with player ids as entries."""
    return [
        match._replace(
            results=tuple(
                replace(result, entry=sat[match.match, result.entry])
                for result in match.results
                if (match.match, result.entry) in sat
            )
        )
        for match in matches
    ]
