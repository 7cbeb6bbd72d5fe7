"""The next season of dated matches: answers, promotion, the draw, and its undo."""

import re
from collections.abc import Callable
from datetime import date
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from leagues.actions.leagues.joining.members import enrol_members
from leagues.actions.leagues.joining.newcomers import join_league
from leagues.actions.leagues.season.begin_season import begin_season
from leagues.actions.leagues.season.closing import close_league
from leagues.actions.leagues.unplayed.leave import leave_league
from leagues.actions.leagues.unplayed.substitutes import sit_in
from leagues.actions.log.undo import undo
from leagues.actions.refusal import Refused
from leagues.models import Action, Enrolment, Entry, Event, League, Match, Player, Stage
from leagues.reads.leagues.kinds.ladder import ladder_of
from leagues.reads.leagues.matches.weeks import match_season
from leagues.reads.leagues.next_season.answers import seasons_asked
from leagues.stages.leaving import LeavingWay
from leagues.stages.match_league import MatchLeague
from leagues.stages.substitutes import Span
from tests.cast import Cast, Page
from tests.leagues.leagues import test_ladder as ladder
from tests.leagues.leagues import test_own_time as own_time
from tests.leagues.leagues.box_leagues import open_boxes
from tests.leagues.leagues.coming_seasons import (
    answer_for,
    begin_as_planned,
    intake_of,
    names_by_group,
    open_then,
    planned_groups,
    play_all,
)
from tests.leagues.leagues.every_kind import open_kind
from tests.leagues.leagues.match_leagues import open_matches, player_named
from tests.leagues.leagues.tonights import win_match
from tests.leagues.leagues.unplayed import at_noon, match_of
from tests.scenes import scene

pytestmark = pytest.mark.django_db
TWO = {"First": ["Ada", "Bo", "Cy"], "Second": ["Di", "Ed", "Flo"]}
SIX = ["Ada", "Bo", "Cy", "Di", "Ed", "Flo"]
QUICK = (League.Kind.SINGLES, League.Kind.PAIRS)
PAIRS = {
    "First": ["Ada & Abe", "Bo & Bea", "Cy & Cat2"],
    "Second": ["Di & Dan", "Ed & Eve", "Flo & Fay"],
}


@scene
def singles(cast: Cast) -> League:
    """Two divisions of three with all matches played; the earlier name is higher."""
    league = open_matches(cast, TWO, matches=MatchLeague(totals=True, a_week=2))
    play_all(league)
    return league


def form_of(browser: Client, league: League) -> Any:
    return browser.get(intake_address(league)).context["form"]


def intake_address(league: League) -> str:
    return f"/desk/leagues/{league.slug}/people/in/"


def player_key(name: str) -> int:
    return Player.objects.get(name=name).pk


def all_play(league: League) -> dict[str, str]:
    return {f"where_{each}": "" for each in intake_of(league).asked}


# --- Opening it -----------------------------------------------------------------------------


def test_settings_are_copied_and_nothing_is_drawn_yet(cast: Cast, singles: League) -> None:
    Event.objects.filter(league=singles).update(game_minutes=17, trust="both")
    then = open_then(cast, singles)

    assert then.event is not None
    then.event.refresh_from_db()
    assert (then.kind, then.matches, then.before) == ("matches", singles.matches, singles)
    assert then.nights.in_order()[0].on == date(2027, 10, 4)
    assert then.nights.count() == singles.nights.count()
    facts = (then.event.game_minutes, then.event.trust, then.event.rules)
    assert facts == (17, "both", singles.event.rules)  # type: ignore[union-attr]
    assert then.event.state == Event.State.PLANNED
    assert not Match.objects.filter(event=then.event).exists()


@pytest.mark.long
def test_its_pages_show_a_season_that_has_not_begun(cast: Cast, singles: League) -> None:
    then = open_then(cast, singles)
    ann = cast.browser_of("ann")
    home = ann.get(f"/desk/leagues/{then.slug}/").text
    assert "This season hasn’t started." in home
    for page in ("matches", "people", "calendar", "settings", "end", "end/close", "log"):
        assert ann.get(f"/desk/leagues/{then.slug}/{page}/").status_code == 200, page
    assert Client().get(f"/leagues/{then.slug}/").status_code == 200
    assert Client().get("/leagues/").status_code == 200


