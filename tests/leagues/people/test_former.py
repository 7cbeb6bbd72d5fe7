"""A member leaves for good: their name is removed everywhere, and every result stays."""

import json
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.apps import apps
from django.db.models import CharField
from django.test import Client
from django.utils import timezone
from django.utils.html import strip_tags

from leagues.actions.club.members import (
    accept_invitation,
    change_role,
    invite_helper,
    remove_member,
)
from leagues.actions.log.undo import may_ever
from leagues.actions.people.former import make_former_member
from leagues.actions.people.people import bin_player, change_player, restore_player
from leagues.actions.refusal import Refused
from leagues.models import (
    Action,
    Alias,
    Enrolment,
    Event,
    Guardian,
    Invitation,
    League,
    Mail,
    Mute,
    Notice,
    Player,
    Team,
    Webhook,
    WebhookDelivery,
)
from leagues.models.people import Membership
from leagues.reads.tables.tables import tables_of
from tests.cast import Cast
from tests.leagues.play.desk_hall import DeskHall, open_hall

pytestmark = pytest.mark.django_db
Role = Membership.Role

NAMES = ("Zoë Hurtado", "Hurtado", "Ditch Zoë", "Zoë Ní Bhriain", "Bhriain", "zo@", "0555 / 0199")


def zoe_played(cast: Cast) -> tuple[DeskHall, Player]:
    """A finished event, won by a player who had three names, an account and a pair's name."""
    hall = open_hall(cast, names=["Zoë Ní Bhriain", "Eve Fox"], entries=2)
    hall.publish((1, 2))
    hall.type_card(hall.at(1), "20 11 02 20")
    zoe = Player.objects.get(name="Zoë Ní Bhriain")
    change_player(
        by=cast.who("ann"),
        player=zoe,
        other_names=["Zo Bhriain"],
        facts={"name": "Zoë Hurtado", "family_name": "Hurtado", "alias": "Ditch Zoë"},
    )
    zoe.entries.update(name="Team of Zoë Hurtado")
    Team.objects.create(club=cast.club, name="Zoë Hurtado & co").players.add(zoe)
    Player.objects.filter(user=cast.ben).update(user=None)
    Player.objects.filter(pk=zoe.pk).update(
        user=cast.ben, name_on_web="alias", email="zo@example.net", telephone="0555 / 0199"
    )
    Mail.objects.create(player=zoe, to="zo@example.net", subject="Hello", kind="link")
    webhook = Webhook.objects.create(
        club=cast.club, address="https://board.example/", made_by=cast.ann
    )
    for payload in ('"name": "Zoë Hurtado"', f'"api": "/api/v1/players/{zoe.pk}/", "Zo B."'):
        WebhookDelivery.objects.create(webhook=webhook, kind="test", body=payload)
    WebhookDelivery.objects.create(webhook=webhook, kind="test", body="of Eve Fox")
    Player.objects.create(club=cast.club, name="Z. Hurtado", merged_into=zoe)
    for email in ("Ben@example.org", "zo@example.net"):
        invite_helper(by=cast.who("olga"), club=cast.club, role=Role.SCORER, email=email)
    accept_invitation(by=cast.who("ben"), invitation=Invitation.objects.all()[0])
    change_role(by=cast.who("olga"), membership=cast.ben.memberships.get(), role=Role.ORGANISER)
    remove_member(by=cast.who("olga"), membership=cast.ben.memberships.get())
    Event.objects.update(state=Event.State.FINISHED)
    zoe.refresh_from_db()
    return hall, zoe


def written_anywhere() -> str:
    """All texts of all rows."""
    rows: list[Any] = [
        list(model._base_manager.values_list())
        for model in apps.get_models(include_auto_created=True)
        if not model._meta.app_label.startswith("session")
    ]
    return json.dumps(rows, default=str, ensure_ascii=False)


