"""Players answer in, out, maybe or late; pages show who comes."""

import re
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from leagues.models import Answer, League, Night, Offer, Player
from leagues.reads.leagues.attendance.head_count import head_counts, nights_to_come
from tests.cast import Cast, Page
from tests.leagues.leagues.evenings import Evening, at
from tests.scenes import scene


@scene
def evening(cast: Cast) -> Evening:
    """Ben has an account and Cat a link. Both are members, and so is Dee, a minor."""
    evening = Evening.open(cast, "Ben Ito", "Cat van der Berg", "Dee Dunn", most=3)
    Player.objects.filter(name="Dee Dunn").update(is_minor=True)
    return evening


def text(page: Page) -> str:
    whole = re.sub("</?time[^>]*>", "", page.content.decode())
    return " ".join(whole.split())


def public(evening: Evening) -> str:
    return f"/leagues/{evening.night.league.slug}/nights/{evening.night.pk}/"


def by_link(evening: Evening) -> str:
    return f"/me/{evening.mondays.cast.cats_token}/nights/{evening.night.pk}/"


@pytest.mark.long
@time_machine.travel(at(12))
def test_cat_says_in_with_her_link_and_changes_her_mind(evening: Evening) -> None:
    phone = Client()
    front = text(phone.get(f"/me/{evening.mondays.cast.cats_token}/"))
    assert "Are you coming?" in front
    assert f'action="{by_link(evening)}"' in front

    page = phone.post(by_link(evening), {"says": "in"}, follow=True)
    assert "You’re in on Monday 5 October." in text(page)
    assert "Answered by you" in text(page)
    assert "1 in · room for 2" in text(page)

    page = phone.post(by_link(evening), {"says": "late", "from_round": "2"}, follow=True)
    assert "You’re in from game 2" in text(page)
    page = phone.post(by_link(evening), {"says": "out"}, follow=True)
    assert "You’re not coming on Monday 5 October." in text(page)
    assert "0 in · room for 3" in text(page)
    assert [each.said_by for each in Answer.objects.all()] == [None] * 3


@pytest.mark.long
@time_machine.travel(at(12))
def test_ben_says_maybe_with_his_account(evening: Evening) -> None:
    ben = evening.mondays.cast.browser_of("ben")
    assert "Are you coming?" in text(ben.get("/me/"))
    assert "Are you coming?" in text(ben.get(public(evening)))

    ben.post(f"/me/nights/{evening.night.pk}/", {"says": "maybe"})
    assert "You’re a maybe" in text(ben.get("/me/"))
    assert Answer.objects.get().user == evening.mondays.cast.ben


@time_machine.travel(at(12))
def test_what_stands_beside_late_does_not_matter_to_who_is_in(evening: Evening) -> None:
    page = Client().post(by_link(evening), {"says": "in", "from_round": "x"})

    assert page.status_code == 302
    assert evening.inside() == ["Cat van der Berg"]


def test_a_night_that_is_over_or_cancelled_says_so(evening: Evening) -> None:
    with time_machine.travel(at(7, day=6)):
        page = Client().post(by_link(evening), {"says": "in"})
    assert page.status_code == 422
    assert "This night is finished." in text(page)
    assert "<form" not in text(page)

    Night.objects.update(is_cancelled=True, reason="Snow")
    with time_machine.travel(at(12)):
        page = Client().post(by_link(evening), {"says": "in"})
        assert page.status_code == 422
        assert "This night is cancelled. Snow" in text(page)


@pytest.mark.long
@time_machine.travel(at(12))
def test_strangers_read_how_many_come_and_no_minor_s_name(evening: Evening) -> None:
    for name in ("Ben Ito", "Cat van der Berg", "Dee Dunn", "Zoe Zane"):
        evening.say(name)
    Player.objects.filter(name="Cat van der Berg").update(name_on_web="short")

    page = text(Client().get(public(evening)))
    assert "3 in · full · 1 waiting" in page
    assert "Ben Ito, Cat B. and 1 under 18" in page
    assert "Dee" not in page
    assert "Waiting for a spot: Zoe Zane" in page
    assert "open your personal link to answer" in page

    for reader in (
        evening.mondays.cast.browser_of("ben").get(public(evening)),
        Client().get(by_link(evening)),
    ):
        assert "Ben Ito, Cat B. and Dee D." in text(reader)
    # An account without a player of the club is a stranger here.
    assert "Dee" not in text(evening.mondays.cast.browser_of("dan").get(public(evening)))


def test_the_place_that_is_held_is_shown_and_taken(evening: Evening) -> None:
    for name in ("Ben Ito", "Dee Dunn", "Zoe Zane", "Cat van der Berg"):
        evening.say(name)
    evening.say("Zoe Zane", "out", at(14))
    phone = Client()
    with time_machine.travel(at(15)):
        page = text(phone.get(by_link(evening)))
        assert "Choose “In” by Thu 1 Oct, 18:0" in page
        phone.post(by_link(evening), {"says": "in"})
    assert Offer.objects.get().state == Offer.State.TAKEN
    assert evening.inside(at(16))[-1] == "Cat van der Berg"


