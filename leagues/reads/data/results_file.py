"""A file of results as it is understood: what its columns are, who is who, and what it makes.

Everything is guessed from the file and the club, but for what somebody has chosen otherwise.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import Enum
from functools import cached_property
from pathlib import PurePath
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext_lazy as later

from leagues.files.event_matches import is_event, read_event
from leagues.files.match_rows import Oddity, ReadMatches, RowDoubt, read_matches
from leagues.files.results_columns import Column, Columns, guess_columns
from leagues.files.spreadsheet import Grid, unpack
from leagues.files.written_days import DayOrder, order_in
from leagues.models import Event, ResultsFile
from leagues.reads.data.arriving import ArrivingResults, Who, plan_results
from leagues.reads.data.arriving_people import (
    ArrivingPerson,
    arriving_people,
    identities,
)
from leagues.reads.marks import mark_of
from leagues.reads.people.known import register_of
from scoring.notation import (
    MatchRecord,
    NotationError,
    Recorded,
    archive_of,
    read_cmn,
)

SAMPLES = 3
ARCHIVE = frozenset({"Pts/20s", "Classification"})
"""Columns by which the archive's sheets are told."""
MONTH_FIRST_ZONES = ("America/", "US/")
ODD_ROWS = {
    Oddity.ONE_SIDE: later(
        "Row %(row)s is left out: only one side is named (%(text)s)."
    ),
    Oddity.TOO_MANY: later(
        "Row %(row)s is left out: more than two on a side (%(text)s)."
    ),
    Oddity.UNEVEN: later("Row %(row)s is left out: one against two (%(text)s)."),
    Oddity.THEMSELVES: later(
        "Row %(row)s is left out: somebody would play themselves (%(text)s)."
    ),
    Oddity.NO_RESULT: later("Row %(row)s is left out: it has no result."),
    Oddity.NOT_A_NUMBER: later(
        "Row %(row)s is left out: “%(text)s” is no whole number of points."
    ),
    Oddity.MADE_A_DAY: later(
        "Row %(row)s is left out: the spreadsheet made a day of the result (%(text)s)."
    ),
    Oddity.NO_DAY: later(
        "Row %(row)s is left out: it has no day, and none stands above it."
    ),
    Oddity.NOT_A_DAY: later("Row %(row)s is left out: “%(text)s” is no day."),
    Oddity.TO_COME: later("Row %(row)s is left out: %(text)s is still to come."),
    Oddity.WINNER: later(
        "Row %(row)s: %(text)s is written down as the winner and has fewer points. The points count."
    ),
    Oddity.TWENTIES: later(
        "Row %(row)s comes in without its 20s: “%(text)s” is no number."
    ),
}


@dataclass(frozen=True)
class SheetColumn:
    """A column of the sheet: what it is called, what stands in it, and what it is taken for."""

    number: int
    name: str
    samples: tuple[str, ...]
    column: Column

    @property
    def letters(self) -> str:
        """What a spreadsheet calls it: A, B, … AA."""
        letters, left = "", self.number + 1
        while left:
            left, letter = divmod(left - 1, 26)
            letters = chr(ord("A") + letter) + letters
        return letters


