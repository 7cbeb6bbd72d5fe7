"""Seat a league of series: each game is a match, and the games of a series share a week."""

from collections.abc import Iterator
from dataclasses import replace

from leagues.access.roles import Who
from leagues.actions.leagues.matches.draw import (
    Divisions,
    add_divided_stage,
    draw_stage,
    enrol_divisions,
    weeks_for,
)
from leagues.models import DatedMatch, Event, League, Match, Night, Stage
from leagues.reads.leagues.kinds.rules import rules_of
from leagues.reads.leagues.kinds.series import series_rules
from leagues.stages.match_league import MatchLeague
from leagues.stages.pairing_ways import rounds_to_meet_all
from leagues.stages.ranking import Ranking, WhenUnequal
from leagues.stages.series import SeriesRules
from scoring.text import marked


def seat_series(by: Who, league: League, divisions: Divisions) -> None:
    """Seat the entries of each division, and draw all series with their weeks."""
    rules = series_rules(league) or SeriesRules()
    stage = add_divided_stage(by, league, marked("League"), divisions, rules.games, rules.chain)
    never = Ranking(prorate=WhenUnequal.NEVER)  # fewer games are themselves a tie-break
    Stage.objects.filter(pk=stage.pk).update(
        ranking=never.stored, walkover_points=rules.forfeit_margin
    )
    draw_stage(by, stage)
    _date_series(league, stage, rules)
    enrol_divisions(league, divisions)


def sides_of(divisions: Divisions) -> Event.Sides:
    sizes = {len(entry) for entries in divisions.values() for entry in entries}
    return Event.Sides.DOUBLES if max(sizes) == 2 else Event.Sides.SINGLES


def arranged_by(rules: SeriesRules, matches: MatchLeague) -> MatchLeague:
    """The match rules of a series: its games are the legs, and a forfeit pays its margin."""
    return replace(
        matches, legs=rules.games, forfeit_points=rules.forfeit_margin, forfeits_capped=False
    )


def _date_series(league: League, stage: Stage, rules: SeriesRules) -> None:
    """Give each game the week of its series."""
    matches = list(
        Match.objects.filter(pairing_round__stage=stage)
        .select_related("pairing_round", "pool")
        .order_by("number")
    )
    sizes = {pool.pk: pool.places.count() for pool in stage.pools.all()}
    rounds = {pool: rounds_to_meet_all(size) for pool, size in sizes.items()}
    weeks = weeks_for(league, max(rounds.values()))
    _time_rounds(stage, weeks)
    DatedMatch.objects.bulk_create(_date_games(league, matches, weeks, rounds, rules))


def _time_rounds(stage: Stage, weeks: list[Night]) -> None:
    for each in stage.pairing_rounds.all():
        each.starts_at = weeks[(each.number - 1) % len(weeks)].starts_at
        each.save(update_fields=["starts_at"])


def _date_games(
    league: League,
    matches: list[Match],
    weeks: list[Night],
    rounds: dict[int, int],
    rules: SeriesRules,
) -> Iterator[DatedMatch]:
    rule = rules_of(league)
    for match in matches:
        if match.ending == Match.Ending.BYE:
            continue
        assert match.pool_id is not None
        number = match.pairing_round.number - 1
        week = weeks[rules.week_of(number, rounds[match.pool_id])]
        yield DatedMatch(match=match, week=week, due_on=rule.due_on(week.on))
