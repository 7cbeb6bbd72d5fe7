"""Reports are stored before they are judged, and judged even if a process dies meanwhile."""

import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import DatabaseError, connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from crokinole_site import periodic_jobs
from leagues.access.phone_passes import Chose
from leagues.access.throttle import COUNTED, Limit
from leagues.actions.phones.parcels import exchange_parcels
from leagues.actions.play.endings import annul_match
from leagues.models import KeptParcel, RoundReport
from leagues.views.phones import parcels as left
from leagues.views.phones import reports as talk
from leagues.views.phones.parcels import judge_left
from tests.leagues.phones.at_boards import Hall, Phone

pytestmark = pytest.mark.django_db


def make_parcel(phone: Phone, *reports: dict[str, Any]) -> KeptParcel:
    content = json.dumps({"device": str(phone.device), "reports": reports})
    return KeptParcel.of(phone.pass_.signed, content.encode())


def anns_phone(hall: Hall) -> Phone:
    return hall.phone(0)


def judge_all() -> None:
    judge_left(before=timezone.now())


def keep_parcels(*parcels: KeptParcel) -> None:
    assert exchange_parcels(parcels, [])


def test_many_come_and_go_in_a_few_questions(hall: Hall) -> None:
    def empty_parcels(times: int) -> list[KeptParcel]:
        return [make_parcel(anns_phone(hall)) for _ in range(times)]

    first, more = empty_parcels(3), empty_parcels(40)
    keep_parcels(*first)
    with CaptureQueriesContext(connection) as asked:
        assert exchange_parcels(more, [each.pk for each in first])
    assert set(KeptParcel.objects.all()) == set(more)
    assert len(asked) <= 4


def test_what_comes_again_is_safe_until_its_own_verdict(hall: Hall) -> None:
    phone = anns_phone(hall)
    report = phone.report(1, "2-0")
    first, again = make_parcel(phone, report), make_parcel(phone, report)
    keep_parcels(first, again)

    assert exchange_parcels([], [first.pk])
    assert KeptParcel.objects.get() == again

    judge_all()
    assert RoundReport.objects.count() == 1
    assert not KeptParcel.objects.exists()


@pytest.mark.parametrize("problem", [DatabaseError("it is full"), OSError(24, "many")])
@pytest.mark.django_db(transaction=True)
def test_what_the_database_does_not_take_is_not_called_safe(hall: Hall, problem: Exception) -> None:
    def breaks(execute: Callable[..., Any], sql: str, *more: Any) -> Any:
        if sql.startswith("INSERT"):
            raise problem
        return execute(sql, *more)

    old = make_parcel(anns_phone(hall))
    keep_parcels(old)
    with connection.execute_wrapper(breaks):
        assert not exchange_parcels([make_parcel(anns_phone(hall))], [old.pk])
    assert KeptParcel.objects.get() == old, "all of it or nothing"


def test_a_parcel_left_unjudged_is_judged_by_the_next_look(hall: Hall) -> None:
    phone = anns_phone(hall)
    keep_parcels(make_parcel(phone, phone.report(1, "2-0"), phone.report(2, "1-1")))

    judge_all()
    rounds = hall.match.rounds.order_by("number")
    assert [each.points for each in rounds] == [[2, 0], [1, 1]]
    assert not KeptParcel.objects.exists()


def test_what_was_judged_already_counts_once(hall: Hall) -> None:
    phone = anns_phone(hall)
    report = phone.report(1, "2-0")
    keep_parcels(make_parcel(phone, report))
    phone.tells("reports", {"device": str(phone.device), "reports": [report]})
    phone.send_report(1, "0-2")

    judge_all()
    assert hall.match.rounds.get().points == [0, 2]
    assert RoundReport.objects.count() == 2


def test_what_came_too_late_meanwhile_is_kept_for_the_organiser(hall: Hall) -> None:
    phone = anns_phone(hall)
    keep_parcels(make_parcel(phone, phone.report(1, "2-0")))
    annul_match(by=hall.desk.by, match=hall.match, reason="Wrong board.")

    judge_all()
    assert RoundReport.objects.get().kind == RoundReport.Kind.LATE


def test_a_report_refused_late_is_no_newer_than_what_was_reported_after_it(hall: Hall) -> None:
    """Refused, it left no key; its process died before it could let go of it."""
    phone = anns_phone(hall)
    keep_parcels(make_parcel(phone, phone.report(1, "2-0")))
    phone.send_report(1, "0-2")

    judge_all()
    assert hall.match.rounds.get().points == [0, 2]
    late = RoundReport.objects.get(kind=RoundReport.Kind.LATE)
    assert (late.claim, late.reason) == ({"points": [2, 0]}, str(left.REPORTED_SINCE))


