"""The next season: new dates, who is in, and who goes up or down."""

from datetime import date
from typing import Any

import pytest
from django.test import Client

from leagues.actions.leagues.season.closing import close_league
from leagues.actions.leagues.season.next_season import answer_season, open_next_season, seat_members
from leagues.actions.log.undo import undo
from leagues.actions.refusal import Refused
from leagues.forms.leagues.season.plan import NightPlanForm
from leagues.models import Action, Enrolment, Event, League, Night, Player, SeasonAnswer
from leagues.reads.leagues.next_season.answers import seasons_asked
from leagues.reads.leagues.next_season.plan import night_intake
from leagues.reads.leagues.table.table_lines import league_lines
from leagues.stages.calendar import CalendarRule
from tests.cast import Cast, Page
from tests.leagues.leagues.mondays import FIRST, Mondays
from tests.scenes import scene

pytestmark = pytest.mark.django_db
NAMES = ("Ann", "Bea", "Cy", "Dan", "Eve", "Flo")
Reply = SeasonAnswer.Reply


def of_two_divisions(cast: Cast) -> Mondays:
    """Ann, Bea and Cy in A, in this order; Dan, Eve and Flo in B, who have not played."""
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
    """Two divisions in this order: Ann, Bea and Cy in A; Dan, Eve and Flo in B."""
    mondays = of_two_divisions(cast)
    mondays.play(2, ("Dan", "Eve", 5, 3), ("Dan", "Flo", 4, 1))
    return mondays


def open_then(mondays: Mondays) -> League:
    return open_next_season(
        by=mondays.cast.who("ann"),
        league=mondays.league,
        name="Mondays, again",
        first=date(2027, 10, 4),
    )


def answer_for(mondays: Mondays, league: League, *names: str, reply: str = "in") -> None:
    for name in names:
        player = mondays.player(name)
        answer_season(by=mondays.cast.who("ann"), league=league, player=player, answer=Reply(reply))


def planned_divisions(league: League) -> dict[str, str]:
    """The division of each planned player when the form is sent unchanged."""
    form = NightPlanForm(None, intake=night_intake(league))
    assert form.is_valid()
    names = dict(Player.objects.values_list("pk", "name"))
    return {names[pk]: division for pk, division in form.members.items()}


def names_asked(league: League) -> list[str]:
    return sorted(each.name for each in night_intake(league).asked.values())


class WhoIsIn:
    """The page on which a secretary saves the members of the next season."""

    def __init__(self, mondays: Mondays, league: League) -> None:
        self.mondays, self.league = mondays, league
        self.ann: Page = mondays.cast.browser_of("ann")
        self.address = f"/desk/leagues/{league.slug}/people/in/"

    def save(self, settled: Any = (), **where: str) -> Any:
        """Send the page as shown, except for players moved by ``where`` and ticked ties."""
        shown = self.ann.get(self.address).context_data["form"]
        sent: dict[str, Any] = {each.html_name: each.value() or "" for each in shown}
        sent |= {f"where_{self.mondays.player(name).pk}": place for name, place in where.items()}
        ticked = [self.mondays.player(name).pk for name in settled]
        return self.ann.post(self.address, sent | {"settled": ticked, "begin": "1"})

    @property
    def form(self) -> Any:
        return self.ann.get(self.address).context_data["form"]


def member_divisions(league: League) -> dict[str, str]:
    rows = Enrolment.objects.filter(league=league)
    return dict(rows.order_by("pk").values_list("player__name", "division"))


# --- Opening it ---------------------------------------------------------------------------


def test_settings_are_copied_and_dates_begin_on_the_chosen_day(mondays: Mondays) -> None:
    league = open_then(mondays)

    days = [night.on for night in Night.objects.filter(league=league).in_order()]
    assert days == [date(2027, 10, 4), date(2027, 10, 11), date(2027, 10, 18)]
    facts = (league.place, league.line_after, league.divisions, league.before)
    assert facts == ("The Mill", 2, ["A", "B"], mondays.league)
    assert member_divisions(league) == {}


def test_it_may_be_opened_from_a_season_that_is_closed(mondays: Mondays) -> None:
    close_league(by=mondays.cast.who("ann"), league=mondays.league)

    assert open_then(mondays).before == mondays.league


# --- Who is in ----------------------------------------------------------------------------


