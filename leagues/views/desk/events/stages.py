"""The list of an event's stages, and editing one stage."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from leagues.access.roles import get_visitor, organisers_only
from leagues.actions.events.stages import (
    change_stage,
    columns_of,
    move_stage,
    plan_stage,
    remove_stage,
)
from leagues.forms.events.chain import with_step_moved
from leagues.forms.events.stages import StageForm
from leagues.models import Event, Stage
from leagues.reads import sheet_of
from leagues.reads.draw.draw_input import clubs_in
from leagues.reads.draw.forecasts import forecast_of
from leagues.reads.draw.timetable import StageOutlook, hall_of, timetable_for
from leagues.reads.events.fitting_formats import fit_to_sides, formats_for, rank_by_wins
from leagues.reads.events.plans import plan_of, progress_of
from leagues.reads.events.stage_words import FORMAT_TEXTS
from leagues.reads.play.round_times import as_it_runs
from leagues.reads.state_marks import mark_of
from leagues.stages.entry_sources import Everyone, Top
from leagues.stages.pairing_ways import way_from
from leagues.stages.stage_changes import Progress
from leagues.stages.stage_plan import StagePlan
from leagues.views.attempt import Attempt
from leagues.views.desk._event import desk_event
from leagues.views.desk._previews import expected_entries, is_typing, typed_or_sent
from leagues.views.repeated_submits import made_once


@dataclass(frozen=True)
class StageLine:
    """A stage in the list, its progress, and whether it can be moved."""

    stage: Stage
    outlook: StageOutlook
    progress: Progress
    may_go_earlier: bool = False
    may_go_later: bool = False


@organisers_only
@require_safe
def stages_list(request: HttpRequest, slug: str) -> HttpResponse:
    event = desk_event(request, slug)
    stages = list(event.stages.all())
    context = preview_stages(request, event, [plan_of(stage) for stage in stages])
    context |= {
        "lines": lines_of(event, stages, context["outlook"].stages),
        "forecast": forecast_of(event, stages, context["outlook"].entries),
    }
    template = "_ahead" if is_typing(request) else "stages"
    return TemplateResponse(request, f"desk/events/{template}.html", context)


def preview_stages(
    request: HttpRequest, event: Event, plans: Sequence[StagePlan]
) -> dict[str, Any]:
    """Return the preview of the event with these stages."""
    starts_at = event.starts_at.astimezone(event.tzinfo)
    entries = expected_entries(request, event)
    planned = timetable_for(plans, entries, hall_of(event), starts_at, clubs_in(event))
    moved = as_it_runs(event, planned, timezone.now())
    return {
        "event": event,
        "outlook": moved or planned,
        "is_moved": moved is not None,
        "day": starts_at.date(),
        "weekly": event.kind == Event.Kind.LEAGUE,
    }


def lines_of(
    event: Event, stages: Sequence[Stage], outlooks: Sequence[StageOutlook]
) -> list[StageLine]:
    """Return the stages for the list.

    A stage can be moved while it and its neighbour are planned.
    """
    known = progress_of(event)
    progress = [known[stage.pk] for stage in stages]
    planned = [False, *(each.is_planned for each in progress), False]
    return [
        StageLine(
            stage,
            outlooks[at],
            progress[at],
            may_go_earlier=planned[at + 1] and planned[at],
            may_go_later=planned[at + 1] and planned[at + 2],
        )
        for at, stage in enumerate(stages)
    ]


@organisers_only
@require_safe
def stage_formats(request: HttpRequest, slug: str) -> HttpResponse:
    """List the formats for a new stage."""
    event = desk_event(request, slug)
    context = {
        "event": event,
        "formats": [(each, FORMAT_TEXTS[each]) for each in formats_for(event.sides)],
    }
    return TemplateResponse(request, "desk/events/formats.html", context)


@organisers_only
@require_http_methods(["GET", "HEAD", "POST"])
@made_once
def stage_add(request: HttpRequest, slug: str, kind: str) -> HttpResponse:
    event = desk_event(request, slug)
    if kind not in formats_for(event.sides):
        raise Http404
    before = [plan_of(stage) for stage in event.stages.all()]
    rule = sheet_of(event).rule
    guess = first_guess(kind, is_first=not before)
    form = StageForm(
        typed_data(request),
        plan=rank_by_wins(fit_to_sides(guess, event.sides, rule), rule),
        event=event,
        is_first=not before,
    )
    if is_to_be_saved(request) and form.is_valid():
        stage = plan_stage(by=get_visitor(request), event=event, plan=form.plan)
        messages.success(request, _("%(stage)s is added.") % {"stage": stage.name})
        return redirect("event_stages", event.slug)
    return stage_page(request, form, preview_stages(request, event, [*before, form.plan]))


def typed_data(request: HttpRequest) -> QueryDict | None:
    """Return the form data, with a tie-break moved if that button was pressed.

    None for a plain GET.
    """
    data = typed_or_sent(request)
    return with_step_moved(data) if data and "order" in data else data


def is_to_be_saved(request: HttpRequest) -> bool:
    """True for a POST, unless its button only moves a tie-break."""
    return request.method == "POST" and "order" not in request.POST


def first_guess(kind: str, *, is_first: bool) -> StagePlan:
    """Return the usual settings of a stage with this format."""
    takes = Everyone() if is_first else Top(8)
    return StagePlan(name="", way=way_from(kind, {}), takes=takes, chain=())


@organisers_only
@require_http_methods(["GET", "HEAD", "POST"])
def stage_change(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Edit a stage. ``?format=`` starts with the settings of another format."""
    event = desk_event(request, slug)
    stage = get_object_or_404(event.stages, number=number)
    form = change_form(request, event, stage)
    status, now = 200, None
    rule = sheet_of(event).rule
    if is_to_be_saved(request) and form.is_valid():
        with Attempt() as tried:
            change_stage(
                by=get_visitor(request), stage=stage, plan=form.plan, seen=form.cleaned_data["seen"]
            )
        if tried.refused is None:
            messages.success(request, _("%(stage)s is saved.") % {"stage": form.plan.name})
            return redirect("event_stages", event.slug)
        if tried.is_stale:
            stage.refresh_from_db()
            status, now = 422, StageOutlook(plan_of(stage), (), sheet=rule)
            form.see(mark_of(columns_of(stage)))
        else:
            form.add_error(None, tried.why)
    plans = [form.plan if each.pk == stage.pk else plan_of(each) for each in event.stages.all()]
    more = {
        "stage": stage,
        "now": now,
        "is_now": StageOutlook(plan_of(stage), (), sheet=rule),
        "progress": form.progress,
        "other_formats": other_formats(event, form),
    }
    context = preview_stages(request, event, plans) | more
    return stage_page(request, form, context, status)


