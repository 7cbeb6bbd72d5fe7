"""Sentences for odd rows in a results file."""

from django.utils.translation import gettext_lazy as later

from leagues.files.row_doubts import Oddity, RowDoubt

ODD_ROWS = {
    Oddity.ONE_SIDE: later("Row %(row)s is skipped because it names only one side (%(text)s)."),
    Oddity.TOO_MANY: later(
        "Row %(row)s is skipped because a side has more than two players (%(text)s)."
    ),
    Oddity.UNEVEN: later(
        "Row %(row)s is skipped because it has one player against two (%(text)s)."
    ),
    Oddity.THEMSELVES: later(
        "Row %(row)s is skipped because a player would play themselves (%(text)s)."
    ),
    Oddity.NO_RESULT: later("Row %(row)s is skipped because it has no result."),
    Oddity.NOT_A_NUMBER: later(
        "Row %(row)s is skipped because “%(text)s” isn’t a whole number of points."
    ),
    Oddity.MADE_A_DAY: later(
        "Row %(row)s is skipped because the spreadsheet turned the result into a date (%(text)s)."
    ),
    Oddity.NO_DAY: later(
        "Row %(row)s is skipped because it has no date, and no row above has one."
    ),
    Oddity.NOT_A_DAY: later("Row %(row)s is skipped because “%(text)s” isn’t a date."),
    Oddity.TO_COME: later("Row %(row)s is skipped because %(text)s is in the future."),
    Oddity.WINNER: later(
        "Row %(row)s names %(text)s as the winner, but they have fewer points. The points count."
    ),
    Oddity.TWENTIES: later(
        "Row %(row)s will be imported without its 20s because “%(text)s” isn’t a number."
    ),
    Oddity.NO_PLACE: later("Row %(row)s is skipped because %(text)s has no place."),
    Oddity.NOT_A_PLACE: later("Row %(row)s is skipped because “%(text)s” isn’t a place."),
    Oddity.POINTS: later(
        "Row %(row)s will be imported without its points because “%(text)s” isn’t a number."
    ),
    Oddity.YEAR: later(
        "Row %(row)s and others have only a year (%(text)s). They get the first day of that year."
    ),
    Oddity.CELL: later(
        "Row %(row)s: “%(text)s” isn’t a number, so it counts as a night not played."
    ),
}


def sentence_of(doubt: RowDoubt) -> str:
    return str(ODD_ROWS[doubt.why] % {"row": doubt.row, "text": doubt.text})