@pytest.mark.parametrize("kind", ["boxes", "ladder", "own-time"])
def test_pages_of_every_kind_that_has_not_begun(cast: Cast, kind: str) -> None:
    then = open_then(cast, OPENED[kind](cast))
    ann, cat = cast.browser_of("ann"), cast.browser_of("cat")
    for page in ("", "matches/", "people/", "people/in/", "end/", "people/enrol/"):
        assert ann.get(f"/desk/leagues/{then.slug}/{page}").status_code == 200, page
    period = ann.get(f"/desk/leagues/{then.slug}/period/")
    assert period.status_code == (302 if kind == "boxes" else 404)
    assert Client().get(f"/leagues/{then.slug}/").status_code == 200
    assert cat.get(f"/me/{cast.cats_token}/").status_code == 200


OPENED: dict[str, Callable[[Cast], League]] = {
    "boxes": open_boxes,
    "ladder": ladder.open_ladder,
    "own-time": own_time.open_own_time,
}


def test_no_one_is_enrolled_before_it_is_drawn(cast: Cast) -> None:
    gus = player_named(cast, "Gus")
    then = open_then(cast, ladder.open_ladder(cast))
    with pytest.raises(Refused, match="hasn’t begun"):
        join_league(by=cast.who("ann"), league=then, players=[gus])
    singles = open_then(cast, open_matches(cast))
    with pytest.raises(Refused, match="hasn’t begun"):
        enrol_members(by=cast.who("ann"), league=singles, players=[gus])


# --- Who is in ------------------------------------------------------------------------------


def test_a_pair_is_in_once_both_say_so_and_out_when_one_does(cast: Cast) -> None:
    league = open_matches(cast, PAIRS, kind=League.Kind.PAIRS)
    then = open_then(cast, league)
    answer_for(cast, then, ["Ada", "Abe", "Bo", "Cy", "Cat2"])
    answer_for(cast, then, ["Cat2"], reply="out")

    replies = {each.name: each.reply for each in intake_of(then).asked.values()}
    assert replies["Ada & Abe"] == "in"
    assert replies["Bo & Bea"] == ""
    assert replies["Cy & Cat2"] == "out"
    assert intake_of(then).counts == {
        "inside": 1,
        "out": 1,
        "partly": 1,  # Bo has answered, Bea has not
        "silent": 3,
    }
    address = reverse("desk-league-intake", args=[then.slug])
    page = cast.browser_of("ann").get(address).content.decode()
    assert "1 of 2 in" in page
    assert "1 waits for a partner’s answer" in page
    assert [each.league for each in seasons_asked(player_named(cast, "Bea"))] == [then]


def test_who_left_during_the_season_is_not_asked(cast: Cast) -> None:
    with at_noon(9, 28):
        league = open_matches(cast, TWO, matches=MatchLeague(a_week=2))
    with at_noon(10, 6):
        entry = Entry.objects.get(event=league.event, players__name="Cy")
        leave_league(by=cast.who("ann"), league=league, entry=entry, way=LeavingWay.ANNUL)
    then = open_then(cast, league)

    assert player_key("Cy") not in intake_of(then).asked
    assert seasons_asked(player_named(cast, "Cy")) == []


def test_a_permanent_substitute_is_asked_instead_of_the_player(cast: Cast) -> None:
    with at_noon(9, 28):
        league = open_matches(cast, {"": ["Ada", "Bo", "Cy"]})
        match = match_of(league, "Ada", "Cy")
        who = {"leaves": player_named(cast, "Cy"), "comes": player_named(cast, "Lou")}
        sit_in(by=cast.who("ann"), league=league, match=match, span=Span.GOOD, **who)
    then = open_then(cast, league)

    asked = {each.name for each in intake_of(then).asked.values()}
    assert asked == {"Ada", "Bo", "Lou"}
    assert [each.league for each in seasons_asked(player_named(cast, "Lou"))] == [then]
    assert seasons_asked(player_named(cast, "Cy")) == []


# --- Up and down ----------------------------------------------------------------------------


def test_the_first_goes_up_and_the_last_goes_down(cast: Cast, singles: League) -> None:
    then = open_then(cast, singles)
    answer_for(cast, then, SIX)

    assert planned_groups(then) == ["Ada Bo Di", "Cy Ed Flo"]
    begin_as_planned(cast, then)
    assert names_by_group(then) == {"First": "Ada Bo Di", "Second": "Cy Ed Flo"}
    divisions = dict(Enrolment.objects.filter(league=then).values_list("player__name", "division"))
    assert divisions["Di"] == "First"
    assert divisions["Cy"] == "Second"


