"""Who ended where, and who made the most 20s."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from leagues.bridge.bracket_play import has_bracket
from leagues.bridge.brackets import brackets
from leagues.bridge.tables import Table, tables
from leagues.models import Entry, Event, Stage

STEPS = 3  # of the podium


@dataclass(frozen=True)
class Placed:
    """An entry on the podium."""

    place: int
    entry: Entry


def podium(event: Event) -> tuple[Placed, ...]:
    """The first three of the stage that decides: by its bracket, or by its table.

    Level entries stand on one step together, so there may be more than three.
    """
    stage = event.stages.last()
    if stage is None:
        return ()
    placed = _by_bracket(stage) if has_bracket(stage) else _by_table(stage)
    return tuple(each for each in placed if each.place <= STEPS)


def _by_bracket(stage: Stage) -> list[Placed]:
    drawn = brackets(stage)
    return (
        [Placed(place, entry) for place, _, entry in drawn[0].places] if drawn else []
    )


def _by_table(stage: Stage) -> list[Placed]:
    drawn = tables(stage)
    if not drawn or not drawn[0].has_begun:
        return []
    return [Placed(line.row.place, line.entry) for line in drawn[0].lines]


def twenties_champions(drawn: Sequence[Table]) -> tuple[int, tuple[Entry, ...]] | None:
    """The most 20s in these tables, and who made them; nothing where none are known."""
    made = [
        (line.row.made.twenties, line.entry)
        for table in drawn
        for line in table.lines
        if line.row.made.twenties
    ]
    if not made:
        return None
    most = max(twenties for twenties, _ in made)
    return int(most), tuple(entry for twenties, entry in made if twenties == most)
