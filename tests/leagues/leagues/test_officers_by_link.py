"""A league's secretary and treasurer without an account work at its desk by personal link."""

from collections.abc import Callable

import pytest
from django.test import Client

from leagues.actions.people.links import give_link, revoke_link
from leagues.actions.people.people import bin_player
from leagues.models import Action, Due, Event, League, Match, Night
from leagues.reads.leagues.officers import Post, posts_of
from tests.cast import PASSWORD, Cast, Page
from tests.leagues.leagues.mondays import Mondays
from tests.leagues.leagues.test_dues import form_row
from tests.leagues.leagues.tonights import drawn_event, set_boards
from tests.scenes import scene

pytestmark = pytest.mark.django_db

DESK = "/desk/leagues/mondays/"
SIGN_IN = "/accounts/login/"


@scene
def mondays(cast: Cast) -> Mondays:
    """Cat, who has no account, is the secretary."""
    mondays = Mondays.open(cast, "Eve", "Flo", "Gus", "Hal")
    League.objects.update(secretary=cast.cat_plays, dues=League.Dues.SEASON)
    return mondays


@pytest.fixture
def cat(mondays: Mondays) -> Client:
    return at_the_desk(mondays.cast)


def desk_link(cast: Cast) -> str:
    return f"/me/{cast.cats_token}/leagues/mondays/desk/"


def at_the_desk(cast: Cast, browser: Client | None = None) -> Client:
    """A browser in which Cat pressed the desk button on her own page."""
    browser = browser or Client()
    assert browser.post(desk_link(cast)).status_code == 302
    return browser


def be_treasurer(cast: Cast) -> None:
    League.objects.update(secretary=None, treasurer=cast.cat_plays)


def is_asked_to_sign_in(page: Page) -> bool:
    return bool(page.status_code == 302 and page["Location"].startswith(SIGN_IN))


def test_her_own_page_leads_to_the_desk(mondays: Mondays) -> None:
    browser, cast = Client(), mondays.cast
    page = browser.get(f"/me/{cast.cats_token}/")
    assert "You’re the secretary of Mondays." in page.text
    assert desk_link(cast) in page.text
    assert is_asked_to_sign_in(browser.get(DESK))  # reading her page opens nothing

    assert browser.post(desk_link(cast))["Location"] == DESK
    desk = browser.get(DESK)
    assert desk.status_code == 200
    assert 'href="/desk/"' not in desk.text


def test_an_account_is_led_there_too(mondays: Mondays) -> None:
    League.objects.update(secretary=mondays.cast.ben_plays)
    page = mondays.cast.browser_of("ben").get("/me/")
    assert f'href="{DESK}"' in page.text


def test_who_signs_in_after_her_on_the_same_computer_is_not_the_secretary(
    mondays: Mondays, cat: Client
) -> None:
    assert cat.get(DESK).status_code == 200
    typed = {"login": "ben@example.org", "password": PASSWORD}
    assert cat.post(SIGN_IN, typed).status_code == 302
    assert cat.get(DESK).status_code == 404

    assert at_the_desk(mondays.cast, cat).get(DESK).status_code == 200


def test_a_form_of_another_site_opens_nothing(mondays: Mondays) -> None:
    browser = Client(enforce_csrf_checks=True)
    assert browser.post(desk_link(mondays.cast)).status_code == 403
    assert is_asked_to_sign_in(browser.get(DESK))


def test_she_works_at_calendar_results_and_log_under_her_name(
    mondays: Mondays, cat: Client
) -> None:
    night = mondays.night(3)
    cancelled = cat.post(f"{DESK}calendar/{night.pk}/cancel/", {"reason": "no heating"})
    assert cancelled.status_code == 302
    line = Action.objects.get(verb="cancel_night")
    assert (line.player, line.user) == (mondays.cast.cat_plays, None)
    for reader, by in ((cat, "You"), (mondays.cast.browser_of("ann"), "Cat van der Berg")):
        assert f"<span>{by}</span>" in reader.get(f"{DESK}log/").text

    assert cat.post(f"{DESK}log/{line.pk}/undo/").status_code == 302
    night.refresh_from_db()
    assert not night.is_cancelled


@pytest.mark.long
def test_she_ends_a_match_of_tonight_under_her_name(mondays: Mondays, cat: Client) -> None:
    set_boards(mondays, 2)
    event = drawn_event(mondays, 1, "Eve", "Flo", "Gus", "Hal")
    tonight = f"{DESK}nights/{mondays.night(1).pk}/tonight/"
    assert cat.get(tonight).status_code == 200
    cat.post(f"{tonight}start/")

    at = f"/desk/events/{event.slug}/matches/1/"
    form = cat.get(at).context_data["end"]  # type: ignore[index]
    typed = {name: form[name].value() or "" for name in form.fields}
    how = form.fields["how"].choices[0][0]
    cat.post(f"{at}end/", typed | {"how": how, "reason": "ill"})
    line = Action.objects.get(verb="give_walkover")
    assert (line.player, line.user) == (mondays.cast.cat_plays, None)
    assert is_asked_to_sign_in(cat.get(f"/desk/events/{event.slug}/plan/"))


