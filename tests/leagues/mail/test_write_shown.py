"""Where a message to members is shown, and who may write."""

import pytest
import time_machine
from django.test import Client

from leagues.forms.notices import NoticeForm
from leagues.models import Action, League, Mail, Match, Notice, Player
from leagues.reads.messages.audiences import all_audiences, audience_with
from tests.cast import Cast
from tests.leagues.leagues.evenings import Evening, october_time
from tests.leagues.mail.test_write import SNOW, ann, to_league, write

__all__ = ["ann"]
pytestmark = pytest.mark.django_db


def page_at(address: str) -> str:
    return Client().get(address).content.decode()


@pytest.mark.parametrize(
    ("places", "on_front", "on_league"),
    [(["front"], True, False), (["page"], False, True), (["screens"], False, False)],
)
def test_a_message_is_shown_where_the_writer_chose(
    monday: Evening, ann: Client, places: list[str], on_front: bool, on_league: bool
) -> None:
    write(ann, to_league(), places=places, sends="")

    assert (SNOW["title"] in page_at("/")) == on_front
    assert (SNOW["title"] in page_at(League.objects.get().get_absolute_url())) == on_league
    assert not Mail.objects.exists()


def test_it_is_shown_to_the_end_of_its_last_day(monday: Evening, ann: Client) -> None:
    with time_machine.travel(october_time(12, day=4)):
        browser = ann
        write(browser, to_league(), places=["front"], until="2026-10-05")
    with time_machine.travel(october_time(23, 59, day=5)):
        assert SNOW["title"] in page_at("/")
    with time_machine.travel(october_time(0, 0, day=6)):
        assert SNOW["title"] not in page_at("/")


def test_it_can_be_taken_down_and_that_undone(monday: Evening, ann: Client) -> None:
    write(ann, to_league(), places=["front"])
    notice = Notice.objects.get()
    ann.post(f"/desk/write/{notice.pk}/down/")
    assert SNOW["title"] not in page_at("/")

    line = Action.objects.get(verb="take_down")
    assert line.details["notice"] == notice.pk


def test_nothing_is_neither_sent_nor_shown(monday: Evening, ann: Client) -> None:
    page = write(ann, to_league(), sends="")

    assert page.status_code == 422
    assert "Send it, or choose where it is shown." in page.content.decode()


def test_a_message_to_everybody_has_no_page_of_a_league(monday: Evening, ann: Client) -> None:
    assert write(ann, "all", places=["page"]).status_code == 422


def test_everybody_is_the_members_of_the_club(monday: Evening, ann: Client) -> None:
    Player.objects.create(
        club=monday.mondays.league.club, name="Gil", email="gil@example.org", is_guest=True
    )
    write(ann, "all")

    assert {mail.to for mail in Mail.objects.all()} == {
        *(f"{name}@example.org" for name in ("guss", "hal", "eve", "ben")),
    }


def test_every_group_is_found_again_by_its_key(monday: Evening) -> None:
    League.objects.update(dues="night")
    with time_machine.travel(october_time(12, day=4)):
        found = all_audiences()

    assert len(found) > 5
    for each in found:
        again = audience_with(each.key)
        assert again is not None
        assert (again.label, set(again.players)) == (each.label, set(each.players))
    assert audience_with("league-0") is None
    assert audience_with("") is None


def test_a_past_night_offers_those_who_played_and_a_week_of_matches_no_one(
    monday: Evening, thursday: Match
) -> None:
    with time_machine.travel(october_time(12, day=6)):
        found = [each.key for each in all_audiences()]
        form = NoticeForm(audiences=all_audiences(), addresses={}, places=())
        assert f'<optgroup label="{monday.mondays.league.name}">' in str(form)

    night = monday.night.pk
    assert f"night-{night}" in found
    assert f"silent-{night}" not in found
    assert f"league-{thursday.dated.week.league_id}" in found
    assert f"night-{thursday.dated.week_id}" not in found


def test_a_secretary_writes_to_their_league_alone(cast: Cast, monday: Evening) -> None:
    League.objects.update(secretary=cast.ben_plays)
    at = f"/desk/leagues/{monday.mondays.league.slug}/write/"
    browser = cast.browser_of("ben")

    assert write(browser, "all", at=at).status_code == 422
    assert not Mail.objects.exists()
    assert write(browser, to_league(), at=at).status_code == 302
    assert Mail.objects.count() == 3
    assert SNOW["title"] in browser.get(at).content.decode()


def test_a_host_writes_to_the_people_of_the_night(cast: Cast, monday: Evening) -> None:
    type(monday.night).objects.filter(pk=monday.night.pk).update(host=cast.ben_plays)
    at = f"/desk/leagues/{monday.mondays.league.slug}/nights/{monday.night.pk}/tonight/write/"
    with time_machine.travel(october_time(19, day=5)):
        browser = cast.browser_of("ben")
        monday.say("Eve", "in")
        assert write(browser, to_league(), at=at).status_code == 422
        assert write(browser, f"night-{monday.night.pk}", at=at).status_code == 302

    assert [mail.to for mail in Mail.objects.all()] == ["eve@example.org"]
    assert Mail.objects.get().topic == "change"
