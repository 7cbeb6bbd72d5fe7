"""The host's page of a night: attendance, draw, start and end."""

from collections.abc import Callable

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from leagues.access.league_roles import host_of_night, host_that_evening, night_at
from leagues.access.roles import get_visitor
from leagues.actions.leagues.nights import tonight as actions
from leagues.forms.leagues.nights.tonight import BoardsForm, SecondPlaceForm
from leagues.models import Night
from leagues.reads.leagues.attendance.attendance_list import Face, at_last_night, faces_of
from leagues.views.attempt import Attempt
from leagues.views.desk.entries.entries import numbers_in
from leagues.views.desk.leagues._player_by_name import find_typed
from leagues.views.desk.leagues.nights._night import render_night, render_tapped
from leagues.views.repeated_submits import made_once


def night_here(slug: str, pk: int) -> Night:
    night = night_at(slug, pk)
    if night is None:
        raise Http404
    return night


def own_time_night(slug: str, pk: int) -> Night:
    """Return a night of an own-time league, where nothing is drawn. Other leagues answer 404."""
    night = night_here(slug, pk)
    if not night.league.of_kind.is_own_time:
        raise Http404
    return night


def drawn_night(slug: str, pk: int) -> Night:
    """Return a night that is drawn. Nights of own-time leagues answer 404."""
    night = night_here(slug, pk)
    if night.league.of_kind.is_own_time:
        raise Http404
    return night


def act_and_redirect(
    request: HttpRequest, slug: str, pk: int, act: Callable[[Night], object]
) -> HttpResponse:
    """Run an act and redirect to the page. A refusal is shown on the page."""
    night = drawn_night(slug, pk)
    with Attempt() as tried:
        act(night)
        return redirect("desk-tonight", slug, pk)
    return render_night(request, night, status=422, trouble=tried.why)


@host_that_evening
@require_safe
def show_tonight(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    return render_night(request, night_here(slug, pk), places="places" in request.GET)


# --- Attendance -------------------------------------------------------------------------


@host_of_night
@require_POST
def mark_here(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Mark attendance: of one tapped player, of the whole list, or of a whole group."""
    night, late = night_here(slug, pk), dict[int, int]()
    if "tapped" in request.POST:
        face = set(numbers_in(request.POST.getlist("tapped")))
        ticked = set(numbers_in(request.POST.getlist("here")))
        come, gone = face & ticked, face - ticked
    else:
        come, gone = changed_ticks(request)
        group = group_of(night, request.POST.get("all", ""))
        come |= {face.player.pk for face in group}
        if not night.league.of_kind.is_own_time:  # own-time leagues have no draw to be late for
            late = {face.player.pk: face.first_game for face in group if face.is_late}
    actions.say_here(by=get_visitor(request), night=night, here=come, gone=gone, late=late)
    if request.headers.get("HX-Request"):
        return render_tapped(request, night)
    return redirect("desk-tonight", slug, pk)


def changed_ticks(request: HttpRequest) -> tuple[set[int], set[int]]:
    """Return the players who were ticked and unticked since the page was shown."""
    was = set(numbers_in(request.POST.getlist("was")))
    now = set(numbers_in(request.POST.getlist("here")))
    return now - was, was - now


def group_of(night: Night, name: str) -> list[Face]:
    """Return players who answered "in", or those of the last night unless they answered "out"."""
    if name not in {"in", "last"}:
        return []
    last = at_last_night(night)
    return [
        face
        for face in faces_of(night)
        if (face.is_expected if name == "in" else face.player.pk in last) and not face.is_out
    ]


@host_of_night
@require_POST
@made_once
def walk_up(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Add a player by a typed name, known or new. Asks first about similar names."""
    night = drawn_night(slug, pk)
    found = find_typed(night, request.POST.dict())
    if found.is_asked:
        return render_night(request, night, status=422, walk=found.form, alike=found.alike)
    player = found.player
    if player:
        actions.say_here(by=get_visitor(request), night=night, here=[player.pk])
    else:
        player = actions.walk_up(
            by=get_visitor(request), night=night, name=found.name, is_guest=found.is_guest
        )
    messages.success(request, _("%(name)s is here.") % {"name": player.name})
    return redirect("desk-tonight", slug, pk)


@host_of_night
@require_POST
def set_second_venue(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Split the night: choose who plays at a second venue."""
    night = drawn_night(slug, pk)
    form = SecondPlaceForm(request.POST)
    there = numbers_in(request.POST.getlist("there"))
    if form.is_valid():
        with Attempt(form) as tried:
            actions.split_night(
                by=get_visitor(request),
                night=night,
                place=form.cleaned_data["place"],
                players=there,
            )
        if tried.refused is None:
            return redirect("desk-tonight", slug, pk)
    return render_night(request, night, status=422, places=True, place_form=form, there=there)


# --- Draw, start, end ---------------------------------------------------------------------


@host_of_night
@require_POST
def draw_tonight(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Save the attendance as ticked, and draw the players who are here."""
    night = drawn_night(slug, pk)
    come, gone = changed_ticks(request)
    actions.say_here(by=get_visitor(request), night=night, here=come, gone=gone)
    form = BoardsForm(request.POST)
    if not form.is_valid():
        return render_night(request, night, status=422, boards_form=form)

    def act(night: Night) -> None:
        boards = form.cleaned_data["boards"]
        actions.draw_night(by=get_visitor(request), night=night, boards=boards)

    return act_and_redirect(request, slug, pk, act)


@host_of_night
@require_POST
def undo_draw(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    def act(night: Night) -> None:
        actions.take_draw_back(by=get_visitor(request), night=night)

    return act_and_redirect(request, slug, pk, act)


@host_of_night
@require_POST
def start_tonight(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    def act(night: Night) -> None:
        actions.start_night(by=get_visitor(request), night=night)

    return act_and_redirect(request, slug, pk, act)


@host_that_evening
@require_POST
def end_tonight(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """End the night. Idempotent: a second person who presses the button gets the same page."""
    night = drawn_night(slug, pk)
    seen: dict[int, str] = {}
    for text in request.POST.getlist("seen"):
        event, _dash, mark = text.partition("-")
        seen |= dict.fromkeys(numbers_in([event]), mark)
    with Attempt() as tried:
        actions.end_night(
            by=get_visitor(request), night=night, seen=seen, halves_stand="halves" in request.POST
        )
        return redirect("desk-tonight", slug, pk)
    return render_night(request, night, status=422, trouble=tried.why, ends=True)
