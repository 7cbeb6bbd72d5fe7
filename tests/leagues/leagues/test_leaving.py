"""Players who leave a league, substitute for others, or move with a week."""

from datetime import date

import pytest

from leagues.actions.events.events import add_stage
from leagues.actions.leagues.nights.changes import cancel_night, change_night, facts_of, skip_night
from leagues.actions.leagues.unplayed.dates import fix_date
from leagues.actions.leagues.unplayed.forfeits import forfeit_match
from leagues.actions.leagues.unplayed.leave import leave_league
from leagues.actions.leagues.unplayed.moves import move_matches
from leagues.actions.leagues.unplayed.substitutes import sit_in
from leagues.actions.refusal import Refused, Stale
from leagues.models import DatedMatch, Entry, League, Match, Night
from leagues.reads.leagues.matches.leaving import leaver_of
from leagues.stages.leaving import LeavingWay
from leagues.stages.match_league import MatchLeague
from leagues.stages.pairing_ways import Knockout
from leagues.stages.substitutes import Span
from tests.cast import Cast
from tests.leagues.leagues.box_leagues import open_boxes
from tests.leagues.leagues.match_leagues import open_matches, player_named
from tests.leagues.leagues.unplayed import at_noon, match_of, points_by_name, seat_of, undo_last

pytestmark = pytest.mark.django_db


def entry_of(league: League, name: str) -> Entry:
    return Entry.objects.get(event=league.event, players__name=name)


def won_by(cast: Cast, league: League, winner: str, loser: str) -> Match:
    match = match_of(league, winner, loser)
    forfeit_match(by=cast.who("ann"), match=match, winner=seat_of(match, winner))
    return match


def endings_of(league: League, name: str) -> list[str]:
    matches = Match.objects.filter(event=league.event, sides__players__name=name)
    return sorted(matches.values_list("ending", flat=True))


# --- Leaving -------------------------------------------------------------------------------


def test_before_half_nothing_counts_and_after_it_the_rest_is_forfeited(cast: Cast) -> None:
    league = open_matches(cast)
    won_by(cast, league, "Ben", "Cat")
    assert leaver_of(entry_of(league, "Ben")).usual_way is LeavingWay.ANNUL
    won_by(cast, league, "Ben", "Eve")
    assert leaver_of(entry_of(league, "Ben")).usual_way is LeavingWay.FORFEIT


def test_of_boxes_the_period_that_is_on_counts_and_no_stage_that_is_only_planned(
    cast: Cast,
) -> None:
    league = open_boxes(cast)
    assert league.event
    add_stage(by=cast.who("ann"), event=league.event, name="Finals", way=Knockout())
    assert len(leaver_of(entry_of(league, "A")).matches) == 4


@pytest.mark.parametrize(
    ("way", "found", "cat", "fay"),
    [
        (LeavingWay.ANNUL, ["annulled"] * 3, (0, 0), (0, 0)),
        (LeavingWay.FORFEIT, ["walkover"] * 3, (0, 1), (8, 1)),
        (LeavingWay.LET_STAND, ["annulled"] * 2 + ["walkover"], (0, 1), (0, 0)),
    ],
)
def test_what_becomes_of_their_matches(
    cast: Cast, way: LeavingWay, found: list[str], cat: tuple[int, int], fay: tuple[int, int]
) -> None:
    league = open_matches(cast)
    won_by(cast, league, "Ben", "Cat")
    ben = entry_of(league, "Ben")
    with at_noon(10, 13):
        leave_league(by=cast.who("ann"), league=league, entry=ben, way=way)
    assert endings_of(league, "Ben") == found
    assert points_by_name(league)["Cat"] == cat
    assert points_by_name(league)["Fay"] == fay
    member = league.enrolments.get(player__name="Ben")
    assert member.last
    assert member.last.on == date(2026, 10, 12)
    with pytest.raises(Stale):
        leave_league(by=cast.who("ann"), league=league, entry=ben, way=way)
    undo_last(cast, league)
    assert endings_of(league, "Ben") == ["", "", "walkover"]
    assert entry_of(league, "Ben").state == Entry.State.ACTIVE
    assert league.enrolments.get(player__name="Ben").last is None


# --- Substitutes ---------------------------------------------------------------------------


def substitute_player(cast: Cast, match: Match, leaves: str, comes: str, span: Span) -> list[int]:
    league = match.event.league
    return sit_in(
        by=cast.who("ann"),
        league=league,
        match=match,
        leaves=player_named(cast, leaves),
        comes=player_named(cast, comes),
        span=span,
    )


