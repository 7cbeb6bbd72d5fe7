"""Write drawn matches and byes as rows."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain, count
from typing import Any, TypeAlias

from django.db.models import Max
from django.utils import timezone

from leagues.models import (
    EntryPlayer,
    Event,
    Match,
    MatchSide,
    PairingRound,
    Pool,
    SideEntry,
    SidePlayer,
)
from leagues.models.prepared_queries import columns_of, insert_plain, to_column
from leagues.pairing import values

Draw = Mapping[Pool, values.PairedRound[int]]
Sides = tuple[tuple[int, ...], ...]
Columns: TypeAlias = dict[str, Any]
"""A row of ``Match`` to write, see ``columns_of``: objects would take five times as long."""
Seated: TypeAlias = tuple[int, int, Sides]
"""The key of a match, of its pairing round, and the entries of each side."""


def write_matches(
    event: Event, pairing_round: PairingRound, draw: Draw, slots: Mapping[values.Pairing[int], str]
) -> None:
    """Write the matches of one pairing round, numbered on from the event's last match.

    ``slots`` has the place in the bracket that each pairing fills.
    """
    write_rounds(event, [(pairing_round, draw)], slots)


def write_rounds(
    event: Event,
    rounds: Iterable[tuple[PairingRound, Draw]],
    slots: Mapping[values.Pairing[int], str] | None = None,
    *,
    numbers: Iterable[int] = (),
    bye_points: int = 0,
) -> None:
    """Write the matches of several pairing rounds, in a fixed number of queries.

    A bye is a finished match with one side, and may pay points. ``numbers`` are free match
    numbers to use first, unless another match has taken them since.
    """
    boards = dict(event.boards.values_list("number", "pk"))
    match = columns_of(Match(event=event))
    bye = columns_of(
        Match(
            event=event,
            state=Match.State.FINISHED,
            ending=Match.Ending.BYE,
            finished_at=timezone.now(),
        )
    )
    drawn = [
        (columns | {"pairing_round": pairing_round.pk}, sides)
        for pairing_round, draw in rounds
        for columns, sides in chain(_playing(match, draw, slots or {}, boards), _resting(bye, draw))
    ]
    free = _free_numbers(event, numbers)
    rows = [columns | {"number": next(free)} for columns, _ in drawn]
    keys = insert_plain(Match, list(match), [list(row.values()) for row in rows])
    write_sides(
        [
            (key, row["pairing_round"], sides)
            for key, row, (_, sides) in zip(keys, rows, drawn, strict=True)
        ],
        bye_points,
    )


def _free_numbers(event: Event, freed: Iterable[int]) -> Iterator[int]:
    """Free match numbers: the ``freed`` ones that are still free, then on from the last."""
    again = set(freed)
    if again:
        taken = event.matches.filter(number__in=again)
        again.difference_update(taken.values_list("number", flat=True))
    last = event.matches.aggregate(last=Max("number"))["last"] or 0
    return chain(sorted(again), count(1 + max([last, *again])))


def _playing(
    match: Columns,
    draw: Draw,
    slots: Mapping[values.Pairing[int], str],
    boards: Mapping[int, int],
) -> Iterator[tuple[Columns, Sides]]:
    for pool, of_pool in draw.items():
        for pairing in of_pool.pairings:
            columns = match | {
                "pool": pool.pk,
                "first": int(pairing.first),
                "wave": pairing.wave,
                "slot": slots.get(pairing, ""),
                "why": to_column(Match, "why", pairing.why.as_data),
                "board": None if pairing.board is None else boards.get(pairing.board),
            }
            yield columns, tuple(pairing.sides)


def _resting(match: Columns, draw: Draw) -> Iterator[tuple[Columns, Sides]]:
    for pool, of_pool in draw.items():
        for bye in of_pool.byes:
            why = to_column(Match, "why", bye.why.as_data)
            yield match | {"pool": pool.pk, "why": why}, ((bye.entry,),)


def write_sides(drawn: Sequence[Seated], bye_points: int = 0) -> None:
    """Write the sides of matches, with their entries and players."""
    side = columns_of(MatchSide())
    rows = [
        side | {"match": match, "seat": seat, "points": bye_points if len(sides) == 1 else 0}
        for match, _, sides in drawn
        for seat in range(len(sides))
    ]
    keys = iter(insert_plain(MatchSide, list(side), [list(row.values()) for row in rows]))
    sitting = [
        (next(keys), match, pairing_round, entries)
        for match, pairing_round, sides in drawn
        for entries in sides
    ]
    insert_plain(
        SideEntry,
        ["side", "pairing_round", "entry"],
        [
            (key, pairing_round, entry)
            for key, _, pairing_round, entries in sitting
            for entry in entries
        ],
    )
    line_ups = _line_ups({entry for *_, entries in sitting for entry in entries})
    insert_plain(
        SidePlayer,
        ["side", "match", "player", "number"],
        [
            (key, match, player, number)
            for key, match, _, entries in sitting
            for number, player in enumerate(
                (p for entry in entries for p in line_ups.get(entry, ())), start=1
            )
        ],
    )


def _line_ups(entries: Collection[int]) -> dict[int, list[int]]:
    """The player keys of each entry, in order."""
    line_ups: dict[int, list[int]] = {}
    lines = EntryPlayer.objects.filter(entry__in=entries).order_by("number")
    for entry, player in lines.values_list("entry", "player"):
        line_ups.setdefault(entry, []).append(player)
    return line_ups