def test_she_appoints_no_one(cat: Client) -> None:
    form = cat.get(f"{DESK}settings/").context_data["form"]  # type: ignore[index]
    assert not {"secretary", "treasurer"} & form.fields.keys()


def test_another_league_is_hers_once_she_is_its_secretary(mondays: Mondays, cat: Client) -> None:
    other = Mondays.open(mondays.cast).league
    at = f"/desk/leagues/{other.slug}/"
    assert is_asked_to_sign_in(cat.get(at))
    assert is_asked_to_sign_in(cat.post(f"{at}settings/"))
    wrong = f"/me/{mondays.cast.cats_token}/leagues/{other.slug}/desk/"
    assert cat.post(wrong).status_code == 404

    League.objects.filter(pk=other.pk).update(secretary=mondays.cast.cat_plays)
    assert cat.get(at).status_code == 200


def revoke_her_link(cast: Cast) -> None:
    revoke_link(by=cast.who("ann"), player=cast.cat_plays)


def renew_her_link(cast: Cast) -> None:
    give_link(by=cast.who("ann"), player=cast.cat_plays)


def take_the_office(cast: Cast) -> None:
    League.objects.update(secretary=cast.ben_plays)


def bin_her(cast: Cast) -> None:
    bin_player(by=cast.who("ann"), player=cast.cat_plays)


@pytest.mark.parametrize("end", [revoke_her_link, renew_her_link, take_the_office, bin_her])
def test_it_ends_at_once(mondays: Mondays, cat: Client, end: Callable[[Cast], None]) -> None:
    mondays.play(1, ("Eve", "Flo", 10, 4))
    tonight = f"{DESK}nights/{mondays.night(1).pk}/tonight/"
    assert cat.get(tonight).status_code == 200

    end(mondays.cast)

    for page in (cat.get(DESK), cat.post(f"{DESK}settings/"), cat.get(tonight)):
        assert is_asked_to_sign_in(page)


@pytest.mark.long
def test_a_treasurer_reads_and_notes_the_dues_and_nothing_else(mondays: Mondays) -> None:
    cast = mondays.cast
    be_treasurer(cast)
    own = Client().get(f"/me/{cast.cats_token}/").text
    assert "You’re the treasurer of Mondays." in own
    browser = Client()
    assert browser.post(desk_link(cast))["Location"] == f"{DESK}dues/"

    noted = browser.post(f"{DESK}dues/", form_row(mondays, "Eve", state="paid"))
    assert noted.status_code == 302
    assert Due.objects.get().noted_by == "Cat van der Berg"
    assert browser.get(f"{DESK}dues/dues.csv").status_code == 200
    night = mondays.night(1)
    for address in (
        *("", "people/", "calendar/", "settings/", "log/", "paper/", "end/"),
        f"calendar/{night.pk}/",
        f"nights/{night.pk}/coming/",
    ):
        page = browser.get(f"{DESK}{address}")
        assert page.status_code == 404 or is_asked_to_sign_in(page), address


def test_an_organiser_in_that_browser_works_under_their_own_name(mondays: Mondays) -> None:
    browser = at_the_desk(mondays.cast, mondays.cast.browser_of("ann"))
    browser.post(f"{DESK}calendar/{mondays.night(3).pk}/cancel/", {"reason": "no heating"})
    assert Action.objects.get(verb="cancel_night").user == mondays.cast.ann


def test_she_reads_the_public_pages_of_a_private_league(mondays: Mondays, cat: Client) -> None:
    League.objects.update(visibility=Event.Visibility.PRIVATE)
    for page in ("", f"nights/{mondays.night(1).pk}/"):
        assert Client().get(f"/leagues/mondays/{page}").status_code == 404
        assert cat.get(f"/leagues/mondays/{page}").status_code == 200


def test_the_public_page_of_a_match_leads_her_to_it(mondays: Mondays, cat: Client) -> None:
    event = mondays.play(1, ("Eve", "Flo", 10, 4), state=Event.State.RUNNING)
    match = Match.objects.get(event=event)
    at, to_card = match.get_absolute_url(), f"/desk/events/{event.slug}/matches/"
    assert to_card in cat.get(at).text
    assert to_card not in Client().get(at).text


def test_a_host_keeps_their_night_beside_the_dues_of_another(mondays: Mondays) -> None:
    """Ben hosts by account in the browser where Cat, the treasurer, opened the dues."""
    be_treasurer(mondays.cast)
    night = mondays.night(1)
    browser = at_the_desk(mondays.cast, mondays.cast.browser_of("ben"))
    at = f"{DESK}nights/{night.pk}/coming/"
    assert browser.get(at).status_code == 404
    Night.objects.update(host=mondays.cast.ben_plays)
    assert browser.get(at).status_code == 403  # not on its day yet


def test_offices_are_listed_until_the_next_season(mondays: Mondays) -> None:
    player, league = mondays.cast.cat_plays, mondays.league
    league.refresh_from_db()
    assert posts_of(player) == [Post(league, is_secretary=True)]

    League.objects.update(closed_at=mondays.night(3).starts_at)
    assert posts_of(player) == [Post(league, is_secretary=True)]
    following = Mondays.open(mondays.cast).league
    League.objects.filter(pk=following.pk).update(before=league)
    assert posts_of(player) == []
