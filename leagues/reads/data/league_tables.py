"""A league's season table and its dated matches as tables for a file."""

from collections.abc import Iterator
from datetime import date

from django.utils.translation import gettext as _

from leagues.files.table_file import Cell, TableFile
from leagues.models import League, Surface
from leagues.reads.data.event_tables import ending_word
from leagues.reads.leagues.matches.weeks import Dated, match_season
from leagues.reads.leagues.table.season import season_of
from leagues.reads.leagues.table.season_table import SeasonCell, SeasonLine, season_tables
from leagues.reads.leagues.table.table_lines import league_lines
from leagues.texts.lookup import SiteTexts
from scoring.season import NightMark

FILE = Surface.FILE


def season_table_file(league: League) -> TableFile:
    """The season table, with a column for each night, oldest first, if the league has nights."""
    title = _("Season") + f" {league.name}"
    if league.has_dated_matches:
        return _table_of_matches(title, league)
    found = season_tables(season_of(league, with_running=True), FILE)
    nights = tuple(reversed(found[0].nights)) if found else ()
    total = _("Average") if found and found[0].is_average else _("Points")
    with SiteTexts():  # headings that the import recognizes, not the club's words
        columns = (
            *(_("Division"), _("Place"), _("Name"), total, _("Nights"), _("Counted")),
            *(night.row.on.isoformat() for night in nights),
        )
    rows = [_season_row(of.division, line) for of in found for line in of.lines]
    return without_empty_first(TableFile(title, columns, rows), rows)


def _table_of_matches(title: str, league: League) -> TableFile:
    columns = (_("Division"), _("Place"), _("Name"), _("Points"), _("Played"))
    rows: list[list[Cell]] = [
        [each.division, each.place, each.shown_on(FILE), each.total, each.played]
        for each in league_lines(league)
    ]
    return without_empty_first(TableFile(title, columns, rows), rows)


def without_empty_first(table: TableFile, rows: list[list[Cell]]) -> TableFile:
    """The table without its first column (the division) if that is empty in every row."""
    if any(row[0] for row in rows):
        return table
    return TableFile(table.title, table.columns[1:], [row[1:] for row in rows])


def _season_row(division: str, line: SeasonLine) -> list[Cell]:
    return [
        division,
        line.row.place,
        line.player.shown_on(FILE),
        line.row.tour_points,
        line.nights,
        line.counted,
        *map(_night_cell, reversed(line.cells)),
    ]


def _night_cell(cell: SeasonCell) -> Cell:
    """The night's points, or the word for why there are none."""
    return night_words()[cell.mark] if cell.score is None else cell.total


def night_words() -> dict[NightMark, str]:
    return {
        NightMark.PLAYED: "",
        NightMark.ABSENT: "",
        NightMark.TO_COME: "",
        NightMark.EXCUSED: _("excused"),
        NightMark.GUEST: _("guest"),
        NightMark.HOSTED: _("host"),
        NightMark.NOT_A_MEMBER: "",
        NightMark.CANCELLED: _("cancelled"),
    }


def weeks_table(league: League, today: date) -> TableFile:
    """The matches of a league with dated matches, week by week."""
    with SiteTexts():  # headings that the import recognizes, not the club's words
        columns = (
            *(_("Week"), _("Week of"), _("Due"), _("Day"), _("Division"), _("Match")),
            *(_("Side A"), _("Side B"), _("Result A"), _("Result B")),
            *(_("20s A"), _("20s B"), _("State"), _("Ending")),
        )
    return TableFile(_("Matches") + f" {league.name}", columns, _week_rows(league, today))


def _week_rows(league: League, today: date) -> Iterator[list[Cell]]:
    for week in match_season(league, today).weeks:
        for each in week.matches:
            match, scored = each.match, each.match.has_score
            seated = {side.seat: side for side in match.sides.all()}
            sides = [seated.get(seat) for seat in (0, 1)]
            yield [
                *(week.number, week.night.on, each.dated.due_on, each.dated.on),
                match.pool.name if match.pool else "",
                match.number,
                *(side.shown_on(FILE) if side else None for side in sides),
                *(side.result if side and scored else None for side in sides),
                *(side.twenties if side else None for side in sides),
                dated_words()[each.called],
                ending_word(match),
            ]


def dated_words() -> dict[Dated, str]:
    return {
        Dated.PLAYED: _("played"),
        Dated.PLAYING: _("playing"),
        Dated.TO_COME: _("to come"),
        Dated.DUE: _("due"),
        Dated.PUT_OFF: _("postponed"),
        Dated.OVERDUE: _("overdue"),
        Dated.CLAIMED: _("no-show"),
    }
