"""Each person chooses which messages they get, by mail and as a notification."""

import pytest
from django.urls import reverse

from leagues.access.mail_stop import stop_path
from leagues.models import Mute, Topic
from leagues.models.messages import STOPPABLE
from tests.cast import Cast

pytestmark = pytest.mark.django_db
PAGE = reverse("own_messages")


def muted() -> set[tuple[str, str]]:
    return set(Mute.objects.values_list("topic", "channel"))


def test_everything_is_ticked_at_first(cast: Cast) -> None:
    page = cast.browser_of("ben").get(PAGE).content.decode()

    assert page.count('type="checkbox"') == page.count("checked") == 11


def test_what_has_no_tick_is_muted_but_never_mail_about_what_they_entered(cast: Cast) -> None:
    cast.browser_of("ben").post(PAGE, {"invitation_mail": "on", "club_push": "on"})

    assert len(muted()) == 8
    assert ("change", "mail") not in muted()
    assert ("change", "push") in muted()
    assert ("invitation", "mail") not in muted()
    page = cast.browser_of("ben").get(PAGE).content.decode()
    assert page.count("checked") == 3


def test_one_click_stops_one_kind(cast: Cast) -> None:
    ben = cast.ben_plays
    cast.browser_of("stranger").post(stop_path([ben.pk], Topic.CLUB))

    assert muted() == {("club", "mail")}


def test_an_address_of_an_old_mail_stops_all_kinds_that_can_be_stopped(cast: Cast) -> None:
    cast.browser_of("stranger").post(stop_path([cast.ben_plays.pk]))

    assert muted() == {(topic, "mail") for topic in STOPPABLE}


def test_the_desk_sees_what_a_person_does_not_want_by_mail(cast: Cast) -> None:
    Mute.objects.create(player=cast.cat_plays, topic=Topic.CLUB, channel="mail")

    page = cast.browser_of("ann").get(reverse("person", args=[cast.cat_plays.pk]))
    assert "They don’t want these by e-mail: Messages from the club." in page.content.decode()
