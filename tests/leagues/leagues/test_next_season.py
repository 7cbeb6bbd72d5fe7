"""The next season: other dates, who says in, and who goes up and down."""

from datetime import date
from typing import Any

import pytest

from leagues.actions.leagues.closing import close_league
from leagues.actions.leagues.next_season import answer_season, open_next_season, seat_members
from leagues.actions.log.undo import undo
from leagues.actions.refusal import Refused
from leagues.models import Action, Enrolment, Event, League, Night, Player, SeasonAnswer
from leagues.reads.leagues.next_season import season_intake, seasons_asked
from leagues.stages.calendar import CalendarRule
from tests.cast import Cast, Page
from tests.leagues.leagues.mondays import FIRST, Mondays
from tests.scenes import scene

pytestmark = pytest.mark.django_db
NAMES = ("Ann", "Bea", "Cy", "Dan", "Eve", "Flo")
Says = SeasonAnswer.Says


def of_two_divisions(cast: Cast) -> Mondays:
    """Ann, Bea, Cy in A, in this order, and Dan, Eve, Flo in B, who have not played."""
    mondays = Mondays.open(cast, *NAMES, nights=3)
    league = mondays.league
    rule = CalendarRule(FIRST, date(2026, 10, 19), weekday=0)
    League.objects.filter(pk=league.pk).update(
        calendar=rule.to_dict(), divisions=["A", "B"], place="The Mill", line_after=2
    )
    for division, names in (("A", NAMES[:3]), ("B", NAMES[3:])):
        league.enrolments.filter(player__name__in=names).update(division=division)
    mondays.play(1, ("Ann", "Bea", 5, 3), ("Ann", "Cy", 4, 1))
    league.refresh_from_db()
    return mondays


@scene
def mondays(cast: Cast) -> Mondays:
    """Two divisions of three: Ann, Bea, Cy in A and Dan, Eve, Flo in B, in this order."""
    mondays = of_two_divisions(cast)
    mondays.play(2, ("Dan", "Eve", 5, 3), ("Dan", "Flo", 4, 1))
    return mondays


def then(mondays: Mondays) -> League:
    return open_next_season(
        by=mondays.cast.who("ann"),
        league=mondays.league,
        name="Mondays, again",
        first=date(2027, 10, 4),
    )


def say(mondays: Mondays, league: League, *names: str, says: str = "in") -> None:
    for name in names:
        player = mondays.player(name)
        answer_season(by=mondays.cast.who("ann"), league=league, player=player, says=Says(says))


def planned(league: League) -> dict[str, str]:
    """Who says in, and where they would play."""
    return {
        each.player.name: each.division
        for each in season_intake(league).asked
        if each.says == Says.IN
    }


def members(league: League) -> dict[str, str]:
    rows = Enrolment.objects.filter(league=league)
    return dict(rows.order_by("pk").values_list("player__name", "division"))


# --- Opening it ---------------------------------------------------------------------------


def test_settings_are_copied_and_dates_begin_on_the_day_said(mondays: Mondays) -> None:
    league = then(mondays)

    days = [night.on for night in Night.objects.filter(league=league).in_order()]
    assert days == [date(2027, 10, 4), date(2027, 10, 11), date(2027, 10, 18)]
    facts = (league.place, league.line_after, league.divisions, league.before)
    assert facts == ("The Mill", 2, ["A", "B"], mondays.league)
    assert members(league) == {}


def test_it_may_be_opened_from_a_season_that_is_closed(mondays: Mondays) -> None:
    close_league(by=mondays.cast.who("ann"), league=mondays.league)

    assert then(mondays).before == mondays.league


# --- Who is in ----------------------------------------------------------------------------


def test_whoever_was_a_member_to_the_end_is_asked(mondays: Mondays) -> None:
    flo = mondays.league.enrolments.filter(player__name="Flo")
    flo.update(last=mondays.night(1))
    league = then(mondays)

    asked = [each.player.name for each in season_intake(league).asked]
    assert asked == list(NAMES[:5])
    assert [s.league for s in seasons_asked(mondays.player("Eve"))] == [league]
    assert seasons_asked(mondays.player("Flo")) == []


