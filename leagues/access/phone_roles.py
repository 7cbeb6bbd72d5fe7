"""Decorators for views that phones use, with a label, a code, a link or a tablet.

The secret is in the address and no cookie is used, so no CSRF protection is needed. Wrong
addresses are counted, and all get the same answer.
"""

from collections.abc import Callable
from functools import wraps
from typing import TypeVar

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt

from leagues.access.pass_checks import (
    REPLACED,
    Holder,
    Moved,
    NoEntry,
    board_of,
    holder_of,
    once_at,
    speaker_of,
)
from leagues.access.phone_passes import Pass, is_label_of, open_pass, was_label_of
from leagues.access.roles import keep_secret, wrong_link
from leagues.access.throttle import WRONG_LINKS
from leagues.models import Board, Kiosk, Match
from leagues.models.links import hash_token

F = TypeVar("F")
V = TypeVar("V")
GONE = 410


def with_pass(
    view: Callable[[HttpRequest, Holder], HttpResponse],
) -> Callable[[HttpRequest, str], HttpResponse]:
    """Allow a valid pass. A POST is still accepted for a while after the match is closed."""

    @wraps(view)
    def guarded(request: HttpRequest, signed: str) -> HttpResponse:
        pass_ = open_pass(signed)
        if pass_ is None:
            return wrong_link(request)
        try:
            enter = speaker_of if request.method == "POST" else holder_of
            return keep_secret(view(request, enter(pass_)))
        except NoEntry as why:  # also if the view raises it
            return no_entry(request, str(why), goes_on_at(why))

    return _mark_guarded("pass", csrf_exempt(guarded))


def with_board(
    view: Callable[[HttpRequest, Board, Pass], HttpResponse],
) -> Callable[[HttpRequest, str], HttpResponse]:
    """Allow a pass for a board, even if another match is on it now."""
    return _with_found(board_of, view)


def after_a_match(
    view: Callable[[HttpRequest, Match, Pass], HttpResponse],
) -> Callable[[HttpRequest, str], HttpResponse]:
    """Allow a pass for a match, however long ago it was played."""
    return _with_found(once_at, view)


def _with_found(
    find: Callable[[Pass], F], view: Callable[[HttpRequest, F, Pass], HttpResponse]
) -> Callable[[HttpRequest, str], HttpResponse]:
    @wraps(view)
    def guarded(request: HttpRequest, signed: str) -> HttpResponse:
        pass_ = open_pass(signed)
        if pass_ is None:
            return wrong_link(request)
        try:
            found = find(pass_)
        except NoEntry as why:
            return no_entry(request, str(why))
        return keep_secret(view(request, found, pass_))

    return _mark_guarded("pass", guarded)


def with_pass_json(
    view: Callable[[HttpRequest, Holder], HttpResponse],
) -> Callable[[HttpRequest, str], HttpResponse]:
    """Like ``with_pass``, but for JSON: each refusal is a sentence in ``error``."""
    return _in_json(view, holder_of)


def with_pass_to_report(
    view: Callable[[HttpRequest, Holder], HttpResponse],
) -> Callable[[HttpRequest, str], HttpResponse]:
    """Like ``with_pass_json``, for reports: they are also kept when the match is closed."""
    return _in_json(view, speaker_of)


def _in_json(
    view: Callable[[HttpRequest, Holder], HttpResponse], enter: Callable[[Pass], Holder]
) -> Callable[[HttpRequest, str], HttpResponse]:
    @wraps(view)
    def guarded(request: HttpRequest, signed: str) -> HttpResponse:
        pass_ = open_pass(signed)
        if pass_ is None:
            if not WRONG_LINKS.admits(request):
                return refusal_json(_("Too many wrong addresses. Wait a minute."), 429)
            return refusal_json(_("This address isn’t valid."), 404)
        try:
            return keep_secret(view(request, enter(pass_)))
        except NoEntry as why:  # also if the view raises it
            return gone_json(str(why), goes_on_at(why))

    return _mark_guarded("pass", csrf_exempt(guarded))


def at_a_label(
    view: Callable[[HttpRequest, Board], HttpResponse],
) -> Callable[[HttpRequest, int, str], HttpResponse]:
    """Allow the current label of a board."""

    @wraps(view)
    def guarded(request: HttpRequest, pk: int, secret: str) -> HttpResponse:
        board = Board.objects.filter(pk=pk).first() if pk < 2**63 else None
        if board is not None and was_label_of(board, secret):
            return no_entry(request, str(REPLACED))
        if board is None or not is_label_of(board, secret):
            return wrong_label(request)
        return keep_secret(view(request, board))

    return _mark_guarded("board label", guarded)


def wrong_label(request: HttpRequest) -> HttpResponse:
    """Answer 404 with help for a scorer: the label may be torn or only half scanned.

    The answer is the same whether the board exists or not.
    """
    if not WRONG_LINKS.admits(request):
        return WRONG_LINKS.refuse(request)
    answer = TemplateResponse(request, "phones/wrong_label.html", {}, status=404)
    return keep_secret(answer)


def on_a_kiosk(
    view: Callable[[HttpRequest, Kiosk], HttpResponse],
) -> Callable[[HttpRequest, str], HttpResponse]:
    """Allow the tablet at a board, until the desk signs it out."""

    @wraps(view)
    def guarded(request: HttpRequest, token: str) -> HttpResponse:
        kiosk = Kiosk.objects.open().filter(token_hash=hash_token(token)).first()
        if kiosk is None:
            return wrong_link(request)
        return keep_secret(view(request, kiosk))

    return _mark_guarded("kiosk", guarded)


def no_entry(request: HttpRequest, why: str, goes_on: str = "") -> HttpResponse:
    context = {"why": why, "goes_on": goes_on}
    answer = TemplateResponse(request, "phones/no_entry.html", context, status=GONE)
    return keep_secret(answer)


def gone_json(why: str, goes_on: str) -> HttpResponse:
    """Answer like ``no_entry``, but in JSON."""
    data = {"error": why, "goes_on": goes_on}
    return keep_secret(JsonResponse(data, status=GONE))


def goes_on_at(why: NoEntry) -> str:
    """Return the address where a phone continues if its match has moved. Empty otherwise."""
    return address_of(why.there) if isinstance(why, Moved) else ""


def address_of(pass_: Pass) -> str:
    return reverse("play", args=[pass_.signed])


def refusal_json(why: str, status: int) -> HttpResponse:
    return keep_secret(JsonResponse({"error": why}, status=status))


def _mark_guarded(rule: str, view: V) -> V:
    view.who_may = rule  # type: ignore[attr-defined]
    return view
