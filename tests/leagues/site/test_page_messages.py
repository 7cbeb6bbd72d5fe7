"""After an act that leads to another page, a message reports it: how tests notice a missing one."""

import pytest
from django.test import Client

from leagues.models import Mail
from tests.cast import Cast
from tests.leagues.access.test_access import all_routes
from tests.page_messages import SHOWN

pytestmark = pytest.mark.django_db


def test_an_act_without_a_message_fails_its_test(
    cast: Cast, ann: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    mail = Mail.objects.create(kind="link", to="cat@example.org", text="…")
    again = f"/desk/mail/{mail.pk}/again/"
    assert ann.post(again).status_code == 302

    monkeypatch.setattr("leagues.views.desk.mail.messages.success", lambda *_arguments: None)
    Mail.objects.update(state=Mail.State.FAILED)
    with pytest.raises(AssertionError, match="mail_again: done without a word"):
        ann.post(again)


def test_what_shows_by_itself_and_what_asks_to_sign_in_needs_no_words(cast: Cast) -> None:
    assert Client().post("/language/", {"language": "de"}).status_code == 302
    assert Client().post("/desk/mail/1/again/").status_code == 302


def test_each_act_without_a_word_is_an_address() -> None:
    assert {str(pattern.name) for pattern in all_routes().values()} >= SHOWN
