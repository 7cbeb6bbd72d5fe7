"""The page of a night in its current state: attendance, drawn, running or finished."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils import timezone

from leagues.access.league_roles import may_keep_dues, may_run_league
from leagues.access.roles import get_visitor
from leagues.forms.leagues.nights.own_evening import EveningGameForm
from leagues.forms.leagues.nights.tonight import BoardsForm, SecondPlaceForm, WalkUpForm
from leagues.models import EntryPlayer, Event, League, Night
from leagues.reads.draw.tonight import draw_of_night
from leagues.reads.leagues.attendance.attendance_list import (
    at_a_board,
    at_last_night,
    boards_of,
    count_by_place,
    draw_warnings,
    events_of,
    faces_of,
    late_notes,
)
from leagues.reads.leagues.attendance.own_evening import own_evening
from leagues.reads.leagues.calendar import evening_day
from leagues.reads.leagues.dues import dues_tonight
from leagues.reads.leagues.night_format import evening_of
from leagues.reads.leagues.nights.night_lines import night_lines
from leagues.reads.leagues.nights.recap import movers_of
from leagues.reads.leagues.table.season import season_of
from leagues.reads.play.running_night import running_event

PAGE = "desk/leagues/nights/tonight.html"
TAPPED = "desk/leagues/nights/_tapped.html"
LIVE = f"{PAGE}#live"
OWN_TAPPED = "desk/leagues/nights/_own_evening.html#games"


def render_night(
    request: HttpRequest, night: Night, *, status: int = 200, **more: Any
) -> HttpResponse:
    """Render the whole page. ``more`` has forms with errors or the reason of a refusal."""
    if night.league.of_kind.is_own_time:
        return own_time(request, night, status=status, **more)
    events = events_of(night)
    context = {"night": night, "league": night.league, "events": events}
    context["may_run"] = may_run_league(get_visitor(request), night.league)
    states = {event.state for event in events}
    if not events:
        context |= _attendance_context(night)
    elif states == {Event.State.PLANNED}:
        context |= {"stands": "drawn", "draws": [draw_of_night(e) for e in events]}
    elif states == {Event.State.FINISHED}:
        moved = movers_of(night)
        is_first_table = bool(moved) and all(each.before is None for each in moved)
        context |= {"stands": "over", "movers": moved, "is_first_table": is_first_table}
        season = season_of(night.league)
        [here] = [each for each in season.nights if each.row.pk == night.pk]
        context["lines"] = night_lines(season, here)
    else:
        context |= _running_context(night, events)
    if context["stands"] in ("faces", "drawn"):
        today = evening_day(night.league, timezone.now())
        context["is_other_day"] = night.on != today
    if may_tick_dues(request, night):
        context["dues"] = dues_tonight(night)
    live = "HX-Request" in request.headers and context["stands"] == "on"
    template = LIVE if live else PAGE
    return TemplateResponse(request, template, context | more, status=status)


def own_time(request: HttpRequest, night: Night, *, status: int = 200, **more: Any) -> HttpResponse:
    """Render the page of an own-time league's night: who is here, dues, and possible pairs.

    Nothing is drawn in such a league.
    """
    evening = own_evening(night, timezone.now())
    context = {
        "stands": "own-time",
        "night": night,
        "league": night.league,
        "evening": evening,
        "form": EveningGameForm(evening=evening),
        "may_score": True,
        "may_run": may_run_league(get_visitor(request), night.league),
    }
    if may_tick_dues(request, night):
        context["dues"] = dues_tonight(night)
    return TemplateResponse(request, PAGE, context | more, status=status)


def may_tick_dues(request: HttpRequest, night: Night) -> bool:
    """True if the visitor may tick dues: of a night as its host, of a season as treasurer."""
    dues, league = night.league.dues, night.league
    if dues == League.Dues.NIGHT:
        return True
    return dues == League.Dues.SEASON and may_keep_dues(get_visitor(request), league)


def render_tapped(request: HttpRequest, night: Night) -> HttpResponse:
    """Render only the part that changes with a tick: the counts, or the possible pairs."""
    if night.league.of_kind.is_own_time:
        answer = own_time(request, night)
        assert isinstance(answer, TemplateResponse)
        answer.template_name = OWN_TAPPED
        return answer
    context = {"night": night, "league": night.league, **_attendance_context(night)}
    return TemplateResponse(request, TAPPED, context)


def _attendance_context(night: Night) -> dict[str, Any]:
    faces = faces_of(night)
    here = [face for face in faces if face.is_here]
    now = sum(not face.starts_in for face in here)
    boards, last = boards_of(night), at_last_night(night)
    way = evening_of(night.league).stages(max(2, now))[0].way
    return {
        "stands": "faces",
        "faces": faces,
        "here": here,
        "here_now": now,
        "by_place": sorted(count_by_place(faces).items()),
        "boards": len(boards),
        "says": [
            *late_notes(here),
            *draw_warnings(now, len(boards), size=at_a_board(way), fewest=night.league.fewest),
        ],
        "said_in": sum(face.is_expected for face in faces),
        "of_last": sum(f.player.pk in last and not f.is_out for f in faces),
        "walk": WalkUpForm(league=night.league),
        "boards_form": BoardsForm(initial={"boards": len(boards) or None}),
        "there": {face.player.pk for face in here if face.place},
        "place_form": SecondPlaceForm(
            initial={"place": next((f.place for f in here if f.place), "")}
        ),
    }


def _running_context(night: Night, events: list[Event]) -> dict[str, Any]:
    running = [running_event(event) for event in events]
    lines = EntryPlayer.objects.filter(event__in=events)
    entered = set(lines.values_list("player", flat=True))
    faces = faces_of(night)
    return {
        "stands": "on",
        "running": running,
        "may_call": any(each.may_call for each in running),
        "any_half_played": any(o.is_half_played for each in running for o in each.open),
        "faces": [face for face in faces if face.player.pk not in entered],
        "late": [f for f in faces if f.starts_in and f.player.pk not in entered],
        "walk": WalkUpForm(league=night.league),
    }
