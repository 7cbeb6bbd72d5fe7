"""Members of a league, from which night to which, and points by hand."""

import re
from datetime import UTC, datetime

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils.html import strip_tags

from leagues.actions.leagues.joining.members import (
    adjust_points,
    begin_enrolment,
    continue_enrolment,
    end_enrolment,
    enrol_members,
    remove_enrolments,
    withdraw_adjustment,
)
from leagues.actions.leagues.settings import change_league, facts_of
from leagues.actions.leagues.table_previews import what_if
from leagues.actions.log.sentences import sentence_of
from leagues.actions.log.undo import preview_undo, undo
from leagues.actions.refusal import Refused, Stale
from leagues.models import Action, Enrolment, Event, League, Match, Player
from scoring.season import NIGHTS, SCHEMES
from tests.cast import Cast
from tests.leagues.leagues.match_leagues import open_matches
from tests.leagues.leagues.mondays import Mondays
from tests.scenes import scene


@scene
def mondays(cast: Cast) -> Mondays:
    """Gus beat each player once before he became a member."""
    mondays = Mondays.open(cast, "Zoë", "Bo")
    mondays.play(1, ("Gus", "Zoë", 8, 0), ("Zoë", "Bo", 6, 2))
    mondays.play(2, ("Gus", "Bo", 8, 0), ("Zoë", "Bo", 5, 3))
    return mondays


def take_back(mondays: Mondays, verb: str) -> None:
    action = Action.objects.filter(verb=verb).latest("pk")
    assert preview_undo(action)
    undo(by=mondays.cast.who("olga"), action=action)


def enrolment_of(mondays: Mondays, name: str) -> Enrolment:
    return mondays.league.enrolments.get(player=mondays.player(name))


def open_to_all(mondays: Mondays) -> None:
    """All who play are in the table, except the club's guests; Gus is one."""
    League.objects.update(is_open=True)
    mondays.league.refresh_from_db()
    mondays.league.enrolments.all().delete()
    Player.objects.filter(pk=mondays.player("Gus").pk).update(is_guest=True)


def test_membership_in_an_open_league_beats_the_guest_of_the_club(mondays: Mondays) -> None:
    open_to_all(mondays)
    assert set(mondays.totals()) == {"Zoë", "Bo"}
    mondays.enrol("Gus", first=2)
    assert mondays.totals()["Gus"] == 8
    ann, mine = mondays.cast.who("ann"), enrolment_of(mondays, "Gus")
    begin_enrolment(by=ann, enrolment=mine, first=None)
    assert mondays.totals()["Gus"] == 16
    assert mondays.season().is_member(mine.player_id, 1)
    mine = enrolment_of(mondays, "Gus")
    end_enrolment(by=ann, enrolment=mine, last=mondays.night(1))
    assert mondays.totals()["Gus"] == 8


def test_people_of_an_open_league_are_all_in_its_table(mondays: Mondays) -> None:
    open_to_all(mondays)
    ann = mondays.cast.browser_of("ann")
    page = ann.get("/desk/leagues/mondays/people/")
    others = [(line.player.name, line.played) for line in page.context["others"]]
    assert others == [("Zoë", 2), ("Bo", 2)], "by place"
    assert page.context["guests"] == ["Gus"]
    assert "Members" not in page.text.split("<h2>")[1].split("</h2>")[0]
    mondays.enrol("Gus", "Bo")
    page = ann.get("/desk/leagues/mondays/people/")
    [other] = page.context["others"]
    assert other.player.name == "Zoë"
    assert "Also in the table" in page.text


def test_the_members_are_a_table_with_nights_place_and_points(mondays: Mondays) -> None:
    mondays.enrol("Eve", first=2)
    page = mondays.cast.browser_of("ann").get("/desk/leagues/mondays/people/").text
    rows = [" ".join(strip_tags(f"<tr{row}").split()) for row in page.split("<tr")[1:]]

    assert rows[0] == "Place Name Nights Points"
    assert "2 Bo 2 5" in rows
    assert any(re.match(r"– Eve from \d+ \w+ 0 –", row) for row in rows)
    assert any(row.startswith("1 Zoë 2 11") for row in rows)
    assert "Eve" in rows[-1]

    zoe = enrolment_of(mondays, "Zoë")
    end_enrolment(by=mondays.cast.who("ann"), enrolment=zoe, last=mondays.night(2))
    page = mondays.cast.browser_of("ann").get("/desk/leagues/mondays/people/").text
    assert "Zoë" in page.split("<tr")[-1], "who has left comes last"


