"""Finished mail is deleted after ninety days; waiting mail is not."""

from datetime import UTC, datetime, timedelta

import pytest

from leagues.actions.mail_cleanup import EVERY, forget_old_mail
from leagues.models import Mail

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)


def make_mail(days: int, state: Mail.State) -> Mail:
    made_at = NOW - timedelta(days=days)
    found: Mail = Mail.objects.create(
        kind=Mail.Kind.ENTRY, to="ben@example.org", subject="In", state=state
    )
    Mail.objects.filter(pk=found.pk).update(made_at=made_at)
    return found


def test_only_what_is_over_and_old_goes_and_once_a_day() -> None:
    sent, failed = make_mail(91, Mail.State.SENT), make_mail(91, Mail.State.FAILED)
    stays = [
        make_mail(89, Mail.State.SENT).pk,
        make_mail(89, Mail.State.FAILED).pk,
        make_mail(91, Mail.State.QUEUED).pk,
    ]

    assert forget_old_mail(now=NOW) == 2
    assert sorted(Mail.objects.values_list("pk", flat=True)) == sorted(stays)
    assert not Mail.objects.filter(pk__in=[sent.pk, failed.pk]).exists()

    make_mail(91, Mail.State.SENT)
    assert forget_old_mail(now=NOW + EVERY - timedelta(seconds=1)) == 0
    assert forget_old_mail(now=NOW + EVERY) == 1
