"""An event's file imported by a club, and the standings of the copy."""

import json
from typing import Any

from leagues.access.roles import ANONYMOUS
from leagues.actions.data.import_results import bring_in
from leagues.files.spreadsheet import FileContent, pack
from leagues.models import Club, Entry, Event, ResultsFile, Surface
from leagues.reads.advance.bracket_play import BracketPlay, bracket_plays, has_bracket
from leagues.reads.advance.finals import finals_of
from leagues.reads.data.results_file import ResultsReading
from leagues.reads.tables.tables import tables_of

FILE = Surface.FILE


def file_of(club: Club, event: dict[str, Any]) -> ResultsFile:
    content = pack(FileContent({}, json.dumps(event)))
    return ResultsFile.objects.create(club=club, name="event.json", content=content)


def come_in(club: Club, event: dict[str, Any]) -> Event:
    file = file_of(club, event)
    reading = ResultsReading(file)
    assert reading.is_complete, reading.why_incomplete
    bring_in(by=ANONYMOUS, file=file, results=reading.results, names=reading.names)
    found: Event = Event.objects.of(club).get(name=event["event"]["name"])
    return found


def standings_in_names(event: Event) -> list[Any]:
    """Every table and bracket, and the final order, with names as in files."""
    found: list[Any] = []
    for stage in event.stages.all():
        found.append((stage.name, stage.format, stage.chain, stage.match_format))
        if has_bracket(stage):
            found += [_bracket_in_names(each) for each in bracket_plays(stage)]
            continue
        for table in tables_of(stage, FILE):
            found += [
                (
                    line.row.place,
                    line.entry.shown_on(FILE),
                    line.points.made,
                    line.twenties.made,
                    (line.won, line.tied, line.lost),
                    line.because,
                )
                for line in table.lines
            ]
    return [*found, final_order(event)]


def _bracket_in_names(play: BracketPlay) -> Any:
    entries = Entry.objects.named().in_bulk(play.seeded)
    called = {pk: entry.shown_on(FILE) for pk, entry in entries.items()}
    return (
        [called[pk] for pk in play.seeded],
        {slot: called[pk] for slot, pk in play.winners.items()},
        [(first, last, called[pk]) for first, last, pk in play.places],
    )


def final_order(event: Event) -> list[tuple[str, str]]:
    return [(p.span, p.entry.shown_on(FILE)) for p in finals_of(event).places]