def test_a_pair_is_named_beside_each_of_its_players(cast: Cast) -> None:
    league = open_matches(cast, {"": ("Zoë & Al", "Bea & Bo")}, kind=League.Kind.PAIRS)
    page = cast.browser_of("ann").get(f"/desk/leagues/{league.slug}/people/").text
    rows = [" ".join(strip_tags(f"<tr{row}").split()) for row in page.split("<tr")[1:]]

    assert [" ".join(row.split()[1:3]) for row in rows[1:]] == [
        "Al Zoë",
        "Bea Bo",
        "Bo Bea",
        "Zoë Al",
    ]


def head_of(mondays: Mondays, name: str) -> str:
    """The words of a member's page: its head, and the list beside the form."""
    address = f"/desk/leagues/mondays/people/{enrolment_of(mondays, name).pk}/"
    page = mondays.cast.browser_of("ann").get(address).text
    head = page.split('<header class="page-head">')[1].split("<details")[0]
    return " ".join(strip_tags(re.sub("<form.*?</form>", "", head, flags=re.DOTALL)).split())


def test_a_members_page_has_their_season(mondays: Mondays) -> None:
    Match.objects.update(finished_at=datetime(2025, 3, 3, 12, tzinfo=UTC))
    mondays.enrol("Eve")
    spare = mondays.player("Sue")
    Enrolment.objects.create(league=mondays.league, player=spare, kind=Enrolment.Kind.SPARE)
    League.objects.update(secretary=mondays.player("Bo"))

    assert head_of(mondays, "Zoë") == (
        "Zoë Member Last played Mon 3 Mar 2025 Place1 Points11 Nights2 View the page"
    )
    assert head_of(mondays, "Bo").startswith("Bo Member Secretary Last played")
    assert head_of(mondays, "Bo").endswith("Place2 Points5 Nights2 View the page")
    assert head_of(mondays, "Eve") == "Eve Member View the page"
    assert head_of(mondays, "Sue").startswith("Sue Spare")


def test_a_members_page_has_the_matches_of_this_league_alone(mondays: Mondays) -> None:
    Match.objects.update(finished_at=datetime(2025, 3, 3, 12, tzinfo=UTC))
    Event.objects.update(night=None)

    assert head_of(mondays, "Zoë") == "Zoë Member View the page"


def test_a_member_last_played_in_their_latest_match_and_a_bye_is_none(mondays: Mondays) -> None:
    one, other, *_ = Match.objects.of_player(mondays.player("Zoë")).order_by("pk")
    Match.objects.update(finished_at=datetime(2025, 3, 3, 12, tzinfo=UTC))
    for match, day in ((one, 5), (other, 4)):
        Match.objects.filter(pk=match.pk).update(finished_at=datetime(2025, 3, day, 12, tzinfo=UTC))
    assert "Last played Wed 5 Mar 2025" in head_of(mondays, "Zoë")

    Match.objects.filter(pk=one.pk).update(ending="bye")
    assert "Last played Tue 4 Mar 2025" in head_of(mondays, "Zoë")


def test_a_member_hidden_from_all_pages_has_no_link_to_one(mondays: Mondays) -> None:
    League.objects.update(visibility="private")
    Event.objects.update(visibility="private")

    assert "View the page" not in head_of(mondays, "Zoë")


def test_more_members_cost_their_pages_no_more_queries(mondays: Mondays) -> None:
    head_of(mondays, "Zoë")
    with CaptureQueriesContext(connection) as few:
        head_of(mondays, "Zoë")
    mondays.enrol(*(f"Player {n}" for n in range(12)))
    with CaptureQueriesContext(connection) as many:
        head_of(mondays, "Zoë")
    assert len(many) == len(few)