def test_an_offer_that_ran_out_is_passed_on_when_somebody_looks(evening: Evening) -> None:
    for name in ("Ben Ito", "Dee Dunn", "Zoe Zane", "Yan Yu", "Cat van der Berg"):
        evening.say(name)
    evening.say("Zoe Zane", "out", at(14))
    with time_machine.travel(at(18, 5)):
        page = text(Client().get(f"/me/{evening.mondays.cast.cats_token}/"))

    assert "it’s your turn" in page
    assert evening.offered(at(18, 6)) == ["Cat van der Berg"]


@time_machine.travel(at(12))
def test_a_private_league_is_for_its_members_and_organisers(evening: Evening) -> None:
    League.objects.update(visibility="private")
    cast = evening.mondays.cast
    ben = cast.browser_of("ben").get(public(evening)).status_code
    sam = cast.browser_of("sam").get(public(evening)).status_code
    ann = cast.browser_of("ann").get(public(evening)).status_code
    stranger = Client().get(public(evening)).status_code
    assert (stranger, sam, ben, ann) == (404, 404, 200, 200)
    assert Client().get(by_link(evening)).status_code == 200


# --- The host answers for others -------------------------------------------------------------


def desk(evening: Evening) -> str:
    league = evening.night.league
    return f"/desk/leagues/{league.slug}/nights/{evening.night.pk}/coming/"


@time_machine.travel(at(13, day=5))
def test_cat_hosts_tonight_with_her_link_and_answers_for_dee(evening: Evening) -> None:
    Night.objects.filter(pk=evening.night.pk).update(host=evening.player("Cat van der Berg"))
    phone = Client()
    assert phone.get(desk(evening)).status_code == 302
    assert "Run this night" in text(phone.get(by_link(evening)))

    phone.post(f"{by_link(evening)}host/")
    page = phone.get(desk(evening))
    assert "Dee Dunn" in text(page)
    dee = evening.player("Dee Dunn")
    page = phone.post(f"{desk(evening)}answer/", {"player": dee.pk, "says": "in"}, follow=True)
    assert "Answered by Cat van der Berg" in text(page)
    answer = Answer.objects.get()
    assert (answer.player, answer.said_by) == (dee, evening.player("Cat van der Berg"))
    # And next week's night is not hers.
    other = Night.objects.exclude(pk=evening.night.pk).first()
    assert other is not None
    there = desk(evening).replace(str(evening.night.pk), str(other.pk))
    assert phone.get(there).status_code == 302


# --- What it paid ----------------------------------------------------------------------------


def test_after_the_night_its_page_says_what_it_paid(evening: Evening) -> None:
    event = evening.mondays.play(
        1, ("Ben Ito", "Cat van der Berg", 10, 4), ("Zoe Zane", "Ben Ito", 8, 2)
    )
    page = text(Client().get(public(evening)))

    assert "Who’s coming" not in page
    assert event.get_absolute_url() in page
    assert "guest" in page.partition("Zoe Zane")[2]
    totals = evening.mondays.totals()
    for name in ("Ben Ito", "Cat van der Berg"):
        assert f"{totals[name]:g}" in page.partition(name)[2].partition("</tr>")[0]


@time_machine.travel(at(12))
def test_the_desk_reads_how_many_come_on_the_card_and_in_the_calendar(
    evening: Evening, ann: Client
) -> None:
    League.objects.update(most=1)
    for name in ("Ben Ito", "Cat van der Berg"):
        evening.say(name, when=at(11))
    Night.objects.filter(pk=evening.night.pk).update(host=evening.player("Ben Ito"))
    desk = f"/desk/leagues/{evening.night.league.slug}/"
    home = text(ann.get(desk))
    assert "1 in · 1 waiting" in home
    assert "host Ben Ito" in home
    calendar = ann.get(f"{desk}calendar/")
    assert "1 in · 1 waiting" in text(calendar)
    assert text(calendar).count("0 in") == 2  # the two Mondays after it


@time_machine.travel(at(12))
def test_head_counts_of_a_season_take_as_many_queries_as_of_one_night(
    evening: Evening, django_assert_num_queries: Any
) -> None:
    for name in ("Ben Ito", "Cat van der Berg"):
        evening.say(name, when=at(11))
    nights = nights_to_come([evening.night.league], at(12))
    with CaptureQueriesContext(connection) as of_one:
        head_counts(nights[:1])
    with django_assert_num_queries(len(of_one)):
        counts = head_counts(nights)
    assert [len(counts[night.pk].inside) for night in nights] == [2, 0, 0]