def test_the_pages_of_two_seasons_link_each_other(mondays: Mondays) -> None:
    """A league that is not public is named on no page of another."""
    browser = Client()
    assert "Next season" not in browser.get("/leagues/mondays/").text
    then = open_then(mondays)
    older, newer = "/leagues/mondays/", then.get_absolute_url()
    for page, link, words in (
        (older, newer, "Next season: Mondays, again 2027"),
        (newer, older, "Last season: Mondays 2026</a>"),
    ):
        text = browser.get(page).text
        assert words in text.partition(f'<a href="{link}">')[2].partition("</li>")[0]

    for league, other in ((then, older), (mondays.league, newer)):
        League.objects.update(visibility=Event.Visibility.PUBLIC)
        League.objects.filter(pk=league.pk).update(visibility=Event.Visibility.UNLISTED)
        League.objects.all().touch()
        assert " season: Mondays" not in browser.get(other).text


def test_members_at_the_end_are_asked(mondays: Mondays) -> None:
    flo = mondays.league.enrolments.filter(player__name="Flo")
    flo.update(last=mondays.night(1))
    league = open_then(mondays)

    assert names_asked(league) == list(NAMES[:5])
    assert [s.league for s in seasons_asked(mondays.player("Eve"))] == [league]
    assert seasons_asked(mondays.player("Flo")) == []


def test_the_last_word_counts_and_the_same_word_twice_is_one(mondays: Mondays) -> None:
    league = open_then(mondays)
    answer_for(mondays, league, "Ann", "Ann")
    assert SeasonAnswer.objects.count() == 1
    answer_for(mondays, league, "Ann", reply="out")

    counts = {"inside": 0, "out": 1, "partly": 0, "silent": 5}
    assert night_intake(league).counts == counts


def test_an_answer_is_for_one_season_only(mondays: Mondays) -> None:
    answer_for(mondays, open_then(mondays), "Ann", "Dan")

    assert planned_divisions(open_then(mondays)) == {}


def test_no_answer_is_taken_once_it_has_begun(mondays: Mondays) -> None:
    league = open_then(mondays)
    Event.objects.create(
        club=league.club,
        name="First",
        slug="first",
        starts_at="2027-10-04T23:30Z",
        night=league.nights.in_order()[0],
        state=Event.State.RUNNING,
    )

    with pytest.raises(Refused, match="begun"):
        answer_for(mondays, league, "Ann")
    with pytest.raises(Refused, match="begun"):
        seat_members(by=mondays.cast.who("ann"), league=league, divisions={})
    assert seasons_asked(mondays.player("Ann")) == []


def test_an_answer_from_before_a_merge_belongs_to_the_remaining_player(mondays: Mondays) -> None:
    league = open_then(mondays)
    answer_for(mondays, league, "Ann")
    anna = mondays.player("Anna")
    Player.objects.filter(name="Ann").update(merged_into=anna)

    assert night_intake(league).asked[anna.pk].reply == Reply.IN


# --- Up and down --------------------------------------------------------------------------


def test_the_first_of_b_goes_up_and_the_last_of_a_goes_down(mondays: Mondays) -> None:
    league = open_then(mondays)
    answer_for(mondays, league, *NAMES)

    assert planned_divisions(league) == dict(zip(NAMES, "AABABB", strict=True))
    shown = WhoIsIn(mondays, league).form.shown
    changes = {each.name: each.change for group in shown for each in group.entries}
    assert changes == {**dict.fromkeys(NAMES, ""), "Dan": "up", "Cy": "down"}


def test_who_leaves_makes_room_and_a_new_player_begins_at_the_bottom(mondays: Mondays) -> None:
    league = open_then(mondays)
    answer_for(mondays, league, *NAMES[1:], "New")

    where = planned_divisions(league)
    assert {where["Bea"], where["Dan"]} == {"A"}
    assert where["New"] == "B"


def tied_in_b(cast: Cast) -> tuple[Mondays, League]:
    """Dan and Eve are tied at the top of B, and everyone has answered "in"."""
    mondays = of_two_divisions(cast)
    mondays.play(2, ("Dan", "Flo", 4, 1), ("Eve", "Flo", 4, 1))
    league = open_then(mondays)
    answer_for(mondays, league, *NAMES)
    return mondays, league