def test_the_table_promises_what_the_plan_does(cast: Cast, singles: League) -> None:
    season = match_season(singles, date(2026, 10, 6))
    first, second = season.tables
    assert [line.cut for line in first.lines] == ["", "The last goes down", ""]
    assert [line.cut for line in second.lines] == ["The first goes up", "", ""]


def test_of_a_division_of_two_one_goes_up_and_one_goes_down(cast: Cast) -> None:
    three = {"First": ["Ada", "Bo"], "Second": ["Cy", "Di"], "Third": ["Ed", "Flo"]}
    season = match_season(open_matches(cast, three), date(2026, 10, 6))
    assert [[line.cut for line in table.lines] for table in season.tables] == [
        ["The last goes down", ""],
        ["The first goes up · The last goes down", ""],
        ["The first goes up", ""],
    ]


def test_what_a_match_is_stays_so_in_the_next_season(cast: Cast, singles: League) -> None:
    best_of_three = {"kind": "best_of", "games": 3}
    then = open_then(cast, singles)
    Stage.objects.filter(event=singles.event).update(match_format=best_of_three, match_minutes=40)
    answer_for(cast, then, SIX)
    begin_as_planned(cast, then)
    stage = Stage.objects.get(event=then.event)
    assert (stage.match_format, stage.match_minutes) == (best_of_three, 40)


def test_a_champion_who_leaves_makes_room_for_the_next_two(cast: Cast, singles: League) -> None:
    then = open_then(cast, singles)
    answer_for(cast, then, SIX[1:])  # Ada won the first division, and is out

    assert planned_groups(then) == ["Bo Cy Di", "Ed Flo"]


def test_it_begins_from_a_season_that_is_closed(cast: Cast, singles: League) -> None:
    close_league(by=cast.who("ann"), league=singles)
    then = open_then(cast, League.objects.get(pk=singles.pk))
    answer_for(cast, then, SIX)
    assert planned_groups(then) == ["Ada Bo Di", "Cy Ed Flo"]


def tied_for_second(cast: Cast) -> League:
    """Ada wins all in the second division; Bo, Cy and Di beat each other in turn."""
    league = open_matches(
        cast,
        {"First": ["X1", "X2", "X3", "X4"], "Second": ["Ada", "Bo", "Cy", "Di"]},
        matches=MatchLeague(a_week=3),
    )
    beats = {("Bo", "Cy"), ("Cy", "Di"), ("Di", "Bo")}
    for match in Match.objects.filter(event=league.event).unfinished():
        one, two = match.sides.order_by("seat").values_list("players__name", flat=True)
        first = (one, two) in beats or one == "Ada" or (one < two and "X" in one)
        win_match(match, 0 if first else 1)
    return league


@pytest.mark.long
def test_three_tied_for_second_are_asked_about_once_the_champion_leaves(cast: Cast) -> None:
    then = open_then(cast, tied_for_second(cast))
    ann: Page = cast.browser_of("ann")
    without = all_play(then) | {f"where_{player_key('Ada')}": "leaves"}

    assert form_of(ann, then).questions == ()
    page = ann.post(intake_address(then), without | {"look": "1"})
    [question] = page.context["form"].questions
    assert question.text == "Bo, Cy and Di are tied, and 1 of them goes up. Choose who"

    refused = ann.post(intake_address(then), without | {"begin": "1"})
    assert refused.status_code == 422
    assert "Bo, Cy and Di are tied" in refused.text
    both = without | {"settled": [player_key("Bo"), player_key("Cy")], "begin": "1"}
    assert ann.post(intake_address(then), both).status_code == 422

    settled = without | {"settled": [player_key("Cy")], "begin": "1"}
    assert ann.post(intake_address(then), settled).status_code == 302
    assert "Cy" in names_by_group(then)["First"].split()
    assert "Cy" not in names_by_group(then)["Second"].split()


@pytest.mark.long
def test_a_player_who_goes_up_plays_higher_whatever_is_changed(cast: Cast, singles: League) -> None:
    then = open_then(cast, singles)
    ann: Page = cast.browser_of("ann")
    down = all_play(then) | {f"where_{player_key('Di')}": "2", "begin": "1"}

    page = ann.post(intake_address(then), down)
    assert page.status_code == 422
    assert "Di goes up and must play higher" in page.text
    assert not Match.objects.filter(event=then.event).exists()
    kind = down | {f"where_{player_key('Di')}": "stays"}
    assert ann.post(intake_address(then), kind).status_code == 302
    assert names_by_group(then) == {"First": "Ada Bo Ed", "Second": "Cy Di Flo"}