def change_form(request: HttpRequest, event: Event, stage: Stage) -> StageForm:
    plan, progress = plan_of(stage), progress_of(event)[stage.pk]
    kind = request.GET.get("format", stage.format)
    if kind != stage.format and kind in formats_for(event.sides) and not progress.drawn:
        plan = fit_to_sides(
            replace(plan, way=way_from(kind, {})), event.sides, sheet_of(event).rule
        )
    return StageForm(
        typed_data(request),
        plan=plan,
        event=event,
        is_first=stage.number == 1,
        progress=progress,
        seen=mark_of(columns_of(stage)),
    )


def other_formats(event: Event, form: StageForm) -> list[Stage.Format]:
    if form.progress.drawn or form.progress.over:
        return []
    return [each for each in formats_for(event.sides) if each != form.kind]


def stage_page(
    request: HttpRequest, form: StageForm, context: dict[str, Any], status: int = 200
) -> HttpResponse:
    """Render the page of one stage; for a live preview, only how the event would go."""
    if is_typing(request):
        return TemplateResponse(request, "desk/events/_ahead.html", context)
    return TemplateResponse(
        request,
        "desk/events/stage.html",
        {"stage": None, "now": None, "other_formats": (), **context, "form": form},
        status=422 if form.errors and "order" not in request.POST else status,
    )


@organisers_only
@require_POST
def stage_move(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    event = desk_event(request, slug)
    stage = get_object_or_404(event.stages, number=number)
    with Attempt(request=request):
        move_stage(by=get_visitor(request), stage=stage, earlier="earlier" in request.POST)
    return redirect("event_stages", event.slug)


@organisers_only
@require_POST
def stage_remove(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    event = desk_event(request, slug)
    stage = get_object_or_404(event.stages, number=number)
    with Attempt(request=request):
        remove_stage(by=get_visitor(request), stage=stage)
        messages.success(request, _("%(stage)s is removed.") % {"stage": stage.name})
    return redirect("event_stages", event.slug)
