"""Open a league of dated matches: create its event, draw its stages, and give matches weeks."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from leagues.access.roles import Who
from leagues.actions.draw.draw import draw_rounds, publish_rounds
from leagues.actions.entries.entries import NewEntry, enter_list
from leagues.actions.events.events import add_stage, create_event, seat_pools, start_event
from leagues.actions.leagues.settings import open_league
from leagues.actions.refusal import Refused
from leagues.models import (
    Club,
    DatedMatch,
    Enrolment,
    Event,
    League,
    Match,
    Night,
    PairingRound,
    Player,
    Stage,
)
from leagues.reads import Sheet
from leagues.reads.leagues.kinds.rules import rules_of
from leagues.stages.calendar import CalendarRule
from leagues.stages.league_kinds import kind_of
from leagues.stages.match_league import MatchLeague
from leagues.stages.pairing_ways import RoundRobin
from scoring.text import marked
from scoring.tiebreaks import CHAINS, Chain

Divisions: TypeAlias = Mapping[str, Sequence[tuple[Player, ...]]]
"""The entries of each division, best first; each is one player or a pair."""


def seat_matches(by: Who, league: League, divisions: Divisions) -> None:
    """Seat the entries, draw all their matches, and give every match a week."""
    legs = rules_of(league).legs
    stage = add_divided_stage(by, league, marked("League"), divisions, legs)
    draw_stage(by, stage)
    date_matches(league)
    enrol_divisions(league, divisions)


def open_with_event(
    *,
    by: Who,
    club: Club,
    name: str,
    kind: League.Kind,
    calendar: CalendarRule,
    sheet: Sheet,
    matches: MatchLeague,
    boards: Iterable[int] = (),
    place: str = "",
    rng_seed: str = "",
    sides: Event.Sides | None = None,
    **facts: Any,
) -> League:
    """Create a league of dated matches and its event, still without entries."""
    if not calendar.dates():
        raise Refused(_("The calendar has no weeks."))
    league = open_league(
        by=by,
        club=club,
        name=name,
        kind=kind,
        calendar=calendar,
        boards=boards,
        place=place,
        matches=matches.to_dict(),
        **facts,
    )
    event = create_event(
        by=by,
        club=club,
        name=name,
        starts_at=league.nights.in_order()[0].starts_at,
        sheet=sheet,
        kind=Event.Kind.LEAGUE,
        sides=sides or Event.Sides(kind_of(kind).sides),
        place=place,
        confirm_minutes=matches.confirm_hours * 60,
        visibility=league.visibility,
        season=league.season,
        rng_seed=rng_seed,
    )
    League.objects.filter(pk=league.pk).update(event=event)
    league.event = event
    return league


def refuse_empty(divisions: Mapping[str, Sequence[object]]) -> None:
    for name, entries in divisions.items():
        if len(entries) < 2:
            raise Refused(
                _("%(name)s needs at least two.") % {"name": name}
                if name
                else _("At least two are needed.")
            )


def add_divided_stage(
    by: Who,
    league: League,
    name: str,
    divisions: Divisions,
    legs: int,
    chain: Chain = CHAINS["round-robin"],
    *,
    home_and_away: bool = True,
) -> Stage:
    """Add a stage in which each division is a pool, with its entries best first."""
    event = event_of(league)
    listed = [NewEntry(people) for of_one in divisions.values() for people in of_one]
    entries = iter(enter_list(by=by, event=event, entries=listed, how="picked"))
    pools = {name: [next(entries).pk for _people in of_one] for name, of_one in divisions.items()}
    return add_seated_stage(by, event, name, pools, legs, chain, home_and_away=home_and_away)


def add_seated_stage(
    by: Who,
    event: Event,
    name: str,
    pools: Mapping[str, Sequence[int]],
    legs: int,
    chain: Chain = CHAINS["round-robin"],
    *,
    home_and_away: bool = True,
) -> Stage:
    """Add an open round-robin stage with these entries in its pools, ready to be drawn."""
    stage = add_stage(
        by=by,
        event=event,
        name=name,
        way=RoundRobin(legs, home_and_away=home_and_away),
        chain=chain,
    )
    seat_pools(by=by, stage=stage, pools=pools)
    Stage.objects.filter(pk=stage.pk).update(opened_at=timezone.now())
    return stage


def draw_stage(by: Who, stage: Stage) -> None:
    """Draw and publish a whole stage. Its matches get boards only when they are played."""
    draw_rounds(by=by, stage=stage, by_league=True)
    publish_rounds(by=by, stage=stage, by_league=True)
    Match.objects.filter(pairing_round__stage=stage).update(board=None)


def begin_event(by: Who, league: League) -> None:
    """Start the event of a league, on the league's boards."""
    event = event_of(league)
    event.boards.set(league.boards.all())
    start_event(by=by, event=event)


def date_matches(league: League) -> None:
    """Give every undated match the calendar week of its pairing round."""
    rounds = list(PairingRound.objects.of(event_of(league)).published())
    weeks = weeks_for(league, len(rounds))
    for each, week in zip(rounds, weeks, strict=True):
        each.starts_at = week.starts_at
    PairingRound.objects.bulk_update(rounds, ["starts_at"])
    week_of = {each.pk: week for each, week in zip(rounds, weeks, strict=True)}
    rule = rules_of(league)
    undated = Match.objects.filter(pairing_round__in=rounds, dated=None)
    DatedMatch.objects.bulk_create(
        DatedMatch(match_id=match, week=week_of[of], due_on=rule.due_on(week_of[of].on))
        for match, of in undated.exclude(ending=Match.Ending.BYE)
        .order_by("number")
        .values_list("pk", "pairing_round")
    )


def weeks_for(league: League, rounds: int) -> list[Night]:
    """The week of each pairing round. Weeks without one are marked for catching up."""
    rule = rules_of(league)
    nights = list(league.nights.in_order().filter(is_cancelled=False))
    for night in nights:
        night.league = league
    if rule.needed(rounds) > len(nights):
        raise Refused(
            ngettext(
                "These matches need %(needed)s weeks, but the calendar has only %(n)s.",
                "These matches need %(needed)s weeks, but the calendar has only %(n)s.",
                len(nights),
            )
            % {"needed": rule.needed(rounds), "n": len(nights)}
        )
    chosen = [nights[week] for week in rule.weeks(rounds)]
    own = {night.pk for night in chosen}
    free = [night.pk for night in nights if night.pk not in own]
    Night.objects.filter(pk__in=free).update(is_catch_up=True)
    return chosen


def event_of(league: League) -> Event:
    assert league.event is not None
    return league.event


def enrol_divisions(league: League, divisions: Divisions) -> None:
    Enrolment.objects.bulk_create(
        Enrolment(league=league, player=player, division=name)
        for name, entries in divisions.items()
        for people in entries
        for player in people
    )