# --- Each kind ------------------------------------------------------------------------------


def test_boxes_go_on_from_the_last_period(cast: Cast) -> None:
    league = open_boxes(cast)
    play_all(league)
    then = open_then(cast, league)
    answer_for(cast, then, "ABCDEFGHIJ")

    begin_as_planned(cast, then)
    assert names_by_group(then) == {"Box 1": "A B C D F", "Box 2": "E G H I J"}
    assert then.kind_rules == league.kind_rules


def test_a_ladder_goes_on_in_its_order_and_newcomers_are_last(cast: Cast) -> None:
    with at_noon(10, 1):
        league = ladder.open_ladder(cast)
    ladder.win_challenge(ladder.make_challenge(cast, league, "DA"), 0)
    assert ladder.ladder_order(league) == "DABEC"
    then = open_then(cast, league)
    ann = cast.browser_of("ann")
    typed = all_play(then) | {f"where_{player_key('B')}": "leaves", "new": "Zoë", "begin": "1"}

    assert ann.post(intake_address(then), typed).status_code == 302
    assert ladder.ladder_order(then) == "DAECZ"
    assert ladder_of(then).rules == ladder_of(league).rules


def test_own_time_goes_on_in_its_divisions(cast: Cast) -> None:
    league = own_time.open_own_time(cast, {"High": "ABC", "Low": "DEF"})
    for two in ("AB", "DE"):
        match = own_time.arrange_between(cast, league, two)
        win_match(match, 0)
    then = open_then(cast, league)
    names = ["A", "B", "Cat", "D", "E", "F"]
    answer_for(cast, then, [name for name in names if Player.objects.filter(name=name)])
    ann = cast.browser_of("ann")
    assert ann.post(intake_address(then), all_play(then) | {"begin": "1"}).status_code == 302

    assert "D" in names_by_group(then)["High"].split()
    then.refresh_from_db()
    assert then.divisions == ["High", "Low"]


def test_pairs_go_up_together_and_a_new_pair_begins_at_the_bottom(cast: Cast) -> None:
    league = open_matches(cast, PAIRS, kind=League.Kind.PAIRS, matches=MatchLeague(a_week=2))
    play_all(league)
    then = open_then(cast, league)
    ann = cast.browser_of("ann")
    out = {f"where_{min(player_key('Ada'), player_key('Abe'))}": "leaves"}
    typed = all_play(then) | out | {"new": "Ada & Zoë", "begin": "1"}

    assert ann.post(intake_address(then), typed).status_code == 302
    assert names_by_group(then) == {
        "First": "Bo & Bea Cy & Cat2 Di & Dan",
        "Second": "Ed & Eve Flo & Fay Ada & Zoë",
    }


def test_the_address_of_a_known_newcomer_is_filled_in(cast: Cast, singles: League) -> None:
    """The club's own address is kept where it has one."""
    for name, email in (("Zoë", ""), ("Yves", "yves@example.org")):
        Player.objects.create(club=cast.club, name=name, email=email)
    then = open_then(cast, singles)
    new = "Zoë zoe@example.org\nYves eve@example.org"
    typed = all_play(then) | {"new": new, "begin": "1"}

    assert cast.browser_of("ann").post(intake_address(then), typed).status_code == 302
    people = Player.objects.filter(name__in=["Zoë", "Yves"]).order_by("name")
    assert [each.email for each in people] == ["yves@example.org", "zoe@example.org"]


def test_a_secretary_fills_in_no_address_of_the_club(cast: Cast, singles: League) -> None:
    """A personal link is mailed there, and an organiser's link opens more than one league."""
    Player.objects.create(club=cast.club, name="Zoë")
    then = open_then(cast, singles)
    ben = Player.objects.get(name="Ben Ito")
    League.objects.filter(pk=then.pk).update(secretary=ben)
    typed = all_play(then) | {"new": "Zoë eve@example.org", "begin": "1"}

    assert cast.browser_of("ben").post(intake_address(then), typed).status_code == 302
    assert Player.objects.get(name="Zoë").email == ""


