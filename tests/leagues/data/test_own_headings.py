"""A downloaded file of matches can be imported again, in whichever language it was made."""

import pytest
from django.conf import settings
from django.utils.translation import override

from leagues.files.results_columns import Column, guess_columns
from leagues.reads.data.event_tables import matches_table
from tests.cast import Cast
from tests.leagues.play.desk_hall import open_hall

KNOWN = {
    *(Column.STAGE, Column.ROUND, Column.A, Column.B, Column.POINTS_A, Column.POINTS_B),
    *(Column.TWENTIES_A, Column.TWENTIES_B, Column.WINNER),
}


@pytest.mark.django_db
@pytest.mark.parametrize("language", [code for code, _ in settings.LANGUAGES])
def test_our_own_headings_are_understood(language: str, cast: Cast) -> None:
    hall = open_hall(cast, names=["Ann", "Ben"])
    hall.publish((1, 2))
    with override(language):
        table = matches_table(hall.event)
    rows = [[str(cell) for cell in row] for row in (table.columns, *table.rows)]
    assert set(guess_columns(rows).columns) >= KNOWN


@pytest.mark.parametrize("side", ["Side", "Seite", "Camp", "Kant", "Lado", "Fél"])
def test_a_side_is_known_in_six_languages(side: str) -> None:
    found = guess_columns([[f"{side} A", f"{side} B", "x"], ["Ann", "Ben", ""]])
    assert found.columns[:2] == (Column.A, Column.B)
