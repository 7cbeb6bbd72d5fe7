"""Write drawn matches and byes as rows."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain, count

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
from leagues.models.prepared_queries import insert_plain
from leagues.pairing import values

Draw = Mapping[Pool, values.PairedRound[int]]
Sides = tuple[tuple[int, ...], ...]


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
    drawn = [
        made
        for pairing_round, draw in rounds
        for made in _make_round(event, pairing_round, draw, slots or {})
    ]
    for (match, _), number in zip(drawn, _free_numbers(event, numbers), strict=False):
        match.number = number
    boards = {board.number: board for board in event.boards.all()}
    for match, _ in drawn:
        match.board = boards.get(match.why.pop("board", None))
    Match.objects.bulk_create(match for match, _ in drawn)
    write_sides(drawn, bye_points)


def _free_numbers(event: Event, freed: Iterable[int]) -> Iterator[int]:
    """Free match numbers: the ``freed`` ones that are still free, then on from the last."""
    again = set(freed)
    if again:
        taken = event.matches.filter(number__in=again)
        again.difference_update(taken.values_list("number", flat=True))
    last = event.matches.aggregate(last=Max("number"))["last"] or 0
    return chain(sorted(again), count(1 + max([last, *again])))


def _make_round(
    event: Event, pairing_round: PairingRound, draw: Draw, slots: Mapping[values.Pairing[int], str]
) -> list[tuple[Match, Sides]]:
    playing: list[tuple[Match, Sides]] = [
        (_make_match(event, pairing_round, pool, pairing, slots), tuple(pairing.sides))
        for pool, of_pool in draw.items()
        for pairing in of_pool.pairings
    ]
    return playing + [
        (_make_bye(event, pairing_round, pool, bye), ((bye.entry,),))
        for pool, of_pool in draw.items()
        for bye in of_pool.byes
    ]


def _make_match(
    event: Event,
    pairing_round: PairingRound,
    pool: Pool,
    pairing: values.Pairing[int],
    slots: Mapping[values.Pairing[int], str],
) -> Match:
    return Match(
        event=event,
        pairing_round=pairing_round,
        pool=pool,
        first=pairing.first,
        wave=pairing.wave,
        slot=slots.get(pairing, ""),
        why=pairing.why.as_data | {"board": pairing.board},
    )


def _make_bye(event: Event, pairing_round: PairingRound, pool: Pool, bye: values.Bye[int]) -> Match:
    return Match(
        event=event,
        pairing_round=pairing_round,
        pool=pool,
        state=Match.State.FINISHED,
        ending=Match.Ending.BYE,
        finished_at=timezone.now(),
        why=bye.why.as_data,
    )


def write_sides(drawn: Sequence[tuple[Match, Sides]], bye_points: int = 0) -> None:
    """Write the sides of matches, with their entries and players."""
    sides = MatchSide.objects.bulk_create(
        MatchSide(match_id=match.pk, seat=seat, points=bye_points if len(entries) == 1 else 0)
        for match, entries in drawn
        for seat in range(len(entries))
    )
    seated = (entries for _, sitting in drawn for entries in sitting)
    sitting = list(zip(sides, seated, strict=True))
    rounds = {match.pk: match.pairing_round_id for match, _ in drawn}
    insert_plain(
        SideEntry,
        ["side", "pairing_round", "entry"],
        [(side.pk, rounds[side.match_id], entry) for side, entries in sitting for entry in entries],
    )
    line_ups = _line_ups({entry for _, entries in sitting for entry in entries})
    insert_plain(
        SidePlayer,
        ["side", "match", "player", "number"],
        [
            (side.pk, side.match_id, player, number)
            for side, entries in sitting
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
