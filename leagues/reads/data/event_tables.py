"""An event's standings, matches and entries as tables for a file."""

from collections.abc import Iterator
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from leagues.files.table_file import Cell, TableFile
from leagues.models import Entry, Event, Match, MatchSide, Stage, Surface
from leagues.models.fields import HasZone
from leagues.reads.entries.clubs import clubs_of
from leagues.reads.tables.tables import TableLine, tables_of
from leagues.say import say
from leagues.texts.lookup import SiteTexts
from scoring.text import Text

FILE = Surface.FILE
AT_ONCE = 50  # matches in memory at a time; with their rounds each has about 20 kB


def on_clock(where: HasZone, at: datetime | None) -> datetime | None:
    """The local time without a time zone, because spreadsheets have none; None stays None."""
    return at and at.astimezone(where.tzinfo).replace(tzinfo=None)


def standings_table(stage: Stage) -> TableFile:
    """The standings of one stage, with its pools one below the other."""
    found = tables_of(stage, FILE)
    lead = found[0].lead if found else ()
    more = found[0].more if found else ()
    has_pools = len(found) > 1
    columns = (
        *([_("Pool")] if has_pools else []),
        *(_("Place"), _("Name"), *map(_column_heading, lead), _("Points")),
        *(_("Won"), _("Tied"), _("Lost"), _("20s"), _("Difference")),
        *(*map(_column_heading, more), _("Played"), _("State")),
    )
    rows = [
        [*([of_pool.pool.name or str(of_pool.pool.number)] if has_pools else []), *line]
        for of_pool in found
        for line in map(_standings_row, of_pool.lines)
    ]
    return TableFile(_("Standings") + f" {stage.name}", columns, rows)


def _column_heading(label: object) -> str:
    text = say(label) if isinstance(label, Text) else str(label)
    return text[:1].upper() + text[1:]


def _standings_row(line: TableLine) -> list[Cell]:
    out = line.entry.state == Entry.State.WITHDRAWN
    return [
        line.row.place,
        line.entry.shown_on(FILE),
        *(each.made for each in line.lead),
        line.points.made,
        *(line.won, line.tied, line.lost, line.twenties.made, line.difference),
        *(each.made for each in line.more),
        line.row.games,
        str(line.entry.get_state_display()) if out else "",
    ]


# --- Matches ----------------------------------------------------------------------------------


def seat_columns(label: str, seats: int) -> list[str]:
    return [f"{label} {'ABCD'[seat]}" for seat in range(seats)]


def matches_table(event: Event) -> TableFile:
    """Every published match, by match number."""
    seats = _count_seats(event)
    with SiteTexts():  # headings that the import recognizes, not the club's words
        columns = (
            *(
                _("Stage"),
                pgettext("pairing round", "Round"),
                _("Pool"),
                _("Match"),
                _("Board"),
                _("Day"),  # the import finds the date by this heading
            ),
            *seat_columns(_("Side"), seats),
            *seat_columns(_("Result"), seats),
            *seat_columns(_("20s"), seats),
            *(_("Winner"), _("Ending")),
        )
    return TableFile(_("Matches") + f" {event.name}", columns, _match_rows(event, seats))


def _count_seats(event: Event) -> int:
    sides = MatchSide.objects.filter(match__event=event).order_by("-seat")
    last = sides.values_list("seat", flat=True).first()
    return max(2, (last or 0) + 1)


def _match_rows(event: Event, seats: int) -> Iterator[list[Cell]]:
    found = event.matches.published().with_sides()
    for match in found.order_by("number").iterator(AT_ONCE):
        sides = {side.seat: side for side in match.sides.all()}
        places = [sides.get(seat) for seat in range(seats)]
        winner = sides.get(match.winner) if match.winner is not None else None
        yield [
            match.pairing_round.stage.name,
            match.pairing_round.number,
            (match.pool.name or str(match.pool.number)) if match.pool else "",
            match.number,
            match.board.number if match.board else None,
            on_clock(event, _match_time(match)),
            *(side.shown_on(FILE) if side else None for side in places),
            *(side.result if side and match.has_score else None for side in places),
            *(side.twenties if side else None for side in places),
            winner.shown_on(FILE) if winner else "",
            ending_word(match),
        ]


def _match_time(match: Match) -> datetime | None:
    return match.played_at if match.has_score else match.finished_at


def ending_word(match: Match) -> str:
    return str(match.get_ending_display()) if match.ending else ""


# --- Entries -----------------------------------------------------------------------------------


def entries_table(event: Event) -> TableFile:
    entries = Entry.objects.filter(event=event).in_it().named().in_order()
    clubs = clubs_of(Entry.objects.filter(event=event))
    columns = (
        *(_("Seed"), _("Name"), pgettext("partner in a pair", "With")),
        *(_("Team"), _("Plays for"), _("State")),
    )
    rows = [_entry_row(entry, clubs.get(entry.pk, "")) for entry in entries]
    return TableFile(_("Entries") + f" {event.name}", columns, rows)


def _entry_row(entry: Entry, club: str) -> list[Cell]:
    names = [player.shown_on(FILE) for player in entry.people]
    first, rest = (names[0], names[1:]) if names else (entry.name, [])
    return [
        entry.seed,
        first,
        ", ".join(rest),
        entry.name if names else "",
        club,
        str(entry.get_state_display()),
    ]
