"""The public page of a league of dated matches: tables, and matches by week."""

from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils import timezone

from leagues.models import League
from leagues.reads.events.sheets import chain_labels
from leagues.reads.leagues.calendar import evening_day
from leagues.reads.leagues.end.honours import season_honours
from leagues.reads.leagues.kinds.ladder import ladder_of
from leagues.reads.leagues.kinds.own_time import own_time_of
from leagues.reads.leagues.kinds.teams import stage_of_players
from leagues.reads.leagues.kinds.words import rules_in_words
from leagues.reads.leagues.matches.weeks import Dated, dated_matches, latest_match, match_season
from leagues.reads.leagues.pages.leaders import leads_of, league_in_short, lines_now
from leagues.reads.leagues.table.table_lines import by_division, league_lines, lines_of_tables
from leagues.reads.tables.crosstab import grids_of
from leagues.reads.tables.tables import tables_of
from leagues.views.public.live import fragment_of


def match_league(request: HttpRequest, league: League) -> HttpResponse:
    if league.closed_at:
        return show_closed(request, league)
    if league.of_kind.is_ladder:
        return show_ladder(request, league)
    return show_weeks(request, league)


def show_closed(request: HttpRequest, league: League) -> HttpResponse:
    """Show the final tables. The matches are on the pages of the league's event."""
    return TemplateResponse(
        request,
        fragment_of(request, "public/leagues/closed.html", "live"),
        {
            "league": league,
            "says": league_in_short(league, lines_now(league)),
            "event": league.event,
            "final_tables": by_division(league_lines(league)),
            "honours": season_honours([league])[0],
        },
    )


def show_ladder(request: HttpRequest, league: League) -> HttpResponse:
    """Show the ladder, with open and finished challenges."""
    today = evening_day(league, timezone.now())
    matches = dated_matches(league, today)
    return TemplateResponse(
        request,
        fragment_of(request, "public/leagues/ladder.html", "live"),
        {
            "league": league,
            "says": league_in_short(league, lines_now(league)),
            "event": league.event,
            "ladder": ladder_of(league),
            "open": [each for each in matches if each.called != Dated.PLAYED],
            "over": [each for each in reversed(matches) if each.called == Dated.PLAYED],
            "sentences": rules_in_words(league),
        },
    )


def show_weeks(request: HttpRequest, league: League) -> HttpResponse:
    """Show the tables and the matches by week, of teams by board, with the players' table."""
    asked = request.GET.get("week", "")
    season = match_season(league, evening_day(league, timezone.now()), asked)
    lines = tuple(lines_of_tables(season.tables))
    context = {
        "league": league,
        "says": league_in_short(league, lines),
        "leads": tuple(leads_of(lines)),
        "latest": latest_match(league),
        "event": season.event,
        "season": season,
        "opened": season.week(asked),
        "stage": season.stage,
        "steps": chain_labels(season.stage) if season.stage else (),
        "rules": rules_in_words(league),
    }
    template = "public/leagues/match_league.html"
    if league.of_kind.has_teams:
        template = "public/leagues/teams.html"
        players = stage_of_players(league)
        context["grids"] = grids_of(season.stage, season.tables) if season.stage else ()
        context["players"] = tables_of(players) if players else ()
    elif league.of_kind.is_own_time:
        context["owing"] = own_time_of(league, season.today)
    return TemplateResponse(request, fragment_of(request, template, "live"), context)
