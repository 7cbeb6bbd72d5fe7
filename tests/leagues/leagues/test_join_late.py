"""Joining a league with drawn matches late: matches against everyone in the remaining weeks."""

from collections import Counter
from datetime import date

import pytest
from django.utils.html import strip_tags

from leagues.actions.leagues.joining.late_joining import join_late
from leagues.actions.log.undo import undo
from leagues.actions.refusal import Refused
from leagues.models import (
    Action,
    DatedMatch,
    Entry,
    Event,
    League,
    Match,
    MatchSide,
    PairingRound,
    Player,
)
from leagues.reads import tables_of
from leagues.reads.leagues.matches.weeks import clashes_in
from leagues.stages.match_league import MatchLeague
from tests.cast import Cast
from tests.leagues.leagues.box_leagues import open_boxes
from tests.leagues.leagues.match_leagues import open_matches, player_named
from tests.leagues.leagues.tonights import win_match
from tests.leagues.leagues.unplayed import at_noon, match_of, noon
from tests.leagues.log.every_row import goes_back_and_forth
from tests.scenes import scene

pytestmark = pytest.mark.django_db
FOUR = ("Ben", "Cat", "Eve", "Fay")
PAIRS = {"First": ("Ada & Abe", "Bo & Bea"), "Second": ("Di & Dan", "Ed & Eve")}


@scene(made=noon(9, 28), now=noon(10, 12), tick=False)
def league(cast: Cast) -> League:
    """Four players who meet once, in three of eleven weeks. It is the second week."""
    return open_matches(cast)


def add_late(cast: Cast, league: League, *names: str, division: str = "") -> Entry:
    people = [player_named(cast, name) for name in names]
    return join_late(by=cast.who("ann"), league=league, people=people, division=division)


def weeks_of(entry: Entry) -> list[date]:
    found = DatedMatch.objects.filter(match__sides__entries=entry)
    return list(found.order_by("week__on").values_list("week__on", flat=True))


def opponents_met(entry: Entry) -> Counter[str]:
    """How often each pair meets."""
    sides = MatchSide.objects.filter(match__sides__entries=entry)
    others = sides.exclude(entries=entry)
    return Counter(others.values_list("players__name", flat=True))


def test_who_joins_late_meets_everybody_in_the_weeks_to_come(cast: Cast, league: League) -> None:
    before = dict(DatedMatch.objects.values_list("match", "week"))
    weeks = league.nights.in_order()
    gus = add_late(cast, league, "Gus")
    assert opponents_met(gus) == Counter(FOUR)
    days = weeks_of(gus)
    assert len(set(days)) == 4
    assert min(days) > date(2026, 10, 12)  # on that day all the others play
    after = dict(DatedMatch.objects.values_list("match", "week"))
    assert before.items() <= after.items()
    assert len(after) == len(before) + 4
    assert clashes_in(league) == []
    due = DatedMatch.objects.filter(match__sides__entries=gus).order_by("due_on")[0]
    assert (due.due_on - due.week.on).days == 6
    assert league.enrolments.get(player__name="Gus").first == weeks[1]
    rounds = PairingRound.objects.filter(stage__event=league.event_id)
    numbers = rounds.order_by("number").values_list("number", flat=True)
    assert list(numbers) == list(range(1, len(numbers) + 1))
    seats = MatchSide.objects.filter(entries=gus).values_list("seat", flat=True)
    assert sorted(seats) == [0, 0, 1, 1]


def test_results_of_a_late_entry_count_in_the_table(cast: Cast, league: League) -> None:
    gus = add_late(cast, league, "Gus")
    match = match_of(league, "Gus", "Ben")
    win_match(match, match.sides.get(entries=gus).seat)
    assert league.event is not None
    [table] = tables_of(league.event.stages.get())
    assert table.lines[0].entry == gus
    assert len(table.lines) == 5


def test_who_plays_in_another_league_may_join_this_one_too(cast: Cast, league: League) -> None:
    boxes = open_boxes(cast)
    there = Entry.objects.filter(event=boxes.event_id)
    both = Player.objects.filter(line_ups__entry__in=there)
    joining = both.exclude(line_ups__event=league.event_id)[0]

    assert set(opponents_met(add_late(cast, league, joining.name))) == set(FOUR)


def test_twice_against_each_where_the_league_meets_twice(cast: Cast) -> None:
    with at_noon(9, 28):
        league = open_matches(cast, {"": FOUR[:3]}, matches=MatchLeague(legs=2, catch_up_every=0))
        gus = add_late(cast, league, "Gus")
    assert set(opponents_met(gus).values()) == {2}
    assert len(set(weeks_of(gus))) == 6


def test_a_pair_joins_the_chosen_division(cast: Cast) -> None:
    with at_noon(9, 28):
        league = open_matches(cast, PAIRS, kind=League.Kind.PAIRS)
        pair = add_late(cast, league, "Gus", "Hal", division="First")
        assert pair.pool_places.get().pool.name == "First"
        assert set(opponents_met(pair)) == {"Ada", "Abe", "Bo", "Bea"}
        with pytest.raises(Refused, match="Players join this league in pairs"):
            add_late(cast, league, "Ida")


def test_who_is_in_it_already_and_other_kinds_are_refused(cast: Cast, league: League) -> None:
    with pytest.raises(Refused, match="Ben is already in this league, or was before"):
        add_late(cast, league, "Ben")
    with pytest.raises(Refused, match="one player at a time"):
        add_late(cast, league, "Gus", "Hal")
    with pytest.raises(Refused, match="one player at a time"):
        add_late(cast, open_boxes(cast), "Zoë")
    Event.objects.filter(league=league).update(state=Event.State.FINISHED)
    with pytest.raises(Refused, match="isn’t running"):
        add_late(cast, league, "Gus")
    Event.objects.filter(league=league).update(state=Event.State.RUNNING)
    with at_noon(12, 15), pytest.raises(Refused, match="no weeks left in the calendar"):
        add_late(cast, league, "Gus")


@pytest.mark.long
def test_joining_late_is_undone_until_a_match_is_played(cast: Cast, league: League) -> None:
    player_named(cast, "Gus")
    ann = cast.who("ann")
    goes_back_and_forth(ann, "join_late", lambda: add_late(cast, league, "Gus"))
    gus = add_late(cast, league, "Gus")
    win_match(Match.objects.filter(sides__entries=gus)[0])
    action = Action.objects.filter(verb="join_late").latest("pk")
    with pytest.raises(Refused):
        undo(by=ann, action=action)


@pytest.mark.long
def test_the_desk_adds_a_member_with_matches(cast: Cast, league: League) -> None:
    ann, gus = cast.browser_of("ann"), player_named(cast, "Gus")
    address = f"/desk/leagues/{league.slug}/people/enrol/"
    typed = {"player": [gus.pk], "first": "", "kind": "member"}
    page = ann.post(address, typed)
    if page.status_code == 200:  # who would move is shown first
        typed["seen_moves"] = page.context["moves_mark"]
        page = ann.post(address, typed)
    assert page.status_code == 302
    assert Match.objects.filter(sides__players=gus).count() == 4
    log = strip_tags(ann.get(f"/desk/leagues/{league.slug}/log/").text)
    assert "Added Gus late, with 4 matches." in log
