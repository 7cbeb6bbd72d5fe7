"""Setting up a league of dated matches on six screens."""

import re
from typing import Any
from unittest.mock import ANY

import pytest
from django.test import Client

from leagues.forms.leagues.joining.divisions import ListReader
from leagues.models import Club, DatedMatch, League, Player
from tests.cast import Cast, Page
from tests.scenes import scene

NEW = "/desk/leagues/new/"
WHEN = {"weekday": "0", "every": "week", "at": "19:30", "first": "2026-10-05", "last": "2026-12-14"}


@scene
def ann(cast: Cast) -> Client:
    for name in ("Eve Adams", "Fay Brown"):
        Player.objects.create(club=cast.club, name=name)
    return cast.browser_of("ann")


def send_screen(browser: Client, screen: str, changes: dict[str, Any] | None = None) -> Page:
    """The form data of an organiser who changes these answers and keeps the others."""
    form = browser.get(f"{NEW}{screen}/?members").context["form"]
    answers = {
        field.html_name: field.value() for field in form if field.value() not in (None, "", [])
    }
    return browser.post(f"{NEW}{screen}/", answers | (changes or {}))


def open_it(browser: Client, text: str = "", kind: str = "matches") -> Page:
    browser.post(f"{NEW}what/", {"kind": kind})
    send_screen(browser, "when", WHEN)
    if browser.session["league_draft"].get("when") is None:
        send_screen(browser, "when", WHEN | {"dates_of": dates_seen(browser)})
    send_screen(browser, "where")
    send_screen(browser, "divisions", {"text": text} if text else None)
    send_screen(browser, "matches")
    return send_screen(browser, "review", {"open": "1"})


def dates_seen(browser: Client) -> str:
    page = browser.post(f"{NEW}when/", WHEN)
    mark: str = page.context["form"].dates_mark
    return mark


def test_it_asks_who_plays_and_which_matches_in_place_of_a_night(ann: Client) -> None:
    ann.post(f"{NEW}what/", {"kind": "matches"})
    steps = ann.get(f"{NEW}divisions/").context["steps"]
    assert [step["address"].split("/")[-2] for step in steps] == [
        "what",
        "when",
        "where",
        "divisions",
        "matches",
        "review",
    ]
    assert ann.get(f"{NEW}night/").status_code == 404


@pytest.mark.long
def test_with_the_usual_answers_all_members_meet_once(ann: Client, cast: Cast) -> None:
    page = open_it(ann)
    assert page.status_code == 302
    league = League.objects.get()
    assert page["Location"] == f"/desk/leagues/{league.slug}/"
    members = {p.name for p in Player.objects.filter(is_guest=False)}
    enrolled = set(league.enrolments.values_list("player__name", flat=True))
    assert enrolled == members
    assert DatedMatch.objects.count() == len(members) * (len(members) - 1) // 2


def test_it_shows_how_many_weeks_the_matches_need(ann: Client) -> None:
    ann.post(f"{NEW}what/", {"kind": "matches"})
    send_screen(ann, "divisions", {"text": "Eve Adams\nFay Brown\nGus New\nHal Oak"})

    page = " ".join(ann.get(f"{NEW}matches/").content.decode().split())
    assert "Weeks needed: 3. Dates in the calendar: 20." in page


@pytest.mark.long
def test_a_colon_begins_a_division_and_unknown_names_are_new_people(
    ann: Client, cast: Cast
) -> None:
    text = "First:\nEve Adams\nFay Brown\n\nSecond division:\nGus Newman\nHal Other"
    ann.post(f"{NEW}what/", {"kind": "matches"})
    send_screen(ann, "divisions", {"text": text})
    review = ann.get(f"{NEW}review/")
    [divisions] = [
        line["answers"] for line in review.context["lines"] if "divisions" in line["address"]
    ]
    assert divisions == ["First: 2 · Second division: 2", "New to the club: Gus Newman, Hal Other"]
    assert not Player.objects.filter(name="Gus Newman").exists()
    open_it(ann, text)
    assert Player.objects.filter(name__in=("Gus Newman", "Hal Other")).count() == 2
    pools = League.objects.get().event.stages.get().pools  # type: ignore[union-attr]
    assert list(pools.values_list("name", flat=True)) == ["First", "Second division"]


