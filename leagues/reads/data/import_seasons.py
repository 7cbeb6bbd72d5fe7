"""Plan an import of nights and totals: a closed league with its table."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from leagues.files.night_totals import NightTotals, TotalsRow
from leagues.models.names import fold_name
from leagues.reads.data.import_matches import LONGEST_NAME
from leagues.reads.data.import_values import ArrivingResults, ArrivingSeason, ArrivingTotals, Who
from leagues.say import in_decimals
from scoring.results import Number
from scoring.season import (
    BestScores,
    Enrolled,
    EveryScore,
    Finish,
    PaidBy,
    PointsAdjusted,
    Scheme,
    SeasonEvent,
    SeasonNight,
    SeasonRow,
    marks_of,
    row_to_dict,
    season_table,
)


def plan_season(
    read: NightTotals,
    who: Mapping[str, Who],
    *,
    name: str,
    here: Iterable[tuple[str, date]] = (),
    again: bool = False,
    today: date | None = None,
) -> ArrivingResults:
    """The league to create. It is skipped if the club has it already, unless ``again`` is true."""
    if not read.days or not read.rows:
        return ArrivingResults()
    if today is not None and read.days[-1] > today:
        sentence = _("Nothing will be imported because the last night, %(day)s, is in the future.")
        return ArrivingResults(
            doubts=(sentence % {"day": read.days[-1].isoformat()},), left_out=len(read.rows)
        )
    rows, doubts = _plan_rows(read.rows, who)
    name = name[:LONGEST_NAME]
    known = {(fold_name(each), day) for each, day in here}
    best = _count_best_nights(rows, len(read.days))
    is_here = (fold_name(name), read.days[0]) in known
    season = ArrivingSeason(name, read.days, rows, best, is_here)
    if is_here and not again:
        return ArrivingResults(here=(season,))
    names = {who[fold_name(each)]: each for row in read.rows for each in row.names}
    return ArrivingResults(
        doubts=(*_odd_days(read.days), *doubts, *_find_oddities(season, names)),
        left_out=sum(len(row.names) for row in read.rows) - len(rows),
        seasons=(season,),
    )


def _plan_rows(
    lines: Iterable[TotalsRow], who: Mapping[str, Who]
) -> tuple[tuple[ArrivingTotals, ...], list[str]]:
    """One line for each player, and warnings. Both partners of a pair get the pair's totals."""
    found: dict[Who, ArrivingTotals] = {}
    doubts = []
    for line in lines:
        for name in line.names:
            player = who[fold_name(name)]
            if player in found:
                doubts.append(
                    _("Row %(row)s is skipped because %(who)s is listed twice.")
                    % {"row": line.row, "who": name}
                )
                continue
            found[player] = ArrivingTotals(player, line.totals, line.total, line.place)
    return tuple(found.values()), doubts


def sum_best_nights(row: ArrivingTotals, best: int) -> Number:
    """The sum of a player's ``best`` highest nights."""
    played = sorted((each for each in row.totals if each is not None), reverse=True)
    return sum(played[:best], start=0)


def _count_best_nights(rows: Sequence[ArrivingTotals], nights: int) -> int:
    """How many nights count: the most with which all recorded totals are right, or all."""
    recorded = [row for row in rows if row.total is not None]
    for best in range(nights, 0, -1):
        if recorded and all(sum_best_nights(row, best) == row.total for row in recorded):
            return best
    return nights


def _odd_days(days: Sequence[date]) -> Iterator[str]:
    for day in sorted({day for day in days if days.count(day) > 1}):
        yield _("Two columns have the date %(day)s. Both will be imported, as two nights.") % {
            "day": day.isoformat()
        }


def _find_oddities(season: ArrivingSeason, names: Mapping[Who, str]) -> Iterator[str]:
    if season.best < len(season.days):
        yield ngettext(
            "The totals match the best night, so only that one counts.",
            "The totals match the best %(n)s nights, so only those count.",
            season.best,
        ) % {"n": season.best}
    for row in season.rows:
        whole = sum_best_nights(row, season.best)
        if row.total is not None and row.total != whole:
            yield _(
                "%(who)s: the nights add up to %(sum)s, but the file has %(total)s as the total. The file’s total will be imported."
            ) % {"who": names[row.who], "sum": number_text(whole), "total": number_text(row.total)}
    empty = sum(each is None for row in season.rows for each in row.totals)
    if empty:
        yield ngettext(
            "%(n)s empty cell counts as a night not played.",
            "%(n)s empty cells count as nights not played.",
            empty,
        ) % {"n": empty}
    order = [row.place for row in _by_total(season)]
    if None not in order and order != sorted(order, key=lambda each: each or 0):
        yield _("The places aren’t in the order of the totals. They will be imported as written.")


def number_text(number: Number) -> str:
    return str(number) if isinstance(number, int) else in_decimals(f"{float(number):g}")


def _total_of(season: ArrivingSeason, row: ArrivingTotals) -> Number:
    return sum_best_nights(row, season.best) if row.total is None else row.total


def _by_total(season: ArrivingSeason) -> list[ArrivingTotals]:
    return sorted(season.rows, key=lambda row: -_total_of(season, row))


# --- Its table ------------------------------------------------------------------------------


def scheme_of(season: ArrivingSeason) -> Scheme:
    """A season scheme of points, from every night or from the best nights only."""
    all_count = season.best >= len(season.days)
    counting = EveryScore() if all_count else BestScores(season.best)
    return Scheme(paid_by=PaidBy.POINTS, counting=counting)


def final_facts(
    season: ArrivingSeason, numbers: Mapping[Who, int]
) -> list[tuple[SeasonRow[int], dict[str, Any]]]:
    """The rows of the final table, first place first, each with the data to store."""
    nights = [
        SeasonNight(str(number), (_season_night(season, number, numbers),))
        for number in range(1, len(season.days) + 1)
    ]
    enrolments = [Enrolled(numbers[row.who]) for row in season.rows]
    adjusted = [
        PointsAdjusted(numbers[row.who], _total_of(season, row) - whole, _("as written"))
        for row in season.rows
        if _total_of(season, row) != (whole := sum_best_nights(row, season.best))
    ]
    table = season_table(scheme_of(season), nights, enrolments=enrolments, adjustments=adjusted)
    return [
        (
            row,
            {
                "row": row_to_dict(row),
                "marks": [each.value for each in marks_of(row.player, nights, enrolments)],
            },
        )
        for row in _as_written(table, season, numbers)
    ]


def _season_night(
    season: ArrivingSeason, number: int, numbers: Mapping[Who, int]
) -> SeasonEvent[int]:
    played = [
        (numbers[row.who], points)
        for row in season.rows
        if (points := row.totals[number - 1]) is not None
    ]
    return SeasonEvent(
        str(number),
        tuple(
            Finish((player,), 1 + sum(p > points for _who, p in played), points=points)
            for player, points in played
        ),
    )


def _as_written(
    table: Sequence[SeasonRow[int]], season: ArrivingSeason, numbers: Mapping[Who, int]
) -> list[SeasonRow[int]]:
    """The table with the sheet's places, if the sheet gives one for every player."""
    places = {numbers[row.who]: row.place for row in season.rows if row.place}
    if len(places) < len(season.rows):
        return list(table)
    placed = [
        replace(
            row,
            place=places[row.player],
            decision=None,
            sharing=tuple(p for p, at in places.items() if at == places[row.player]),
        )
        for row in table
    ]
    return sorted(placed, key=lambda row: row.place)