def test_a_newcomer_is_shown_by_name_at_the_bottom(cast: Cast, singles: League) -> None:
    then = open_then(cast, singles)
    page: Page = cast.browser_of("ann").post(
        intake_address(then), all_play(then) | {"new": "Zoë", "look": "1"}
    )

    lowest = page.context["form"].shown[-1]
    assert [each.name for each in lowest.entries][-1] == "Zoë"


@pytest.mark.parametrize(
    ("new", "error"),
    [
        ("Zoë", "isn’t a pair"),
        ("Zoë & Zoë", "is listed twice"),
        ("Second:", "There are no divisions here"),
        ("Ada & Zoë", "Ada is listed twice"),
    ],
)
def test_an_impossible_new_pair_is_refused_and_stays_in_the_form(
    cast: Cast, new: str, error: str
) -> None:
    then = open_then(cast, open_matches(cast, PAIRS, kind=League.Kind.PAIRS))
    page = cast.browser_of("ann").post(
        intake_address(then), all_play(then) | {"new": new, "begin": "1"}
    )
    assert page.status_code == 422
    assert error in page.content.decode()
    assert new.replace("&", "&amp;") in page.content.decode()


# --- Beginning it ---------------------------------------------------------------------------


def test_too_short_a_calendar_is_refused_and_nothing_begins(cast: Cast, singles: League) -> None:
    then = open_then(cast, singles)
    then.nights.exclude(pk=then.nights.in_order()[0].pk).delete()
    page = cast.browser_of("ann").post(intake_address(then), all_play(then) | {"begin": "1"})

    assert page.status_code == 422
    assert "the calendar has only 1" in page.content.decode()
    assert not Stage.objects.filter(event=then.event).exists()


@pytest.mark.parametrize("names", [[], ["Ada"]])
def test_too_few_begin_nothing(cast: Cast, singles: League, names: list[str]) -> None:
    then = open_then(cast, singles)
    answer_for(cast, then, names)
    page = cast.browser_of("ann").post(
        intake_address(then),
        {
            f"where_{each}": "" if each in map(player_key, names) else "leaves"
            for each in intake_of(then).asked
        }
        | {"begin": "1"},
    )
    assert page.status_code == 422
    assert not Stage.objects.filter(event=then.event).exists()


@pytest.mark.long
def test_it_begins_once_and_is_undone_until_a_match_is_played(cast: Cast, singles: League) -> None:
    then = open_then(cast, singles)
    answer_for(cast, then, SIX)
    begin_as_planned(cast, then)
    assert cast.browser_of("ann").get(intake_address(then)).status_code == 302
    with pytest.raises(Refused, match="has already begun"):
        begin_season(by=cast.who("ann"), league=then, divisions={"": []})

    line = Action.objects.get(verb="begin_season")
    undo(by=cast.who("ann"), action=line)
    assert planned_groups(then) == ["Ada Bo Di", "Cy Ed Flo"]
    begin_as_planned(cast, then)
    match = Match.objects.filter(event=then.event).unfinished()[0]
    win_match(match, 0)
    with pytest.raises(Refused, match="have already been played"):
        undo(by=cast.who("ann"), action=Action.objects.filter(verb="begin_season").latest("pk"))


@pytest.mark.parametrize(
    "kind",
    [pytest.param(kind, marks=[] if kind in QUICK else pytest.mark.long) for kind in League.Kind],
)
def test_the_desk_leads_from_the_end_to_a_season_that_has_begun(cast: Cast, kind: str) -> None:
    league, ann = open_kind(cast, kind), cast.browser_of("ann")
    following = follow_link(ann, f"/desk/leagues/{league.slug}/end/", "/end/next/")
    opened = ann.post(following, {"name": "Again", "begins": "year"})
    then = League.objects.get(name="Again")
    asked = follow_link(ann, f"/desk/leagues/{league.slug}/end/", "/people/in/")
    assert opened["Location"] == asked

    form = ann.get(asked).context["form"]
    shown = {each.html_name: each.value() for each in form}
    everybody: dict[str, Any] = {name: "" for name in shown if name.startswith("where_")}
    typed = {name: value for name, value in shown.items() if value is not None}
    assert ann.post(asked, typed | everybody | {"begin": "1"}).status_code == 302
    assert then.enrolments.exists()


def follow_link(browser: Client, address: str, end: str) -> str:
    """The page's only link with this ending, which has to open."""
    links = re.findall(r'href="([^"]+)"', browser.get(address).text)
    found: str
    [found] = {each for each in links if each.endswith(end)}
    assert browser.get(found).status_code == 200
    return found
