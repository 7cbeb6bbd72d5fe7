"""Setting up a league screen by screen, as an organiser's browser does."""

from dataclasses import replace
from datetime import UTC, date, datetime, time
from typing import Any, TypeAlias

import pytest
from django.urls import reverse

from leagues.forms.leagues.counting import CountingForm, best_of, form_data_of
from leagues.forms.leagues.set_up import as_query
from leagues.models import Board, Event, League, Player
from leagues.reads.leagues.attendance.attendance_list import faces_of
from leagues.reads.leagues.night_format import evening_of
from leagues.reads.leagues.table.example import worked_example
from leagues.reads.leagues.table.season import scheme_of
from leagues.stages.league_kinds import ALL, kind_of
from scoring.season import (
    NIGHTS,
    TOUR,
    BestScores,
    BestShare,
    EveryScore,
    GuestPlaces,
    PaidBy,
    Scheme,
    SeasonTotal,
)
from tests.cast import Cast
from tests.scenes import scene

Browser: TypeAlias = Any
NEW = "/desk/leagues/new/"
SUNDAY = "2026-10-04T12:00Z"
pytestmark = pytest.mark.django_db


@scene(made=SUNDAY, tick=False)
def ann(cast: Cast) -> Browser:
    return cast.browser_of("ann")


def send_screen(
    ann: Browser, screen: str, data: dict[str, Any] | None = None, press: str = "next"
) -> Any:
    """Send a screen with its current values, changed by ``data``."""
    form = ann.get(f"{NEW}{screen}/").context_data["form"]
    shown = {name: form.data.getlist(name) for name in form.data}
    return ann.post(f"{NEW}{screen}/", shown | (data or {}) | {press: "1"})


def test_a_monday_league_is_open_after_three_screens(ann: Browser) -> None:
    assert send_screen(ann, "what", {"kind": "singles"}).url == f"{NEW}when/"
    assert send_screen(ann, "when").url == f"{NEW}where/"
    assert send_screen(ann, "where", press="open").url == "/desk/leagues/mondays/"

    league = League.objects.get()
    assert (league.name, league.kind, league.is_open) == ("Mondays", "singles", True)
    assert league.nights.count() == 20
    first = league.nights.in_order()[0]
    assert (first.on, f"{first.at:%H:%M}") == (date(2026, 10, 5), "19:30")
    assert [board.number for board in league.boards.all()] == [1, 2, 3, 4]
    assert scheme_of(league).counting == BestShare()
    assert evening_of(league).games == 5


def test_the_answers_of_each_screen_are_what_is_opened(ann: Browser, cast: Cast) -> None:
    send_screen(ann, "what", {"kind": "redrawn"})
    rule = {"weekday": "3", "first": "2026-10-08", "last": "2026-11-05", "at": "20:00"}
    shown = send_screen(ann, "when", rule)
    assert shown.status_code == 200, "the dates are others than those that were shown"
    mark = shown.context_data["form"].dates_mark
    days = ["2026-10-08", "2026-10-15", "2026-10-22", "2026-11-05"]
    send_screen(ann, "when", rule | {"dates_of": mark, "day": days})
    send_screen(ann, "where", {"place": "The Anchor", "boards": "3"})
    send_screen(ann, "who", {"who": "chosen", "player": [str(cast.ben_plays.pk)]})
    send_screen(ann, "night", {"games": "4", "game_minutes": "20"})
    send_screen(ann, "counts", {"counts": "best", "best": "3", "guests": "hold"})
    send_screen(ann, "review", {"name": "Thursday pairs"}, press="open")

    league = League.objects.get()
    assert [f"{night.on}" for night in league.nights.in_order()] == days
    assert (league.name, league.place, league.boards.count()) == ("Thursday pairs", "The Anchor", 3)
    assert [e.player for e in league.enrolments.all()] == [cast.ben_plays]
    assert not league.is_open
    assert (evening_of(league).shape, evening_of(league).games) == ("rotating-doubles", 4)
    scheme = scheme_of(league)
    assert scheme.counting == BestScores(3, after_cancelled=(3,))
    assert scheme.guest_places is GuestPlaces.HOLD


def test_what_was_typed_is_there_when_one_comes_back(ann: Browser) -> None:
    send_screen(ann, "where", {"place": "The Anchor", "boards": "7"})
    send_screen(ann, "who", {"who": "later"})

    form = ann.get(f"{NEW}where/").context_data["form"]
    assert (form["place"].value(), form["boards"].value()) == ("The Anchor", "7")


def test_another_kind_of_league_brings_its_own_night(ann: Browser) -> None:
    send_screen(ann, "night", {"games": "9"})
    send_screen(ann, "what", {"kind": "groups"})

    assert ann.get(f"{NEW}night/").context_data["form"]["shape"].value() == ("groups-of-four")
    assert ann.get(f"{NEW}counts/").context_data["form"]["paid"].value() == "group"


