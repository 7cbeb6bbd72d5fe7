"""The desk's list of leagues, and the home page of each league."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import cached_property
from django.views.decorators.http import require_safe

from leagues.access.addresses import absolute_address
from leagues.access.league_roles import may_run_league, secretary_of_league
from leagues.access.roles import get_visitor, scorers_and_up
from leagues.actions.leagues.unplayed.deadlines import settle_deadlines
from leagues.models import Event, League, Night, Player
from leagues.reads.leagues.attendance.head_count import read_head_count
from leagues.reads.leagues.calendar import calendar_of, evening_day
from leagues.reads.leagues.kinds.ladder import ladder_of
from leagues.reads.leagues.kinds.words import rules_in_words
from leagues.reads.leagues.matches.weeks import match_season
from leagues.reads.leagues.night_format import evening_of
from leagues.reads.leagues.table.scheme_words import counting_in_words
from leagues.reads.leagues.table.season import LeagueSeason, season_of
from leagues.reads.leagues.words import evening_in_words, rule_in_words
from leagues.reads.results.desk_home import current_leagues
from leagues.reads.results.league_needs import needs_of_league
from leagues.views.acts import ActView
from leagues.views.desk.leagues._latest_actions import done_lately
from leagues.views.desk.log import league_lines
from leagues.views.public.pagination import part_of


def desk_league(slug: str) -> League:
    """Return the league with this slug. The permission has already checked that it exists."""
    return League.objects.select_related("club", "event").get(slug=slug)


class LeagueView(ActView):
    """A page of a league at the desk. After a POST it redirects to the URL named ``next_page``."""

    permission: Callable[..., Any] = secretary_of_league
    next_page = "desk-league"

    @cached_property
    def league(self) -> League:
        return desk_league(self.kwargs["slug"])

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(league=self.league, **kwargs)

    def get_success_url(self) -> str:
        return reverse(self.next_page, args=[self.kwargs["slug"]])


@scorers_and_up
@require_safe
def leagues_list(request: HttpRequest) -> HttpResponse:
    """List current leagues with their progress and what needs doing, and finished ones by pages."""
    visitor, now = get_visitor(request), timezone.now()
    leagues = League.objects.filter(club__is_home=True).order_by("-pk")
    known = leagues.select_related("club").with_dates()
    part = part_of(request, "page", known.over())
    return TemplateResponse(
        request,
        "desk/leagues/leagues.html",
        {
            "leagues": current_leagues(visitor, now) if part.number == 1 else [],
            "part": part,
            "over": [(each, may_run_league(visitor, each)) for each in part.lines],
            "may_open": visitor.is_organiser,
        },
    )


def next_night(league: League, now: Any) -> Any:
    """Return tonight's or the next night that is neither finished nor cancelled.

    None if there is none.
    """
    to_come = league.nights.filter(
        ~Q(events__state=Event.State.FINISHED), on__gte=evening_day(league, now), is_cancelled=False
    )
    return to_come.select_related("host").in_order().first()


@secretary_of_league
@require_safe
def league_home(request: HttpRequest, slug: str) -> HttpResponse:
    """Show what is next, who leads, and the settings of the league."""
    league, now = desk_league(slug), timezone.now()
    if league.has_dated_matches:
        return match_league_home(request, league, now)
    season = season_of(league)
    night = None if season.is_closed else next_night(league, now)
    return TemplateResponse(
        request,
        "desk/leagues/league.html",
        {
            "league": league,
            "night": night,
            "count": read_head_count(night, now) if night else None,
            "is_tonight": night is not None and night.on == evening_day(league, now),
            "is_on": season.now is not None and season.now.row == night,
            "top": rows_with_names(season.rows[:5]),
            "over": season.over,
            "nights": season.planned,
            "members": league.enrolments.filter(kind="member", last=None).count(),
            "rule": _rule_text(league),
            "evening": evening_in_words(evening_of(league)),
            **what_needs(request, league, now),
            "counts": counting_in_words(season.scheme, count_limited_nights(season)),
            "screen": absolute_address(request, reverse("league-screen", args=[slug])),
        },
    )


def what_needs(request: HttpRequest, league: League, now: datetime) -> dict[str, Any]:
    """Return what needs attention and the latest actions."""
    found, reader = needs_of_league(league, now), get_visitor(request)
    lines = league_lines((each.action for each in found.corrections), league, reader)
    return {
        "needs": found,
        "corrected": [
            {"moved": each.moved, "line": line, "match": each.match}
            for each, line in zip(found.corrections, lines, strict=True)
        ],
        "done": done_lately(league, reader),
        "may_merge": reader.is_organiser,
    }


def match_league_home(request: HttpRequest, league: League, now: datetime) -> HttpResponse:
    """Show a league of dated matches: this week, what needs attention, who leads."""
    settle_deadlines(league=league, now=now)
    is_ladder = league.of_kind.is_ladder
    ladder = ladder_of(league) if is_ladder else None
    lines = ladder.lines if ladder else ()
    challenges = [line for line in lines if line.match and line.is_challenger]
    takes_challenges, evening = is_ladder and is_on(league), evening_night(league, now)
    return TemplateResponse(
        request,
        "desk/leagues/matches/match_league.html",
        {
            "league": league,
            "season": match_season(league, evening_day(league, now), ""),
            "ladder": ladder,
            "challenges": challenges if takes_challenges else None,
            **what_needs(request, league, now),
            "tonight": evening,
            "has_lead": takes_challenges or evening is not None,
            "sentences": rules_in_words(league),
        },
    )


def evening_night(league: League, now: datetime) -> Night | None:
    """Return tonight's or the next night of a running own-time league. None for other leagues."""
    own_time = league.of_kind.is_own_time
    night: Night | None = next_night(league, now) if own_time and is_on(league) else None
    return night


def is_on(league: League) -> bool:
    return league.event is not None and league.event.state == Event.State.RUNNING


def _rule_text(league: League) -> list[str]:
    rule = calendar_of(league)
    return rule_in_words(rule)[:1] if rule else []


def count_limited_nights(season: LeagueSeason) -> int:
    """Return how many nights share the limit of nights that count."""
    return sum(not night.row.always_counts and not night.is_cancelled for night in season.nights)


def rows_with_names(rows: Any) -> list[dict[str, Any]]:
    """Return table rows with the full names of their players."""
    names = names_of(row.player for row in rows)
    return [{"row": row, "name": names[row.player]} for row in rows]


def names_of(players: Any) -> dict[int, str]:
    return dict(Player.objects.filter(pk__in=list(players)).values_list("pk", "name"))
