"""While an event is rehearsed and after, only its organisers see anything of it."""

from io import BytesIO
from typing import Any

import pytest
from django.core import mail as sent_mail
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from leagues.actions.club.webhooks import add_webhook
from leagues.actions.events.plan import change_event, state_of
from leagues.actions.phones.auto_confirm import let_all_stand
from leagues.actions.refusal import Refused
from leagues.actions.rehearsal.copy import rehearse_event
from leagues.actions.rehearsal.play import play_step
from leagues.models import (
    EntryPlayer,
    Event,
    Mail,
    Match,
    Player,
    PushAddress,
    Rehearsal,
    SidePlayer,
    WebhookDelivery,
)
from leagues.models.webhooks import Webhook
from leagues.push import background
from leagues.reads import sheet_of
from leagues.reads.data.club_file import write_club
from leagues.reads.leagues.attendance.own_evening import _busy_players
from leagues.reads.people.leaving import what_keeps
from leagues.reads.people.stored_sums import sums_of
from leagues.reads.phones import news
from leagues.reads.state_marks import mark_of
from tests.cast import Cast
from tests.leagues.rehearsal.rehearsals import SEED, a_plan, rehearse

pytestmark = pytest.mark.django_db(transaction=True)


def half_way(cast: Cast, event: Event) -> Rehearsal:
    """Start a rehearsal and play it until every board has a match."""
    rehearsal = rehearse_event(by=cast.who("ann"), event=event, seed=SEED)
    for _step in range(4):
        play_step(rehearsal.pk)
    assert rehearsal.event.matches.at_a_board().exists()
    return rehearsal


def with_mail_and_phone(event: Event) -> Player:
    """An entered player with an e-mail address and a phone that gets notifications."""
    player = event.entries.first().players.get()  # type: ignore[union-attr]
    player.email = "ada@example.org"
    player.save()
    PushAddress.objects.create(
        endpoint="https://push.example/1", endpoint_hash="1", p256dh="x", auth="y", player=player
    )
    return player


PUBLIC = (
    "home",
    "events",
    "players",
    "rating-list",
    "records",
    "news-feed",
    "site-map",
    "club-calendar",
    "leagues",
    "honours",
    "search",
)


@pytest.mark.long
def test_no_public_page_names_it(cast: Cast) -> None:
    played = rehearse(cast, a_plan(cast, visibility=Event.Visibility.PUBLIC))
    slug = played.event.slug
    for name in PUBLIC:
        page = Client().get(reverse(name)).content.decode()
        assert slug not in page, name
    for path in ("/api/v1/events/", "/search/?q=spring", "/yearbook/2026/"):
        assert slug not in Client().get(path).content.decode(), path


@pytest.mark.long
def test_only_organisers_see_its_pages(cast: Cast) -> None:
    played = rehearse(cast, a_plan(cast))
    for name in ("event", "standings", "matches", "screen"):
        address = reverse(name, args=[played.event.slug])
        assert Client().get(address).status_code == 404
        assert cast.browser_of("ben").get(address).status_code == 404
        answer = cast.browser_of("ann").get(address)
        assert answer.status_code == 200
        assert "nothing here counts" in answer.content.decode()


def test_it_is_in_no_list_at_the_desk(cast: Cast) -> None:
    rehearsal = half_way(cast, a_plan(cast))
    for name in ("desk_events", "desk"):
        page = cast.browser_of("ann").get(reverse(name)).content.decode()
        assert rehearsal.event.slug not in page


@pytest.mark.long
def test_nobodys_own_page_has_it(cast: Cast) -> None:
    ben, rehearsal = cast.ben_plays, half_way(cast, a_plan(cast))
    seat = SidePlayer.objects.filter(match__in=Match.objects.at_a_board()).first()
    assert seat
    EntryPlayer.objects.filter(player=seat.player).update(player=ben)
    SidePlayer.objects.filter(pk=seat.pk).update(player=ben)
    assert Match.objects.at_a_board().filter(sides__players=ben).exists()
    browser = cast.browser_of("ben")
    for path in ("/me/", ben.get_absolute_url()):
        page = browser.get(path, follow=True).content.decode()
        assert rehearsal.event.slug not in page


