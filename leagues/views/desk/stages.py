"""The stages of an event: the picture of them, and changing them one by one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import (
    require_http_methods,
    require_POST,
    require_safe,
)

from leagues.access import organisers_only, who
from leagues.actions.meanwhile import ChangedMeanwhile, print_of
from leagues.actions.planning.plan import TooLate
from leagues.actions.planning.stages import (
    change_stage,
    columns_of,
    move_stage,
    plan_stage,
    remove_stage,
)
from leagues.bridge.following.outlook import StageOutlook, hall_of, outlook
from leagues.bridge.rules.plans import plan_of, progress_of
from leagues.bridge.rules.suits import fitted, formats_for
from leagues.forms.stages import StageForm
from leagues.models import Event, Stage
from leagues.stages.changes import Progress
from leagues.stages.plan import StagePlan
from leagues.stages.takes import Everyone, Top
from leagues.stages.ways import way_from
from leagues.views.desk._event import desk_event
from leagues.views.desk._typing import expected, is_typing, typed_or_sent


@dataclass(frozen=True)
class Line:
    """A stage in the list: what it is, how far it has come, and whether it may still move."""

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
    context = ahead(request, event, [plan_of(stage) for stage in stages])
    context |= {"lines": lines_of(event, stages, context["outlook"].stages)}
    template = "_ahead" if is_typing(request) else "stages"
    return TemplateResponse(request, f"desk/setup/{template}.html", context)


def ahead(
    request: HttpRequest, event: Event, plans: Sequence[StagePlan]
) -> dict[str, Any]:
    """How the event would go if its stages were these."""
    starts_at = event.starts_at.astimezone(event.tzinfo)
    entries = expected(request, event)
    return {
        "event": event,
        "outlook": outlook(plans, entries, hall_of(event), starts_at),
        "day": starts_at.date(),
        "weekly": event.kind == Event.Kind.LEAGUE,
    }


def lines_of(
    event: Event, stages: Sequence[Stage], outlooks: Sequence[StageOutlook]
) -> list[Line]:
    """A stage may change places with a neighbour while nothing hangs on either."""
    known = progress_of(event)
    progress = [known[stage.pk] for stage in stages]
    planned = [False, *(each.is_planned for each in progress), False]
    return [
        Line(
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
    """The ways of pairing to choose from for another stage."""
    event = desk_event(request, slug)
    context = {"event": event, "formats": formats_for(event.sides)}
    return TemplateResponse(request, "desk/setup/formats.html", context)


@organisers_only
@require_http_methods(["GET", "HEAD", "POST"])
def stage_add(request: HttpRequest, slug: str, kind: str) -> HttpResponse:
    event = desk_event(request, slug)
    if kind not in formats_for(event.sides):
        raise Http404
    before = [plan_of(stage) for stage in event.stages.all()]
    form = StageForm(
        typed_or_sent(request),
        plan=fitted(first_guess(kind, is_first=not before), event.sides),
        event=event,
        is_first=not before,
    )
    if request.method == "POST" and form.is_valid():
        stage = plan_stage(by=who(request), event=event, plan=form.plan)
        messages.success(request, _("%(stage)s is added.") % {"stage": stage.name})
        return redirect("event_stages", event.slug)
    return stage_page(request, form, ahead(request, event, [*before, form.plan]))


def first_guess(kind: str, *, is_first: bool) -> StagePlan:
    """What a stage of this format is like, most often."""
    takes = Everyone() if is_first else Top(8)
    return StagePlan(name="", way=way_from(kind, {}), takes=takes, chain=())


@organisers_only
@require_http_methods(["GET", "HEAD", "POST"])
def stage_change(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Change a stage; ?format= begins anew with another way of pairing."""
    event = desk_event(request, slug)
    stage = get_object_or_404(event.stages, number=number)
    form = change_form(request, event, stage)
    status, now = 200, None
    if request.method == "POST" and form.is_valid():
        try:
            change_stage(
                by=who(request),
                stage=stage,
                plan=form.plan,
                seen=form.cleaned_data["seen"],
            )
            messages.success(
                request, _("%(stage)s is saved.") % {"stage": form.plan.name}
            )
            return redirect("event_stages", event.slug)
        except ChangedMeanwhile:
            stage.refresh_from_db()
            status, now = 422, StageOutlook(plan_of(stage), ())
            form.see(print_of(columns_of(stage)))
        except TooLate:
            form.add_error(
                None, _("The stage has come too far to be changed like this.")
            )
    plans = [
        form.plan if each.pk == stage.pk else plan_of(each)
        for each in event.stages.all()
    ]
    more = {
        "stage": stage,
        "now": now,
        "progress": form.progress,
        "other_formats": other_formats(event, form),
    }
    context = ahead(request, event, plans) | more
    return stage_page(request, form, context, status)


def change_form(request: HttpRequest, event: Event, stage: Stage) -> StageForm:
    plan, progress = plan_of(stage), progress_of(event)[stage.pk]
    kind = request.GET.get("format", stage.format)
    if kind != stage.format and kind in formats_for(event.sides) and not progress.drawn:
        plan = fitted(replace(plan, way=way_from(kind, {})), event.sides)
    return StageForm(
        typed_or_sent(request),
        plan=plan,
        event=event,
        is_first=stage.number == 1,
        progress=progress,
        seen=print_of(columns_of(stage)),
    )


def other_formats(event: Event, form: StageForm) -> list[Stage.Format]:
    if form.progress.drawn or form.progress.over:
        return []
    return [each for each in formats_for(event.sides) if each != form.kind]


def stage_page(
    request: HttpRequest, form: StageForm, context: dict[str, Any], status: int = 200
) -> HttpResponse:
    """The page of one stage, or only how the event would go while it is typed."""
    if is_typing(request):
        return TemplateResponse(request, "desk/setup/_ahead.html", context)
    return TemplateResponse(
        request,
        "desk/setup/stage.html",
        {"stage": None, "now": None, "other_formats": (), **context, "form": form},
        status=422 if form.errors else status,
    )


@organisers_only
@require_POST
def stage_move(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    event = desk_event(request, slug)
    stage = get_object_or_404(event.stages, number=number)
    try:
        move_stage(by=who(request), stage=stage, earlier="earlier" in request.POST)
    except TooLate:
        messages.error(
            request, _("%(stage)s stays where it is.") % {"stage": stage.name}
        )
    return redirect("event_stages", event.slug)


@organisers_only
@require_POST
def stage_remove(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    event = desk_event(request, slug)
    stage = get_object_or_404(event.stages, number=number)
    try:
        remove_stage(by=who(request), stage=stage)
    except TooLate:
        messages.error(
            request,
            _("%(stage)s has begun, and stays.") % {"stage": stage.name},
        )
    else:
        messages.success(request, _("%(stage)s is taken away.") % {"stage": stage.name})
    return redirect("event_stages", event.slug)
