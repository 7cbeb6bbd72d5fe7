"""Players answer in, out, maybe or late; pages show who comes."""

import re
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from leagues.actions.draw.draw import publish_rounds
from leagues.models import Answer, League, Night, Offer, Player
from leagues.reads.leagues.attendance.head_count import head_counts, nights_to_come
from tests.cast import Cast, Page
from tests.leagues.leagues.evenings import Evening, october_time
from tests.leagues.leagues.tonights import drawn_event, set_boards
from tests.scenes import scene


@scene
def evening(cast: Cast) -> Evening:
    """Ben has an account and Cat a link. Both are members, and so is Dee, a minor."""
    evening = Evening.open(cast, "Ben Ito", "Cat van der Berg", "Dee Dunn", most=3)
    Player.objects.filter(name="Dee Dunn").update(is_minor=True)
    return evening


def text_of(page: Page) -> str:
    whole = re.sub("</?time[^>]*>", "", page.content.decode())
    return " ".join(whole.split())


def public_address(evening: Evening) -> str:
    return f"/leagues/{evening.night.league.slug}/nights/{evening.night.pk}/"


def by_link(evening: Evening) -> str:
    return f"/me/{evening.mondays.cast.cats_token}/nights/{evening.night.pk}/"


@pytest.mark.long
@time_machine.travel(october_time(12))
def test_cat_answers_in_with_her_link_and_changes_her_mind(evening: Evening) -> None:
    phone = Client()
    front = text_of(phone.get(f"/me/{evening.mondays.cast.cats_token}/"))
    assert "Are you coming?" in front
    assert f'action="{by_link(evening)}"' in front

    page = phone.post(by_link(evening), {"answer": "in"}, follow=True)
    assert "You’re in on Monday 5 October." in text_of(page)
    assert "Answered by you" in text_of(page)
    assert "1 in · room for 2" in text_of(page)

    page = phone.post(by_link(evening), {"answer": "late", "from_round": "2"}, follow=True)
    assert "You’re in from game 2" in text_of(page)
    page = phone.post(by_link(evening), {"answer": "out"}, follow=True)
    assert "You’re not coming on Monday 5 October." in text_of(page)
    assert "0 in · room for 3" in text_of(page)
    assert [each.answered_by for each in Answer.objects.all()] == [None] * 3


@time_machine.travel(october_time(12))
def test_a_page_names_the_player_who_answered_for_its_owner(evening: Evening) -> None:
    cat = evening.mondays.cast.cat_plays.name
    evening.say(cat, "in", by=evening.mondays.cast.who("ben"))

    page = Client().get(f"/me/{evening.mondays.cast.cats_token}/")
    assert "Answered by Ben" in text_of(page)


@pytest.mark.long
@time_machine.travel(october_time(12))
def test_ben_answers_maybe_with_his_account(evening: Evening) -> None:
    ben = evening.mondays.cast.browser_of("ben")
    assert "Are you coming?" in text_of(ben.get("/me/"))
    assert "Are you coming?" in text_of(ben.get(public_address(evening)))

    ben.post(f"/me/nights/{evening.night.pk}/", {"answer": "maybe"})
    assert "You’re a maybe" in text_of(ben.get("/me/"))
    assert Answer.objects.get().user == evening.mondays.cast.ben


@time_machine.travel(october_time(12))
def test_the_game_beside_late_is_ignored_for_in(evening: Evening) -> None:
    page = Client().post(by_link(evening), {"answer": "in", "from_round": "x"})

    assert page.status_code == 302
    assert evening.inside() == ["Cat van der Berg"]


def test_a_finished_or_cancelled_night_takes_no_answer(evening: Evening) -> None:
    with time_machine.travel(october_time(7, day=6)):
        page = Client().post(by_link(evening), {"answer": "in"})
    assert page.status_code == 422
    assert "This night is finished." in text_of(page)
    assert "<form" not in text_of(page)

    Night.objects.update(is_cancelled=True, reason="Snow")
    with time_machine.travel(october_time(12)):
        page = Client().post(by_link(evening), {"answer": "in"})
        assert page.status_code == 422
        assert "This night is cancelled. Snow" in text_of(page)


