"""In tests SQLite refuses what PostgreSQL refuses: each case holds on both."""

import pytest
from django.db import DataError, IntegrityError, connection, transaction

from leagues.models import Board, Player
from tests.cast import Cast

pytestmark = pytest.mark.django_db


def test_a_name_that_is_longer_than_its_column_is_refused(cast: Cast) -> None:
    most = Player._meta.get_field("name").max_length
    assert most
    Player.objects.create(club=cast.club, name="x" * most)
    with pytest.raises(DataError), transaction.atomic():
        Player.objects.create(club=cast.club, name="x" * (most + 1))


def test_a_nul_is_refused_where_it_is_stored_and_where_it_is_looked_for(cast: Cast) -> None:
    with pytest.raises((DataError, ValueError)), transaction.atomic():
        Player.objects.create(club=cast.club, name="Ann\0")
    with pytest.raises((DataError, ValueError)), transaction.atomic():
        Player.objects.filter(name="Ann\0").exists()


@pytest.mark.parametrize("number", [32768, -1])
def test_a_number_that_its_column_does_not_hold_is_refused(cast: Cast, number: int) -> None:
    with pytest.raises((DataError, IntegrityError)), transaction.atomic():
        Board.objects.create(club=cast.club, number=number)


@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL has no such switch")
def test_what_has_no_order_does_not_come_as_it_was_written(cast: Cast) -> None:
    Board.objects.bulk_create(Board(club=cast.club, number=n) for n in (1, 2, 3))
    unordered = Board.objects.order_by().values_list("pk", "number")
    assert [number for _, number in unordered] == [3, 2, 1]