@pytest.mark.long
@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("matches", "Eve Adams eve@example.org\nGus New <gus@example.org> (minor)"),
        ("pairs", "Eve Adams eve@example.org & Gus New gus@example.org (minor)\nHal & Jo"),
        ("teams", "Mill: Eve Adams eve@example.org, Gus New (minor) gus@example.org\nOak: Hal, Jo"),
        ("ladder", "Name\tE-mail\tMinor\nEve Adams\teve@example.org\t\nGus New\tgus@example.org\tyes\nHal\t\t"),
    ],
)  # fmt: skip
def test_details_of_a_person_in_a_line_are_saved(ann: Client, kind: str, text: str) -> None:
    ann.post(f"{NEW}what/", {"kind": kind})
    page = ann.post(f"{NEW}divisions/", {"text": text, "open": "1"})
    assert page.status_code == 302, page.context["form"].errors

    eve, gus = (Player.objects.get(name=name) for name in ("Eve Adams", "Gus New"))
    assert League.objects.get().enrolments.filter(player__in=[eve, gus]).count() == 2
    assert (eve.email, gus.email) == ("eve@example.org", "gus@example.org")
    assert (gus.is_minor, gus.family_name) == (True, "New")


@pytest.mark.long
def test_pairs_are_written_with_and(ann: Client) -> None:
    text = "Eve Adams & Fay Brown\nGus Newman & Hal Other"
    assert open_it(ann, text, "pairs").status_code == 302
    [match] = DatedMatch.objects.all()
    assert [side.players.count() for side in match.match.sides.all()] == [2, 2]


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        ("matches", "One name per line, the strongest first. To start a division"),
        ("pairs", "One pair per line"),
        ("series", "One name per line, the strongest first. Enter pairs as"),
        ("boxes", "One name per line, the strongest first.$"),
    ],
)
def test_the_form_explains_how_a_list_is_written(ann: Client, kind: str, expected: str) -> None:
    ann.post(f"{NEW}what/", {"kind": kind})
    form = ann.get(f"{NEW}divisions/").context["form"]
    assert re.match(expected, form["text"].help_text)


@pytest.mark.parametrize(
    ("kind", "text", "error"),
    [
        ("matches", "", "This field is required."),
        ("matches", "Eve Adams", "The league has 1 entry; it takes 2 to 40."),
        ("matches", "A:\nEve Adams\nFay Brown\nB:\n", "B has 0 entries; it takes 2 to 40."),
        ("matches", "Eve Adams\neve adams", "eve adams is listed twice."),
        ("matches", "Eve Adams\nEve Adam", "“Eve Adam” looks like Eve Adams. Enter the name as the club has it, or add (new) after it if this is another person."),
        ("matches", "Eve Adams & Fay Brown\nGus", "“Eve Adams & Fay Brown” isn’t a single name."),
        ("pairs", "Eve Adams\nFay Brown", "“Eve Adams” isn’t a pair. Enter two names with & between them."),
        ("matches", "Gus Hill\nEve Adams", "The club has several people called Gus Hill. Enter the alias of one of them."),
    ],
)  # fmt: skip
def test_an_unreadable_list_is_refused_and_stays_in_the_form(
    ann: Client, kind: str, text: str, error: str
) -> None:
    for _namesake in range(2):
        Player.objects.create(club=Club.objects.get(), name="Gus Hill")
    ann.post(f"{NEW}what/", {"kind": kind})
    page = ann.post(f"{NEW}divisions/", {"text": text})
    assert page.status_code == 422
    assert page.context["form"].errors["text"][0] == error
    assert page.context["form"]["text"].value() == text


def test_too_few_dates_for_the_matches_are_an_error_on_that_screen(ann: Client) -> None:
    ann.post(f"{NEW}what/", {"kind": "matches"})
    names = "\n".join(f"Player {letter}{letter}" for letter in "ABCDEFGHIJKLMN")
    send_screen(ann, "divisions", {"text": names})
    page = send_screen(ann, "matches", {"legs": "4", "a_week": "1"})
    assert page.status_code == 422
    [error] = page.context["form"].non_field_errors()
    assert error.startswith("Weeks needed: 60. Dates in the calendar: ")


def test_a_note_beside_a_name_is_named_and_no_part_of_it(cast: Cast) -> None:
    reader = ListReader(cast.club, 1, is_one_list=True)

    assert reader.read("Zoë Brand\nAnn Lee - Bo Fry, late") == {"": [(ANY,)]}
    assert reader.wrong == ["Remove “Bo Fry, late” from the line “Ann Lee - Bo Fry, late”."]


def test_what_a_forfeit_pays_is_a_number_from_the_first_day(ann: Client) -> None:
    open_it(ann)
    league = League.objects.latest("pk")

    kept = {name: league.matches[name] for name in FIXED}
    assert kept == {"forfeit_points": 6, "forfeits_capped": False, "unplayed_is_lost": True}
    text = Client().get(f"/leagues/{league.slug}/").content.decode()
    assert "the other side gets 6 points." in text
    assert "If neither side tried to play a match, both lose it." in text


FIXED = ("forfeit_points", "forfeits_capped", "unplayed_is_lost")