def test_making_members_leads_to_where_people_are_added(mondays: Mondays) -> None:
    """An organiser may add people; a league's secretary has to ask an organiser."""
    enrol, add = "/desk/leagues/mondays/people/enrol/", "/desk/people/list/"
    assert add in mondays.cast.browser_of("ann").get(enrol).text
    League.objects.update(secretary=mondays.cast.ben_plays)
    page = mondays.cast.browser_of("ben").get(enrol).text
    assert add not in page
    assert "Ask an organiser" in page


def test_the_dates_of_a_membership_hold_in_an_open_league(mondays: Mondays) -> None:
    """Zoë, no guest of the club, joins from night 2, so her first night no longer counts."""
    open_to_all(mondays)
    before = mondays.totals()
    mondays.enrol("Zoë", first=2)
    assert mondays.totals()["Zoë"] == before["Zoë"] - 6
    assert mondays.totals()["Bo"] == before["Bo"]
    Player.objects.filter(pk=mondays.player("Gus").pk).update(is_guest=False)
    assert mondays.totals()["Gus"] == 16

    remove_enrolments(
        by=mondays.cast.who("ann"),
        league=mondays.league,
        enrolments=[enrolment_of(mondays, "Zoë").pk],
    )
    assert mondays.totals()["Zoë"] == before["Zoë"]


@pytest.mark.long
def test_what_a_guest_of_the_club_changes_in_tables_is_shown_before_it_is_saved(
    mondays: Mondays,
) -> None:
    open_to_all(mondays)
    ann, gus = mondays.cast.browser_of("ann"), mondays.player("Gus")
    at, typed = f"/desk/people/{gus.pk}/", {"name": "Gus", "telephone": "555 1234"}
    page = ann.post(at, typed)
    assert page.status_code == 200
    assert "These nights will count:" in page.text
    assert "Mon 5 Oct, Mon 12 Oct." in " ".join(page.text.split())
    [change] = page.context["changes"]
    names = {each["name"] for each in change.moves}
    assert names == {"Gus", "Zoë", "Bo"}
    gus.refresh_from_db()
    assert (gus.is_guest, gus.telephone) == (True, "")
    assert 'value="555 1234"' in page.text

    seen = {"seen_moves": page.context["changes_mark"]}
    assert ann.post(at, typed | seen).status_code == 302
    assert mondays.totals()["Gus"] == 16
    page = ann.post(at, typed | {"is_guest": "on"} | seen)
    assert "These nights no longer count:" in page.text
    mondays.enrol("Gus")
    assert ann.post(at, typed | {"is_guest": "on"}).status_code == 302
    assert mondays.totals()["Gus"] == 16


def test_from_tonight_or_from_the_start_is_seen_before_it_is_done(mondays: Mondays) -> None:
    ann, gus, league = mondays.cast.who("ann"), mondays.player("Gus"), mondays.league
    changes = {
        first: what_if(
            [league],
            lambda first=first: enrol_members(  # type: ignore[misc]
                by=ann, league=league, players=[gus], first=first
            ),
        )[league]
        for first in (None, mondays.night(3))
    }

    from_the_start = {m.player: (m.after.tour_points, m.up) for m in changes[None] if m.after}
    assert from_the_start[gus.pk] == (16, 0)
    assert from_the_start[mondays.player("Zoë").pk] == (11, -1)
    from_tonight = changes[mondays.night(3)]
    assert [(m.player, m.after and m.after.tour_points) for m in from_tonight] == [(gus.pk, 0)]
    assert mondays.totals() == {"Zoë": 11, "Bo": 5}
    assert not Enrolment.objects.filter(player=gus).exists()


def test_points_that_change_no_place_are_previewed_too(mondays: Mondays) -> None:
    zoe, league = mondays.player("Zoë"), mondays.league
    changes = what_if(
        [league],
        lambda: adjust_points(
            by=mondays.cast.who("ann"), league=league, player=zoe, points=2, reason="x"
        ),
    )

    [change] = changes[league]
    assert (change.player, change.is_moved) == (zoe.pk, False)


def test_joining_is_undone_as_if_it_never_was(mondays: Mondays) -> None:
    mondays.enrol("Gus")
    assert mondays.totals()["Gus"] == 16

    take_back(mondays, "enrol_members")
    assert "Gus" not in mondays.totals()


