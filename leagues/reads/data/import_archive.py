"""Read final places and league tables from the Results sheet of the crokinole archive.

Events whose matches are in the same file are left out: their tables follow from the matches.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from leagues.files.night_totals import NightTotals, TotalsRow
from leagues.files.place_rows import PlaceRecord
from leagues.files.written_names import people_in
from leagues.models.names import fold_name
from scoring.notation import ArchiveLine
from scoring.notation.archive_lines import INCOMPLETE

FINAL, OF_LEAGUE = "Final Rank", "League Standings"


@dataclass(frozen=True)
class ArchiveSeason:
    """A league's table from the sheet: one column of points, and the total."""

    name: str
    totals: NightTotals


@dataclass(frozen=True)
class ArchivePlaces:
    places: tuple[PlaceRecord, ...] = ()
    seasons: tuple[ArchiveSeason, ...] = ()
    doubts: tuple[str, ...] = ()

    @property
    def names(self) -> Iterator[str]:
        for place in self.places:
            yield from place.names
        for season in self.seasons:
            for row in season.totals.rows:
                yield from row.names


def places_in_archive(
    lines: Iterable[ArchiveLine], played: Collection[tuple[str, date]]
) -> ArchivePlaces:
    """Places and league tables in the archive's lines.

    ``played`` are the folded names and the days of events whose matches are in the file too.
    """
    events: defaultdict[tuple[str, str, date], list[ArchiveLine]] = defaultdict(list)
    leagues: defaultdict[tuple[str, date], list[ArchiveLine]] = defaultdict(list)
    without_day = 0
    for line in lines:
        if line.played is None or not people_in(line.entry):
            without_day += 1
        elif _class_of(line) == OF_LEAGUE:
            named = " · ".join(filter(None, (line.league or line.event, line.division)))
            leagues[named, line.played].append(line)
        elif line.event and (fold_name(line.event), line.played) not in played:
            division = " ".join(filter(None, (line.division, line.category)))
            events[line.event, division, line.played].append(line)
    doubts = []
    if without_day:
        doubts.append(
            ngettext(
                "%(n)s line of the Results sheet is skipped because it has no date or no name.",
                "%(n)s lines of the Results sheet are skipped because they have no date or no name.",
                without_day,
            )
            % {"n": without_day}
        )
    places: list[PlaceRecord] = []
    for (event, division, day), found in events.items():
        final = _final_lines(found)
        if not final:
            sentence = _(
                "%(event)s, %(day)s is skipped because the file has no final places for all of it."
            )
            doubts.append(sentence % {"event": event, "day": day.isoformat()})
        places += (_place_record(line, event, division, day) for line in final)
    seasons = (_archive_season(name, day, found) for (name, day), found in leagues.items())
    return ArchivePlaces(tuple(places), tuple(seasons), tuple(doubts))


def _class_of(line: ArchiveLine) -> str:
    return line.classification.removesuffix(INCOMPLETE)


def _final_lines(lines: Sequence[ArchiveLine]) -> list[ArchiveLine]:
    """The final ranking, or the last stage if it had no pools; empty otherwise."""
    ranked = [line for line in lines if line.place is not None]
    final = [line for line in ranked if _class_of(line) == FINAL]
    if final or not ranked:
        return final
    last = [line for line in ranked if line.stage == ranked[-1].stage]
    return last if len({line.pool for line in last}) == 1 else []


def _place_record(line: ArchiveLine, event: str, division: str, day: date) -> PlaceRecord:
    assert line.place is not None
    return PlaceRecord(
        names=people_in(line.entry),
        event=event,
        division=division,
        day=day,
        place=max(1, int(line.place)),
        points=line.points,
        twenties=None if line.twenties is None else max(0, int(line.twenties)),
    )


def _archive_season(name: str, day: date, lines: Iterable[ArchiveLine]) -> ArchiveSeason:
    rows = tuple(
        TotalsRow(
            people_in(line.entry),
            (line.points,),
            line.points,
            None if line.place is None else max(1, int(line.place)),
            number,
        )
        for number, line in enumerate(lines, start=1)
    )
    return ArchiveSeason(name, NightTotals((day,), rows))
