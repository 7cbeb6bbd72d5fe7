"""The stored final table of a closed league of nights."""

from collections.abc import Mapping
from dataclasses import dataclass

from leagues.models import League
from scoring.season import NightMark, NightState, SeasonRow, row_from_dict


@dataclass(frozen=True)
class FinalTable:
    """The rows of a final table, and the mark of each night by player id."""

    rows: tuple[SeasonRow[int], ...]
    marks: Mapping[int, tuple[NightMark, ...]]
    with_handicaps: tuple[SeasonRow[int], ...] = ()
    """The rows of the handicap table; empty if there was none."""

    def state(self, number: int) -> NightState:
        """The state of a night. It is the same in all rows, so the first one is read."""
        mark = next(iter(self.marks.values()))[number - 1]
        return _STATES.get(mark, NightState.OVER)


_STATES = {NightMark.CANCELLED: NightState.CANCELLED, NightMark.TO_COME: NightState.TO_COME}


def final_table(league: League) -> FinalTable | None:
    """Read the final table; None if the league is open, was just reopened, or has dated matches."""
    if not league.closed_at or league.has_dated_matches:
        return None
    facts = league.final_rows.order_by("number").values_list("facts", flat=True)
    rows = [(row_from_dict(each["row"]), each["marks"]) for each in facts]
    if not rows:
        return None
    handicaps = [each["handicap"] for each in facts if "handicap" in each]
    in_order = sorted(handicaps, key=lambda each: int(each["number"]))
    return FinalTable(
        tuple(row for row, _ in rows),
        {row.player: tuple(map(NightMark, marks)) for row, marks in rows},
        tuple(row_from_dict(each["row"]) for each in in_order),
    )
