"""Interpret an uploaded results file: its contents, its people, and the events to create.

Everything is guessed from the file and the club, unless the importer has chosen otherwise.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import replace
from datetime import date, datetime
from functools import cached_property
from pathlib import PurePath
from typing import Any

from django.utils.translation import gettext as _

from leagues.files.event_copy import EventCopy
from leagues.files.event_matches import read_event
from leagues.files.event_reading import copy_event
from leagues.files.night_totals import NightTotals
from leagues.files.results_columns import Column
from leagues.files.row_doubts import Oddity
from leagues.files.sheet_kinds import ResultsKind
from leagues.models import Event, League, Night, ResultsFile
from leagues.models.names import fold_name
from leagues.reads.data.import_archive import ArchivePlaces, places_in_archive
from leagues.reads.data.import_copies import plan_copy, why_incomplete
from leagues.reads.data.import_matches import LONGEST_NAME, plan_results
from leagues.reads.data.import_people import ArrivingPerson, arriving_people, identify_people
from leagues.reads.data.import_places import plan_rankings
from leagues.reads.data.import_seasons import plan_season
from leagues.reads.data.import_values import ArrivingCopy, ArrivingResults, Who
from leagues.reads.data.results_sheet import SheetReading
from leagues.reads.data.results_words import sentence_of
from leagues.reads.people.name_matches import register_of
from leagues.reads.state_marks import mark_of
from scoring.notation import Archive, MatchRecord, NotationError, Recorded, archive_of, read_cmn


class ResultsReading(SheetReading):
    """An uploaded file, interpreted once for one page."""

    def __init__(self, file: ResultsFile) -> None:
        super().__init__(file)
        self.problem = ""

    @property
    def name(self) -> str:
        """The name for an event or season that has none in the file."""
        return str(self.choices.get("name") or self.title or PurePath(self.file.name).stem)

    @property
    def rules(self) -> str:
        return str(self.choices.get("rules", ""))

    @property
    def again(self) -> bool:
        return bool(self.choices.get("again", False))

    @cached_property
    def archive(self) -> Archive:
        """The two sheets of a crokinole archive; empty for other files and for unreadable ones."""
        try:
            if self.kind is ResultsKind.ARCHIVE:
                return archive_of(self.sheets.values())
        except NotationError as wrong:
            self.problem = str(wrong)
        return Archive()

    @cached_property
    def recorded(self) -> Recorded:
        """The matches of a file in CMN, in the archive's format or in ours; otherwise empty."""
        try:
            match self.kind:
                case ResultsKind.CMN:
                    return read_cmn(self.text).recorded
                case ResultsKind.EVENT:
                    return read_event(self.text)
                case ResultsKind.ARCHIVE:
                    return self.archive.recorded
        except NotationError as wrong:
            self.problem = str(wrong)
        return Recorded(())

    @cached_property
    def of_archive(self) -> ArchivePlaces:
        """Final places from the archive's Results sheet, of events without matches in the file."""
        played = {
            (fold_name(record.context.event), day_of(record))
            for record in self.archive.matches
            if record.context and record.context.event and record.played
        }
        return places_in_archive(self.archive.lines, played)

    @cached_property
    def copy(self) -> EventCopy | None:
        """The whole event of a file in our own format; None for other files or if it is invalid."""
        try:
            return copy_event(self.text) if self.kind is ResultsKind.EVENT else None
        except NotationError:
            return None  # ``recorded`` reports the error

    @cached_property
    def complete_copy(self) -> ArrivingCopy | None:
        if self.copy is None:
            return None
        name, day = self.copy.name[:LONGEST_NAME], self.copy.day
        is_here = (fold_name(name), day) in {(fold_name(n), on) for n, on in self._events_here}
        return ArrivingCopy(self.copy, name, self.who, is_here)

    @cached_property
    def why_incomplete(self) -> str:
        """Why only the matches can be imported, not the whole event; empty if it is complete."""
        if self.complete_copy is None:
            return _("part of the file isn’t as this site writes it")
        return why_incomplete(self.complete_copy)

    @property
    def is_complete(self) -> bool:
        return self.kind is ResultsKind.EVENT and not self.why_incomplete

    @property
    def records(self) -> tuple[MatchRecord, ...]:
        if self.is_complete:
            return ()
        return self.rows.matches or self.recorded.matches

    def _names(self) -> Iterator[str]:
        if self.copy is not None:
            yield from self.copy.names()
            return
        for match in self.rows.matches or self.recorded.matches:
            for side in match.sides:
                yield from (player.name for player in side.players)
        for place in self.places.places:
            yield from place.names
        for row in self.totals.rows:
            yield from row.names
        yield from self.of_archive.names

    @cached_property
    def people(self) -> tuple[ArrivingPerson, ...]:
        return arriving_people(
            self._names(),
            register_of(self.file.club),
            self.choices.get("who", {}),
            summaries=self._summaries if self.kind.has_nights else None,
        )

    @property
    def _summaries(self) -> set[str]:
        rows = [row for row in self.totals.rows if row.is_summary]
        return {fold_name(name) for row in rows for name in row.names}

    @cached_property
    def players_totals(self) -> NightTotals:
        """The sheet of nights, without rows that are not players."""
        no_player = {each.key for each in self.people if each.is_no_player}
        return replace(
            self.totals,
            rows=tuple(
                row
                for row in self.totals.rows
                if not no_player.issuperset(map(fold_name, row.names))
            ),
        )

    @cached_property
    def who(self) -> dict[str, Who]:
        return identify_people(self.people)

    @property
    def asked(self) -> tuple[ArrivingPerson, ...]:
        """The names about which the importer is asked."""
        return tuple(each for each in self.people if each.is_asked)

    @property
    def unmatched(self) -> tuple[ArrivingPerson, ...]:
        """Other names with a choice. They are new to the club but may be nicknames."""
        asked = {each.key for each in self.asked}
        return tuple(p for p in self.people if p.has_choice and p.key not in asked)

    @cached_property
    def names(self) -> dict[Who, list[str]]:
        """Each person's spellings in the file, the main one first."""
        found: defaultdict[Who, list[str]] = defaultdict(list)
        for each in self.people:
            who = self.who[each.key]
            found[who].insert(0 if who == each.key else len(found[who]), each.name)
        return found

    @cached_property
    def _events_here(self) -> list[tuple[str, date]]:
        club = self.file.club
        here = Event.objects.present().of(club).values_list("name", "starts_at")
        return [(name, at.astimezone(club.tzinfo).date()) for name, at in here]

    @cached_property
    def _leagues_here(self) -> list[tuple[str, date]]:
        leagues = League.objects.of(self.file.club)
        nights = Night.objects.filter(league__in=leagues).order_by("-on")
        first = dict(nights.values_list("league__pk", "on"))
        named = dict(leagues.values_list("pk", "name"))
        return [(named[pk], on) for pk, on in first.items()]

    @cached_property
    def results(self) -> ArrivingResults:
        how: dict[str, Any] = {"name": self.name, "again": self.again}
        found = plan_results(
            self.records,
            self.who,
            today=self.today,
            rules=self.rules,
            here=self._events_here,
            **how,
        )
        if self.complete_copy and self.is_complete:
            found = found.with_more(plan_copy(self.complete_copy, self.today, again=self.again))
        places = (*self.places.places, *self.of_archive.places)
        found = found.with_more(plan_rankings(places, self.who, here=self._events_here, **how))
        seasons = [(self.name, self.players_totals)]
        seasons += [(each.name, each.totals) for each in self.of_archive.seasons]
        for name, totals in seasons:
            found = found.with_more(
                plan_season(
                    totals,
                    self.who,
                    name=name,
                    here=self._leagues_here,
                    again=self.again,
                    today=self.today,
                )
            )
        return found

    @cached_property
    def doubts(self) -> list[str]:
        notices = () if self.is_complete else self.recorded.notices
        return [
            *self._why_matches_alone(),
            *map(sentence_of, self.row_doubts),
            *self._no_players(),
            *self.results.doubts,
            *notices,
            *self.of_archive.doubts,
        ]

    def _no_players(self) -> Iterator[str]:
        kept = {row.row for row in self.players_totals.rows}
        for row in self.totals.rows:
            if row.row not in kept:
                yield _("Row %(row)s is skipped because “%(text)s” isn’t a player.") % {
                    "row": row.row,
                    "text": ", ".join(row.names),
                }

    def _why_matches_alone(self) -> Iterator[str]:
        if self.kind is ResultsKind.EVENT and self.why_incomplete and self.records:
            yield _("Only its matches will be imported because %(why)s.") % {
                "why": self.why_incomplete
            }

    @property
    def left_out(self) -> int:
        rows = sum(doubt.why.leaves_out for doubt in self.row_doubts)
        no_players = len(self.totals.rows) - len(self.players_totals.rows)
        return rows + no_players + self.results.left_out

    @property
    def asks_day(self) -> bool:
        """Whether the importer must give a date: rows have none, or nights only have numbers."""
        if self.day or self.totals.lacks_days:
            return True
        return any(doubt.why is Oddity.NO_DAY for doubt in self.row_doubts)

    @property
    def asks_rules(self) -> bool:
        """Whether the rule sheet may be chosen. A complete event brings one along."""
        return self.has_matches and not self.is_complete

    @property
    def asks_name(self) -> bool:
        if self.kind.has_nights:
            return True
        if self.is_sheet:
            return self.columns.of(Column.EVENT) is None
        return any(not (m.context and m.context.event) for m in self.records)

    @cached_property
    def people_counts(self) -> dict[str, int]:
        """The numbers of "known" and "new" people in the import."""
        kinds = Counter("known" if isinstance(who, int) else "new" for who in self.results.people)
        return {kind: kinds[kind] for kind in ("known", "new")}

    @property
    def mark(self) -> str:
        """A hash of how the file was read. Choosing a person for a name doesn't change it."""
        return mark_of(
            {
                "columns": self.columns_read,
                "day": self.choices.get("day") or "",
                "name": self.name,
                "rules": self.rules,
                "again": self.again,
                "people": [[p.key, p.options] for p in self.people if p.found],
                "here": [each.name for each in self.results.here],
            }
        )


def day_of(record: MatchRecord) -> date:
    played = record.played
    assert played is not None
    return played.date() if isinstance(played, datetime) else played