def test_a_membership_may_begin_earlier_after_all(mondays: Mondays) -> None:
    mondays.enrol("Gus", first=3)
    begin_enrolment(by=mondays.cast.who("ann"), enrolment=enrolment_of(mondays, "Gus"), first=None)
    assert mondays.totals()["Gus"] == 16

    take_back(mondays, "begin_enrolment")
    assert mondays.totals()["Gus"] == 0


def test_whose_membership_ends_keeps_what_was_paid_and_may_go_on(mondays: Mondays) -> None:
    ann, zoe = mondays.cast.who("ann"), enrolment_of(mondays, "Zoë")
    end_enrolment(by=ann, enrolment=zoe, last=mondays.night(1))
    assert mondays.totals()["Zoë"] == 6
    with pytest.raises(Refused, match="already ended"):
        end_enrolment(by=ann, enrolment=zoe, last=mondays.night(2))

    take_back(mondays, "end_enrolment")
    assert mondays.totals()["Zoë"] == 11
    take_back(mondays, "undo")
    assert mondays.totals()["Zoë"] == 6


def test_a_membership_does_not_end_before_it_begins(mondays: Mondays) -> None:
    mondays.enrol("Gus", first=2)
    with pytest.raises(Refused, match="begins after"):
        end_enrolment(
            by=mondays.cast.who("ann"),
            enrolment=enrolment_of(mondays, "Gus"),
            last=mondays.night(1),
        )


def test_who_is_a_member_already_is_enrolled_once(mondays: Mondays) -> None:
    mondays.enrol("Zoë", "Gus")

    assert mondays.league.enrolments.filter(player__name="Zoë").count() == 1
    line = Action.objects.filter(verb="enrol_members").latest("pk")
    assert line.details["names"] == ["Gus"]


def test_removed_memberships_are_logged_by_name(mondays: Mondays) -> None:
    ann, league = mondays.cast.who("ann"), mondays.league
    gone = enrolment_of(mondays, "Zoë").pk
    remove_enrolments(by=ann, league=league, enrolments=[gone])
    remove_enrolments(by=ann, league=league, enrolments=[gone])

    line = Action.objects.get(verb="remove_enrolments")
    assert line.details["names"] == ["Zoë"]


def test_no_points_by_hand_are_none(mondays: Mondays) -> None:
    with pytest.raises(Refused, match="above or below zero"):
        give_points(mondays, 0)


def test_where_matches_are_drawn_a_result_is_corrected_instead(mondays: Mondays) -> None:
    event = mondays.night(1).events.get()
    League.objects.update(kind=League.Kind.MATCHES, event=event)
    mondays.league.refresh_from_db()
    with pytest.raises(Refused, match="Correct a result"):
        give_points(mondays, 1)


def give_points(mondays: Mondays, points: int) -> None:
    adjust_points(
        by=mondays.cast.who("ann"),
        league=mondays.league,
        player=mondays.player("Bo"),
        points=points,
        reason="keys",
    )


def test_a_membership_is_paid_with_its_last_night(mondays: Mondays) -> None:
    ann = mondays.cast.who("ann")
    end_enrolment(by=ann, enrolment=enrolment_of(mondays, "Zoë"), last=mondays.night(2))
    mondays.play(3, ("Zoë", "Bo", 8, 0))

    assert mondays.totals()["Zoë"] == 11
    line = Action.objects.get(verb="end_enrolment")
    assert "Zoë" in sentence_of(line.verb, line.details)


def test_a_membership_may_be_of_one_night(mondays: Mondays) -> None:
    mondays.enrol("Gus", first=2)
    end_enrolment(
        by=mondays.cast.who("ann"), enrolment=enrolment_of(mondays, "Gus"), last=mondays.night(2)
    )

    assert mondays.totals()["Gus"] == 8


def test_who_left_twice_may_go_on_with_the_last_membership(mondays: Mondays) -> None:
    ann = mondays.cast.who("ann")
    for first, last in ((None, 1), (2, 2)):
        mondays.enrol("Gus", first=first)
        current = mondays.league.enrolments.get(player__name="Gus", last=None)
        end_enrolment(by=ann, enrolment=current, last=mondays.night(last))

    continue_enrolment(by=ann, enrolment=current)

    spells = mondays.league.enrolments.filter(player__name="Gus").order_by("pk")
    assert [each.last for each in spells] == [mondays.night(1), None]


