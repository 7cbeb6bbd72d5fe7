"""Joining a league by its link."""

from typing import Any
from uuid import uuid4

import pytest
import time_machine
from django.test import Client
from pytest_django import Settings

from leagues.access.join_links import join_secret, league_to_join
from leagues.access.roles import ANONYMOUS, Who
from leagues.actions import entry_mail
from leagues.actions.entries.registration import Newcomer
from leagues.actions.leagues.joining.joining_link import (
    join_as_player,
    join_as_stranger,
    offer_join_link,
    revoke_join_link,
)
from leagues.actions.log.undo import preview_undo, undo
from leagues.actions.refusal import Refused
from leagues.actions.send_mail import as_message
from leagues.models import Action, Enrolment, League, Mail, Night, PersonalLink, Player
from leagues.models.people import NameStyle
from tests.cast import Cast
from tests.leagues.leagues.evenings import october_time
from tests.leagues.leagues.mondays import Mondays
from tests.scenes import scene

NEW = "/desk/leagues/new/"
PEOPLE = "/desk/leagues/mondays/people/"


@scene(now=october_time(12, day=6))
def mondays(cast: Cast) -> Mondays:
    """The first Monday is over, the second is in a week, and the league has a join link."""
    mondays = Mondays.open(cast, "Zoë", "Bo")
    mondays.play(1, ("Zoë", "Bo", 6, 2))
    offer_join_link(by=cast.who("ann"), league=mondays.league)
    return mondays


def join_address(league: League) -> str:
    return f"/join/{league.pk}-{join_secret(league)}/"


def join_form(name: str = "Ida Moss", **more: str) -> dict[str, str]:
    return {"name": name, "called": "", "key": str(uuid4()), "website": "", **more}


def test_a_stranger_joins_and_gets_a_link_of_their_own(mondays: Mondays) -> None:
    phone = Client()
    page = phone.get(join_address(mondays.league))
    assert "Join Mondays" in page.text
    assert "Mon 12 Oct" in page.text
    assert page["X-Robots-Tag"] == "noindex, nofollow"

    page = phone.post(join_address(mondays.league), join_form(), follow=True)
    assert "You’re now a member of Mondays." in page.text
    assert "Are you coming?" in page.text
    ida = Enrolment.objects.get(player__name="Ida Moss")
    assert (ida.first, ida.kind) == (mondays.night(2), "member")
    assert ida.player.is_guest
    assert PersonalLink.objects.filter(player=ida.player).count() == 1


def test_who_joins_a_league_that_was_opened_to_all_keeps_their_nights(mondays: Mondays) -> None:
    mondays.league.enrolments.all().delete()
    League.objects.update(is_open=True)
    mondays.league.refresh_from_db()
    before = mondays.totals()
    assert before["Zoë"] == 6

    zoe = mondays.player("Zoë")
    join_as_player(by=Who(player=zoe), league=mondays.league, player=zoe)
    assert mondays.totals() == before


def test_the_link_of_a_newcomer_is_sent_to_the_address_they_leave(
    mondays: Mondays, settings: Settings
) -> None:
    assert 'name="email"' not in Client().get(join_address(mondays.league)).text

    settings.SENDS_EMAIL, settings.BASE_URL = True, "https://club.example"
    assert 'name="email"' in Client().get(join_address(mondays.league)).text
    page = Client().post(join_address(mondays.league), join_form(email="ida at home"))
    assert page.status_code == 422
    assert 'value="ida at home"' in page.text
    typed = join_form(email="ida@example.org")
    first = Client().post(join_address(mondays.league), typed)
    again = Client().post(join_address(mondays.league), typed | {"email": "eve@example.org"})
    Client().post(join_address(mondays.league), join_form("Bo"))

    mails = Mail.objects.order_by("pk")
    assert [mail.to for mail in mails] == ["ida@example.org"] * 2
    for answer, mail in zip((first, again), mails, strict=True):
        assert f"https://club.example{answer['Location']}" in mail.text
        assert "Ida" not in mail.text
        assert "List-Unsubscribe" in as_message(mail).extra_headers


