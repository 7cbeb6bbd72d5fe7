"""The page where rounds are entered, with a form that works without JavaScript."""

from typing import Any
from uuid import UUID, uuid4

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_http_methods

from leagues.access.addresses import absolute_address
from leagues.access.pass_checks import Holder, holder_of
from leagues.access.phone_passes import Chose, Pass, WayIn
from leagues.access.phone_roles import with_pass
from leagues.actions.phones.answers import Took, as_sentence
from leagues.actions.phones.auto_confirm import let_stand
from leagues.actions.phones.late_reports import report_or_keep
from leagues.actions.phones.scoring_phone import Phone
from leagues.actions.refusal import Refused
from leagues.forms.phones.reports import Nonsense, read_form
from leagues.models import Match
from leagues.reads.phones.match_rows import Rows, rows_of, seated_at
from leagues.reads.phones.state import Viewer, state_of
from leagues.reads.phones.words import match_label
from scoring.errors import ScoreError
from scoring.sides import Seat

Data = dict[str, Any]


@gzip_page
@with_pass
@require_http_methods(["GET", "HEAD", "POST"])
def show_entry_page(request: HttpRequest, holder: Holder) -> HttpResponse:
    """Ask for the side, then show the match. A POST is the form without JavaScript."""
    if request.method == "POST" and holder.pass_.has_chosen:
        return _plain_form(request, holder)
    if holder.closed or let_stand(event=holder.event, now=timezone.now()):
        holder = read_again(holder)
    if not holder.pass_.has_chosen:
        return _show_choice(request, holder)
    return _render_page(request, holder)


def _show_choice(request: HttpRequest, holder: Holder) -> HttpResponse:
    """Ask which side the phone scores for."""
    match, pass_ = holder.match, holder.pass_
    seated = seated_at(match)
    return TemplateResponse(
        request,
        "phones/choose.html",
        {
            "match": match,
            "event": holder.event,
            "where": match_label(match, seated),
            "sides": [
                (Seat(seat).name, name, pass_.choosing(seat).signed)
                for seat, name in seated.names.items()
            ],
            "everybody": pass_.choosing(Chose.EVERYBODY).signed,
            "board_again": board_again(pass_),
            "is_over": match.state == Match.State.FINISHED,
        },
    )


def _render_page(
    request: HttpRequest, holder: Holder, status: int = 200, wrong: str = ""
) -> HttpResponse:
    # The device ID comes with the script's first request, which must get the full state.
    state = state_for(holder, None) | links_of(holder.pass_) | {"mark": ""}
    return TemplateResponse(
        request,
        "phones/play.html",
        {
            "state": state,
            "match": holder.match,
            "event": holder.event,
            "wrong": wrong,
            "key": uuid4(),
            "not_you": not_you(holder.pass_),
            "handed_over_at": handed_over_at(request),
        },
        status=status,
    )


def handed_over_at(request: HttpRequest) -> str:
    """Return the address where another phone hands over the reports of this one."""
    path = reverse("play_hand_over")
    return absolute_address(request, path) or path


def not_you(pass_: Pass) -> str:
    """Return the page to choose another side, or if the side is fixed, to open the match again."""
    if pass_.way in (WayIn.LABEL, WayIn.CODE):
        return reverse("play", args=[pass_.choosing(Chose.UNCHOSEN).signed])
    return board_again(pass_) or reverse("play_code")


def board_again(pass_: Pass) -> str:
    """Return the page of the board. Empty if access isn't by a board."""
    if pass_.way in (WayIn.LABEL, WayIn.KIOSK):
        return reverse("play_board", args=[pass_.signed])
    return ""


def links_of(pass_: Pass) -> Data:
    """Return what a pass leads to, for the state on the page. Answers don't repeat it: a page
    keeps what an answer leaves out.
    """
    return {
        "next_url": f"{reverse('play', args=[pass_.signed])}next/",
        "board_url": board_again(pass_),
        "hand_over": {"pass": pass_.plain, "key": pass_.key},
    }


def state_for(holder: Holder, device: UUID | None) -> Data:
    """Return the JSON state of the match for this phone."""
    return state_in(holder, device, rows_of(holder.match))


def state_in(holder: Holder, device: UUID | None, rows: Rows) -> Data:
    """Return the JSON state of a match that was already read as ``rows``."""
    pass_ = holder.pass_
    viewer = Viewer(pass_.way.value, pass_.seat, device, timezone.now())
    state = state_of(rows, viewer)
    state["event"]["stream"] = f"{state['event']['url']}revisions/"
    return state


def read_again(holder: Holder) -> Holder:
    """Read the match again, after a change."""
    return holder_of(holder.pass_)


def _plain_form(request: HttpRequest, holder: Holder) -> HttpResponse:
    """Save one round from the form without JavaScript."""
    phone = Phone(holder.pass_.way.value, holder.pass_.seat)
    try:
        answer = report_or_keep(
            by=holder.who,
            match=holder.match,
            phone=phone,
            sent=read_form(request.POST),
            closed=holder.closed,
        )
    except (Nonsense, Refused, ScoreError) as why:
        return _render_page(request, read_again(holder), 422, as_sentence(why))
    if answer.took is Took.REFUSED:
        return _render_page(request, read_again(holder), 422, answer.why)
    return redirect("play", holder.pass_.signed)