@pytest.mark.long
@time_machine.travel(october_time(12))
def test_strangers_read_how_many_come_and_no_minor_s_name(evening: Evening) -> None:
    for name in ("Ben Ito", "Cat van der Berg", "Dee Dunn", "Zoe Zane"):
        evening.say(name)
    Player.objects.filter(name="Cat van der Berg").update(name_on_web="short")

    page = text_of(Client().get(public_address(evening)))
    assert "<b>3</b> <span>in · full · 1 waiting</span>" in page
    assert re.findall("<li>(.*?)</li>", page.split("Players</h2>")[1])[:3] == [
        "Ben Ito",
        "Cat B.",
        "1 under 18",
    ]
    assert "Dee" not in page
    assert re.findall('disc a">(.*?)<', page) == ["BI", "CB", ""], "nor their initials"
    assert "Waiting for a spot: Zoe Zane" in page
    assert "Sign in to answer" in page
    assert "Or open your personal link." in page

    for reader in (
        evening.mondays.cast.browser_of("ben").get(public_address(evening)),
        Client().get(by_link(evening)),
    ):
        assert re.search("Ben Ito.*Cat B.*Dee D", text_of(reader))
    # An account without a player of the club is a stranger here.
    assert "Dee" not in text_of(evening.mondays.cast.browser_of("dan").get(public_address(evening)))


def test_the_place_that_is_held_is_shown_and_taken(evening: Evening) -> None:
    for name in ("Ben Ito", "Dee Dunn", "Zoe Zane", "Cat van der Berg"):
        evening.say(name)
    evening.say("Zoe Zane", "out", october_time(14))
    phone = Client()
    with time_machine.travel(october_time(15)):
        page = text_of(phone.get(by_link(evening)))
        assert "Choose “In” by Thu 1 Oct, 18:0" in page
        phone.post(by_link(evening), {"answer": "in"})
    assert Offer.objects.get().state == Offer.State.TAKEN
    assert evening.inside(october_time(16))[-1] == "Cat van der Berg"


def test_an_expired_offer_is_passed_on_when_a_page_is_opened(evening: Evening) -> None:
    for name in ("Ben Ito", "Dee Dunn", "Zoe Zane", "Yan Yu", "Cat van der Berg"):
        evening.say(name)
    evening.say("Zoe Zane", "out", october_time(14))
    with time_machine.travel(october_time(18, 5)):
        page = text_of(Client().get(f"/me/{evening.mondays.cast.cats_token}/"))

    assert "it’s your turn" in page
    assert evening.offered(october_time(18, 6)) == ["Cat van der Berg"]


@time_machine.travel(october_time(12))
def test_a_private_league_is_for_its_members_and_organisers(evening: Evening) -> None:
    League.objects.update(visibility="private")
    cast = evening.mondays.cast
    ben = cast.browser_of("ben").get(public_address(evening)).status_code
    sam = cast.browser_of("sam").get(public_address(evening)).status_code
    ann = cast.browser_of("ann").get(public_address(evening)).status_code
    stranger = Client().get(public_address(evening)).status_code
    assert (stranger, sam, ben, ann) == (404, 404, 200, 200)
    assert Client().get(by_link(evening)).status_code == 200


# --- The host answers for others -------------------------------------------------------------


def desk_address(evening: Evening) -> str:
    league = evening.night.league
    return f"/desk/leagues/{league.slug}/nights/{evening.night.pk}/coming/"


@time_machine.travel(october_time(13, day=5))
def test_cat_hosts_tonight_with_her_link_and_answers_for_dee(evening: Evening) -> None:
    Night.objects.filter(pk=evening.night.pk).update(host=evening.player("Cat van der Berg"))
    phone = Client()
    assert phone.get(desk_address(evening)).status_code == 302
    assert "Run this night" in text_of(phone.get(by_link(evening)))

    phone.post(f"{by_link(evening)}host/")
    page = phone.get(desk_address(evening))
    assert "Dee Dunn" in text_of(page)
    dee = evening.player("Dee Dunn")
    page = phone.post(
        f"{desk_address(evening)}answer/", {"player": dee.pk, "answer": "in"}, follow=True
    )
    assert "Answered by Cat van der Berg" in text_of(page)
    answer = Answer.objects.get()
    assert (answer.player, answer.answered_by) == (dee, evening.player("Cat van der Berg"))
    # And next week's night is not hers.
    other = Night.objects.exclude(pk=evening.night.pk).first()
    assert other is not None
    there = desk_address(evening).replace(str(evening.night.pk), str(other.pk))
    assert phone.get(there).status_code == 302


