"""Dues and membership as tables for a file: requested, paid, and owed."""

from datetime import tzinfo
from fractions import Fraction

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from leagues.files.table_file import Cell, TableFile
from leagues.models import Club, League
from leagues.reads.leagues.dues import DueLine, dues_of, dues_of_nights
from leagues.reads.leagues.membership import members_in, year_label
from leagues.reads.leagues.money import HUNDREDTHS


def dues_file(league: League) -> TableFile:
    """Everyone who owes dues. If dues are by the night, there is a row for each night."""
    title, zone = _("Dues") + f" {league.name}", league.tzinfo
    if league.dues == League.Dues.NIGHT:
        asked = [each for of in dues_of_nights(league) for each in of.nights]
        nights = [(each.night.on, *_due_cells(each, zone)) for each in asked]
        return TableFile(title, (_("Night"), *_column_names()), nights)
    lines = dues_of(league, None)
    return TableFile(title, _column_names(), [_due_cells(each, zone) for each in lines])


def membership_file(club: Club, year: int) -> TableFile:
    """Everyone in the club except guests, with the date until which they have paid."""
    title = _("Membership") + f" {year_label(club, year)}"
    columns = (*_column_names(), _("Paid until"))
    rows = [
        (*_due_cells(line, club.tzinfo, line.group), line.until) for line in members_in(club, year)
    ]
    return TableFile(title, columns, rows)


def _column_names() -> tuple[str, ...]:
    return (
        *(_("Name"), pgettext("dues", "State"), pgettext("dues", "Paid")),
        *(pgettext("dues", "Owed"), pgettext("dues", "Waived")),
        *(_("Noted on"), _("Noted by")),
    )


def _due_cells(line: DueLine, zone: tzinfo, state: str = "") -> tuple[Cell, ...]:
    due = line.due
    amounts = (line.taken, line.owed, line.waived)
    return (
        line.player.name,
        state or (str(due.get_state_display()) if due else pgettext("dues", "Owes")),
        *(Fraction(amount, HUNDREDTHS) for amount in amounts),
        timezone.localdate(due.at, zone) if due else None,
        due.noted_by if due else "",
    )