@pytest.mark.parametrize("kind", [kind for kind in League.Kind if not kind_of(kind).is_dated])
def test_every_kind_opens_with_what_is_usual_for_it(ann: Browser, kind: str) -> None:
    send_screen(ann, "what", {"kind": kind})
    for screen in ("when", "where", "who", "night", "counts"):
        assert send_screen(ann, screen).status_code == 302, screen
    review = ann.get(f"{NEW}review/")
    assert review.context_data["example"].rows
    assert send_screen(ann, "review", press="open").status_code == 302

    league = League.objects.get()
    assert league.kind == kind
    assert (league.handicap is not None) == (kind == "handicap")


def test_a_month_without_a_fifth_thursday_is_named_while_one_types(ann: Browser) -> None:
    typed = {
        "every": "month",
        "nth": "5",
        "weekday": "3",
        "at": "19:30",
        "first": "2026-10-05",
        "last": "2026-12-31",
    }
    page = ann.get(f"{NEW}when/", typed, headers={"HX-Request": "true"})

    assert "There is no fifth Thursday in November 2026, so no night is planned there." in page.text
    assert 'value="2026-10-29"' in page.text
    assert "<html" not in page.text


@pytest.mark.parametrize(
    ("screen", "wrong", "field"),
    [
        ("what", {"kind": "chess"}, "kind"),
        ("when", {"last": "2026-01-01"}, "last"),
        ("when", {"last": "9999-01-01"}, "last"),
        ("when", {"last": "2031-01-01"}, "last"),
        ("when", {"first": "2026-10-06", "last": "2026-10-07"}, "last"),
        ("when", {"at": "late"}, "at"),
        ("where", {"boards": "many"}, "boards"),
        ("who", {"who": "chosen", "player": []}, "who"),
        ("night", {"sheet": "colours"}, "sheet"),
        ("night", {"game_minutes": "0"}, "game_minutes"),
        ("counts", {"counts": "best", "best": ""}, "best"),
        ("counts", {"counts": "best", "best": "21"}, "best"),
        ("counts", {"counts": "best", "best": "x"}, "best"),
        ("review", {"name": "  "}, "name"),
    ],
)
def test_nonsense_is_an_error_beside_its_field(
    ann: Browser, screen: str, wrong: dict[str, Any], field: str
) -> None:
    answer = send_screen(ann, screen, wrong)

    assert answer.status_code == 422
    assert list(answer.context_data["form"].errors) == [field]
    assert not League.objects.exists()


@pytest.mark.parametrize(
    "kind",
    [
        pytest.param(kind, marks=[pytest.mark.long] * (kind not in ("matches", "teams")))
        for kind in League.Kind
    ],
)
def test_no_screen_is_red_before_anything_was_typed(ann: Browser, kind: str) -> None:
    """This holds too where the list of names could be filled in from the previous league."""
    send_screen(ann, "who", {"who": "later"})
    send_screen(ann, "review", press="open")
    send_screen(ann, "what", {"kind": kind})
    steps = ann.get(f"{NEW}what/").context_data["steps"]
    for step in steps:
        page = ann.get(step["address"])
        assert 'class="error' not in page.text, step["address"]
    if kind_of(kind).is_dated:
        assert not ann.get(f"{NEW}divisions/").context_data["form"]["text"].value()
    last = ann.post(steps[-1]["address"], {"name": "Ours", "open": "1"}, follow=True)
    is_named = "Something is missing here." in last.text
    assert is_named == kind_of(kind).is_dated


def test_what_has_become_wrong_since_is_shown_as_it_was_typed(ann: Browser) -> None:
    send_screen(ann, "counts", {"counts": "best", "best": "20"})
    rule = {"last": "2026-11-02"}
    mark = send_screen(ann, "when", rule).context_data["form"].dates_mark
    send_screen(ann, "when", rule | {"dates_of": mark})
    page = send_screen(ann, "review", press="open")
    assert page.url == f"{NEW}counts/"
    page = ann.get(page.url)

    assert page.context_data["form"]["best"].value() == "20"
    assert "There are only 5 nights in the calendar." in page.text
    assert not League.objects.exists()


def test_a_league_is_not_opened_before_it_has_a_place(ann: Browser) -> None:
    send_screen(ann, "when", press="open")

    assert not League.objects.exists()


def test_a_screen_that_does_not_exist(ann: Browser) -> None:
    assert ann.get(f"{NEW}elsewhere/").status_code == 404
    part = ann.get(f"{NEW}where/", headers={"HX-Request": "true"})
    assert part.status_code == 404