def test_the_other_sides_word_replaces_nobodys(hall: Hall) -> None:
    phone = anns_phone(hall)
    keep_parcels(make_parcel(phone, phone.report(1, "2-0")))
    hall.phone(1).send_report(1, "2-0")

    judge_all()
    seats = RoundReport.objects.filter(kind=RoundReport.Kind.CLAIM).order_by("pk")
    assert [each.seat for each in seats] == [1, 0]


def test_two_who_look_at_once_judge_it_once(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    phone = anns_phone(hall)
    keep_parcels(*(make_parcel(phone, phone.report(number, "2-0")) for number in (1, 2)))
    judged: list[int] = []

    def take(holder: Any, submission: Any) -> Any:
        judged.append(submission.reports[0][0].number)
        if len(judged) == 1:  # meanwhile another process looks
            judge_all()
        return talk.save_reports(holder, submission)

    monkeypatch.setattr(left, "save_reports", take)
    judge_all()
    assert judged == [1, 2]


def test_what_makes_no_sense_is_refused_and_forgotten(
    hall: Hall, caplog: pytest.LogCaptureFixture
) -> None:
    phone = anns_phone(hall)
    keep_parcels(make_parcel(phone), make_parcel(phone, phone.report(1, "2-0")))

    judge_all()
    assert "It contains no report." in caplog.text
    assert hall.match.rounds.get().points == [2, 0]
    assert not KeptParcel.objects.exists()


def test_a_pass_of_another_key_is_left_to_the_server_with_that_key(
    hall: Hall, caplog: pytest.LogCaptureFixture
) -> None:
    keep_parcels(KeptParcel.of("code-1-1-all-0.forged", b"{}"))

    judge_all()
    assert "another secret key" in caplog.text
    assert KeptParcel.objects.exists()


@pytest.mark.parametrize("problem", [KeyError, DatabaseError])
def test_a_fault_of_ours_keeps_the_parcel_and_blocks_no_other(
    hall: Hall,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    problem: type[Exception],
) -> None:
    phone = anns_phone(hall)
    hard = make_parcel(phone, phone.report(1, "2-0") | {"seat": 1})
    keep_parcels(hard, make_parcel(phone, phone.report(1, "2-0")))

    def take(holder: Any, submission: Any) -> Any:
        if submission.reports[0][1] == 1:
            raise problem("nobody thought of this")
        return talk.save_reports(holder, submission)

    monkeypatch.setattr(left, "save_reports", take)
    judge_all()
    assert "nobody thought of this" in caplog.text
    assert KeptParcel.objects.get() == hard
    assert hall.match.rounds.get().points == [2, 0]


@pytest.mark.django_db(transaction=True)
def test_a_look_leaves_alone_what_is_still_in_a_queue(hall: Hall) -> None:
    phone = anns_phone(hall)
    now = timezone.now()
    queueing, forgotten, given_up = (
        make_parcel(phone, phone.report(number, "2-0")) for number in (2, 1, 3)
    )
    queueing.received_at = now - timedelta(seconds=5)
    forgotten.received_at = now - periodic_jobs.IN_A_QUEUE - timedelta(seconds=1)
    given_up.received_at = now - left.TRIED_FOR - timedelta(minutes=1)
    keep_parcels(queueing, forgotten, given_up)

    periodic_jobs.run_once()
    assert set(KeptParcel.objects.all()) == {queueing, given_up}
    assert hall.match.rounds.get().number == 1


@pytest.mark.django_db(transaction=True)
def test_neither_look_waits_for_the_other(
    hall: Hall, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    asked: list[str] = []

    def away(name: str) -> Any:
        def ask(**_: object) -> None:
            asked.append(name)
            raise DatabaseError("it is away")

        return ask

    monkeypatch.setattr(periodic_jobs, "let_all_stand", away("stand"))
    monkeypatch.setattr(periodic_jobs, "settle_all", away("settle"))
    monkeypatch.setattr(periodic_jobs, "judge_left", away("judge"))
    monkeypatch.setattr(periodic_jobs, "pass_on_places", away("pass on"))
    periodic_jobs.run_once()
    assert asked == ["stand", "settle", "judge", "pass on"]
    assert "could not look" in caplog.text


def test_what_was_counted_on_its_way_is_not_counted_again(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Limit, "admits", lambda *_: False)
    phone = hall.phone(Chose.EVERYBODY)
    content = {"device": str(phone.device), "reports": [phone.report(1, "2-0")]}
    assert phone.tells("reports", content).status_code == 429

    phone.browser.defaults[COUNTED] = "yes"
    assert phone.tells("reports", content).status_code == 200