class ResultsReading:
    """One file, read once for one page."""

    def __init__(self, file: ResultsFile) -> None:
        self.file = file
        self.choices: Mapping[str, Any] = file.choices
        self.problem = ""
        self.sheets, self.text = unpack(bytes(file.content))

    @cached_property
    def kind(self) -> ResultsKind:
        """What the file is, by what is in it."""
        if self.text:
            return ResultsKind.EVENT if is_event(self.text) else ResultsKind.CMN
        if any(ARCHIVE & set(row) for grid in self.sheets.values() for row in grid[:1]):
            return ResultsKind.ARCHIVE
        return ResultsKind.MATCHES

    @cached_property
    def sheet(self) -> str:
        chosen = self.choices.get("sheet")
        if chosen in self.sheets:
            return str(chosen)
        return max(self.sheets, key=lambda name: _named(self.sheets[name]))

    @property
    def grid(self) -> Grid:
        return self.sheets[self.sheet]

    @cached_property
    def columns(self) -> Columns:
        guess = guess_columns(self.grid)
        chosen = self.choices.get("columns", {}).get(self.sheet)
        if chosen is None or len(chosen) != len(guess.columns):
            return guess
        return Columns(guess.heading, tuple(map(Column, chosen)))

    @property
    def heading_row(self) -> int:
        return self.columns.heading + 1

    @cached_property
    def sheet_columns(self) -> tuple[SheetColumn, ...]:
        if self.kind is not ResultsKind.MATCHES:
            return ()
        names = self.grid[self.columns.heading] if self.columns.heading >= 0 else []
        samples: defaultdict[int, list[str]] = defaultdict(list)
        for row in self.grid[self.columns.heading + 1 :]:
            for at, cell in enumerate(row):
                if cell and len(samples[at]) < SAMPLES:
                    samples[at].append(cell)
        return tuple(
            SheetColumn(
                at, names[at] if at < len(names) else "", tuple(samples[at]), column
            )
            for at, column in enumerate(self.columns.columns)
            if samples[at] or (at < len(names) and names[at])
        )

    @cached_property
    def known_order(self) -> DayOrder | None:
        """The order of days, where the file itself tells."""
        at = self.columns.of(Column.DATE)
        if at is None:
            return DayOrder.DAY_FIRST
        return order_in(row[at] for row in self.grid if at < len(row))

    @property
    def order(self) -> DayOrder:
        chosen = self.choices.get("order")
        if chosen:
            return DayOrder(chosen)
        return self.known_order or self._usual_order

    @property
    def _usual_order(self) -> DayOrder:
        is_american = self.file.club.zone.startswith(MONTH_FIRST_ZONES)
        return DayOrder.MONTH_FIRST if is_american else DayOrder.DAY_FIRST

    @property
    def day(self) -> date | None:
        chosen = self.choices.get("day")
        return date.fromisoformat(chosen) if chosen else None

    @property
    def name(self) -> str:
        """What events are called that have no name in the file."""
        return str(self.choices.get("name") or PurePath(self.file.name).stem)

    @property
    def rules(self) -> str:
        return str(self.choices.get("rules", ""))

    @property
    def again(self) -> bool:
        return bool(self.choices.get("again", False))

    @cached_property
    def rows(self) -> ReadMatches:
        """What stands in the rows of a sheet of matches."""
        if self.kind is not ResultsKind.MATCHES:
            return ReadMatches((), ())
        return read_matches(
            self.grid, self.columns, self.order, day=self.day, today=self.today
        )

    @cached_property
    def recorded(self) -> Recorded:
        """What a file in one of the notations holds."""
        try:
            match self.kind:
                case ResultsKind.CMN:
                    return read_cmn(self.text).recorded
                case ResultsKind.EVENT:
                    return read_event(self.text)
                case ResultsKind.ARCHIVE:
                    return archive_of(self.sheets.values()).recorded
        except NotationError as wrong:
            self.problem = str(wrong)
        return Recorded(())

    @property
    def records(self) -> tuple[MatchRecord, ...]:
        return self.rows.matches or self.recorded.matches

    @property
    def today(self) -> date:
        return timezone.localdate(timezone=self.file.club.tzinfo)

    @cached_property
    def people(self) -> tuple[ArrivingPerson, ...]:
        names = (
            player.name
            for match in self.records
            for side in match.sides
            for player in side.players
        )
        return arriving_people(
            names, register_of(self.file.club), self.choices.get("who", {})
        )

    @cached_property
    def who(self) -> dict[str, Who]:
        return identities(self.people)

    @property
    def asked(self) -> tuple[ArrivingPerson, ...]:
        return tuple(each for each in self.people if each.is_asked)

    @cached_property
    def names(self) -> dict[Who, list[str]]:
        """The spellings of everybody, their own first."""
        found: defaultdict[Who, list[str]] = defaultdict(list)
        for each in self.people:
            who = self.who[each.key]
            found[who].insert(0 if who == each.key else len(found[who]), each.name)
        return found

    @cached_property
    def results(self) -> ArrivingResults:
        club = self.file.club
        here = Event.objects.present().of(club).values_list("name", "starts_at")
        return plan_results(
            self.records,
            self.who,
            today=self.today,
            name=self.name,
            rules=self.rules,
            here=[(name, at.astimezone(club.tzinfo).date()) for name, at in here],
            again=self.again,
        )

    @cached_property
    def doubts(self) -> list[str]:
        return [
            *map(_sentence, self.rows.doubts),
            *self.results.doubts,
            *self.recorded.notices,
        ]

    @property
    def left_out(self) -> int:
        rows = sum(doubt.why.leaves_out for doubt in self.rows.doubts)
        return rows + self.results.left_out

    @property
    def asks_day(self) -> bool:
        """Whether rows have no day, nor any above them."""
        return bool(self.day) or any(
            doubt.why is Oddity.NO_DAY for doubt in self.rows.doubts
        )

    @property
    def asks_name(self) -> bool:
        if self.kind is ResultsKind.MATCHES:
            return self.columns.of(Column.EVENT) is None
        return any(not (m.context and m.context.event) for m in self.records)

    @property
    def lacks(self) -> list[Column]:
        """Columns without which nothing can be read."""
        if self.kind is not ResultsKind.MATCHES:
            return []
        return [each for each in (Column.A, Column.B) if self.columns.of(each) is None]

    @cached_property
    def people_counts(self) -> dict[str, int]:
        """How many of those who come in are known, and how many are new."""
        kinds = Counter(
            "known" if isinstance(who, int) else "new" for who in self.results.people
        )
        return {kind: kinds[kind] for kind in ("known", "new")}

    @property
    def _columns_read(self) -> list[str]:
        if self.kind is not ResultsKind.MATCHES:
            return [self.kind.value]
        columns = [column.value for column in self.columns.columns]
        return [self.sheet, self.order.value, *columns]

    @property
    def mark(self) -> str:
        """How it was read; whom somebody chooses for a name is no other reading."""
        return mark_of(
            {
                "columns": self._columns_read,
                "day": self.choices.get("day") or "",
                "name": self.name,
                "rules": self.rules,
                "again": self.again,
                "people": [[p.key, p.options] for p in self.people if p.found],
                "here": [each.name for each in self.results.here],
            }
        )


class ResultsKind(Enum):
    """What kind of file of results it is."""

    MATCHES = "matches"
    ARCHIVE = "archive"
    CMN = "cmn"
    EVENT = "event"


def _named(grid: Grid) -> int:
    """How much of a sheet of matches is in it."""
    columns: Sequence[Column] = guess_columns(grid).columns
    return len({*columns} - {Column.NOTHING}) * 1000 + min(len(grid), 999)


def _sentence(doubt: RowDoubt) -> str:
    return str(ODD_ROWS[doubt.why] % {"row": doubt.row, "text": doubt.text})
