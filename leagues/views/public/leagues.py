"""The public pages of leagues: the table after each night, and its players."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.views.decorators.http import require_safe

from leagues.access.league_roles import sees_league
from leagues.access.roles import for_anyone, get_visitor
from leagues.live.page_cache import ready_made
from leagues.models import League
from leagues.reads.leagues.attendance.head_count import read_head_count
from leagues.reads.leagues.end.awards import awards_given
from leagues.reads.leagues.end.honours import SeasonHonours, season_honours
from leagues.reads.leagues.pages.cards import league_cards
from leagues.reads.leagues.pages.leaders import last_night_won, leads_of, league_in_short
from leagues.reads.leagues.table.player_season import player_in_league
from leagues.reads.leagues.table.scheme_words import rules_in_words
from leagues.reads.leagues.table.season import LeagueSeason, season_of
from leagues.reads.leagues.table.season_table import season_tables
from leagues.reads.leagues.table.table_lines import lines_of_season
from leagues.reads.leagues.table.what_if import what_if
from leagues.reads.messages.banners import banners_of_league
from leagues.views.public.club import home_club
from leagues.views.public.live import fragment_of
from leagues.views.public.match_league import match_league
from leagues.views.public.pagination import part_of


def find_league(request: HttpRequest, slug: str) -> League:
    """Return the league, or answer 404 if the visitor may not see it."""
    league = get_object_or_404(League.objects.select_related("club", "season", "event"), slug=slug)
    if not sees_league(request, league):
        raise Http404
    return league


@for_anyone
@ready_made("page")
@require_safe
def list_leagues(request: HttpRequest) -> HttpResponse:
    """Show current leagues as cards, and finished leagues as a list."""
    found = League.objects.listed().of(home_club()).order_by("-made_at")
    part = part_of(request, "page", found.over().with_dates())
    return TemplateResponse(
        request,
        "public/leagues/leagues.html",
        {
            "cards": league_cards(found.current().with_dates()) if part.number == 1 else (),
            "part": part,
            "over": season_honours(part.lines),
            "may_open": get_visitor(request).is_organiser,
        },
    )


def find_season(request: HttpRequest, slug: str, **how: bool) -> LeagueSeason:
    """Return the season of a league of nights. Leagues of dated matches answer 404."""
    found = find_league(request, slug)
    if found.has_dated_matches:
        raise Http404
    return season_of(found, **how)


@for_anyone
@ready_made("fragment", "after", "handicap", "week")
@require_safe
def show_league(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the season's table, now or after a chosen night."""
    found = find_league(request, slug)
    if found.has_dated_matches:
        return match_league(request, found)
    season = season_of(found, with_running=True)
    lines = lines_of_season(season)
    over = [night for night in season.nights if night.is_over or night.is_on]
    after = _chosen_night_number(request, season)
    shown = season.after(after) if after else season
    has_two = season.has_handicaps
    with_handicap = has_two and "handicap" in request.GET
    is_current = not (after or with_handicap or season.is_closed)
    return TemplateResponse(
        request,
        fragment_of(request, "public/leagues/league.html", "live"),
        {
            "league": season.league,
            "season": season,
            "banners": banners_of_league(season.league),
            "says": league_in_short(season.league, lines),
            "leads": tuple(leads_of(lines)) if is_current else (),
            "last_night": last_night_won(season) if is_current else None,
            "tables": season_tables(
                shown.with_handicaps() if with_handicap else shown,
                handicaps=shown.handicaps_now() if has_two and not shown.final else None,
            ),
            "after": after,
            "has_two": has_two,
            "with_handicap": with_handicap,
            "nights": season.nights,
            "over": over,
            "count": read_head_count(season.next.row) if season.next else None,
            "rules": rules_in_words(season),
            "awards": awards_given([season.league]),
            "honours": _winners_of(season),
        },
    )


def _winners_of(season: LeagueSeason) -> SeasonHonours | None:
    """Return the winners. None while the season isn't closed."""
    if not season.is_closed:
        return None
    [honours] = season_honours([season.league])
    return honours


def _chosen_night_number(request: HttpRequest, season: LeagueSeason) -> int | None:
    """Return the number of the chosen night. None for the current table or an invalid number."""
    asked = request.GET.get("after", "")
    if season.is_closed or not asked.isdecimal() or len(asked) > 4:
        return None
    over = [night.number for night in season.nights if night.is_over]
    last = season.now.number if season.now else max(over, default=0)
    # A cancelled night has a number too; after it the table is as before it.
    number = max((each for each in over if each <= int(asked)), default=last)
    return number if int(asked) < last and number != last else None


@for_anyone
@ready_made()
@require_safe
def league_player(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Show a player's nights, which of them count, and what the next one can change."""
    season = find_season(request, slug, with_running=True)
    shown = player_in_league(season, pk)
    if shown is None:
        raise Http404
    return TemplateResponse(
        request,
        "public/leagues/player.html",
        {"league": season.league, "season": season, "shown": shown},
    )


@for_anyone
@require_safe
def league_what_if(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the table if the next night ended in this order, chosen place by place."""
    season = find_season(request, slug, with_running=True)
    found = what_if(season, request.GET.getlist("order"))
    return TemplateResponse(
        request,
        "public/leagues/what_if.html",
        {
            "league": season.league,
            "season": season,
            "what_if": found,
            "tables": found.tables if found else (),
            "leads": tuple(leads_of(lines_of_season(found.season))) if found else (),
        },
    )
