"""What is said of a row that is odd in a file of results."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as later

from leagues.files.row_doubts import Oddity, RowDoubt

ODD_ROWS = {
    Oddity.ONE_SIDE: later(
        "Row %(row)s is left out: only one side is named (%(text)s)."
    ),
    Oddity.TOO_MANY: later(
        "Row %(row)s is left out: more than two on a side (%(text)s)."
    ),
    Oddity.UNEVEN: later("Row %(row)s is left out: one against two (%(text)s)."),
    Oddity.THEMSELVES: later(
        "Row %(row)s is left out: somebody would play themselves (%(text)s)."
    ),
    Oddity.NO_RESULT: later("Row %(row)s is left out: it has no result."),
    Oddity.NOT_A_NUMBER: later(
        "Row %(row)s is left out: “%(text)s” is no whole number of points."
    ),
    Oddity.MADE_A_DAY: later(
        "Row %(row)s is left out: the spreadsheet made a day of the result (%(text)s)."
    ),
    Oddity.NO_DAY: later(
        "Row %(row)s is left out: it has no day, and none stands above it."
    ),
    Oddity.NOT_A_DAY: later("Row %(row)s is left out: “%(text)s” is no day."),
    Oddity.TO_COME: later("Row %(row)s is left out: %(text)s is still to come."),
    Oddity.WINNER: later(
        "Row %(row)s: %(text)s is written down as the winner and has fewer points. The points count."
    ),
    Oddity.TWENTIES: later(
        "Row %(row)s comes in without its 20s: “%(text)s” is no number."
    ),
    Oddity.NO_PLACE: later("Row %(row)s is left out: %(text)s has no place."),
    Oddity.NOT_A_PLACE: later("Row %(row)s is left out: “%(text)s” is no place."),
    Oddity.POINTS: later(
        "Row %(row)s comes in without its points: “%(text)s” is no number."
    ),
    Oddity.YEAR: later(
        "Row %(row)s and others say a year and no day (%(text)s). The year’s first day stands for it."
    ),
    Oddity.CELL: later(
        "Row %(row)s: “%(text)s” is no number, so it counts as a night not played."
    ),
}


def sentence_of(doubt: RowDoubt) -> str:
    return str(ODD_ROWS[doubt.why] % {"row": doubt.row, "text": doubt.text})
