"""Matches in players' own time: arranged on a player's page, a set number in every period."""

import re
from collections.abc import Mapping
from datetime import date, datetime, timedelta

import pytest
import time_machine
from django.test import Client

from leagues.actions.leagues.joining.newcomers import join_league
from leagues.actions.leagues.kinds.openers import open_dated_league
from leagues.actions.leagues.kinds.own_time import arrange_match
from leagues.actions.leagues.unplayed.deadlines import settle_deadlines
from leagues.actions.log.undo import undo
from leagues.actions.refusal import Refused
from leagues.models import Action, DatedMatch, Entry, Event, League, Match
from leagues.reads import Sheet, tables_of
from leagues.reads.leagues.kinds.own_time import own_time_of
from leagues.reads.phones.own_leagues import own_leagues
from leagues.stages.own_time import OwnTimeRules
from tests.cast import Cast
from tests.leagues.leagues.evenings import TORONTO
from tests.leagues.leagues.match_leagues import MONDAYS, player_named
from tests.leagues.leagues.test_match_set_up import NEW, WHEN, dates_seen, send_screen
from tests.leagues.leagues.tonights import win_match
from tests.scenes import scene

NOON = datetime(2026, 10, 6, 12, tzinfo=TORONTO)
TODAY, LAST_DAY = date(2026, 10, 6), date(2026, 10, 18)
ONE_DIVISION = {"": "ABDC"}


@scene
def league(cast: Cast) -> League:
    return open_own_time(cast)


def open_own_time(cast: Cast, divisions: Mapping[str, str] = ONE_DIVISION) -> League:
    """Open a league with two matches in two weeks. Player C is Cat, who has a link."""
    with time_machine.travel(datetime(2026, 10, 1, tzinfo=TORONTO)):
        return open_dated_league(
            kind=League.Kind.OWN_TIME,
            by=cast.who("ann"),
            club=cast.club,
            name="Any day",
            divisions={
                name: [
                    (cast.cat_plays if each == "C" else player_named(cast, each),) for each in names
                ]
                for name, names in divisions.items()
            },
            calendar=MONDAYS,
            sheet=Sheet.named("tournament-singles"),
        )


def entry_of(league: League, name: str) -> Entry:
    entries = Entry.objects.named().filter(event=league.event_id)
    return entries.get(players__name__startswith=name)


def arrange_between(cast: Cast, league: League, two: str, when: datetime = NOON) -> Match:
    with time_machine.travel(when):
        return arrange_match(
            by=cast.who("ann"),
            league=league,
            entry=entry_of(league, two[0]),
            other=entry_of(league, two[1]),
        )


def matches_owed(league: League, day: date = TODAY) -> dict[str, int]:
    state = own_time_of(league, day)
    return {line.entry.people[0].name[0]: line.owes for line in state.owed}


def test_nothing_is_drawn_and_everybody_owes_two(league: League) -> None:
    assert not Match.objects.exists()
    assert matches_owed(league) == {"A": 2, "B": 2, "C": 2, "D": 2}


def test_a_match_is_due_when_its_period_ends_and_counts_where_it_was_arranged(
    cast: Cast, league: League
) -> None:
    match = arrange_between(cast, league, "AB")

    assert DatedMatch.objects.get(match=match).due_on == LAST_DAY
    assert matches_owed(league) == {"A": 1, "B": 1, "C": 2, "D": 2}
    with time_machine.travel(NOON + timedelta(days=20)):
        win_match(match)
    assert matches_owed(league, date(2026, 10, 19)) == {"A": 2, "B": 2, "C": 2, "D": 2}


def test_no_one_plays_more_than_two_in_a_period(cast: Cast, league: League) -> None:
    arrange_between(cast, league, "AB")
    arrange_between(cast, league, "AC")
    with pytest.raises(Refused, match="A already has all their matches"):
        arrange_between(cast, league, "AD")
    with pytest.raises(Refused, match="A already has all their matches"):
        arrange_between(cast, league, "DA")
    arrange_between(cast, league, "AD", NOON + timedelta(days=14))


def test_the_same_two_meet_twice_at_most(cast: Cast, league: League) -> None:
    arrange_between(cast, league, "AB")
    arrange_between(cast, league, "BA")
    with pytest.raises(Refused, match="at most 2 times"):
        arrange_between(cast, league, "AB", NOON + timedelta(days=14))


@pytest.mark.parametrize("two", ["AD", "AA"])
def test_divisions_play_among_themselves(cast: Cast, two: str) -> None:
    league = open_own_time(cast, {"First": "AB", "Second": "CD"})
    with pytest.raises(Refused, match="same division"):
        arrange_between(cast, league, two)
    match = arrange_between(cast, league, "DC")
    assert match.pool is not None
    assert match.pool.name == "Second"


def test_an_empty_division_is_refused(cast: Cast) -> None:
    with pytest.raises(Refused, match="at least two"):
        open_own_time(cast, {"First": "AB", "Second": "C"})