def test_no_name_is_left_in_any_row_and_the_table_stays(cast: Cast) -> None:
    hall, zoe = zoe_played(cast)
    before = tables_of(hall.stage)
    assert all(name in written_anywhere() for name in NAMES)

    former = make_former_member(by=cast.who("ann"), player=zoe)

    text = written_anywhere()
    assert [name for name in (*NAMES, "ben@example.org", "Ben@example.org") if name in text] == []
    assert former.name == "Former member 1"
    assert str(zoe.entries.get()) == "Team of Former member 1"
    after = tables_of(hall.stage)
    assert [[line.points for line in each.lines] for each in after] == [
        [line.points for line in each.lines] for each in before
    ]
    [kept] = WebhookDelivery.objects.all()
    assert kept.body == "of Eve Fox"


def test_no_field_that_someone_filled_in_keeps_its_value(cast: Cast) -> None:
    zoe = cast.cat_plays
    written = [
        field.name
        for field in Player._meta.concrete_fields
        if isinstance(field, CharField) and field.name not in {"name", "self_registered_for"}
    ]
    Player.objects.filter(pk=zoe.pk).update(is_minor=True, **dict.fromkeys(written, "zoe"))

    former = make_former_member(by=cast.who("ann"), player=zoe)

    assert not former.is_minor
    assert {name: getattr(former, name) for name in written if getattr(former, name)} == {}


def test_the_pages_of_the_event_have_changed(cast: Cast) -> None:
    hall, zoe = zoe_played(cast)
    address = f"/events/{hall.event.slug}/"
    Player.objects.filter(pk=zoe.pk).update(name_on_web="")
    zoe.entries.update(name="")
    assert "Zoë Hurtado" in Client().get(address).content.decode()

    make_former_member(by=cast.who("ann"), player=zoe)

    page = Client().get(address).content.decode()
    assert "Zoë" not in page
    assert "Former member 1" in page


def test_the_log_shows_the_act_without_a_name(cast: Cast) -> None:
    _hall, zoe = zoe_played(cast)
    bin_player(by=cast.who("ann"), player=zoe)

    make_former_member(by=cast.who("ann"), player=zoe)

    page = strip_tags(cast.browser_of("olga").get("/desk/log/").text)
    assert "Moved Former member 1 to the bin." in page
    assert "Removed the name of a player, now shown as Former member 1." in page
    assert not may_ever(Action.objects.get(verb="make_former_member"))


def test_a_name_that_two_have_stays_with_the_other(cast: Cast) -> None:
    _hall, zoe = zoe_played(cast)
    other = Player.objects.create(club=cast.club, name="zoe hurtado")
    bin_player(by=cast.who("ann"), player=other)
    bin_player(by=cast.who("ann"), player=zoe)

    make_former_member(by=cast.who("ann"), player=zoe)

    names = [line.details["name"] for line in Action.objects.filter(verb="bin_player")]
    assert names == ["zoe hurtado", "Former member 1"]
    other.refresh_from_db()
    assert other.name == "zoe hurtado"


def test_a_surname_stays_with_others_of_the_family(cast: Cast) -> None:
    _hall, zoe = zoe_played(cast)
    sister = Player.objects.create(club=cast.club, name="Ana Hurtado")
    bin_player(by=cast.who("ann"), player=sister)

    make_former_member(by=cast.who("ann"), player=zoe)

    assert Action.objects.get(verb="bin_player").details["name"] == "Ana Hurtado"


def test_an_address_that_a_family_shares_stays_with_the_others(cast: Cast) -> None:
    _hall, zoe = zoe_played(cast)
    Player.objects.filter(pk=zoe.pk).update(email="")
    parent = Player.objects.create(club=cast.club, name="Ana Lima")
    for player, facts in (
        (zoe, {"email": "zo@example.net", "alias": "Zo"}),
        (parent, {"email": "Zo@example.net"}),
    ):
        change_player(by=cast.who("ann"), player=player, other_names=[], facts=facts)
    entered = Action.objects.filter(verb="change_player", details__player=parent.pk)
    before = entered.get().details

    make_former_member(by=cast.who("ann"), player=zoe)

    assert entered.get().details == before
    assert "Zo@example.net" in json.dumps(before["rows"])
    assert Invitation.objects.filter(email="zo@example.net").exists()
    own = Action.objects.filter(verb="change_player", details__player=zoe.pk)
    assert "zo@" not in json.dumps([line.details for line in own])


