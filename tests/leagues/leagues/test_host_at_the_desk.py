"""The host of a night at its event's desk: cards, decisions, corrections and walkovers."""

from collections.abc import Iterator

import pytest
import time_machine
from django.test import Client

from leagues.models import Action, Event, League, Match, Night
from tests.cast import Cast
from tests.leagues.leagues.evenings import october_time
from tests.leagues.leagues.mondays import Mondays
from tests.leagues.leagues.tonights import drawn_event, set_boards, win_match
from tests.leagues.leagues.tonights import tonight_address as tonight

pytestmark = pytest.mark.django_db


@pytest.fixture
def mondays(cast: Cast) -> Iterator[Mondays]:
    """Cat, who has no account, hosts the first night. It is running, at 8 pm."""
    mondays = Mondays.open(cast, "Eve", "Flo", "Gus", "Hal")
    set_boards(mondays, 2)
    Night.objects.filter(pk=mondays.night(1).pk).update(host=cast.cat_plays)
    with time_machine.travel(october_time(20, day=5)):
        drawn_event(mondays, 1, "Eve", "Flo", "Gus", "Hal")
        cast.browser_of("ann").post(tonight(mondays, "start/"))
        yield mondays


@pytest.fixture
def cat(mondays: Mondays) -> Client:
    """Cat's phone, after she pressed the button to run this night."""
    phone = Client()
    link = f"/me/{mondays.cast.cats_token}/nights/{mondays.night(1).pk}/host/"
    assert phone.post(link).status_code == 302
    return phone


def desk_address(address: str = "play/") -> str:
    return f"/desk/events/{Event.objects.get().slug}/{address}"


@pytest.mark.long
def test_from_tonight_the_host_comes_to_the_desk_and_back(mondays: Mondays, cat: Client) -> None:
    assert desk_address() in cat.get(tonight(mondays)).text
    page = cat.get(desk_address())
    assert page.status_code == 200
    assert tonight(mondays) in page.text
    for hidden in ("/draw/", "/people/", "/screens/", 'href="/desk/"', "/play/say/"):
        assert hidden not in page.text


def test_tonight_leads_to_the_league_for_those_who_run_it(mondays: Mondays, cat: Client) -> None:
    league = 'href="/desk/leagues/mondays/"'
    assert league in mondays.cast.browser_of("ann").get(tonight(mondays)).text
    assert league not in cat.get(tonight(mondays)).text


@pytest.mark.long
def test_the_host_gives_a_walkover_and_corrects_what_was_typed(
    mondays: Mondays, cat: Client
) -> None:
    match = Match.objects.order_by("number")[0]
    page = cat.get(desk_address(f"matches/{match.number}/"))
    form = page.context_data["end"]  # type: ignore[index]
    typed = {name: form[name].value() or "" for name in form.fields}
    how = form.fields["how"].choices[0][0]
    answer = cat.post(
        desk_address(f"matches/{match.number}/end/"), typed | {"how": how, "reason": "ill"}
    )
    assert answer.status_code == 302
    match.refresh_from_db()
    assert match.ending == Match.Ending.WALKOVER
    line = Action.objects.filter(verb="give_walkover").get()
    assert (line.player, line.user) == (mondays.cast.cat_plays, None)

    for address in ("correct/", "reports/"):
        page = cat.get(desk_address(f"matches/{match.number}/{address}"))
        assert page.status_code == 200
        assert "/log/" not in page.text


@pytest.mark.long
def test_whatever_else_there_is_of_the_event_stays_unknown(mondays: Mondays, cat: Client) -> None:
    for address in ("draw/", "people/", "plan/", "log/", "screens/", "phones/"):
        assert cat.get(desk_address(address)).status_code in {302, 404}, address
        if (answer := cat.get(desk_address(address))).status_code == 302:
            assert answer["Location"].startswith("/accounts/login/")
    # And other events of the club are no business of hers.
    Event.objects.update(night=mondays.night(2))
    assert cat.get(desk_address())["Location"].startswith("/accounts/login/")
    Event.objects.update(night=None)
    assert cat.get(desk_address())["Location"].startswith("/accounts/login/")


def test_before_noon_and_after_the_end_it_is_not_theirs(mondays: Mondays, cat: Client) -> None:
    for when in (october_time(11, day=5), october_time(6, day=6)):
        with time_machine.travel(when):
            assert cat.get(desk_address()).status_code == 403
    Event.objects.update(state=Event.State.FINISHED)
    page = cat.get(desk_address())
    assert page.status_code == 403
    assert "This night is finished." in page.text


@pytest.mark.long
def test_a_host_with_an_account_and_the_secretary_come_in_too(mondays: Mondays) -> None:
    ben = mondays.cast.browser_of("ben")
    assert ben.get(desk_address()).status_code == 404
    League.objects.update(secretary=mondays.cast.ben_plays)
    assert ben.get(desk_address()).status_code == 200
    League.objects.update(secretary=None)
    Night.objects.update(host=mondays.cast.ben_plays)
    assert ben.get(desk_address()).status_code == 200


@pytest.mark.long
def test_a_scorer_who_is_no_host_ends_no_match(mondays: Mondays) -> None:
    sam = mondays.cast.browser_of("sam")
    page = sam.get(desk_address("matches/1/"))
    assert "/end/" not in page.text
    assert sam.post(desk_address("matches/1/end/")).status_code == 404
    assert sam.get(desk_address("screens/")).status_code == 200
    assert 'href="/desk/"' in page.text


def test_an_event_in_the_bin_is_no_host_s_either(mondays: Mondays, cat: Client) -> None:
    address = desk_address()
    Event.objects.update(binned_at=october_time(20, day=5))
    assert cat.get(address).status_code == 302


def test_the_public_page_of_a_match_leads_its_host_to_the_card(
    mondays: Mondays, cat: Client, ann: Client
) -> None:
    """The cached page for strangers has no link to the desk."""
    [match, *_others] = Match.objects.filter(state="called").order_by("number")
    page, card = match.get_absolute_url(), desk_address(f"matches/{match.number}/")
    assert card in cat.get(page).text
    assert card in ann.get(page).text
    assert "/desk/" not in Client().get(page).text
    win_match(match)
    assert f"{card}correct/" in cat.get(page).text
    with time_machine.travel(october_time(20, day=12)):
        assert "/desk/events/" not in cat.get(page).text  # the night is over
        assert f"{card}correct/" in ann.get(page).text


def test_an_organiser_comes_from_the_cards_back_to_the_night(mondays: Mondays, ann: Client) -> None:
    way_back = f'<a href="{tonight(mondays)}">Tonight</a>'
    assert way_back in ann.get(desk_address()).text
    assert way_back not in mondays.cast.browser_of("sam").get(desk_address()).text
    with time_machine.travel(october_time(20, day=12)):
        assert f'<a href="{tonight(mondays)}">Mon 5 Oct</a>' in ann.get(desk_address()).text