@pytest.mark.long
def test_no_rating_record_or_sum_comes_of_it(cast: Cast) -> None:
    played = rehearse(cast, a_plan(cast))
    assert played.event_id not in sums_of(cast.club).events


@pytest.mark.long
def test_no_one_gets_mail_or_a_notification(
    cast: Cast, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.PUSH, settings.SENDS_EMAIL = True, True
    settings.BASE_URL = "https://club.example"
    notifications: list[object] = []
    monkeypatch.setattr(background, "run_in_background", lambda job: job())
    monkeypatch.setattr(
        "leagues.actions.push._post_notification",
        lambda notification: notifications.append(notification),
    )
    event = a_plan(cast)
    player = with_mail_and_phone(event)
    rehearse(cast, event)
    seats = Match.objects.filter(sides__players=player)
    assert list(news.of_matches([match.pk for match in seats])) == []
    assert (notifications, Mail.objects.count(), sent_mail.outbox) == ([], 0, [])


@pytest.mark.long
def test_no_webhook_is_sent(cast: Cast, settings: Any) -> None:
    settings.WEBHOOK_HOSTS = ["hooks.example"]
    settings.BASE_URL = "https://club.example"
    event = a_plan(cast)
    add_webhook(
        by=cast.who("ann"),
        club=cast.club,
        address="https://hooks.example/",
        kinds=list(Webhook.Kind.values),
    )
    rehearse(cast, Event.objects.get(pk=event.pk))
    assert not WebhookDelivery.objects.exists()


def test_the_clubs_file_is_the_same_while_it_is_rehearsed(cast: Cast) -> None:
    event = a_plan(cast)
    before, during = BytesIO(), BytesIO()
    counts = write_club(before)
    half_way(cast, event)
    more = write_club(during)
    assert {name: n for name, n in more.items() if counts[name] != n} == {
        "log/log": counts["log/log"] + 1  # the rehearsal itself
    }


def test_it_keeps_no_one_from_leaving_or_playing(cast: Cast) -> None:
    event = a_plan(cast)
    half_way(cast, event)
    Event.objects.filter(pk=event.pk).update(state=Event.State.FINISHED)
    player = event.entries.first().players.get()  # type: ignore[union-attr]
    assert what_keeps(player) == []
    assert _busy_players() == frozenset()


def test_no_board_of_the_club_is_taken(cast: Cast) -> None:
    rehearsal = half_way(cast, a_plan(cast))
    sat_at = Match.objects.at_a_board().values_list("board", flat=True)
    assert rehearsal.event.matches.at_a_board().exists()
    assert not cast.club.boards.filter(pk__in=sat_at).exists()


@pytest.mark.long
def test_it_stays_private(cast: Cast) -> None:
    played = rehearse(cast, a_plan(cast))
    copy = Event.objects.get(pk=played.event.pk)
    facts = state_of(copy)
    rules, boards = sheet_of(copy), facts.pop("boards")
    facts.pop("rules")
    with pytest.raises(Refused, match="Only organisers can see"):
        change_event(
            by=cast.who("ann"),
            event=copy,
            seen=mark_of(state_of(copy)),
            sheet=rules,
            boards=boards,
            facts=facts | {"visibility": Event.Visibility.PUBLIC},
        )
    with pytest.raises(IntegrityError), transaction.atomic():
        Event.objects.filter(pk=copy.pk).update(visibility="public")


def test_time_changes_nothing_in_it(cast: Cast) -> None:
    rehearsal = half_way(cast, a_plan(cast, trust=Event.Trust.CONFIRM))
    revision = Event.objects.get(pk=rehearsal.event_id).revision
    let_all_stand(now=timezone.now())
    assert Event.objects.get(pk=rehearsal.event_id).revision == revision
