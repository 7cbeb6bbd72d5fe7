"""Sheets of the archive and CMN files: imported round by round, up to 27,000 rows."""

import json
from collections.abc import Callable
from dataclasses import replace
from datetime import date, timedelta
from io import BytesIO
from typing import Any

import pytest

from leagues.actions.log.undo import preview_undo
from leagues.files.spreadsheet import pack, read_content
from leagues.files.table_file import TableFile, write_xlsx
from leagues.models import Event, League, Match, Player, ResultsFile, Round, Surface
from leagues.reads.advance.finals import podium_of
from leagues.reads.data.event_file import event_file
from leagues.reads.data.event_records import archive_file, cmn_file
from leagues.reads.data.results_file import ResultsReading
from leagues.reads.leagues.end.honours import honours_of
from leagues.reads.people.stored_sums import sums_of
from leagues.reads.tables.tables import tables_of
from scoring.notation import (
    Archive,
    ArchiveLine,
    CmnFile,
    Context,
    MatchRecord,
    RoundRecord,
    archive_sheets,
    side_of,
    write_cmn,
)
from scoring.sides import BySeat, Seat
from tests.cast import Cast
from tests.leagues.data.test_bring_in import come_in

pytestmark = pytest.mark.django_db
OPEN = Context("Open", division="Competitive-Fingers", category="Singles", stage="Prelim", pool="A")


def rounds_of(points: str, twenties: str) -> tuple[RoundRecord, ...]:
    """Rounds from texts such as "20 11 02 20" and "31 22 00 41"; A shoots first in the first."""
    return tuple(
        RoundRecord(BySeat(*map(int, made)), twenties=BySeat(*map(int, shot)), first=Seat(n % 2))
        for n, (made, shot) in enumerate(zip(points.split(), twenties.split(), strict=True))
    )


def match_record(a: str, b: str, points: str, twenties: str, **facts: Any) -> MatchRecord:
    return MatchRecord(
        BySeat(side_of(*a.split("/")), side_of(*b.split("/"))),
        rounds_of(points, twenties),
        **{"played": date(2018, 5, 5), "context": OPEN, "id": f"{a}-{b}", **facts},
    )


RECORDS = (
    match_record("Ann Lee", "Ben Ito", "20 11 02 20", "31 22 03 41"),
    match_record("Ben Ito", "Cy Orr", "11 11 11 11", "00 11 22 33"),
    # Three rounds where all others have four: imported as totals, without its rounds.
    match_record("Ann Lee", "Cy Orr", "20 20 20", "10 10 10"),
)


def as_workbook(archive: Archive) -> bytes:
    out = BytesIO()
    write_xlsx(
        out,
        [
            TableFile(name, tuple(map(str, rows[0])), rows[1:])
            for name, rows in archive_sheets(archive).items()
        ],
    )
    return out.getvalue()


def keep_file(cast: Cast, name: str, data: bytes) -> ResultsFile:
    return ResultsFile.objects.create(
        club=cast.club, name=name, content=pack(read_content(name, data))
    )


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("archive.xlsx", as_workbook(Archive(matches=RECORDS))),
        ("matches.cmn", write_cmn(CmnFile(RECORDS)).encode()),
    ],
)
def test_rounds_come_in_where_a_card_is_whole(cast: Cast, name: str, data: bytes) -> None:
    come_in(cast, keep_file(cast, name, data))

    event = Event.objects.get()
    assert (event.name, [s.name for s in event.stages.all()]) == ("Open", ["Prelim"])
    whole = event.matches.filter(ending="played")
    assert whole.count() == 2
    assert event.matches.get(ending="totals").rounds.count() == 0
    first = whole.order_by("number")[0]
    assert [(r.first, r.points, r.twenties) for r in first.rounds.all()] == [
        (0, [2, 0], [3, 1]),
        (1, [1, 1], [2, 2]),
        (0, [0, 2], [0, 3]),
        (1, [2, 0], [4, 1]),
    ]
    player = Player.objects.get(name="Ann Lee")
    [ann] = sums_of(cast.club).of_player(player.pk)
    # Nine 20s in four known rounds; the other match has no rounds.
    assert (ann.won, ann.twenties, ann.rounds, ann.best_round) == (2, 9, 4, 4)
    [table] = tables_of(event.stages.get())
    assert [(line.entry.people[0].name, line.row.points) for line in table.lines] == [
        ("Ann Lee", 11),
        ("Ben Ito", 7),
        ("Cy Orr", 4),
    ]