def test_the_last_word_counts_and_the_same_word_twice_is_one(mondays: Mondays) -> None:
    league = then(mondays)
    say(mondays, league, "Ann", "Ann")
    assert SeasonAnswer.objects.count() == 1
    say(mondays, league, "Ann", says="out")

    assert season_intake(league).counts == {"inside": 0, "out": 1, "silent": 5}


def test_what_was_said_for_one_season_is_not_said_for_another(mondays: Mondays) -> None:
    say(mondays, then(mondays), "Ann", "Dan")

    assert planned(then(mondays)) == {}


def test_nobody_answers_once_it_has_begun(mondays: Mondays) -> None:
    league = then(mondays)
    Event.objects.create(
        club=league.club,
        name="First",
        slug="first",
        starts_at="2027-10-04T23:30Z",
        night=league.nights.in_order()[0],
        state=Event.State.RUNNING,
    )

    with pytest.raises(Refused, match="begun"):
        say(mondays, league, "Ann")
    with pytest.raises(Refused, match="begun"):
        seat_members(by=mondays.cast.who("ann"), league=league, divisions={})
    assert seasons_asked(mondays.player("Ann")) == []


def test_what_was_said_before_a_merge_is_read_as_the_others(mondays: Mondays) -> None:
    league = then(mondays)
    say(mondays, league, "Ann")
    anna = mondays.player("Anna")
    Player.objects.filter(name="Ann").update(merged_into=anna)

    assert season_intake(league).who_said("in")[0].player == anna


# --- Up and down --------------------------------------------------------------------------


def test_the_first_of_b_goes_up_and_the_last_of_a_goes_down(mondays: Mondays) -> None:
    league = then(mondays)
    say(mondays, league, *NAMES)

    assert planned(league) == dict(zip(NAMES, "AABABB", strict=True))
    [up] = [each for each in season_intake(league).asked if each.is_up]
    assert up.player.name == "Dan"


def test_who_leaves_makes_room_and_somebody_new_begins_at_the_bottom(mondays: Mondays) -> None:
    league = then(mondays)
    say(mondays, league, *NAMES[1:], "New")

    where = planned(league)
    assert {where["Bea"], where["Dan"]} == {"A"}
    assert where["New"] == "B"


@pytest.mark.long
def test_who_is_level_at_the_line_goes_where_a_person_says(cast: Cast) -> None:
    mondays = of_two_divisions(cast)
    mondays.play(2, ("Dan", "Flo", 4, 1), ("Eve", "Flo", 4, 1))
    league = then(mondays)
    say(mondays, league, *NAMES)
    ann: Page = cast.browser_of("ann")
    address = f"/desk/leagues/{league.slug}/people/in/"
    form = ann.get(address).context_data["form"]
    sent: dict[str, Any] = {"plays": [str(line["asked"].player.pk) for line in form.lines]}
    for line in form.lines:
        sent[line["division"].html_name] = line["division"].value()
    dan, eve = (f"division-{mondays.player(name).pk}" for name in ("Dan", "Eve"))
    assert (sent[dan], sent[eve]) == ("", "")

    asked = ann.post(address, sent)
    assert asked.status_code == 422
    assert "Dan and Eve are tied" in asked.text
    assert "Choose who" in asked.text

    said = ann.post(address, {**sent, dan: "B", eve: "A"})
    assert said.status_code == 302
    assert (members(league)["Dan"], members(league)["Eve"]) == ("B", "A")


@pytest.mark.long
def test_a_plan_that_holds_who_goes_up_back_is_refused(mondays: Mondays) -> None:
    league = then(mondays)
    say(mondays, league, *NAMES)
    ann: Page = mondays.cast.browser_of("ann")
    address = f"/desk/leagues/{league.slug}/people/in/"
    form = ann.get(address).context_data["form"]
    sent = {"plays": [str(line["asked"].player.pk) for line in form.lines]}
    for line in form.lines:
        sent[line["division"].html_name] = line["division"].value()

    dan = f"division-{mondays.player('Dan').pk}"
    cy = f"division-{mondays.player('Cy').pk}"
    refused = ann.post(address, {**sent, dan: "B", cy: "A"})
    assert refused.status_code == 422
    assert "Dan goes up and must play higher" in refused.text
    assert members(league) == {}

    without_flo = [pk for pk in sent["plays"] if pk != str(mondays.player("Flo").pk)]
    held_back = {**sent, "plays": without_flo, dan: "B", cy: "A"}
    assert "Dan goes up" in ann.post(address, held_back).text

    assert ann.post(address, sent).status_code == 302
    assert members(league)["Dan"] == "A"


