"""The JSON endpoints of the entry page. Each error has a sentence for the user."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from leagues.access.pass_checks import Holder, NoEntry, holder_after
from leagues.access.phone_passes import WayIn
from leagues.access.phone_roles import (
    address_of,
    gone_json,
    refusal_json,
    with_pass_json,
    with_pass_to_report,
)
from leagues.access.throttle import COUNTED, REPORTS
from leagues.actions.phones.answers import ReportAnswer, Took
from leagues.actions.phones.auto_confirm import let_stand
from leagues.actions.phones.confirm import confirm_end
from leagues.actions.phones.late_reports import report_or_keep
from leagues.actions.phones.report import Sent, refuse_empty_seat
from leagues.actions.phones.scoring_phone import Phone, note_seen, take_over
from leagues.actions.play.calls import want_help
from leagues.actions.refusal import Refused
from leagues.forms.phones.reports import (
    Nonsense,
    Parcel,
    body_of,
    read_device,
    read_json,
    read_mark,
    read_parcel,
    read_seat,
)
from leagues.reads.phones.state import is_shown
from leagues.views.attempt import Attempt
from leagues.views.phones.entry_page import read_again, state_for, state_in

Data = dict[str, Any]
CONFLICT = 409


@with_pass_json
@require_safe
def state_json(request: HttpRequest, holder: Holder) -> HttpResponse:
    """Return the state of the match. 204 if the phone has already seen it."""
    try:
        device = read_device(request.GET)
    except Nonsense as why:
        return refusal_json(str(why), 400)
    if let_stand(event=holder.event, now=timezone.now()):
        holder = read_again(holder)
    note_seen(match=holder.match, seat=holder.pass_.seat, device=device)
    if is_shown(holder.match, timezone.now(), request.GET.get("seen", "")):
        return HttpResponse(status=204)
    return JsonResponse(state_for(holder, device))


@with_pass_to_report
@require_POST
def take_reports(request: HttpRequest, holder: Holder) -> HttpResponse:
    """Take reports in order, each in a separate act. An unreadable parcel saves nothing.

    If the match has moved and the phone follows it, the phone sends them again there.
    """
    if COUNTED not in request.META and not REPORTS.admits(request):
        return refusal_json(
            _("Too many reports from here. Wait a minute. Everything you entered is saved."), 429
        )
    try:
        parcel = read_parcel(read_json(body_of(request)))
    except Nonsense as why:
        return refusal_json(str(why), 400)
    if holder.there is not None and parcel.goes_on:
        return gone_json(holder.closed, address_of(holder.there))
    answers = save_reports(holder, parcel)
    results = results_of(parcel, answers)
    try:
        state = _state_after(holder, parcel.device, answers)
    except NoEntry:  # the match may have left its board because of these reports
        return JsonResponse({"results": results})
    return JsonResponse({"results": results, "state": state})


def save_reports(holder: Holder, parcel: Parcel) -> list[ReportAnswer]:
    """Save each report, and return what became of it."""
    return [_save_report(holder, seat, parcel.device, sent) for sent, seat in parcel.reports]


def results_of(parcel: Parcel, answers: list[ReportAnswer]) -> list[Data]:
    """Convert the answers for the phone."""
    return [
        {"key": str(sent.key), "took": answer.took.value, "why": answer.why}
        for (sent, _seat), answer in zip(parcel.reports, answers, strict=True)
    ]


def _state_after(holder: Holder, device: UUID | None, answers: list[ReportAnswer]) -> Data:
    """Return the state after the last report, from the rows its act has read."""
    rows = answers[-1].rows if answers else None
    if rows is None:
        return state_for(read_again(holder), device)
    return state_in(holder_after(holder, rows.match), device, rows)


def _save_report(holder: Holder, seat: int | None, device: UUID | None, sent: Sent) -> ReportAnswer:
    with Attempt() as tried:
        phone = phone_of(holder, seat, device)
        answer = report_or_keep(
            by=holder.who, match=holder.match, phone=phone, sent=sent, closed=holder.closed
        )
    return ReportAnswer(Took.REFUSED, tried.why) if tried.refused else answer


def phone_of(holder: Holder, seat: int | None, device: UUID | None) -> Phone:
    """Return the phone with the side it reports for.

    A pass for one side reports only for this side. On a tablet, both sides can report.
    """
    pass_ = holder.pass_
    if not pass_.has_chosen:
        raise Refused(_("First choose who you are."))
    own = seat if pass_.way is WayIn.KIOSK else pass_.seat
    return Phone(pass_.way.value, own, device)


def _require_seated(holder: Holder, phone: Phone) -> Phone:
    refuse_empty_seat(phone, holder.match.sides.all())
    return phone


@with_pass_json
@require_POST
def confirm_match(request: HttpRequest, holder: Holder) -> HttpResponse:
    """Confirm the final result for a side."""
    return _run_act(
        request,
        holder,
        lambda data, phone: confirm_end(
            by=holder.who, match=holder.match, phone=phone, seen=read_mark(data)
        ),
    )


@with_pass_json
@require_POST
def call_help(request: HttpRequest, holder: Holder) -> HttpResponse:
    """Ask the desk for help."""
    return _run_act(
        request, holder, lambda data, phone: want_help(by=holder.who, match=holder.match)
    )


@with_pass_json
@require_POST
def take_over_side(request: HttpRequest, holder: Holder) -> HttpResponse:
    """Make this phone the one that scores for its side."""
    return _run_act(request, holder, lambda data, phone: take_over(match=holder.match, phone=phone))


def _run_act(
    request: HttpRequest, holder: Holder, act: Callable[[Data, Phone], object]
) -> HttpResponse:
    """Run the act, and answer with the new state."""
    if not REPORTS.admits(request):
        return refusal_json(_("Too many requests from here. Wait a minute."), 429)
    device = None
    try:
        with Attempt() as tried:
            data = read_json(body_of(request))
            device = read_device(data)
            phone = phone_of(holder, read_seat(data), device)
            act(dict(data), _require_seated(holder, phone))
    except Nonsense as error:
        return refusal_json(str(error), 400)
    state = state_for(read_again(holder), device)
    if tried.refused:
        return JsonResponse({"error": tried.why, "state": state}, status=CONFLICT)
    return JsonResponse({"state": state})