def test_an_address_typed_with_a_known_name_is_not_the_known_players(
    mondays: Mondays, settings: Settings
) -> None:
    settings.SENDS_EMAIL, settings.BASE_URL = True, "https://club.example"
    zoe = mondays.player("Zoë")

    Client().post(join_address(mondays.league), join_form("Zoë", email="eve@example.org"))

    zoe.refresh_from_db()
    assert zoe.email == ""
    assert Mail.objects.get().player != zoe


def test_mail_to_newcomers_has_a_limit(
    mondays: Mondays, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.SENDS_EMAIL, settings.BASE_URL = True, "https://club.example"
    monkeypatch.setattr(entry_mail, "STRANGERS_A_DAY", 1)
    Client().post(join_address(mondays.league), join_form(email="ida@example.org"))

    page = Client().post(join_address(mondays.league), join_form("Lea Po", email="lea@example.org"))

    assert page.status_code == 422
    assert "We can’t send more of these e-mails" in page.text
    assert Mail.objects.count() == 1


def test_under_18_they_are_shown_short_and_anybody_as_they_ask(mondays: Mondays) -> None:
    Client().post(join_address(mondays.league), join_form("Kim Lo", under_18="on"))
    Client().post(join_address(mondays.league), join_form("Lea Po", called="Turtle"))

    kim, lea = (Player.objects.get(name=name) for name in ("Kim Lo", "Lea Po"))
    assert (kim.is_minor, kim.shown_on("web")) == (True, "Kim L.")  # type: ignore[arg-type]
    assert (lea.alias, lea.name_on_web) == ("Turtle", NameStyle.ALIAS)


@pytest.mark.parametrize(
    ("typed", "error"),
    [
        ({"name": ""}, "This field is required."),
        ({"name": "123"}, "Enter a name that has letters in it."),
        ({"name": "Kim Lo", "called": "kim lo", "under_18": "on"}, "Choose another"),
        ({"key": "x"}, "UUID"),
    ],
)
def test_nonsense_is_refused_and_stays_in_the_form(
    mondays: Mondays, typed: dict[str, str], error: str
) -> None:
    page = Client().post(join_address(mondays.league), join_form() | typed)

    assert page.status_code == 422
    assert error in page.text
    assert typed.get("name", "Ida Moss") in page.text
    assert Enrolment.objects.count() == 2


def test_a_program_that_fills_in_everything_joins_nothing(mondays: Mondays) -> None:
    page = Client().post(join_address(mondays.league), join_form(website="http://x.example"))
    assert page.status_code == 302
    assert Enrolment.objects.count() == 2


def test_sent_twice_is_one_member(mondays: Mondays) -> None:
    typed = join_form()
    for _time in range(2):
        page = Client().post(join_address(mondays.league), typed)
        assert page["Location"].startswith("/me/")
    assert Enrolment.objects.filter(player__name="Ida Moss").count() == 1


def test_a_player_with_an_account_joins_as_themselves_once(mondays: Mondays) -> None:
    ben = mondays.cast.browser_of("ben")
    assert "You’re joining as Ben Ito." in ben.get(join_address(mondays.league)).text
    page = ben.post(join_address(mondays.league), follow=True)
    assert "You’re now a member of Mondays." in page.text
    page = ben.post(join_address(mondays.league), follow=True)
    assert "You’re already in." in page.text
    assert Enrolment.objects.filter(player=mondays.cast.ben_plays).count() == 1


def test_before_the_first_night_it_is_from_the_start(mondays: Mondays) -> None:
    with time_machine.travel(october_time(12)):
        join_as_player(by=ANONYMOUS, league=mondays.league, player=mondays.cast.ben_plays)
    assert Enrolment.objects.get(player=mondays.cast.ben_plays).first is None


def test_a_cancelled_night_is_not_the_first(mondays: Mondays) -> None:
    Night.objects.filter(pk=mondays.night(2).pk).update(is_cancelled=True)
    join_as_player(by=ANONYMOUS, league=mondays.league, player=mondays.cast.ben_plays)
    ben = Enrolment.objects.get(player=mondays.cast.ben_plays)
    assert ben.first == mondays.night(3)


def test_a_revoked_link_and_a_guessed_one_are_no_page(mondays: Mondays) -> None:
    league = mondays.league
    old = join_address(league)
    revoke_join_link(by=mondays.cast.who("ann"), league=league)
    assert Client().get(old).status_code == 404
    assert Client().post(old, join_form()).status_code == 404

    offer_join_link(by=mondays.cast.who("ann"), league=league)
    assert Client().get(old).status_code == 404
    assert Client().get(join_address(league)).status_code == 200
    assert Client().get(f"/join/{league.pk}-{'0' * 20}/").status_code == 404
    assert league_to_join(league.pk, "é") is None
    assert league_to_join(0, join_secret(league)) is None


def test_joining_by_a_revoked_link_is_refused(mondays: Mondays) -> None:
    League.objects.update(takes_members=False)
    with pytest.raises(Refused, match="no longer works"):
        join_as_player(by=ANONYMOUS, league=mondays.league, player=mondays.cast.ben_plays)
    with pytest.raises(Refused, match="no longer works"):
        join_as_stranger(by=ANONYMOUS, league=mondays.league, key=uuid4(), newcomer=Newcomer("Ida"))
    assert not Player.objects.filter(name="Ida").exists()


def test_joining_is_undone_from_the_log(mondays: Mondays) -> None:
    Client().post(join_address(mondays.league), join_form())
    action = Action.objects.get(verb="join_by_link")
    assert preview_undo(action).startswith("Removes the membership of Ida Moss")
    undo(by=mondays.cast.who("ann"), action=action)
    assert not Enrolment.objects.filter(player__name="Ida Moss").exists()


def test_an_open_league_needs_no_link(mondays: Mondays) -> None:
    ann = mondays.cast.who("ann")
    for act in (offer_join_link, revoke_join_link):
        act(by=ann, league=mondays.league)
        lines_before = Action.objects.count()
        act(by=ann, league=mondays.league)
        assert Action.objects.count() == lines_before

    League.objects.update(is_open=True)
    with pytest.raises(Refused, match="No one needs a link to join"):
        offer_join_link(by=ann, league=mondays.league)
    event = mondays.play(2, ("Zoë", "Bo", 6, 2))
    League.objects.update(is_open=False, event=event)
    with pytest.raises(Refused, match="matches of this league are drawn"):
        offer_join_link(by=ann, league=mondays.league)


def test_the_desk_makes_the_link_and_revokes_it(mondays: Mondays) -> None:
    ann, league = mondays.cast.browser_of("ann"), mondays.league
    assert join_address(league) in ann.get(PEOPLE).text
    page = ann.post(f"{PEOPLE}link/", {"revoke": "1"}, follow=True)
    assert "/join/" not in page.text
    ann.post(f"{PEOPLE}link/")
    league.refresh_from_db()
    assert (league.takes_members, league.join_number) == (True, 2)
    assert join_address(league) in ann.get(PEOPLE).text


def test_a_league_is_opened_with_its_link(cast: Cast) -> None:
    ann: Any = cast.browser_of("ann")
    form = ann.get(f"{NEW}who/").context_data["form"]
    shown = {name: form.data.getlist(name) for name in form.data}
    page = ann.post(f"{NEW}who/", shown | {"who": "link", "open": "1"}, follow=True)
    league = League.objects.get()
    assert (league.takes_members, league.is_open) == (True, False)
    assert join_address(league) in page.text
    assert Client().get(join_address(league)).status_code == 200
