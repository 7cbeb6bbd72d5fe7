"""Convert finished matches to results, one for each entry."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple, TypeAlias

from leagues.models.matches import ScoreLine
from leagues.reads.events.drawn_byes import NOT_AVERAGED, AveragedGames
from scoring.results import Ending, Result, WonOrLost, bye_result, played_together, sat_out

Results = tuple[Result[int], ...]


class FinishedMatch(NamedTuple):
    """The facts about a match that a table needs."""

    match: int
    pool: int | None
    when: tuple[int, int]  # number of the stage, number of the pairing round
    results: Results


SideScore: TypeAlias = tuple[tuple[int, ...], int, int | None]
"""The entries of a side, which share its points; the points; the 20s. An open side has no entry.

It is a plain tuple, because a large event has thousands.
"""

SidesReader: TypeAlias = Callable[[Sequence[SideScore], int | None, int], Results]
"""From the sides of a match, its winner's seat and the number of its stage."""


def finished_matches(
    lines: Iterable[ScoreLine], averaged: AveragedGames = NOT_AVERAGED
) -> list[FinishedMatch]:
    """Build matches from ``Match.objects.score_lines()``, which are grouped by match."""
    found = [_finished_match(list(of_one)) for _, of_one in groupby(lines, attrgetter("match"))]
    return average_byes(found, averaged)


def average_byes(found: list[FinishedMatch], averaged: AveragedGames) -> list[FinishedMatch]:
    """Score games without an opponent as the entry's average, once their round is under way.

    A round is under way when its first match is finished.
    """
    if not averaged.stages:
        return found
    is_on = {m.when for m in found if any(r.ending is not Ending.BYE for r in m.results)}
    own: dict[tuple[int, int], list[Result[int]]] = defaultdict(list)
    field: dict[int, list[Result[int]]] = defaultdict(list)
    for match in found:
        for result in match.results:
            own[result.stage, result.entry].append(result)
            field[result.stage].append(result)

    def settled(result: Result[int], when: tuple[int, int]) -> Result[int]:
        stage, entry = result.stage, result.entry
        if stage not in averaged.stages or not _has_no_opponent(result, averaged):
            return result
        if when not in is_on:
            return Result(entry, ending=Ending.BYE, stage=stage)
        return replace(sat_out(entry, own[stage, entry], field[stage]), stage=stage)

    return [
        match._replace(results=tuple(settled(r, match.when) for r in match.results))
        for match in found
    ]


def _has_no_opponent(result: Result[int], averaged: AveragedGames) -> bool:
    """Whether the game was a bye, or was annulled because all opponents have withdrawn."""
    if result.ending is Ending.BYE:
        return True
    return (
        result.ending in {Ending.WITHDRAWN, Ending.ANNULLED}
        and result.entry not in averaged.withdrawn
        and averaged.withdrawn.issuperset(result.opponents)
    )


def twenties_made(results: Iterable[Result[int]]) -> Counter[int]:
    """The 20s that each entry made, in the matches with known 20s.

    Awards for the most 20s use these numbers. They are not projected.
    """
    made = Counter[int]()
    for result in results:
        if result.twenties:
            made[result.entry] += result.twenties
    return made


def _finished_match(lines: Sequence[ScoreLine]) -> FinishedMatch:
    match = lines[0]
    sides: dict[int, SideScore] = {}
    for line in lines:
        add_to_side(sides, line.seat, line.points, line.twenties, line.entry)
    when = match.stage, match.pairing_round
    return finish_match(match.match, match.pool, when, match.ending, match.winner, sides)


def add_to_side(
    sides: dict[int, SideScore], seat: int, points: int, twenties: int | None, entry: int | None
) -> None:
    """Add an entry of a match to the side at its seat; None adds an open side."""
    before = sides[seat][0] if seat in sides else ()
    sides[seat] = before if entry is None else (*before, entry), points, twenties


def finish_match(
    match: int,
    pool: int | None,
    when: tuple[int, int],
    ending: str,
    winner: int | None,
    sides: Mapping[int, SideScore],
) -> FinishedMatch:
    """Return a match with the results that its ending gives to each entry."""
    results = READINGS[ending](tuple(sides.values()), winner, when[0])
    return FinishedMatch(match, pool, when, results)


def _played_results(sides: Sequence[SideScore], winner: int | None, stage: int) -> Results:
    entries, points, twenties = zip(*sides, strict=True)
    return played_together(entries, points, twenties, winner, stage)


def _bye_results(sides: Sequence[SideScore], winner: int | None, stage: int) -> Results:
    """The results of a bye. One that pays no points does not count as a game."""
    return tuple(
        bye_result(entry, points or None, stage)
        for entries, points, _ in sides
        for entry in entries
    )


def _walkover_results(sides: Sequence[SideScore], winner: int | None, stage: int) -> Results:
    """The results of a walkover. Without a winner, both sides forfeit."""
    together = sum(points for _, points, _ in sides)
    return tuple(
        Result(
            entry,
            opponents=_opponents_of(sides, seat),
            points=points,
            against=together - points,
            went=WonOrLost.WON if seat == winner else WonOrLost.LOST,
            ending=Ending.WALKOVER if seat == winner else Ending.FORFEIT,
            partners=tuple(other for other in entries if other != entry),
            stage=stage,
        )
        for seat, (entries, points, _) in enumerate(sides)
        for entry in entries
    )


def _uncounted_reader(ending: Ending) -> SidesReader:
    def read(sides: Sequence[SideScore], winner: int | None, stage: int) -> Results:
        return tuple(
            Result(entry, _opponents_of(sides, seat), ending=ending, stage=stage)
            for seat, (entries, _, _) in enumerate(sides)
            for entry in entries
        )

    return read


def _opponents_of(sides: Sequence[SideScore], seat: int) -> tuple[int, ...]:
    return tuple(
        entry for at, (entries, _, _) in enumerate(sides) if at != seat for entry in entries
    )


READINGS: dict[str, SidesReader] = {
    Ending.PLAYED.value: _played_results,
    "totals": _played_results,  # a result that was entered without its rounds
    Ending.BYE.value: _bye_results,
    Ending.WALKOVER.value: _walkover_results,
    Ending.FORFEIT.value: _walkover_results,
    Ending.WITHDRAWN.value: _uncounted_reader(Ending.WITHDRAWN),
    Ending.ANNULLED.value: _uncounted_reader(Ending.ANNULLED),
    Ending.NOT_RECORDED.value: _uncounted_reader(Ending.NOT_RECORDED),
}
