"""The desk's list of events, planning a new event and changing one."""

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from leagues.access.roles import get_visitor, organisers_only, scorers_and_up
from leagues.actions.events.events import bin_event, restore_event
from leagues.actions.events.plan import change_event, fixed_facts, plan_event, state_of
from leagues.forms import sent_data
from leagues.forms.events.events import EventForm, an_example, first_guess, kind_of, saved_values
from leagues.forms.messages import TellingForm
from leagues.models import Club, Event, ResultsFile
from leagues.reads.draw.draw_input import clubs_in
from leagues.reads.draw.timetable import EventTimetable, timetable_for
from leagues.reads.events.first_time import has_run_event
from leagues.reads.events.fitting_formats import fit_to_sides
from leagues.reads.events.plans import plan_of
from leagues.reads.events.stage_words import stages_of
from leagues.reads.leagues.pages.event_rows import event_rows
from leagues.reads.state_marks import mark_of
from leagues.say import say
from leagues.stages.estimate import HallPlan, Misfit
from leagues.stages.event_templates import SHAPES, Group, Shape
from leagues.views.attempt import Attempt
from leagues.views.desk._event import desk_event
from leagues.views.desk._previews import (
    expected_entries,
    is_typing,
    save_expected_entries,
    typed_or_sent,
)
from leagues.views.repeated_submits import made_once

A_PAGE = 50
PLAYERS = 16  # of the example beside each template


@scorers_and_up
@require_safe
def events_list(request: HttpRequest) -> HttpResponse:
    """List the events that are no league: in play with their game, planned with their entries,
    then over with their winner, each the newest first. With ``?bin``, those in the bin.
    """
    may_plan = get_visitor(request).is_organiser
    binned = "bin" in request.GET and may_plan
    events = Event.objects.filter(club__is_home=True, binned_at__isnull=not binned)
    if binned:
        events = events.exclude(pk__in=ResultsFile.objects.coming("events"))
    else:
        events = events.filter(league=None)
    page = Paginator(events.in_play_first(), A_PAGE).get_page(request.GET.get("page"))
    return TemplateResponse(
        request,
        "desk/events/events.html",
        {
            "page": page,
            "rows": () if binned else event_rows(page),
            "binned": binned,
            "may_plan": may_plan,
        },
    )


# --- A new event ----------------------------------------------------------------------


@organisers_only
@require_safe
def event_shapes(request: HttpRequest) -> HttpResponse:
    """Show the event templates to start from."""
    return TemplateResponse(
        request,
        "desk/events/shapes.html",
        {
            "usual": formats_in(Group.USUAL),
            "groups": [
                # Translators: A heading: formats of events that take an evening.
                (_("An evening"), formats_in(Group.EVENING)),
                # Translators: A heading: formats of events that take a whole day.
                (_("A whole day"), formats_in(Group.DAY)),
                (_("Knockouts and round robins"), formats_in(Group.WINNERS)),
            ],
            "players": PLAYERS,
            "is_first": is_first_time(request),
        },
    )