def test_an_address_of_a_helper_without_results_stays_theirs(cast: Cast) -> None:
    Player.objects.filter(pk=cast.cat_plays.pk).update(email=cast.sam.email)
    invite_helper(by=cast.who("olga"), club=cast.club, role=Role.SCORER, email=cast.sam.email)

    make_former_member(by=cast.who("ann"), player=cast.cat_plays)

    assert Action.objects.get(verb="invite").details["email"] == cast.sam.email
    assert Invitation.objects.filter(email=cast.sam.email).exists()


@pytest.mark.parametrize(
    "others", ["ann.lee@x.org", "ann-lee@x.org", "a+lee@x.org", "lee@x.org.uk"]
)
def test_an_address_within_another_stays(cast: Cast, others: str) -> None:
    Player.objects.filter(pk=cast.cat_plays.pk).update(email="lee@x.org")
    for name in (f"Write to {others}", "Write to lee@x.org.", "<lee@x.org>, please"):
        bin_player(by=cast.who("ann"), player=Player.objects.create(club=cast.club, name=name))

    make_former_member(by=cast.who("ann"), player=cast.cat_plays)

    lines = Action.objects.filter(verb="bin_player").order_by("pk")
    assert [line.details["name"] for line in lines] == [
        f"Write to {others}",
        "Write to Former member 1.",
        "<Former member 1>, please",
    ]


def test_every_way_in_is_closed(cast: Cast) -> None:
    make_former_member(by=cast.who("ann"), player=cast.cat_plays)
    assert Client().get(f"/me/{cast.cats_token}/").status_code == 404

    browser = cast.browser_of("ben")
    assert browser.get("/me/").status_code == 200
    make_former_member(by=cast.who("ann"), player=cast.ben_plays)
    assert browser.get("/me/").status_code == 302
    cast.ben.refresh_from_db()
    assert not cast.ben.has_usable_password()
    assert not EmailAddress.objects.filter(user=cast.ben).exists()


def test_no_one_leaves_while_in_an_event_a_league_or_a_role(cast: Cast) -> None:
    open_hall(cast, names=["Ben Hur", "Eve Fox"], entries=2)
    league = League.objects.create(club=cast.club, name="Mondays", slug="mondays")
    Enrolment.objects.create(league=league, player=cast.cat_plays)
    Player.objects.filter(pk=cast.ben_plays.pk).update(user=cast.sam)
    for player, because in (
        (Player.objects.get(name="Ben Hur"), "is in Westport Open"),
        (cast.cat_plays, "is in Mondays"),
        (Player.objects.get(pk=cast.ben_plays.pk), "helps to run the club"),
    ):
        with pytest.raises(Refused, match=because):
            make_former_member(by=cast.who("ann"), player=player)
        page = cast.browser_of("ann").get(f"/desk/people/{player.pk}/leave/")
        assert because in page.content.decode()

    remove_member(by=cast.who("olga"), membership=cast.sam.memberships.get())
    League.objects.update(closed_at=timezone.now())
    for player in (cast.cat_plays, Player.objects.get(pk=cast.ben_plays.pk)):
        assert make_former_member(by=cast.who("ann"), player=player).former_since


def test_it_is_done_once_and_for_good(cast: Cast) -> None:
    former = make_former_member(by=cast.who("ann"), player=cast.cat_plays)
    make_former_member(by=cast.who("ann"), player=cast.cat_plays)
    restore_player(by=cast.who("ann"), player=former)

    former.refresh_from_db()
    assert (former.name, former.binned_at is None) == ("Former member 1", False)
    assert Action.objects.filter(verb="make_former_member").count() == 1
    assert cast.browser_of("ann").get(f"/desk/people/{former.pk}/").status_code == 404
    bin_page = cast.browser_of("ann").get("/desk/people/?bin").content.decode()
    assert "Former member 1" in bin_page