def test_who_leaves_and_comes_back_is_enrolled_twice(mondays: Mondays) -> None:
    ann = mondays.cast.who("ann")
    end_enrolment(by=ann, enrolment=enrolment_of(mondays, "Zoë"), last=mondays.night(1))
    mondays.enrol("Zoë", first=3)
    mondays.play(3, ("Zoë", "Bo", 7, 1))

    assert mondays.totals()["Zoë"] == 13


def test_a_spare_is_no_member_until_made_one(mondays: Mondays) -> None:
    ann, gus = mondays.cast.who("ann"), mondays.player("Gus")
    spare = Enrolment.Kind.SPARE
    enrol_members(by=ann, league=mondays.league, players=[gus], kind=spare)
    assert "Gus" not in mondays.totals()

    enrol_members(by=ann, league=mondays.league, players=[gus])
    assert mondays.totals()["Gus"] == 16


def test_points_by_hand_are_withdrawn_and_given_again(mondays: Mondays) -> None:
    ann = mondays.cast.who("ann")
    made = adjust_points(
        by=ann,
        league=mondays.league,
        player=mondays.player("Bo"),
        points=-2,
        reason="left without a word",
    )
    assert mondays.totals()["Bo"] == 3
    withdraw_adjustment(by=ann, adjustment=made)
    withdraw_adjustment(by=ann, adjustment=made)
    assert mondays.totals()["Bo"] == 5
    assert Action.objects.filter(verb="withdraw_adjustment").count() == 1

    take_back(mondays, "withdraw_adjustment")
    assert mondays.totals()["Bo"] == 3
    take_back(mondays, "undo")
    assert mondays.totals()["Bo"] == 5


def test_points_by_hand_are_taken_back(mondays: Mondays) -> None:
    adjust_points(
        by=mondays.cast.who("ann"),
        league=mondays.league,
        player=mondays.player("Bo"),
        points=3,
        reason="brought the boards",
    )
    take_back(mondays, "adjust_points")

    assert mondays.totals()["Bo"] == 5


# --- The league itself ---------------------------------------------------------------------


def test_another_scheme_is_tried_on_the_real_nights_before_it_is_taken(mondays: Mondays) -> None:
    league, ann = mondays.league, mondays.cast.who("ann")
    by_place = {"scheme": SCHEMES["hungarian"].to_dict()}
    moves = what_if([league], lambda: change_league(by=ann, league=league, facts=by_place))

    assert len(moves[league]) == 2
    assert mondays.totals() == {"Zoë": 11, "Bo": 5}
    league.refresh_from_db()
    assert league.scheme == NIGHTS.to_dict()


def test_what_a_league_is_changes_and_is_as_before_again(mondays: Mondays) -> None:
    league = mondays.league
    before = facts_of(league)
    facts = {"name": "Monday league", "boards": [1, 2, 3], "most": 12}
    assert change_league(by=mondays.cast.who("ann"), league=league, facts=facts)
    assert (league.name, league.boards.count()) == ("Monday league", 3)

    take_back(mondays, "change_league")
    assert facts_of(League.objects.get()) == before


def test_saving_what_is_already_so_is_no_line_in_the_log(mondays: Mondays) -> None:
    league = mondays.league
    seen = facts_of(league)
    assert not change_league(by=mondays.cast.who("ann"), league=league, facts=seen)
    assert not Action.objects.filter(verb="change_league").exists()


def test_a_league_needs_a_name_and_an_old_page_is_refused(mondays: Mondays) -> None:
    ann, league = mondays.cast.who("ann"), mondays.league
    with pytest.raises(Refused, match="needs a name"):
        change_league(by=ann, league=league, facts={"name": ""})
    with pytest.raises(Stale):
        change_league(by=ann, league=league, facts={"name": "M"}, seen="another")


def test_what_was_tried_leaves_no_result_in_memory(mondays: Mondays) -> None:
    """After a preview of a cancelled night the table is as it was."""
    gus = Player.objects.get(name="Gus")
    moves = what_if(
        [mondays.league],
        lambda: enrol_members(by=mondays.cast.who("ann"), league=mondays.league, players=[gus]),
    )
    assert moves[mondays.league]
    assert mondays.totals() == {"Zoë": 11, "Bo": 5}