def formats_in(group: Group) -> list[tuple[Shape, EventTimetable]]:
    """Return the templates of a group, each with its timetable for ``PLAYERS``."""
    now = timezone.now()
    hall = HallPlan(boards=PLAYERS // 2)
    return [
        (shape, timetable_for(shape.stages(PLAYERS), PLAYERS, hall, now))
        for shape in SHAPES.values()
        if shape.group is group
    ]


@organisers_only
@require_http_methods(["GET", "HEAD", "POST"])
@made_once
def event_plan(request: HttpRequest, shape: str) -> HttpResponse:
    """Plan an event from a template, with a live preview of its schedule."""
    if shape not in SHAPES:
        raise Http404
    chosen = SHAPES[shape]
    club = Club.objects.get(is_home=True)
    form = new_form(request, chosen, club)
    if is_typing(request):
        form.is_valid()
        return TemplateResponse(request, "desk/events/_ahead.html", preview_event(form, chosen))
    if request.method == "POST" and form.is_valid() and _can_be_played(form, chosen):
        return redirect("event_stages", write_down(request, form, chosen, club).slug)
    return TemplateResponse(
        request,
        "desk/events/plan.html",
        {"form": form, "shape": chosen, **preview_event(form, chosen)},
    )


def new_form(request: HttpRequest, shape: Shape, club: Club) -> EventForm:
    boards = list(club.boards.order_by("number").values_list("number", flat=True))
    now = timezone.now().astimezone(club.tzinfo)
    guess = first_guess(shape, now, club.zone, boards)
    if "example" in request.GET:
        guess = an_example(guess, shape)
    stages = stages_of(shape, guess["entries"])
    form = EventForm(typed_or_sent(request), initial=guess, stages=stages)
    form.explains = not is_typing(request) and is_first_time(request)
    return form


def is_first_time(request: HttpRequest) -> bool:
    return not has_run_event(get_visitor(request).user)


def preview_event(form: EventForm, shape: Shape) -> dict[str, Any]:
    """Return the preview: the schedule and the rules card, as far as the form is filled in."""
    entries = form.value_of("entries")
    stages = [
        fit_to_sides(plan, form.value_of("sides"), form.rules.rule)
        for plan in stages_of(shape, entries)
    ]
    return {
        "outlook": timetable_for(stages, entries, form.hall, form.starts_at),
        "day": form.value_of("day"),
        "weekly": kind_of(shape) == Event.Kind.LEAGUE,
        "card": form.rules.card,
    }


def _can_be_played(form: EventForm, shape: Shape) -> bool:
    """True if this number of entries can play; if not, add the reason to the form."""
    misfit: Misfit | None = preview_event(form, shape)["outlook"].misfit
    if misfit is not None:
        values = {"stage": misfit.stage.name, "why": say(misfit.why)}
        form.add_error(
            "entries", _("“%(stage)s” doesn’t work with this number of players: %(why)s.") % values
        )
    return misfit is None


def write_down(request: HttpRequest, form: EventForm, shape: Shape, club: Club) -> Event:
    entries = form.cleaned_data["entries"]
    event = plan_event(
        by=get_visitor(request),
        club=club,
        sheet=form.rules,
        boards=form.cleaned_data["boards"],
        stages=stages_of(shape, entries),
        facts=form.facts() | {"kind": kind_of(shape)},
    )
    save_expected_entries(request, event, entries)
    messages.success(request, _("%(name)s is planned.") % {"name": event.name})
    return event


# --- An existing event ----------------------------------------------------------------


@organisers_only
@require_http_methods(["GET", "HEAD", "POST"])
def event_change(request: HttpRequest, slug: str) -> HttpResponse:
    """Edit an event, except for what can no longer change."""
    event = desk_event(request, slug)
    form = change_form(request, event)
    if is_typing(request):
        form.is_valid()
        return TemplateResponse(
            request, "desk/events/_ahead.html", still_ahead(request, form, event)
        )
    status, now = 200, None
    if request.method == "POST" and form.is_valid():
        with Attempt() as tried:
            save_change(request, form, event)
        if tried.refused is None:
            return redirect("event_stages", event.slug)
        if tried.is_stale:
            status, now = 422, saved_values(state_of(event), event)
            form.see(mark_of(state_of(event)))
        else:  # close fields again, since play may have begun in the meantime
            form = change_form(request, event)
            form.is_valid()
            tried.say_in(form)
    context = {"form": form, "event": event, "now": now, "to_bin": _telling_form(event)}
    return TemplateResponse(
        request,
        "desk/events/change.html",
        context | still_ahead(request, form, event),
        status=422 if form.errors else status,
    )


def change_form(request: HttpRequest, event: Event) -> EventForm:
    state = state_of(event)
    form = EventForm(
        typed_or_sent(request),
        initial=saved_values(state, event) | {"seen": mark_of(state)},
        stages=[plan_of(stage) for stage in event.stages.all()],
        subject=event,
    )
    del form.fields["entries"]
    form.close(fixed_facts(event))
    return form


def save_change(request: HttpRequest, form: EventForm, event: Event) -> None:
    moved = change_event(
        by=get_visitor(request),
        event=event,
        seen=form.cleaned_data["seen"],
        sheet=form.rules,
        boards=form.cleaned_data["boards"],
        facts=form.facts(),
        telling=form.telling,
    )
    text = _("%(name)s is saved.") % {"name": form.cleaned_data["name"]}
    if moved:
        text += " " + ngettext(
            "%(n)s upcoming match has a new board.",
            "%(n)s upcoming matches have new boards.",
            moved,
        ) % {"n": moved}
    messages.success(request, text)


def still_ahead(request: HttpRequest, form: EventForm, event: Event) -> dict[str, Any]:
    entries = expected_entries(request, event)
    plans = [plan_of(stage) for stage in event.stages.all()]
    clubs = clubs_in(event)
    return {
        "outlook": timetable_for(plans, entries, form.hall, form.starts_at, clubs),
        "day": form.value_of("day"),
        "weekly": event.kind == Event.Kind.LEAGUE,
        "card": form.rules.card,
    }


@organisers_only
@require_POST
def event_bin(request: HttpRequest, slug: str) -> HttpResponse:
    event = desk_event(request, slug)
    if event.rehearsal_of_id is not None:  # rehearsals are deleted on their page, without the bin
        return redirect("rehearsal", event.slug)
    form = _telling_form(event, request.POST)
    if not form.is_valid():
        return redirect("event_change", event.slug)  # only if the sentence is too long
    bin_event(by=get_visitor(request), event=event, telling=form.telling)
    messages.success(
        request, _("%(name)s is in the bin. You can restore it from there.") % {"name": event.name}
    )
    return redirect("desk_events")


def _telling_form(event: Event, data: Mapping[str, Any] | None = None) -> TellingForm:
    return TellingForm(data, subject=event, auto_id="bin_%s")


@organisers_only
@require_http_methods(["GET", "HEAD", "POST"])
def event_restore(request: HttpRequest, slug: str) -> HttpResponse:
    """Show how many people hear that an event takes place after all, and restore it."""
    events = Event.objects.filter(club__is_home=True)
    event = get_object_or_404(events, slug=slug)
    form = _telling_form(event, sent_data(request))
    if not form.is_valid():
        context = {"event": event, "form": form}
        return TemplateResponse(request, "desk/events/restore.html", context)
    restore_event(by=get_visitor(request), event=event, telling=form.telling)
    messages.success(request, _("%(name)s is back.") % {"name": event.name})
    return redirect("event_stages", event.slug)
