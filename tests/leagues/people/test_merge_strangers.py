"""A guest who registered online is merged: the guest's links open no page of the member."""

import pytest
from django.test import Client
from django.utils import timezone

from leagues.access.calendar_address import calendar_owner, calendar_secret
from leagues.access.mail_stop import stop_path
from leagues.actions.people.calendar_address import offer_calendar
from leagues.actions.people.former import make_former_member
from leagues.actions.people.links import claim_player
from leagues.actions.people.merge import undo_merge
from leagues.actions.refusal import Refused
from leagues.models import Action, CalendarAddress, Event, Follow, PersonalLink, Player, PushAddress
from leagues.models.messages import STOPPABLE
from leagues.reads.people.merging import Against, plan_merge
from leagues.reads.phones.news import of_result
from tests.cast import Cast
from tests.leagues.people.twins import enter_players, make_event, merge_into, publish_match, text_of
from tests.scenes import scene


@scene
def guest(cast: Cast, stranger: tuple[Player, str]) -> Player:
    """The stranger with every way in: account, phone, follower, calendar."""
    guest = stranger[0]
    claim_player(by=cast.who("dan"), player=guest)
    guest.refresh_from_db()
    phone = PushAddress.objects.create(endpoint_hash="1", player=guest)
    Follow.objects.create(address=phone, player=guest)
    offer_calendar(by=cast.who("dan"), player=guest)
    return guest


def calendar_of(guest: Player) -> Player | None:
    address = CalendarAddress.objects.get(player=guest)
    return calendar_owner(guest.pk, calendar_secret(address))


def has_way_in(guest: Player, token: str, stays: Player) -> list[bool]:
    """Whether each leads to ``stays``: link, account, notifications, followers, calendar."""
    link = PersonalLink.objects.for_token(token)
    stays.refresh_from_db()
    return [
        link is not None and link.player == stays,
        stays.user is not None,
        stays.push_addresses.exists(),
        stays.followers.exists(),
        calendar_of(guest) == stays,
    ]


def test_the_strangers_ways_in_end(
    cast: Cast, bev: Player, stranger: tuple[Player, str], guest: Player
) -> None:
    merge_into(cast, bev, guest)

    assert has_way_in(guest, stranger[1], bev) == [False] * 5


def test_the_stranger_is_notified_of_no_result_of_the_member(
    cast: Cast, bev: Player, guest: Player
) -> None:
    merge_into(cast, bev, guest)

    event = make_event(cast, "cup")
    match = publish_match(event, *enter_players(cast, event, bev, cast.ben_plays))
    type(match).objects.filter(pk=match.pk).update(state="finished", ending="played")
    assert list(of_result(match.pk)) == []


def test_the_strangers_stop_link_leaves_the_members_reminders(
    cast: Cast, bev: Player, guest: Player
) -> None:
    merge_into(cast, bev, guest)

    assert Client().post(stop_path([guest.pk])).status_code == 200
    assert not bev.mutes.exists()


def test_a_stop_link_of_before_a_merge_of_members_stops_who_stays(
    cast: Cast, bev: Player, guest: Player
) -> None:
    Player.objects.filter(pk=guest.pk).update(is_guest=False)
    merge_into(cast, bev, Player.objects.get(pk=guest.pk))

    Client().post(stop_path([guest.pk]))
    assert {mute.topic for mute in bev.mutes.all()} == STOPPABLE


def test_the_desk_may_keep_them(
    cast: Cast, bev: Player, stranger: tuple[Player, str], guest: Player
) -> None:
    merge_into(cast, bev, guest, keeps_ways_in=True)

    assert has_way_in(guest, stranger[1], bev) == [True] * 5


def test_undoing_the_merge_opens_them_again(
    cast: Cast, bev: Player, stranger: tuple[Player, str], guest: Player
) -> None:
    undo_merge(by=cast.who("ann"), action=merge_into(cast, bev, guest))

    guest.refresh_from_db()
    assert has_way_in(guest, stranger[1], guest) == [True] * 5


def test_a_member_never_becomes_the_guest(
    cast: Cast, ann: Client, bev: Player, guest: Player
) -> None:
    assert plan_merge(guest, bev).against == (Against.UNCONFIRMED_STAYS,)
    with pytest.raises(Refused):
        merge_into(cast, guest, bev)
    page = text_of(ann.get(f"/desk/people/{guest.pk}/merge/{bev.pk}/"))
    assert "Merge them the other way." in page
    assert f"/desk/people/{bev.pk}/merge/{guest.pk}/" in page


def test_a_guest_made_a_member_by_the_desk_keeps_the_link(
    cast: Cast, bev: Player, stranger: tuple[Player, str]
) -> None:
    Player.objects.filter(pk=stranger[0].pk).update(is_guest=False)

    merge_into(cast, bev, Player.objects.get(pk=stranger[0].pk))

    assert PersonalLink.objects.for_token(stranger[1])


def test_the_page_tells_when_and_how_the_guest_registered(
    ann: Client, bev: Player, guest: Player
) -> None:
    at = timezone.localtime(guest.self_registered_at, bev.club.tzinfo)
    page = text_of(ann.get(f"/desk/people/{bev.pk}/merge/{guest.pk}/"))

    assert "is a guest who registered online for Open" in page
    assert f"{at:%H:%M}" in page
    assert "can then read the phone number and e-mail address of Beverly Smith" in page


def test_the_guests_page_explains_how_to_confirm_them(ann: Client, guest: Player) -> None:
    page = text_of(ann.get(f"/desk/people/{guest.pk}/"))
    assert "Registered online for Open" in page
    Player.objects.filter(pk=guest.pk).update(is_guest=False)
    assert "Registered online" not in text_of(ann.get(f"/desk/people/{guest.pk}/"))


@pytest.mark.parametrize("keeps", [False, True])
def test_the_tick_decides(
    ann: Client, bev: Player, stranger: tuple[Player, str], keeps: bool
) -> None:
    path = f"/desk/people/{bev.pk}/merge/{stranger[0].pk}/"
    tick = {"keep_ways_in": "on"} if keeps else {}
    ann.post(path, {"seen": ann.get(path).context["seen"], **tick})

    assert Action.objects.filter(verb="merge_players").exists()
    assert bool(PersonalLink.objects.for_token(stranger[1])) is keeps


def test_a_former_member_leaves_no_phone_of_a_guest_merged_into_them(
    cast: Cast, bev: Player, guest: Player
) -> None:
    merge_into(cast, bev, guest)
    bev.refresh_from_db()
    Event.objects.update(state="finished")
    make_former_member(by=cast.who("ann"), player=bev)

    assert not PushAddress.objects.exists()