WRITTEN: dict[str, Callable[[Event], bytes]] = {
    "archive": lambda event: as_workbook(archive_file(event)),
    "cmn": lambda event: write_cmn(cmn_file(event)).encode(),
    "json": lambda event: json.dumps(event_file(event)).encode(),
}


@pytest.mark.parametrize("write", WRITTEN)
def test_what_an_event_was_exported_as_comes_in_as_it_was(cast: Cast, write: str) -> None:
    come_in(cast, keep_file(cast, "a.cmn", write_cmn(CmnFile(RECORDS)).encode()))
    before = Event.objects.get()
    data = WRITTEN[write](before)

    file = keep_file(cast, f"{write}.any", data)
    file.choices = {"again": True}
    come_in(cast, file)

    again = Event.objects.exclude(pk=before.pk).get()
    assert table_lines(again) == table_lines(before)
    assert Round.objects.filter(match__event=again).count() == 8


def table_lines(event: Event) -> list[tuple[Any, ...]]:
    [table] = tables_of(event.stages.get())
    return [
        (line.row.place, line.entry.people, line.points.made, line.twenties.made)
        for line in table.lines
    ]


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"{", "this is not JSON"),
        (b'{"cmn": "7.0"}', "only 1.0 can be read"),
        (b'{"format": "twenties-event", "version": 2}', "no twenties-event of version 1"),
        (b'{"format": "twenties-event", "version": 1}', "event is missing"),
        (b"Player,Opponent,Pts/20s,Total\nAnn,Ann,Pts,5\n", "row 2: Ann cannot play Ann"),
    ],
)
def test_a_file_that_is_not_understood_is_shown_with_the_place(
    cast: Cast, data: bytes, why: str
) -> None:
    page = cast.browser_of("ann").get(f"/desk/bring-in/{keep_file(cast, 'a.any', data).pk}/")

    assert page.status_code == 200
    assert why in page.content.decode()


def test_impossible_matches_are_left_out_with_a_reason(cast: Cast) -> None:
    odd = [
        match_record("Ann", "Ben", "20", "11", played=date(2999, 1, 1)),
        MatchRecord(BySeat(side_of("Ann"), side_of("Ben")), context=OPEN),
        MatchRecord(
            BySeat(side_of("Ann"), side_of("Ben")),
            recorded_points=BySeat(-1, 5),
            played=date(2018, 5, 5),
            context=OPEN,
        ),
    ]
    file = keep_file(cast, "a.xlsx", as_workbook(Archive(matches=(RECORDS[0],))))
    reading = ResultsReading(file)
    reading.recorded = type(reading.recorded)((*RECORDS, *odd))

    assert reading.results.matches == 3
    assert reading.left_out == 3
    assert [doubt for doubt in reading.doubts if "is skipped" in doubt] == [
        "Ann – Ben, 1 January 2999 is skipped because it’s in the future.",
        "Ann – Ben is skipped because it has no date.",
        "Ann – Ben, 5 May 2018 is skipped because its points aren’t whole numbers.",
    ]


RESULTS = (
    ArchiveLine("Final Rank", "Ann Lee", date(2012, 5, 5), "Worlds", place=1, points=31),
    ArchiveLine("Final Rank", "Ben Ito", date(2012, 5, 5), "Worlds", place=2, twenties=9),
    ArchiveLine("Scores", "Cy Orr", date(2013, 5, 5), "Pools", stage="P", pool="A", place=1),
    ArchiveLine("Scores", "Ben Ito", date(2013, 5, 5), "Pools", stage="P", pool="B", place=1),
    ArchiveLine("Rank", "Cy Orr/Ben Ito", date(2014, 5, 5), "Pairs", stage="All", place=1),
    ArchiveLine("League Standings", "Cy Orr", date(2015, 5, 5), league="Tour", points=99, place=1),
    ArchiveLine("League Standings", "Ann Lee", date(2015, 5, 5), league="Tour", points=98, place=2),
    # Not needed: it follows from the event's matches, which are in the file too.
    ArchiveLine("Final Rank", "Cy Orr", date(2018, 5, 5), "Open", place=1),
)


