"""Prepared statements read and write what Django would, on either database."""

import sys
from datetime import datetime, timedelta
from itertools import product
from uuid import UUID, uuid4

import pytest
from django.db import DatabaseError, IntegrityError, connection, transaction
from django.db.models import Q
from django.test.utils import CaptureQueriesContext
from django.urls import get_resolver

from leagues.actions import notices
from leagues.actions.people.people import add_player
from leagues.models import KeptParcel, Match, Player, RoundReport, SidePlayer, Stage
from leagues.models.log import Unchangeable
from leagues.models.prepared_queries import (
    Prepared,
    PreparedValues,
    Wanted,
    at_once,
    exchange_rows,
    insert_plain,
    insert_row,
    update_rows,
)
from tests.cast import signed_in
from tests.leagues.phones.at_boards import Hall
from tests.leagues.play.desk_hall import NOON

pytestmark = pytest.mark.django_db

WHOLE = Prepared(
    lambda pk: Match.objects.filter(pk=pk).select_related(
        "event__club", "pairing_round__stage", "board", "pool"
    ),
    int,
)
REPORTS = Prepared(
    lambda match, key: RoundReport.objects.filter(Q(match=match) | Q(key=key)), int, UUID
)


def fields_of(row: object) -> dict[str, object]:
    return {k: v for k, v in vars(row).items() if k != "_state"}


def test_a_row_and_all_it_leads_to_are_those_of_the_query(hall: Hall) -> None:
    Match.objects.filter(pk=hall.other_match.pk).update(board=None, pool=None)
    for match in (hall.match, hall.other_match):
        [found] = WHOLE(match.pk)
        plain = WHOLE.ask(match.pk).get()

        with CaptureQueriesContext(connection) as captured:
            assert fields_of(found) == fields_of(plain)
            assert fields_of(found.event.club) == fields_of(plain.event.club)
            assert fields_of(found.pairing_round.stage) == fields_of(plain.pairing_round.stage)
            assert found.board == plain.board
            assert found.pool == plain.pool
        assert captured.captured_queries == []


def prepared_queries() -> dict[str, PreparedValues[object]]:
    """All prepared queries by name, once the URL patterns have imported their modules."""
    assert get_resolver().url_patterns
    modules = [
        each for name, each in sys.modules.items() if name.startswith(("leagues", "crokinole_site"))
    ]
    return {
        f"{value.ask.__module__}.{name}": value
        for module in modules
        for name, value in vars(module).items()
        if isinstance(value, PreparedValues)
    }


def test_every_prepared_query_of_the_site_answers_as_django_answers(hall: Hall) -> None:
    """Prepared queries are made by private parts of Django: this fails where a Django has
    others."""
    assert hall.phone(0).send_report(1, "2-0 3-1")["took"] == "new"
    hall.phone(1).send_report(1, "0-2")
    later = NOON + timedelta(days=3650)
    notices.make_announcement(by=hall.desk.by, event=hall.event, text="Soup", until=later)
    add_player(by=hall.desk.by, club=hall.event.club, name="Eve")
    Stage.objects.update(opened_at=NOON)
    ann = hall.desk.by.user
    assert ann is not None
    Player.objects.filter(name="Eve").update(user=ann)
    session = signed_in(ann).session
    values: dict[type, list[Wanted]] = {
        int: [hall.match.pk, hall.event.pk, hall.desk.stage.pk, ann.pk],
        str: [session.session_key or ""],
        UUID: [RoundReport.objects.earliest("pk").key, UUID(int=0)],
        datetime: [NOON, later],
    }
    asked = prepared_queries()
    assert len(asked) >= 14
    for name, prepared in asked.items():
        found = 0
        for wanted in product(*(values[type(blank)] for blank in prepared.blanks)):
            with transaction.atomic():
                rows = list(map(row_with_related, prepared(*wanted)))
                plain = list(map(row_with_related, prepared.ask(*wanted)))
            assert sorted(rows, key=str) == sorted(plain, key=str), name
            found += len(rows)
        assert found, f"{name} was asked about nothing that there is"


def row_with_related(row: object) -> object:
    """The fields of a row and of all related rows that were fetched with it."""
    if isinstance(row, tuple):
        return row
    came: dict[str, object] = vars(row)["_state"].fields_cache
    return fields_of(row), {name: row_with_related(each) for name, each in came.items() if each}


def test_a_row_that_is_gone_is_not_found(hall: Hall) -> None:
    assert WHOLE(2**40) == []