def test_tied_players_at_the_cut_are_asked_about_by_ticks(cast: Cast) -> None:
    mondays, league = tied_in_b(cast)
    page = WhoIsIn(mondays, league)
    [question] = page.form.questions
    assert question.text == "Dan and Eve are tied, and 1 of them goes up. Choose who"

    asked = page.save()
    assert asked.status_code == 422
    assert "Dan and Eve are tied" in asked.text
    assert page.save(settled=("Dan", "Eve")).status_code == 422
    assert member_divisions(league) == {}

    assert page.save(settled=("Eve",)).status_code == 302
    assert (member_divisions(league)["Dan"], member_divisions(league)["Eve"]) == ("B", "A")


def test_a_tie_is_also_decided_by_choosing_a_division_for_each(cast: Cast) -> None:
    mondays, league = tied_in_b(cast)
    page = WhoIsIn(mondays, league)
    assert page.save(Dan="2").status_code == 422

    assert page.save(Dan="2", Eve="1").status_code == 302
    assert (member_divisions(league)["Dan"], member_divisions(league)["Eve"]) == ("B", "A")


def test_a_tie_that_was_decided_is_not_asked_about_again(cast: Cast) -> None:
    mondays, league = tied_in_b(cast)
    page = WhoIsIn(mondays, league)
    page.save(settled=("Eve",))
    before = member_divisions(league)

    assert page.form.questions == ()
    assert page.form.wrong == []
    assert page.save(Flo="leaves").status_code == 422  # B has two players
    assert page.save().status_code == 302
    assert member_divisions(league) == before


def test_a_plan_that_holds_who_goes_up_back_is_refused(mondays: Mondays) -> None:
    league = open_then(mondays)
    answer_for(mondays, league, *NAMES)
    page = WhoIsIn(mondays, league)

    refused = page.save(Dan="2", Cy="1")
    assert refused.status_code == 422
    assert "Dan goes up and must play higher" in refused.text
    assert member_divisions(league) == {}
    assert "Dan goes up" in page.save(Dan="2", Cy="1", Flo="leaves").text

    assert page.save().status_code == 302
    assert member_divisions(league)["Dan"] == "A"


def test_who_does_not_want_to_go_up_stays_and_the_next_one_goes_up(mondays: Mondays) -> None:
    league = open_then(mondays)
    answer_for(mondays, league, *NAMES)

    assert WhoIsIn(mondays, league).save(Dan="stays").status_code == 302
    assert {name for name, division in member_divisions(league).items() if division == "A"} == {
        "Ann",
        "Bea",
        "Eve",
    }


# --- Who is a member ----------------------------------------------------------------------


def test_members_are_saved_again_as_more_players_answer(mondays: Mondays) -> None:
    league = open_then(mondays)
    answer_for(mondays, league, *NAMES)
    page = WhoIsIn(mondays, league)
    assert page.save(Dan="stays", Bea="2", Cy="1").status_code == 302
    assert member_divisions(league)["Bea"] == "B"
    answer_for(mondays, league, "New")
    answer_for(mondays, league, "Ann", reply="out")

    assert page.form.wrong == []
    assert planned_divisions(league) == {
        **member_divisions(league),
        "New": "B",
    }  # Ann is one until she is taken out
    assert page.save(Ann="leaves", New="1").status_code == 302
    assert member_divisions(league) == dict(
        zip(("Bea", "Cy", "Dan", "Eve", "Flo", "New"), "BABABA", strict=True)
    )
    assert "Eve goes up" in page.save(Eve="2", Flo="1").text


def test_all_members_are_taken_out_again(mondays: Mondays) -> None:
    league = open_then(mondays)
    page = WhoIsIn(mondays, league)
    assert page.save(**dict.fromkeys(NAMES, "")).status_code == 302
    assert len(member_divisions(league)) == len(NAMES)

    assert page.save(**dict.fromkeys(NAMES, "leaves")).status_code == 302
    assert member_divisions(league) == {}
    assert "No one has signed up yet." in page.ann.get(page.address).text


