"""Between stages: ties at the cut, who advances where, and the podium."""

from collections.abc import Collection
from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from leagues import reads
from leagues.access.roles import get_visitor, organisers_only
from leagues.actions.advance.finish import finish_event
from leagues.actions.advance.moving_up import move_up_for
from leagues.actions.advance.refill import refill_stage
from leagues.actions.draw.opening import open_stage
from leagues.actions.events.stages import change_stage, columns_of
from leagues.forms.advance import DecisionForm, ShootOutForm, SizesForm
from leagues.models import Entry, Event, Stage, Surface
from leagues.reads.advance.advancement import Passage, Tie, find_unsettled, passages_of
from leagues.reads.advance.finals import Champion, finals_of, podium_of
from leagues.reads.advance.snapshot import EventSnapshot, snapshot_of
from leagues.reads.events.next_stage import unopened_stages
from leagues.reads.events.plans import plan_of
from leagues.reads.play.open_matches import left_open, state_of_open
from leagues.reads.state_marks import mark_of
from leagues.views.attempt import Attempt
from leagues.views.desk._event import desk_event

SettleForm = ShootOutForm | DecisionForm
SentForm = SettleForm | SizesForm


@organisers_only
@require_safe
def show_advance(request: HttpRequest, slug: str) -> HttpResponse:
    return page_of(request, desk_event(request, slug))


def page_of(
    request: HttpRequest, event: Event, *, sent: SentForm | None = None, trouble: str = ""
) -> HttpResponse:
    """Render the whole page. ``sent`` is a form with errors, shown as it was filled in."""
    read = snapshot_of(event)
    end = find_unsettled(read)
    is_over = event.state == Event.State.FINISHED
    coming = [] if is_over else unopened_stages([each.stage for each in read.stages])
    finished = event.log.filter(verb="finish_event", undone_by=None).last() if is_over else None
    left = () if is_over else left_open(event)
    context = {
        "event": event,
        "passages": [
            {
                "way": each,
                "ties": [_with_forms(tie, sent) for tie in each.ties],
                "sizes": _sizes_form(each, sent),
            }
            for each in passages_of(read)
        ],
        "ending": end,
        "ending_ties": [_with_forms(tie, sent) for tie in end.ties],
        "finals": finals_of(event, read),
        "most_twenties": _twenties_champions(read),
        "shoots": [
            each.stage for each in read.stages if each.stage.format == Stage.Format.SHOOT_OUT
        ],
        "may_finish": not is_over,
        "finished": finished,
        "coming": coming,
        "stages_to_come": ", ".join(map(str, coming)),
        "left_open": left,
        "seen": mark_of(state_of_open(left)),
        "trouble": trouble,
    }
    status = 422 if sent is not None or trouble else 200
    return TemplateResponse(request, "desk/advance/advance.html", context, status=status)


def _twenties_champions(read: EventSnapshot) -> tuple[Champion, ...]:
    play = read.stages[0].play if read.stages else None
    return reads.twenties_champions(play, read.named) if play else ()


def _with_forms(tie: Tie, sent: SentForm | None) -> dict[str, Any]:
    """Return a tie with the forms that settle it. The form in ``sent`` keeps its values."""
    forms: list[SentForm] = [
        ShootOutForm(entries=tie.entries, prefix=f"shoot-{tie.tags}"),
        DecisionForm(entries=tie.entries, prefix=f"decide-{tie.tags}"),
    ]
    if sent is not None:
        forms = [sent if sent.prefix == form.prefix else form for form in forms]
    return {
        "tie": tie,
        "shoot_out": forms[0],
        "decision": forms[1],
        "open": next((form.prefix for form in forms if form is sent), ""),
    }


def _sizes_form(passage: Passage, sent: SentForm | None, data: Any = None) -> SizesForm | None:
    """Return the form for the sizes of power pools. None once places in them are given."""
    if passage.is_open or not passage.by_place:
        return None
    form = SizesForm(
        data,
        pools=[pool.name for pool in passage.pools],
        sizes=[len(pool.going) for pool in passage.pools],
        prefix=f"pools-{passage.later.number}",
        seen=mark_of(columns_of(passage.later)),
    )
    if isinstance(sent, SizesForm) and sent.prefix == form.prefix:
        return sent
    return form


@organisers_only
@require_POST
def pool_sizes(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Set how many entries go into each power pool."""
    event = desk_event(request, slug)
    found = (each for each in passages_of(snapshot_of(event)) if each.later.number == number)
    form = next((_sizes_form(each, None, request.POST) for each in found), None)
    if form is None:
        raise Http404
    if not form.is_valid():
        return page_of(request, event, sent=form)
    stage = event.stages.get(number=number)
    with Attempt() as tried:
        change_stage(
            by=get_visitor(request),
            stage=stage,
            plan=replace(plan_of(stage), takes=form.takes),
            seen=form.cleaned_data["seen"],
        )
        messages.success(request, _("The pool sizes are saved."))
        return redirect("event_advance", slug)
    return page_of(request, event, trouble=tried.why)


def entries_tagged(event: Event, numbers: Collection[str]) -> list[Entry]:
    pks = [int(each) for each in numbers if each.isdecimal() and len(each) < 10]
    found = event.entries.named().in_bulk(pks)
    return [found[pk] for pk in pks if pk in found]


@organisers_only
@require_POST
def next_stage_open(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    event = desk_event(request, slug)
    stage = get_object_or_404(event.stages, number=number)
    with Attempt() as tried:
        open_stage(by=get_visitor(request), stage=stage)
        messages.success(request, _("%(stage)s is open.") % {"stage": stage.name})
        return redirect("event_advance", slug)
    return page_of(request, event, trouble=tried.why)


@organisers_only
@require_POST
def reassign_places(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Refill a stage that has not begun, from the current table."""
    event = desk_event(request, slug)
    stage = get_object_or_404(event.stages, number=number)
    with Attempt() as tried:
        refill_stage(by=get_visitor(request), stage=stage)
        messages.success(
            request, _("The places of %(stage)s are reassigned.") % {"stage": stage.name}
        )
        return redirect("event_advance", slug)
    return page_of(request, event, trouble=tried.why)


@organisers_only
@require_POST
def move_up(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Give the place of an absent entry to the next in order."""
    event = desk_event(request, slug)
    stage = get_object_or_404(event.stages, number=number)
    absent = entries_tagged(event, [request.POST.get("entry", "")])
    if not absent:
        raise Http404
    with Attempt() as tried:
        coming = move_up_for(by=get_visitor(request), stage=stage, absent=absent[0])
        [named] = entries_tagged(event, [str(coming.pk)])
        name = named.shown_on(Surface.DESK)
        messages.success(request, _("%(name)s moves up.") % {"name": name})
        return redirect("event_advance", slug)
    return page_of(request, event, trouble=tried.why)


@organisers_only
@require_POST
def confirm_finish(request: HttpRequest, slug: str) -> HttpResponse:
    """Finish the event. Unfinished matches and undrawn stages must be listed in ``without``."""
    event = desk_event(request, slug)
    with Attempt() as tried:
        finish_event(
            by=get_visitor(request),
            event=event,
            seen=request.POST.get("seen"),
            without=request.POST.getlist("without"),
        )
        text = _("The event is finished.")
        if podium_of(event):
            text += " " + _("The podium is public.")
        messages.success(request, text)
        return redirect("event_advance", slug)
    return page_of(request, event, trouble=tried.why)