def test_a_substitute_sits_in_one_match_and_the_points_stay_with_the_entry(cast: Cast) -> None:
    league = open_matches(cast, {"First": ("Ben", "Cat"), "Second": ("Eve", "Fay", "Gus")})
    match = match_of(league, "Eve", "Fay")
    before = points_by_name(league)["Ben"]
    seat = seat_of(match, "Eve")
    assert substitute_player(cast, match, "Eve", "Ben", Span.MATCH) == [match.number]
    forfeit_match(by=cast.who("ann"), match=match, winner=seat)
    assert points_by_name(league)["Eve"] == (8, 1)
    assert points_by_name(league)["Ben"] == before


def test_no_one_sits_in_too_often_or_against_themselves(cast: Cast) -> None:
    league = open_matches(cast, matches=MatchLeague(most_as_substitute=1))
    first, second = (match_of(league, "Ben", name) for name in ("Cat", "Eve"))
    with pytest.raises(Refused, match="plays on the other side"):
        substitute_player(cast, first, "Ben", "Cat", Span.MATCH)
    substitute_player(cast, first, "Ben", "Gus", Span.MATCH)
    with pytest.raises(Refused, match="already substituted 1 time"):
        substitute_player(cast, second, "Ben", "Gus", Span.MATCH)
    with pytest.raises(Refused, match="already on this side"):
        substitute_player(cast, second, "Ben", "Ben", Span.MATCH)
    with pytest.raises(Refused, match="already plays in this division"):
        substitute_player(cast, match_of(league, "Eve", "Fay"), "Eve", "Ben", Span.GOOD)


def test_for_a_week_and_for_good(cast: Cast) -> None:
    rule = MatchLeague(a_week=2, catch_up_every=0)
    league = open_matches(cast, matches=rule)
    match = match_of(league, "Ben", "Cat")
    week = Match.objects.filter(dated__week=match.dated.week, sides__players__name="Ben")
    numbers = sorted(week.values_list("number", flat=True))
    assert substitute_player(cast, match, "Ben", "Gus", Span.WEEK) == numbers
    other = Match.objects.filter(event=league.event, sides__players__name="Ben")
    assert other.count() == 3 - len(numbers)
    undo_last(cast, league)
    assert len(substitute_player(cast, match, "Ben", "Hal", Span.GOOD)) == 3
    assert entry_of(league, "Hal").state == Entry.State.ACTIVE


# --- Weeks move ----------------------------------------------------------------------------


def week_of(league: League, number: int) -> Night:
    night: Night = league.nights.in_order().select_related("league")[number - 1]
    return night


def due_days(league: League) -> set[date]:
    dated = DatedMatch.objects.filter(match__event=league.event)
    return set(dated.values_list("due_on", flat=True))


def test_matches_of_a_week_that_moves_are_due_later(cast: Cast) -> None:
    with at_noon(9, 28):
        league = open_matches(cast)
        night = week_of(league, 1)
        fixed = night.dated_matches.order_by("match")[0]
        fix_date(by=cast.who("ann"), match=fixed.match, on=date(2026, 10, 6))
        facts = facts_of(night) | {"on": date(2026, 10, 8)}
        change_night(by=cast.who("ann"), night=night, facts=facts)
    days = dict(night.dated_matches.values_list("is_edited", "due_on"))
    assert days == {True: date(2026, 10, 11), False: date(2026, 10, 14)}
    starts = league.event.stages.get().pairing_rounds.get(number=1).starts_at  # type: ignore[union-attr]
    assert starts
    assert starts.astimezone(league.tzinfo).date() == date(2026, 10, 8)


def test_a_week_with_matches_is_neither_cancelled_nor_taken_out(cast: Cast) -> None:
    league = open_matches(cast)
    with pytest.raises(Refused, match="This week still has matches to play"):
        cancel_night(by=cast.who("ann"), night=week_of(league, 1), reason="snow")
    with pytest.raises(Refused, match="This week has matches"):
        skip_night(by=cast.who("ann"), night=week_of(league, 1))
    moving = week_of(league, 1).dated_matches.values_list("match", flat=True)
    moved = move_matches(
        by=cast.who("ann"), league=league, matches=list(moving), to=week_of(league, 3)
    )
    assert len(moved) == 2
    assert date(2026, 10, 11) not in due_days(league)
    assert date(2026, 10, 25) in due_days(league)
    cancel_night(by=cast.who("ann"), night=week_of(league, 1), reason="snow")
    with pytest.raises(Refused, match="week is cancelled"):
        move_matches(
            by=cast.who("ann"),
            league=league,
            matches=list(DatedMatch.objects.values_list("match", flat=True)),
            to=week_of(league, 1),
        )
    skip_night(by=cast.who("ann"), night=week_of(league, 1))