def test_a_key_is_found_whatever_the_number(hall: Hall) -> None:
    ann = hall.phone(0)
    key = uuid4()
    ann.send_report(1, "2-0", key=key)

    assert [each.key for each in REPORTS(2**40, key)] == [key]
    assert [each.key for each in REPORTS(hall.match.pk, uuid4())] == [key]
    assert REPORTS(2**40, uuid4()) == []


def test_what_is_asked_at_once_is_answered_each_by_itself(hall: Hall) -> None:
    ann = hall.phone(0)
    ann.send_report(1, "2-0")
    report = RoundReport.objects.get()
    with at_once():
        match = WHOLE.asked(hall.match.pk)
        reports = REPORTS.asked(hall.match.pk, uuid4())
        other = WHOLE.asked(hall.other_match.pk)

    assert [each.pk for each in other()] == [hall.other_match.pk]
    assert [each.pk for each in reports()] == [report.pk]
    assert [each.pk for each in match()] == [hall.match.pk]


def test_what_cannot_be_written_at_once_fails_as_it_would_alone(hall: Hall) -> None:
    [one, other] = hall.match.sides.order_by("seat")
    other.seat = one.seat

    def write() -> None:
        with transaction.atomic(), at_once():
            update_rows([one], ["points"])
            update_rows([other], ["seat"])

    with pytest.raises(IntegrityError):
        write()

    assert hall.match.sides.filter(seat=one.seat).count() == 1


@pytest.mark.django_db(transaction=True)
def test_what_failed_at_once_spoils_nothing_that_is_asked_later() -> None:
    asked_here_alone = Prepared(lambda pk: Match.objects.filter(pk=pk, number=7), int)

    def fail() -> None:
        with at_once(), connection.cursor() as cursor:
            cursor.execute("SELECT nothing FROM nowhere")
            asked_here_alone.asked(1)

    for _ in range(5):
        assert asked_here_alone(1) == []
    with pytest.raises(DatabaseError):  # the sixth time, which PostgreSQL prepares for
        fail()
    assert asked_here_alone(1) == []


def test_a_row_is_written_as_it_would_be_saved(hall: Hall) -> None:
    hall.phone(0).send_report(1, "2-0 3-1")
    kept = RoundReport.objects.get()
    again = RoundReport.objects.get()
    again.pk, again.key, again.reason = None, uuid4(), "naïve “quotes” — 100 %s"

    insert_row(again)

    assert fields_of(RoundReport.objects.get(pk=again.pk)) == fields_of(again)
    assert again.claim == kept.claim
    with pytest.raises(IntegrityError), transaction.atomic():
        insert_row(again)


def test_rows_are_exchanged_for_others(hall: Hall) -> None:
    ann, ben, cat = (KeptParcel.of(name, b'{"naive": "100 %s"}') for name in ("ann", "ben", "cat"))
    exchange_rows(KeptParcel, [ann, ben], [])
    stored = KeptParcel.objects.get(pk=ann.pk)
    assert (stored.signed, bytes(stored.body), stored.received_at) == (
        ann.signed,
        ann.body,
        ann.received_at,
    )

    exchange_rows(KeptParcel, [cat], [ann.pk])

    assert {*KeptParcel.objects.all()} == {ben, cat}


def test_only_what_is_named_is_written(hall: Hall) -> None:
    match, other = hall.match, hall.other_match
    match.decided_by, match.why, match.wave = "stopped", {"because": "late"}, 7

    update_rows([match], ["decided_by", "why"])

    match.refresh_from_db()
    assert (match.decided_by, match.why, match.wave) == ("stopped", {"because": "late"}, 1)
    other.refresh_from_db()
    assert other.decided_by == ""


def test_a_report_is_not_written_over(hall: Hall) -> None:
    hall.phone(0).send_report(1, "2-0")
    report = RoundReport.objects.get()

    with pytest.raises(Unchangeable):
        update_rows([report], ["claim"])


@pytest.mark.parametrize("most", [0, 16_500])
def test_more_seats_than_one_statement_can_name_are_written(db: None, most: int) -> None:
    """As many as 92 pairs take that all meet each other; PostgreSQL counts to 65,535."""
    seats = [(side, side, side, 1) for side in range(1, most + 1)]

    with transaction.atomic():
        insert_plain(SidePlayer, ["side", "match", "player", "number"], seats)
        assert SidePlayer.objects.count() == most
        transaction.set_rollback(True)  # these seats are not real
