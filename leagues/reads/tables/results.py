"""Finished matches into results, one for each entry that sat at them."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from operator import itemgetter
from typing import Any

from leagues.reads.events.sitting_out import NOT_AVERAGED, AveragedGames
from scoring.results import Ending, Result, WonOrLost, bye, played_together, sat_out
from scoring.sides import SEATS, BySeat

Results = tuple[Result[int], ...]


@dataclass(frozen=True)
class FinishedMatch:
    """What a table has to know of one match."""

    match: int
    pool: int | None
    when: tuple[int, int]  # number of the stage, number of the pairing round
    results: Results


@dataclass(slots=True)
class _Side:
    entries: tuple[int, ...]
    points: int
    twenties: int | None


def finished_matches(
    lines: Iterable[dict[str, Any]], averaged: AveragedGames = NOT_AVERAGED
) -> list[FinishedMatch]:
    """From the plain lines of ``Match.objects.score_lines()``, which come match by match."""
    found = [_finished(list(of_one)) for _, of_one in groupby(lines, itemgetter("pk"))]
    return _averaged(found, averaged) if averaged.stages else found


def _averaged(found: Sequence[FinishedMatch], averaged: AveragedGames) -> list[FinishedMatch]:
    """With what games without an opponent count as, once their pairing round is on.

    That a first match of the round is over tells that it is on.
    """
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
        replace(match, results=tuple(settled(r, match.when) for r in match.results))
        for match in found
    ]


def _has_no_opponent(result: Result[int], averaged: AveragedGames) -> bool:
    """Whether it was sat out, or struck out because all its opponents have left."""
    if result.ending is Ending.BYE:
        return True
    return (
        result.ending in {Ending.WITHDRAWN, Ending.ANNULLED}
        and result.entry not in averaged.withdrawn
        and averaged.withdrawn.issuperset(result.opponents)
    )


def twenties_made(results: Iterable[Result[int]]) -> Counter[int]:
    """The 20s that each entry really made, in the matches in which they are known.

    The most 20s are the most of these, wherever they are named: nothing is projected.
    """
    made = Counter[int]()
    for result in results:
        if result.twenties:
            made[result.entry] += result.twenties
    return made


def _finished(lines: list[dict[str, Any]]) -> FinishedMatch:
    match = lines[0]
    reading = READINGS[match["ending"]]
    when = match["pairing_round__stage__number"], match["pairing_round__number"]
    made = reading(_sides(lines), match["winner"])
    results = tuple(replace(result, stage=when[0]) for result in made)
    return FinishedMatch(match["pk"], match["pool"], when, results)


def _sides(lines: list[dict[str, Any]]) -> list[_Side]:
    """The entries of one side share its points. A side nobody knows yet has none."""
    sides: dict[int, _Side] = {}
    for line in lines:
        seat, entry = line["seat"], line["entry"]
        if seat not in sides:
            sides[seat] = _Side((), line["points"], line["twenties"])
        if entry is not None:
            sides[seat].entries += (entry,)
    return list(sides.values())


def _played(sides: list[_Side], winner: int | None) -> Results:
    return played_together(
        BySeat(*[side.entries for side in sides]),
        BySeat(*[side.points for side in sides]),
        BySeat(*[side.twenties for side in sides]),
        None if winner is None else SEATS[winner],
    )


def _bye(sides: list[_Side], winner: int | None) -> Results:
    """A bye that pays nothing is no game; one that pays has its points on the side."""
    return tuple(bye(entry, s.points or None) for s in sides for entry in s.entries)


def _walkover(sides: list[_Side], winner: int | None) -> Results:
    """One side won because the other did not play. Without a winner, neither did."""
    return tuple(
        Result(
            entry,
            opponents=_others(sides, seat),
            points=side.points,
            against=sum(s.points for s in sides if s is not side),
            went=WonOrLost.WON if seat == winner else WonOrLost.LOST,
            ending=Ending.WALKOVER if seat == winner else Ending.FORFEIT,
            partners=tuple(other for other in side.entries if other != entry),
        )
        for seat, side in enumerate(sides)
        for entry in side.entries
    )


def _uncounted(ending: Ending) -> Callable[[list[_Side], int | None], Results]:
    def read(sides: list[_Side], winner: int | None) -> Results:
        return tuple(
            Result(entry, _others(sides, seat), ending=ending)
            for seat, side in enumerate(sides)
            for entry in side.entries
        )

    return read


def _others(sides: list[_Side], seat: int) -> tuple[int, ...]:
    return tuple(_entries(side for n, side in enumerate(sides) if n != seat))


def _entries(sides: Iterable[_Side]) -> Iterator[int]:
    for side in sides:
        yield from side.entries


READINGS: dict[str, Callable[[list[_Side], int | None], Results]] = {
    Ending.PLAYED.value: _played,
    "totals": _played,  # a result whose rounds nobody entered
    Ending.BYE.value: _bye,
    Ending.WALKOVER.value: _walkover,
    Ending.FORFEIT.value: _walkover,
    Ending.WITHDRAWN.value: _uncounted(Ending.WITHDRAWN),
    Ending.ANNULLED.value: _uncounted(Ending.ANNULLED),
    Ending.NOT_RECORDED.value: _uncounted(Ending.NOT_RECORDED),
}