@time_machine.travel(october_time(12))
def test_a_drawn_night_shows_its_entries_and_its_matches_once_they_are_published(
    evening: Evening, ann: Client
) -> None:
    """The host marked three players as here; none of them had answered."""
    set_boards(evening.mondays, 2)
    event = drawn_event(evening.mondays, 1, "Ben Ito", "Cat van der Berg", "Eve")
    stranger = Client()
    page = text_of(stranger.get(public_address(evening)))
    assert "3 entries" in page
    assert "Who’s coming" not in page
    assert "board-tiles" not in page
    ben = evening.mondays.cast.browser_of("ben")
    assert 'value="out"' in text_of(ben.get(public_address(evening)))

    publish_rounds(by=evening.mondays.cast.who("ann"), stage=event.stages.get())
    page = text_of(stranger.get(public_address(evening)))
    first = page.partition("game 1")[2]
    assert first.count('<li id="match-') == 2, "one has a bye"
    for name in ("Ben Ito", "Cat van der Berg", "Eve"):
        assert name in first


# --- What it paid ----------------------------------------------------------------------------


def test_after_the_night_its_page_shows_what_it_paid(evening: Evening) -> None:
    event = evening.mondays.play(
        1, ("Ben Ito", "Cat van der Berg", 10, 4), ("Zoe Zane", "Ben Ito", 8, 2)
    )
    page = text_of(Client().get(public_address(evening)))

    assert "Who’s coming" not in page
    assert event.get_absolute_url() in page
    assert "guest" in page.partition("Zoe Zane")[2]
    totals = evening.mondays.totals()
    for name in ("Ben Ito", "Cat van der Berg"):
        assert f"{totals[name]:g}" in page.partition(name)[2].partition("</tr>")[0]
        assert page.count(f">{name}</a>") == 1, "on the podium or in the table"


@time_machine.travel(october_time(12))
def test_the_desk_reads_how_many_come_on_the_card_and_in_the_calendar(
    evening: Evening, ann: Client
) -> None:
    League.objects.update(most=1)
    for name in ("Ben Ito", "Cat van der Berg"):
        evening.say(name, when=october_time(11))
    Night.objects.filter(pk=evening.night.pk).update(host=evening.player("Ben Ito"))
    desk = f"/desk/leagues/{evening.night.league.slug}/"
    home = text_of(ann.get(desk))
    assert "1 in · 1 waiting" in home
    assert "host Ben Ito" in home
    calendar = ann.get(f"{desk}calendar/")
    assert "1 in · full · 1 waiting" in text_of(calendar)
    assert text_of(calendar).count("0 in") == 2  # the two Mondays after it


@time_machine.travel(october_time(12))
def test_head_counts_of_a_season_take_as_many_queries_as_of_one_night(
    evening: Evening, django_assert_num_queries: Any
) -> None:
    for name in ("Ben Ito", "Cat van der Berg"):
        evening.say(name, when=october_time(11))
    nights = nights_to_come([evening.night.league], october_time(12))
    with CaptureQueriesContext(connection) as of_one:
        head_counts(nights[:1])
    with django_assert_num_queries(len(of_one)):
        counts = head_counts(nights)
    assert [len(counts[night.pk].inside) for night in nights] == [2, 0, 0]


@time_machine.travel(october_time(12))
def test_who_comes_is_counted_in_discs_and_free_spots_are_rings(evening: Evening) -> None:
    evening.say("Ben Ito")
    evening.say("Cat van der Berg")
    page = text_of(Client().get(public_address(evening)))
    assert re.findall('disc (.)">(.*?)<', page) == [("a", "BI"), ("a", "CB"), ("d", "")]