def test_the_archives_places_come_in_beside_its_matches(cast: Cast) -> None:
    lines = [replace(line, division="Competitive-Fingers") for line in RESULTS]
    archive = Archive(tuple(lines), RECORDS)
    file = keep_file(cast, "archive.xlsx", as_workbook(archive))
    reading = ResultsReading(file)
    assert "Pools, 2013-05-05 is skipped because the file has no final places for all of it." in (
        reading.doubts
    )

    action = come_in(cast, file)

    assert preview_undo(action) == (
        "Deletes 3 imported events, with their matches and the people imported with them. "
        "Deletes 1 imported season, with its nights and the people imported with it."
    )
    assert [
        (event.name, [(p.place, p.entry.shown_on(Surface.DESK)) for p in podium_of(event)])
        for event in Event.objects.filter(matches=None).order_by("starts_at")
    ] == [("Worlds", [(1, "Ann Lee"), (2, "Ben Ito")]), ("Pairs", [(1, "Cy Orr & Ben Ito")])]
    assert Event.objects.get(name="Open").matches.count() == len(RECORDS)
    [league] = League.objects.all()
    assert (league.name, [row.total for row in league.final_rows.all()]) == (
        "Tour · Competitive-Fingers",
        ["99", "98"],
    )
    assert [each.place for each in honours_of(cast.ben_plays).recorded] == [1, 2]


def test_who_has_a_place_in_the_archive_and_no_match_comes_in_too(cast: Cast) -> None:
    lines = [replace(line, division="Competitive-Fingers") for line in RESULTS[:2]]
    file = keep_file(cast, "archive.xlsx", as_workbook(Archive(tuple(lines), RECORDS[1:2])))

    come_in(cast, file)

    event = Event.objects.get(name="Worlds")
    assert [p.entry.shown_on(Surface.DESK) for p in podium_of(event)] == ["Ann Lee", "Ben Ito"]


def long_archive(matches: int) -> bytes:
    """Opens of two hundred players; each match has a card with two rows from each side."""
    people = [f"Player Nr{chr(65 + n // 26)}{chr(97 + n % 26)}" for n in range(200)]
    rows = ["Date,Tournament,Division,Category,Stage,StageGame,Player,Opponent,"
            "First/Hammer,Pts/20s,Total,Round1,Round2,Round3,Round4"]  # fmt: skip
    cards = (("First", "5,2,1,0,2", "9,3,2,0,4"), ("Hammer", "3,0,1,2,0", "8,1,2,3,2"))
    for n in range(matches):
        day = date(2000, 1, 1) + timedelta(days=90 * (n // 250))
        slot = f"{day},Open,Competitive-Fingers,Singles,Prelim,{n % 250 // 100 + 1}"
        two = people[n * 2 % 200], people[(n * 2 + 1) % 200]
        for (player, opponent), (order, points, twenties) in zip(
            (two, two[::-1]), cards, strict=True
        ):
            names = f"{player},{opponent},{order}"
            rows += [f"{slot},{names},Pts,{points}", f"{slot},{names},20s,{twenties}"]
    return "\n".join(rows).encode()


@pytest.mark.rare
@pytest.mark.long
def test_twenty_seven_thousand_rows_of_the_archive_come_in(cast: Cast) -> None:
    file = keep_file(cast, "archive.csv", long_archive(6750))

    come_in(cast, file)

    assert Match.objects.count() == 6750
    assert Round.objects.count() == 27_000
    assert Event.objects.count() == 27
    assert Player.objects.filter(name__startswith="Player Nr").count() == 200
