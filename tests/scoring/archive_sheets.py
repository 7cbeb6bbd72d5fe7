"""Sheets of the archive, for tests."""

from dataclasses import replace
from datetime import date
from fractions import Fraction

from scoring.notation import (
    ArchiveLine,
    Context,
    MatchRecord,
    RoundRecord,
    SideRecord,
    read_archive_csv,
    side_of,
)
from scoring.notation.archive_cards import COLUMNS
from scoring.sides import BySeat, Seat

SLOT = "2018-05-05,Ontario,Competitive-Fingers,Singles,Prelim,A"


def card_rows(
    player: str,
    opponent: str,
    points: str,
    twenties: str = "",
    *,
    board: str = "3",
    game: str = "1",
    order: str = "",
    total: str | None = None,
) -> str:
    """The rows of one card; rounds are written as "2 0 1 -", a dash for an empty cell."""
    rows = []
    for kind, tally in (("Pts", points), ("20s", twenties)):
        if not tally:
            continue
        rounds = tally.replace("-", "").split(" ")
        added = (
            total
            if total is not None and kind == "Pts"
            else str(sum(map(int, filter(None, rounds))))
        )
        rows.append(
            f"{SLOT},{game},{board},,{player},{opponent},{order},,{kind},{added},{','.join(rounds)}"
        )
    return "\n".join(rows)


def make_sheet(*cards: str) -> str:
    return "\n".join([",".join(COLUMNS), *cards]) + "\n"


def read_one(*cards: str) -> tuple[MatchRecord, tuple[str, ...]]:
    archive = read_archive_csv(make_sheet(*cards))
    (record,) = archive.matches
    return record, archive.notices


LINE = ArchiveLine(
    classification="Scores",
    entry="Ann/Cy",
    played=date(2018, 5, 5),
    event="Ontario",
    league="NCA 17/18",
    division="Competitive-Fingers",
    category="Doubles",
    stage="Prelim",
    pool="A",
    games=9,
    points=Fraction(113, 2),
    twenties=109,
    place=1,
    team="North",
    comment="10-game adjusted",
    extra={"Inclusion": "Public"},
)


RECORD = MatchRecord(
    BySeat(side_of("Ann"), side_of("Ben")),
    (
        RoundRecord(BySeat(2, 0), twenties=BySeat(3, None), first=Seat.B),
        RoundRecord(BySeat(1, 1), twenties=BySeat(0, 4), first=Seat.A),
    ),
    recorded_points=BySeat(3, 1),
    recorded_twenties=BySeat(3, 4),
    played=date(2018, 5, 5),
    context=Context("Ontario", division="Competitive-Fingers", category="Singles"),
)


def with_cards(record: MatchRecord, a: dict[str, str], b: dict[str, str]) -> MatchRecord:
    cards = zip(record.sides, (a, b), strict=True)
    sides = BySeat(*(SideRecord(seated.players, card) for seated, card in cards))
    return replace(record, sides=sides)