def test_members_are_put_back_as_they_were(mondays: Mondays) -> None:
    league, by = then(mondays), mondays.cast.who("ann")
    ann, bea = (mondays.player(name).pk for name in ("Ann", "Bea"))
    seat_members(by=by, league=league, divisions={ann: "A"})
    seat_members(by=by, league=league, divisions={ann: "B", bea: "A"})
    assert members(league) == {"Ann": "B", "Bea": "A"}

    undo(by=by, action=Action.objects.filter(verb="seat_members").latest("pk"))
    assert members(league) == {"Ann": "A"}


# --- Pages --------------------------------------------------------------------------------


def test_the_next_season_is_opened_at_the_desk(mondays: Mondays) -> None:
    ann: Page = mondays.cast.browser_of("ann")
    address = "/desk/leagues/mondays/end/next/"
    half_term = frozenset({date(2026, 10, 12)})
    rule = CalendarRule(FIRST, date(2026, 10, 19), weekday=0, skipped=half_term)
    League.objects.update(calendar=rule.to_dict())
    offered = ann.get(address).text
    assert "Monday 4 October 2027. Not on Monday 11 October." in offered
    assert offered.count("Not on") == 1

    answer = ann.post(address, {"name": "Mondays 2027", "begins": "year"})
    league = League.objects.get(name="Mondays 2027")
    assert answer.url == f"/desk/leagues/{league.slug}/people/in/"
    assert league.nights.in_order()[0].on == date(2027, 10, 4)
    assert "Mondays 2027" in ann.get("/desk/leagues/mondays/end/").text


@pytest.mark.parametrize(
    "wrong",
    [
        {"name": " "},
        {"begins": "other"},
        {"begins": "other", "first": "1066-10-14"},
        {"begins": "other", "first": "9999-12-01"},
        {"begins": "never"},
    ],
)
def test_what_makes_no_season_is_said_and_kept(mondays: Mondays, wrong: dict[str, str]) -> None:
    ann: Page = mondays.cast.browser_of("ann")
    sent = {"name": "Mondays 2027", "begins": "year"} | wrong

    assert ann.post("/desk/leagues/mondays/end/next/", sent).status_code == 422
    assert League.objects.count() == 1


def test_a_player_says_in_with_their_own_link(mondays: Mondays) -> None:
    cast, league = mondays.cast, mondays.league
    Enrolment.objects.create(league=league, player=cast.cat_plays, division="B")
    coming = then(mondays)
    cat: Page = cast.browser_of("cat")
    assert "Are you in?" in cat.get(f"/me/{cast.cats_token}/").text

    address = f"/me/{cast.cats_token}/seasons/{coming.slug}/"
    assert cat.post(address, {"says": "in"}).url == f"/me/{cast.cats_token}/"
    assert "You’re in" in cat.get(f"/me/{cast.cats_token}/").text
    said = SeasonAnswer.objects.get()
    assert (said.player, said.says, said.said_by) == (cast.cat_plays, "in", None)
    assert cat.post(address, {"says": "perhaps"}).status_code == 404


def test_a_player_says_out_with_their_account(mondays: Mondays) -> None:
    cast = mondays.cast
    Enrolment.objects.create(league=mondays.league, player=cast.ben_plays)
    coming = then(mondays)
    ben: Page = cast.browser_of("ben")

    assert ben.post(f"/me/seasons/{coming.slug}/", {"says": "out"}).url == "/me/"
    assert "You’re not playing" in ben.get("/me/").text


def test_who_was_not_asked_answers_nothing(mondays: Mondays) -> None:
    coming = then(mondays)
    ben: Page = mondays.cast.browser_of("ben")

    answer = ben.post(f"/me/seasons/{coming.slug}/", {"says": "in"})
    assert answer.status_code == 404
    assert not SeasonAnswer.objects.exists()