def test_a_match_not_played_in_time_is_void_and_pays_nothing(cast: Cast, league: League) -> None:
    arrange_between(cast, league, "AB")
    later = datetime(2026, 10, 19, 12, tzinfo=TORONTO)
    with time_machine.travel(later):
        assert settle_deadlines(league=league, now=later) == 1

    assert Match.objects.get().ending == "annulled"
    state = own_time_of(league, later.date())
    assert state.season.times(entry_of(league, "A").pk, entry_of(league, "B").pk) == 0


def test_results_make_the_table(cast: Cast, league: League) -> None:
    win_match(arrange_between(cast, league, "BA"))
    assert league.event is not None
    (table,) = tables_of(league.event.stages.get())

    assert table.lines[0].entry.people[0].name == "B"


def test_who_has_withdrawn_owes_nothing_and_is_not_met(cast: Cast, league: League) -> None:
    Entry.objects.filter(pk=entry_of(league, "B").pk).update(state="withdrawn")

    assert matches_owed(league) == {"A": 2, "C": 2, "D": 2}
    with pytest.raises(Refused, match="same division"):
        arrange_between(cast, league, "AB")


def test_a_finished_league_takes_no_match(cast: Cast, league: League) -> None:
    Event.objects.update(state="finished")
    with pytest.raises(Refused, match="isn’t running"):
        arrange_between(cast, league, "AB")


def test_a_match_can_be_undone_until_it_is_played(cast: Cast, league: League) -> None:
    arrange_between(cast, league, "AB")
    undo(by=cast.who("ann"), action=Action.objects.get(verb="arrange_match"))

    assert matches_owed(league)["A"] == 2


def test_who_joins_a_division_owes_as_many_as_all(cast: Cast) -> None:
    league = open_own_time(cast, {"First": "AB", "Second": "CD"})
    assert league.divisions == ["First", "Second"]
    zoe = player_named(cast, "Z")
    join_league(by=cast.who("ann"), league=league, players=[zoe], division="First")

    assert matches_owed(league)["Z"] == 2
    match = arrange_between(cast, league, "ZA")
    assert match.pool is not None
    assert match.pool.name == "First"


# --- Pages ------------------------------------------------------------------------------


def test_the_own_page_shows_matches_owed_and_opponents(cast: Cast, league: League) -> None:
    arrange_between(cast, league, "CA")
    (own,) = own_leagues(cast.cat_plays, NOON)

    assert own.owed is not None
    assert (own.owed.many, own.owed.last_day) == (1, LAST_DAY)
    assert [each.people[0].name for each in own.owed.opponents] == ["B", "D", "A"]


def test_a_league_that_is_over_is_not_on_the_own_page(cast: Cast, league: League) -> None:
    Event.objects.update(state=Event.State.FINISHED)

    assert own_leagues(cast.cat_plays, NOON) == []


@pytest.mark.long
def test_a_match_is_arranged_by_link_and_then_played(cast: Cast, league: League) -> None:
    with time_machine.travel(NOON):
        page = Client().get(f"/me/{cast.cats_token}/").content.decode()
        assert "2 matches to arrange by 18 October" in page
        address = f"/me/{cast.cats_token}/leagues/{league.slug}/play/"
        typed = {"entry": entry_of(league, "B").pk}
        after = Client().post(address, typed, follow=True).content.decode()

    assert "You will play B." in after
    assert "1 match to arrange by 18 October" in after
    assert "Enter the result" in after


def test_no_one_arranges_a_match_in_a_league_of_others(cast: Cast, league: League) -> None:
    address = f"/me/leagues/{league.slug}/play/"
    assert cast.browser_of("ben").post(address).status_code == 404


def test_everybody_sees_who_owes_matches(cast: Cast, league: League) -> None:
    arrange_between(cast, league, "AB")
    with time_machine.travel(NOON):
        page = Client().get(f"/leagues/{league.slug}/").content.decode()

    _, owing = page.split("To arrange by 18 October")
    assert "<table" in owing, "no one has played yet: what is to arrange comes first"
    words = re.sub("<[^>]*>", " ", owing.partition("</section>")[0]).split()
    assert " ".join(words).endswith("Cat van der Berg 2 matches A 1 match B 1 match"), words


def test_the_desk_begins_with_the_next_evening(cast: Cast, league: League) -> None:
    arrange_between(cast, league, "AB")
    with time_machine.travel(NOON):
        page = cast.browser_of("ann").get(f"/desk/leagues/{league.slug}/").text

    assert page.index("evening-title") < page.index("/tonight/") < page.index("0 of 1 played")


@pytest.mark.long
def test_it_is_set_up_with_its_own_questions(cast: Cast) -> None:
    ann = cast.browser_of("ann")
    ann.post(f"{NEW}what/", {"kind": "own-time"})
    send_screen(ann, "when", WHEN | {"dates_of": dates_seen(ann)})
    send_screen(ann, "where")
    send_screen(ann, "divisions", {"text": "One:\nPlayer A\nPlayer B\nTwo:\nPlayer C\nPlayer D"})
    send_screen(ann, "rules", {"games": "3", "weeks": "4", "times": "1"})
    send_screen(ann, "review", {"open": "1"})
    league = League.objects.get()
    state = own_time_of(league, TODAY)

    assert state.season.rules == OwnTimeRules(games=3, weeks=4, times=1)
    assert [pool.name for pool in state.pools] == ["One", "Two"]