def test_the_bin_is_not_undone_after_that(cast: Cast) -> None:
    bin_player(by=cast.who("ann"), player=cast.cat_plays)
    line = Action.objects.get(verb="bin_player")
    assert may_ever(line)
    make_former_member(by=cast.who("ann"), player=cast.cat_plays)

    page = cast.browser_of("olga").post(f"/desk/log/{line.pk}/undo/")

    cast.cat_plays.refresh_from_db()
    assert page.status_code in {409, 422}
    assert cast.cat_plays.binned_at is not None


def test_the_name_is_typed_before_it_goes(cast: Cast) -> None:
    address = f"/desk/people/{cast.cat_plays.pk}/leave/"
    browser = cast.browser_of("ann")

    wrong = browser.post(address, {"name": "Cat"})
    assert wrong.status_code == 422
    assert "That isn’t the name. Type Cat van der Berg." in wrong.content.decode()
    assert Player.objects.get(pk=cast.cat_plays.pk).former_since is None

    browser.post(address, {"name": "cat van der  berg"})
    assert Player.objects.get(pk=cast.cat_plays.pk).former_since


def test_a_player_asks_and_takes_it_back(cast: Cast) -> None:
    own, ann = f"/me/{cast.cats_token}/", cast.browser_of("ann")
    assert "I want my name removed" in Client().get(own).content.decode()

    Client().post(f"{own}leave/")

    assert "You asked to leave on" in Client().get(own).content.decode()
    assert "Asked to leave the club" in ann.get("/desk/people/").content.decode()
    person = ann.get(f"/desk/people/{cast.cat_plays.pk}/").content.decode()
    assert "to leave the club." in person

    Client().post(f"{own}leave/", {"stay": "yes"})

    assert "Asked to leave" not in ann.get("/desk/people/").content.decode()
    assert not Alias.objects.exists()


def test_asking_twice_is_asking_once_and_so_is_taking_it_back(cast: Cast) -> None:
    for form in ({}, {}, {"stay": "yes"}, {"stay": "yes"}):
        Client().post(f"/me/{cast.cats_token}/leave/", form)

    lines = Action.objects.filter(verb__in=["ask_to_leave", "stay_in_club"])
    assert [line.verb for line in lines.order_by("pk")] == ["ask_to_leave", "stay_in_club"]


def test_nothing_of_their_messages_is_left(cast: Cast) -> None:
    zoe, mia = cast.cat_plays, Player.objects.create(club=cast.club, name="Mia Li", is_minor=True)
    Player.objects.filter(pk=zoe.pk).update(user=cast.dan, email="cat@example.org")
    Player.objects.filter(pk=zoe.pk).update(name="Zoë Hurtado", is_minor=True)
    Guardian.objects.create(user=cast.ben, player=zoe)
    Guardian.objects.create(user=cast.dan, player=mia)
    Mute.objects.create(player=zoe, topic="club", channel="mail")
    Notice.objects.create(text="Hello", reply_to="cat@example.org")
    Mail.objects.create(player=mia, to=cast.ben.email, subject="Hi", text="For: Mia L., Zoë H.")
    Mail.objects.create(to="eve@example.org", subject="Hi", reply_to="cat@example.org")

    make_former_member(by=cast.who("ann"), player=Player.objects.get(pk=zoe.pk))

    assert not Guardian.objects.exists()
    assert not Mute.objects.exists()
    assert not Notice.objects.get().reply_to
    assert "For: Mia L., Former member 1" in Mail.objects.get(player=mia).text
    assert not Mail.objects.exclude(reply_to="").exists()


def test_the_full_name_goes_from_mail_to_others(cast: Cast) -> None:
    cat = cast.cat_plays
    Player.objects.filter(pk=cat.pk).update(name="Will Hurtado", alias="Will")
    text = "Will you come? Will Hurtado runs the night, Will Adams plays."
    Mail.objects.create(to="eve@example.org", subject="Will Hurtado plays", text=text)

    make_former_member(by=cast.who("ann"), player=Player.objects.get(pk=cat.pk))

    mail = Mail.objects.get(to="eve@example.org")
    assert mail.subject == "Former member 1 plays"
    assert mail.text == "Will you come? Former member 1 runs the night, Will Adams plays."
