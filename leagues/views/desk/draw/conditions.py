"""Conditions of a draw: entries kept apart, and the published hash of the seed."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from leagues.access.roles import get_visitor, organisers_only
from leagues.actions.draw import changes
from leagues.actions.events import seed
from leagues.forms.draw import ApartForm, SeedForm
from leagues.models import Stage, Surface
from leagues.reads.draw.draw_page import entry_names
from leagues.views.attempt import Attempt
from leagues.views.desk._event import desk_event
from leagues.views.desk.draw.page import draw_response, number_in


@organisers_only
@require_POST
def edit_kept_apart(request: HttpRequest, slug: str) -> HttpResponse:
    """Keep two entries apart in new draws, or let them meet again."""
    event = desk_event(request, slug)
    stage = get_object_or_404(event.stages, number=number_in(request.POST.get("stage")))
    stage.event = event
    if kept := number_in(request.POST.get("let")):
        return _let_meet(request, stage, kept)
    names = entry_names(event, Surface.DESK)
    form = ApartForm(request.POST, names=names)
    if not form.is_valid():
        at = number_in(request.POST.get("round"))
        return draw_response(request, stage, at, status=422, apart_form=form)
    two = form.cleaned_data
    changes.keep_apart(
        by=get_visitor(request), event=event, one=two["one"], other=two["other"], never=two["never"]
    )
    messages.success(
        request,
        _("%(one)s and %(other)s are kept apart in new draws.")
        % {"one": names[two["one"]], "other": names[two["other"]]},
    )
    return _back_to(stage, request)


def _let_meet(request: HttpRequest, stage: Stage, kept: int) -> HttpResponse:
    with Attempt() as tried:
        changes.let_meet(by=get_visitor(request), event=stage.event, kept=kept)
        messages.success(request, _("They can be drawn together again."))
        return _back_to(stage, request)
    return draw_response(request, stage, None, status=422, trouble=tried.why)


def _back_to(stage: Stage, request: HttpRequest) -> HttpResponse:
    address = reverse("stage_draw", args=[stage.event.slug, stage.number])
    at = number_in(request.POST.get("round"))
    return redirect(f"{address}?round={at}" if at else address)


@organisers_only
@require_POST
def publish_seed_hash(request: HttpRequest, slug: str) -> HttpResponse:
    event = desk_event(request, slug)
    form = SeedForm(request.POST)
    stage = event.stages.first()
    if stage is None:
        return redirect("event_draw", slug)
    stage.event = event
    if not form.is_valid():
        return draw_response(request, stage, None, status=422, seed_form=form)
    with Attempt() as tried:
        seed.promise_seed(
            by=get_visitor(request), event=event, seed=form.cleaned_data["seed"].strip()
        )
        messages.success(request, _("The hash of the seed is published."))
        return redirect("event_draw", slug)
    return draw_response(request, stage, None, status=422, trouble=tried.why)