def test_the_members_of_the_league_before_are_ticked(ann: Browser, cast: Cast) -> None:
    send_screen(ann, "who", {"who": "chosen", "player": [str(cast.cat_plays.pk)]})
    send_screen(ann, "review", press="open")

    form = ann.get(f"{NEW}who/").context_data["form"]
    ticked = [player for player, is_ticked in form.ticks if is_ticked]
    assert ticked == [cast.cat_plays]


def test_at_first_everybody_but_guests_is_ticked(ann: Browser, cast: Cast) -> None:
    Player.objects.create(club=cast.club, name="Gus", is_guest=True)

    form = ann.get(f"{NEW}who/").context_data["form"]
    assert [p.name for p, is_ticked in form.ticks if not is_ticked] == ["Gus"]


@pytest.mark.parametrize(
    "who",
    [
        "chosen",
        *(pytest.param(who, marks=pytest.mark.long) for who in ("everybody", "link", "later")),
    ],
)
def test_a_pasted_list_of_names_and_addresses_is_the_members(
    ann: Browser, cast: Cast, who: str
) -> None:
    """One paste of 24 names is enough, and people the club knows are not added again."""
    names = "\n".join(f"Player{n} Sur{n} <p{n}@example.org>" for n in range(21))
    text = f"{names}\nEve Lee eve@example.org\nBen Ito, ben@example.org\nZed (guest)"
    typed = {"who": who, "player": [], "names": text}
    assert send_screen(ann, "who", typed).status_code == 302
    assert "New to the club: Player0 Sur0" in ann.get(f"{NEW}review/").text
    assert not Player.objects.filter(name="Eve Lee").exists()
    send_screen(ann, "review", press="open")

    league = League.objects.get()
    members = [each.player for each in league.enrolments.order_by("pk")]
    assert len(members) == 24
    assert members[22] == cast.ben_plays
    assert (members[21].email, members[21].family_name) == ("eve@example.org", "Lee")
    cast.ben_plays.refresh_from_db()
    assert cast.ben_plays.email == "ben@example.org"
    assert [each.name for each in members if each.is_guest] == ["Zed"]
    faces = faces_of(league.nights.in_order()[0])
    assert {face.player for face in faces} == set(members)


def test_a_listed_name_that_looks_like_a_known_one_is_asked_about(ann: Browser, cast: Cast) -> None:
    typed = {"who": "chosen", "player": [], "names": "Benn Ito b@example.org"}
    page = send_screen(ann, "who", typed)
    assert page.status_code == 422
    assert "looks like Ben Ito" in page.text
    assert page.context_data["form"]["names"].value() == typed["names"]
    typed["names"] = "Benn Ito (new) b@example.org"
    assert send_screen(ann, "who", typed, press="open").status_code == 302

    assert [e.player.name for e in League.objects.get().enrolments.all()] == ["Benn Ito"]


# --- What counts --------------------------------------------------------------------------


def scheme_from(**chosen: str) -> Scheme:
    usual = {"counts": "share", "minimum": "0", "paid": "points", "guests": "hold"}
    usual["sitting_out"] = "average"
    form = CountingForm(
        as_query({name: [value] for name, value in (usual | chosen).items()}), planned=12
    )
    assert form.is_valid(), form.errors
    return form.scheme


def test_schemes_in_plain_words() -> None:
    assert scheme_from() == NIGHTS
    assert scheme_from(counts="every").counting == EveryScore()
    assert scheme_from(counts="best", best="8").counting == BestScores(8, (8, 7, 6))
    average = scheme_from(counts="average", minimum="5")
    assert (average.total, average.minimum_nights) == (SeasonTotal.AVERAGE, 5)
    assert scheme_from(paid="beaten").paid_by is PaidBy.BEATEN
    tour = scheme_from(paid="tour")
    assert (tour.table, tour.lower_pools) == (TOUR.table, (2, 1))


@pytest.mark.parametrize(
    "chosen",
    [
        {},
        {"counts": "best", "best": "8"},
        {"counts": "every", "guests": "aside", "paid": "place"},
        {"counts": "average", "minimum": "4", "paid": "group"},
        {"paid": "tour", "excused": "on", "hosted": "on"},
        {"paid": "beaten"},
    ],
)
def test_a_scheme_is_read_back_as_it_was_chosen(chosen: dict[str, str]) -> None:
    back = form_data_of(scheme_from(**chosen))

    assert back is not None
    assert scheme_from(**{name: values[0] for name, values in back.items()}) == scheme_from(
        **chosen
    )


def test_staying_at_home_is_paid_twice_at_most() -> None:
    absence = scheme_from(excused="on").absence

    assert absence is not None
    assert absence.most == 2


def test_best_eight_of_twelve_are_seven_once_two_nights_are_snowed_off() -> None:
    eight = best_of(8, 12)

    assert [eight.how_many(12 - n, n) for n in range(4)] == [8, 8, 7, 6]


