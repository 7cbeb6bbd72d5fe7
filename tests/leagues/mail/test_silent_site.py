"""A restored, moved or copied site sends nothing until an owner lets it send."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import timedelta
from functools import partial
from pathlib import Path

import pytest
from django.utils import timezone
from pytest_django import Settings

from crokinole_site.data_folder import identity_of_site
from leagues.access.roles import ANONYMOUS
from leagues.actions.date_changes import note_change
from leagues.actions.mail import queue_mail
from leagues.actions.people.people import add_player
from leagues.actions.push import notify_after_commit
from leagues.actions.send_mail import send_due
from leagues.actions.send_webhooks import tell_due
from leagues.backup.placing import DATABASE
from leagues.backup.restore import silence_rows
from leagues.models import Action, Club, DateChange, Mail, PushAddress, Webhook, WebhookDelivery
from leagues.push import background
from leagues.reads.messages.date_changes import date_facts
from leagues.reads.phones.news import Notification
from tests.cast import Cast
from tests.leagues.entries.people_in import text_of
from tests.leagues.rehearsal.rehearsals import a_plan
from tests.mail_server import MailServer

pytestmark = pytest.mark.django_db
State = Mail.State


@pytest.fixture
def copied(cast: Cast, settings: Settings) -> None:
    """The site was copied: its identity is another one than when it was set up."""
    assert cast.club.sends_from == settings.SITE_IDENTITY
    settings.SITE_IDENTITY = "of the copy"


def queue_invitation(subject: str = "Join us") -> Mail:
    kind = Mail.Kind.INVITATION
    return queue_mail(by=ANONYMOUS, kind=kind, to="cat@example.org", subject=subject, text="…")


def queue_delivery(cast: Cast) -> Webhook:
    webhook = Webhook.objects.create(club=cast.club, address="https://192.0.2.7/", made_by=cast.ann)
    WebhookDelivery.objects.create(webhook=webhook, kind="test", body="{}")
    return webhook


def press(cast: Cast, **sent: str) -> None:
    cast.browser_of("olga").post("/desk/mail/silent/", sent)


def test_mail_of_a_copy_waits_until_an_owner_presses_the_button(
    cast: Cast, post_office: MailServer, copied: None
) -> None:
    mail = queue_invitation()
    assert (send_due(), post_office.got) == (0, [])

    press(cast)

    assert send_due() == 1
    [got] = post_office.got
    assert got["Message-ID"] == f"<{mail.key}@westport.example>"
    assert Action.objects.latest("pk").verb == "send_from_here"


def test_what_became_outdated_meanwhile_is_dropped(
    cast: Cast, post_office: MailServer, copied: None
) -> None:
    mail = queue_invitation()
    Mail.objects.filter(pk=mail.pk).update(ends_at=timezone.now() - timedelta(minutes=1))
    send_due()
    assert Mail.objects.get().state == State.QUEUED

    press(cast)

    assert (send_due(), Mail.objects.get().state) == (0, State.FAILED)


def test_an_owner_may_discard_what_waits(cast: Cast, post_office: MailServer, copied: None) -> None:
    mail = queue_invitation()
    Mail.objects.filter(pk=mail.pk).update(  # the backup was made while it was being sent
        claimed_by=mail.key, claimed_until=timezone.now() + timedelta(minutes=9)
    )
    queue_delivery(cast)

    press(cast, discards="on")
    queue_invitation("Join us today")

    assert send_due() == 1
    assert post_office.got[0]["Subject"] == "Join us today"
    discarded = Mail.objects.get(pk=mail.pk)
    assert (discarded.state, discarded.text, discarded.claimed_by) == (State.FAILED, "", None)
    assert WebhookDelivery.objects.get().state == State.FAILED
    assert Action.objects.latest("pk").details["discarded"] == 2


@pytest.mark.parametrize("is_copy", [False, True])
def test_a_silent_site_queues_no_news_for_programs(
    cast: Cast, settings: Settings, *, is_copy: bool
) -> None:
    webhook = Webhook.objects.create(club=cast.club, address="https://192.0.2.7/", made_by=cast.ann)
    Webhook.objects.filter(pk=webhook.pk).update(kinds=["player.added"])
    Club.objects.update(tells_programs=True)
    if is_copy:
        settings.SITE_IDENTITY = "of the copy"
    add_player(by=cast.who("ann"), club=Club.objects.get(), name="Flo")
    assert WebhookDelivery.objects.count() == (0 if is_copy else 1)


def test_webhooks_of_a_copy_wait(cast: Cast, copied: None) -> None:
    webhook = queue_delivery(cast)

    assert tell_due() == 0
    delivery = WebhookDelivery.objects.get()
    assert (delivery.state, delivery.tries, delivery.claimed_by) == (State.QUEUED, 0, None)

    cast.browser_of("ann").post(f"/desk/webhooks/{webhook.pk}/test/")
    assert not WebhookDelivery.objects.exclude(tries=0).exists()


def test_browsers_get_nothing_from_a_copy(
    cast: Cast,
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    settings.PUSH = True
    asked: list[str] = []
    monkeypatch.setattr(background, "run_in_background", lambda job: job())
    monkeypatch.setattr("leagues.actions.push.transaction.on_commit", lambda job: job())
    PushAddress.objects.create(endpoint="https://push.example/1", endpoint_hash="1")

    def found(site: str) -> Iterator[Notification]:
        asked.append(site)
        return iter(())

    notify_after_commit(partial(found, "at home"))
    settings.SITE_IDENTITY = "of the copy"
    notify_after_commit(partial(found, "from the copy"))

    assert asked == ["at home"]


def test_owners_see_the_note_on_three_pages(cast: Cast, sends_mail: None, copied: None) -> None:
    queue_invitation()
    for page in ("/desk/", "/desk/mail/", "/desk/server/"):
        words = text_of(cast.browser_of("olga").get(page))
        assert "It sends no messages until" in words
        assert "1 message is waiting." in words

    press(cast)
    assert "It sends no messages" not in text_of(cast.browser_of("olga").get("/desk/"))


def test_only_owners_get_the_button(cast: Cast, sends_mail: None, copied: None) -> None:
    page = cast.browser_of("ann").get("/desk/mail/")
    assert "It sends no messages until" in text_of(page)
    assert "/desk/mail/silent/" not in page.content.decode()
    assert "It sends no messages" not in text_of(cast.browser_of("ann").get("/desk/"))


def test_a_copy_with_nothing_to_send_shows_no_note(cast: Cast, copied: None) -> None:
    assert "It sends no messages" not in text_of(cast.browser_of("olga").get("/desk/"))


def test_a_rehearsal_tells_of_no_change(cast: Cast) -> None:
    event, copy = a_plan(cast), a_plan(cast)
    copy.rehearsal_of = event
    for each in (event, copy):
        each.starts_at = timezone.now() + timedelta(days=1)
        known = date_facts(each)
        each.place = "Another hall"
        note_change(each, known)
    assert [each.subject for each in DateChange.objects.all()] == [event]


def test_a_restored_backup_sends_nothing(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / DATABASE)) as rows, rows:
        rows.execute("CREATE TABLE leagues_club (sends_from)")
        rows.execute("INSERT INTO leagues_club VALUES ('of the site')")

    silence_rows(tmp_path)

    with closing(sqlite3.connect(tmp_path / DATABASE)) as rows:
        assert rows.execute("SELECT sends_from FROM leagues_club").fetchone() == ("",)


FOLDER = Path("/srv/club")
FILE = {"NAME": "/srv/club/twenties.sqlite3"}


@pytest.mark.parametrize(
    ("address", "folder", "database"),
    [
        ("https://other.example", FOLDER, FILE),
        ("", Path("/srv/copy"), FILE),
        ("", FOLDER, {"NAME": "club", "HOST": "localhost"}),
    ],
)
def test_a_copy_has_another_identity(address: str, folder: Path, database: object) -> None:
    assert identity_of_site(address, folder, database) != identity_of_site("", FOLDER, FILE)


def test_another_machine_has_another_identity(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = set[str]()
    for name in ("one", "two"):
        (tmp_path / name).write_text(name)
        monkeypatch.setattr("crokinole_site.data_folder.MACHINE_ID", tmp_path / name)
        found.add(identity_of_site("", FOLDER, FILE))
    assert len(found) == 2


def test_servers_that_share_a_database_elsewhere_are_one_site() -> None:
    database = {"NAME": "club", "HOST": "db.example", "PORT": 5432}
    one, two = (identity_of_site("", Path(name), database) for name in ("/srv/1", "/srv/2"))
    assert one == two