@pytest.mark.parametrize("names", [["Bea"], ["Bea", "New"]])
def test_without_divisions_any_number_are_members(mondays: Mondays, names: list[str]) -> None:
    League.objects.filter(pk=mondays.league.pk).update(divisions=[])
    mondays.league.refresh_from_db()
    league = open_then(mondays)
    answer_for(mondays, league, *names)
    page = WhoIsIn(mondays, league)
    assert [(each.name, each.change) for each in page.form.shown[0].entries] == [
        (name, "new" if name == "New" else "") for name in names
    ]

    assert page.save().status_code == 302
    assert member_divisions(league) == dict.fromkeys(names, "")
    assert page.form.where(mondays.player("Bea").pk) == ""  # plays, as before


@pytest.mark.parametrize(
    ("divisions", "where"),
    [
        (["A", "B", "C"], "ABBACC"),  # Dan comes up; Bea, Eve and Flo make room
        (["Only"], ["Only"] * 6),
        (["X", "Y"], "XXYXYY"),  # under new names
    ],
)
def test_divisions_of_the_next_season_may_be_others(
    mondays: Mondays, divisions: list[str], where: str
) -> None:
    league = open_then(mondays)
    League.objects.filter(pk=league.pk).update(divisions=divisions)
    league.refresh_from_db()
    answer_for(mondays, league, *NAMES)

    assert WhoIsIn(mondays, league).save().status_code == 302
    assert member_divisions(league) == dict(zip(NAMES, where, strict=True))


def test_first_divisions_follow_the_table(mondays: Mondays) -> None:
    League.objects.filter(pk=mondays.league.pk).update(divisions=[])
    mondays.league.refresh_from_db()
    mondays.league.enrolments.update(division="")
    mondays.play(3, ("Ann", "Bea", 5, 3), ("Dan", "Eve", 4, 1), ("Cy", "Flo", 5, 3))
    league = open_then(mondays)
    League.objects.filter(pk=league.pk).update(divisions=["High", "Low"])
    league.refresh_from_db()
    answer_for(mondays, league, *NAMES)

    order = [line.name for line in league_lines(mondays.league)]
    assert {name for name, place in planned_divisions(league).items() if place == "High"} == {
        *order[:3]
    }


def test_an_empty_division_keeps_its_number(mondays: Mondays) -> None:
    """Its neighbours don't move up a division because of it."""
    League.objects.filter(pk=mondays.league.pk).update(divisions=["A", "Middle", "B"])
    mondays.league.refresh_from_db()
    league = open_then(mondays)
    answer_for(mondays, league, *NAMES)

    shown = WhoIsIn(mondays, league).form.shown
    changes = {each.name: each.change for group in shown for each in group.entries}
    assert [group.name for group in shown] == ["A", "Middle", "B"]
    assert (changes["Dan"], changes["Cy"], changes["Ann"]) == ("up", "down", "")


def test_a_member_who_never_played_is_asked_and_planned(mondays: Mondays) -> None:
    mondays.enrol("Gus")  # without a division, and in no night
    league = open_then(mondays)
    answer_for(mondays, league, *NAMES, "Gus")

    assert "Gus" in names_asked(league)
    assert planned_divisions(league)["Gus"] == "B"


def test_spares_are_not_asked_and_stay_spares(mondays: Mondays) -> None:
    spare = {"kind": Enrolment.Kind.SPARE}
    Enrolment.objects.create(league=mondays.league, player=mondays.player("Sid"), **spare)
    league = open_then(mondays)
    Enrolment.objects.create(league=league, player=mondays.player("Sue"), **spare)
    answer_for(mondays, league, *NAMES)

    assert names_asked(league) == list(NAMES)
    assert WhoIsIn(mondays, league).save().status_code == 302
    assert league.enrolments.filter(**spare).get().player.name == "Sue"


def test_two_members_of_one_name_are_two_players(mondays: Mondays) -> None:
    other = Player.objects.create(club=mondays.cast.club, name="Ann")
    Enrolment.objects.create(league=mondays.league, player=other, division="B")
    league = open_then(mondays)
    by = mondays.cast.who("ann")
    for player in (mondays.player("Bea"), *Player.objects.filter(name="Ann")):
        answer_season(by=by, league=league, player=player, answer=Reply.IN)
    League.objects.filter(pk=league.pk).update(divisions=[])
    league.refresh_from_db()
    form = NightPlanForm(None, intake=night_intake(league))

    assert form.is_valid()
    assert form.wrong == []
    assert len(form.members) == 3