def test_the_example_drops_a_night_and_never_pays_the_guest() -> None:
    example = worked_example(NIGHTS, 24)
    shown = {
        each.row.player: [(score.total, score.counts) for score in each.nights]
        for each in example.rows
    }

    assert example.many == 2
    assert shown["Ann"] == [(8, True), (5, False), (6, True)]
    assert shown["Cat"][1] == (None, True)
    assert "Gus" not in shown


def test_the_example_shows_with_three_nights_what_holds_for_all() -> None:
    best_eight = scheme_from(counts="best", best="8", minimum="4")
    example = worked_example(best_eight, 12)

    assert (example.many, example.of_season) == (2, 8)
    assert all(each.row.nights_short == 0 for each in example.rows)


@pytest.mark.parametrize(
    ("best", "planned", "of_three"), [(8, 11, 2), (11, 12, 2), (12, 12, 3), (1, 12, 1)]
)
def test_the_same_share_of_the_season_is_the_same_of_three(
    best: int, planned: int, of_three: int
) -> None:
    """Best 8 of 11 counts as the best two thirds."""
    example = worked_example(replace(NIGHTS, counting=BestScores(best)), planned)

    assert (example.many, example.of_season) == (of_three, best)


@pytest.mark.long
def test_divisions_are_named_while_a_league_is_set_up(ann: Browser, cast: Cast) -> None:
    """If all who play are in the table, names typed as members are ignored."""
    for who, divisions in (("chosen", ["First", "Second"]), ("everybody", [])):
        ticked = {"player": [cast.cat_plays.pk]} if who == "chosen" else {}
        typed = {"who": who, "divisions": "First\nSecond", **ticked}
        assert send_screen(ann, "who", typed, press="open").status_code == 302
        assert League.objects.latest("pk").divisions == divisions

    answer = send_screen(ann, "who", {"who": "later", "divisions": "A\na"})
    assert answer.status_code == 422
    assert "Two divisions have the same name." in answer.text


# --- The same boards on one evening -----------------------------------------------------------


def other_league(cast: Cast, **facts: Any) -> League:
    """Open a league on Monday 12 October at boards 1 and 2."""
    made = [Board.objects.get_or_create(club=cast.club, number=n)[0] for n in (1, 2)]
    league = League.objects.create(club=cast.club, name="Cup nights", slug="cup-nights", **facts)
    league.boards.set(made)
    league.nights.create(on=date(2026, 10, 12), at=time(19))
    return league


def warnings_in_review(ann: Browser) -> dict[date, list[str]]:
    """Warnings about shared boards in the review of a league on Mondays, by date."""
    for screen in ("what", "when", "where", "who", "night", "counts"):
        send_screen(ann, screen)
    page = ann.get(f"{NEW}review/")
    return dict(page.context_data["shared"])


@pytest.mark.long
def test_the_review_warns_of_boards_that_another_league_uses(ann: Browser, cast: Cast) -> None:
    other = other_league(cast)
    assert warnings_in_review(ann) == {date(2026, 10, 12): ["Cup nights"]}
    other.nights.update(place="Bowls club")
    send_screen(ann, "where", {"place": "The Mill"})
    assert not ann.get(f"{NEW}review/").context_data["shared"]


@pytest.mark.long
def test_calendar_and_night_name_what_uses_the_same_boards(ann: Browser, cast: Cast) -> None:
    send_screen(ann, "what", {"kind": "singles"})
    send_screen(ann, "when")
    send_screen(ann, "where", press="open")
    mondays = League.objects.get()
    other_league(cast, visibility=Event.Visibility.PRIVATE)
    event = Event.objects.create(
        club=cast.club, name="Open", slug="open", starts_at=datetime(2026, 10, 12, 22, tzinfo=UTC)
    )
    event.boards.set(Board.objects.filter(number=1))
    desk = f"/desk/leagues/{mondays.slug}/calendar/"
    calendar = ann.get(desk).content.decode()
    assert calendar.count("Same boards:") == 1
    assert "Same boards: a private league, Open" in calendar
    night = mondays.nights.get(on=date(2026, 10, 12))
    page = ann.get(reverse("desk-league-night", args=[mondays.slug, night.pk]))
    assert "used that day by a private league, Open." in page.content.decode()
    Event.objects.filter(pk=event.pk).update(state=Event.State.FINISHED)
    calendar = ann.get(desk).text
    assert "Same boards: a private league" in calendar
    assert "a private league, Open" not in calendar, "a finished event uses none"
    League.objects.filter(slug="cup-nights").update(closed_at=event.starts_at)
    assert "Same boards:" not in ann.get(desk).content.decode()


def test_every_kind_of_league_has_its_facts() -> None:
    assert [each.name for each in ALL] == League.Kind.values