def test_who_was_added_by_hand_stays_a_member(mondays: Mondays) -> None:
    league = open_then(mondays)
    answer_for(mondays, league, *NAMES)
    Enrolment.objects.create(league=league, player=mondays.player("Hal"), division="B")

    assert WhoIsIn(mondays, league).save().status_code == 302
    assert member_divisions(league)["Hal"] == "B"


def test_a_league_without_members_asks_no_one(cast: Cast) -> None:
    mondays = Mondays.open(cast)
    League.objects.filter(pk=mondays.league.pk).update(is_open=True)
    mondays.league.refresh_from_db()
    league = open_then(mondays)
    page = WhoIsIn(mondays, league)

    assert "No one was a member at the end of last season." in page.ann.get(page.address).text
    assert page.save().status_code == 302
    assert member_divisions(league) == {}


def test_a_season_that_has_begun_leads_to_its_league(mondays: Mondays) -> None:
    league = open_then(mondays)
    page = WhoIsIn(mondays, league)
    Event.objects.create(
        club=league.club,
        name="First",
        slug="first",
        starts_at="2027-10-04T23:30Z",
        night=league.nights.in_order()[0],
        state=Event.State.RUNNING,
    )

    answer = page.ann.post(page.address, {"begin": "1"}, follow=True)
    assert answer.redirect_chain == [(f"/desk/leagues/{league.slug}/", 302)]
    assert "This season has already begun." in answer.text


@pytest.mark.parametrize("wrong", [{"settled": ["1"]}, {"where": "9"}])
def test_what_the_page_did_not_offer_is_refused(mondays: Mondays, wrong: dict[str, Any]) -> None:
    league = open_then(mondays)
    answer_for(mondays, league, *NAMES)
    page = WhoIsIn(mondays, league)
    sent = {"begin": "1", f"where_{mondays.player('Ann').pk}": wrong.get("where", "")}

    answer = page.ann.post(page.address, sent | {"settled": wrong.get("settled", [])})
    assert (answer.status_code, member_divisions(league)) == (422, {})


def test_members_are_put_back_as_they_were(mondays: Mondays) -> None:
    league, by = open_then(mondays), mondays.cast.who("ann")
    ann, bea = (mondays.player(name).pk for name in ("Ann", "Bea"))
    seat_members(by=by, league=league, divisions={ann: "A"})
    seat_members(by=by, league=league, divisions={ann: "B", bea: "A"})
    assert member_divisions(league) == {"Ann": "B", "Bea": "A"}

    undo(by=by, action=Action.objects.filter(verb="seat_members").latest("pk"))
    assert member_divisions(league) == {"Ann": "A"}


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


def test_a_player_answers_in_with_their_own_link(mondays: Mondays) -> None:
    cast, league = mondays.cast, mondays.league
    Enrolment.objects.create(league=league, player=cast.cat_plays, division="B")
    coming = open_then(mondays)
    cat: Page = cast.browser_of("cat")
    assert "Are you in?" in cat.get(f"/me/{cast.cats_token}/").text

    address = f"/me/{cast.cats_token}/seasons/{coming.slug}/"
    assert cat.post(address, {"answer": "in"}).url == f"/me/{cast.cats_token}/"
    assert "You’re in" in cat.get(f"/me/{cast.cats_token}/").text
    answer = SeasonAnswer.objects.get()
    assert (answer.player, answer.reply, answer.answered_by) == (cast.cat_plays, "in", None)
    assert cat.post(address, {"answer": "perhaps"}).status_code == 404


def test_a_player_answers_out_with_their_account(mondays: Mondays) -> None:
    cast = mondays.cast
    Enrolment.objects.create(league=mondays.league, player=cast.ben_plays)
    coming = open_then(mondays)
    ben: Page = cast.browser_of("ben")

    assert ben.post(f"/me/seasons/{coming.slug}/", {"answer": "out"}).url == "/me/"
    assert "You’re not playing" in ben.get("/me/").text


def test_who_was_not_asked_answers_nothing(mondays: Mondays) -> None:
    coming = open_then(mondays)
    ben: Page = mondays.cast.browser_of("ben")

    answer = ben.post(f"/me/seasons/{coming.slug}/", {"answer": "in"})
    assert answer.status_code == 404
    assert not SeasonAnswer.objects.exists()
