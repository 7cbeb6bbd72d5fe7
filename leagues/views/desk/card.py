"""Typing cards from paper: a board number, its rounds, and the next one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import UUID, uuid4

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from leagues.access import scorers_and_up, who
from leagues.actions.playing.cards import CannotEnter, StandsAlready, enter_card
from leagues.actions.playing.score import KeyReused
from leagues.bridge import match_format_of
from leagues.bridge.hall.blockers import in_figures, where
from leagues.bridge.hall.card import claim_of, mark_of
from leagues.bridge.hall.desk import Sitting, sitting_of
from leagues.bridge.hall.typed import (
    Echo,
    as_typed,
    echo_card,
    fixed_length,
    read_card,
)
from leagues.models import Event, Match
from leagues.views.desk._event import desk_event
from scoring.errors import ScoreError
from scoring.sides import Seat

LONGEST_CARD = 2000  # characters
NOTHING_OPEN = {"board": "", "fault": "", "saved": ""}


@scorers_and_up
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def desk_card(request: HttpRequest, slug: str) -> HttpResponse:
    """Open the card of a board, or save what was typed on it."""
    event = desk_event(request, slug)
    asked = request.POST if request.method == "POST" else request.GET
    match = find_match(event, asked.get("match", ""), asked.get("board", ""))
    if match is None:
        return _which_board(request, event, asked.get("board", "")[:20])
    if request.method == "POST":
        return _save(request, event, match)
    return _panel(request, event, _open(match))


def _which_board(request: HttpRequest, event: Event, wanted: str) -> HttpResponse:
    if not wanted and request.method != "POST":
        return _panel(request, event, {})
    fault = _("Which board?")
    if wanted:
        fault = _("Nobody is due on board “%(board)s”.") % {"board": wanted}
    refused = 422 if request.method == "POST" else 200
    return _panel(request, event, {"board": wanted, "fault": fault}, status=refused)


@scorers_and_up
@never_cache
@require_safe
def desk_card_sum(request: HttpRequest, slug: str) -> HttpResponse:
    """What the lines typed so far come to."""
    event = desk_event(request, slug)
    match = find_match(event, request.GET.get("match", ""), "")
    if match is None:
        return HttpResponse(status=204)
    text = request.GET.get("card", "")[:LONGEST_CARD]
    return TemplateResponse(
        request, "desk/run/card.html#sum", {"entry": _entry(match, text)}
    )


def find_match(event: Event, number: str, board: str) -> Match | None:
    """By its number; or who sits at the board, comes to it next, or left it last."""
    matches = (
        event.matches.published()
        .with_sides()
        .with_rounds()
        .select_related("pairing_round__stage__event", "board", "pool")
    )
    if _is_number(number):
        return matches.filter(number=int(number)).first()
    if not _is_number(board):
        return None
    there = matches.filter(board__number=int(board))
    return (
        there.at_a_board().first()
        or there.unfinished()
        .order_by("pairing_round__stage__number", "pairing_round__number", "wave", "pk")
        .first()
        or there.finished().order_by("-finished_at").first()
    )


def _is_number(text: str) -> bool:
    return text.isdecimal() and len(text) < 7


def _open(match: Match) -> dict[str, Any]:
    """A card with what stands on it already, ready to go on."""
    stands = [as_typed(claim_of(each)) for each in match.rounds.all()]
    return _entry(match, "\n".join(stands)) | {"key": uuid4(), "seen": mark_of(match)}


def _entry(match: Match, text: str) -> dict[str, Any]:
    match_format = match_format_of(match.pairing_round.stage)
    echo = echo_card(text, match_format, Seat(match.first))
    sitting = sitting_of(match)
    return {
        "match": match,
        "sitting": sitting,
        "where": where(sitting),
        "text": text,
        "echo": echo,
        "lines": [in_figures(each.claim) for each in echo.card.rounds],
        "paid": list(echo.card.state.points),
        "verdict": _verdict(echo, sitting),
        "length": fixed_length(match_format) or 0,
        "first": "".join(sitting.names[match.first : match.first + 1]),
        "fault": "",
    }


def _verdict(echo: Echo, sitting: Sitting) -> str:
    at = echo.card.state
    if at.outcome is None:
        return ""
    if at.outcome.winner is None:
        return _("Over: a tie.")
    return _("Over: %(name)s wins.") % {"name": sitting.names[at.outcome.winner]}


def _save(request: HttpRequest, event: Event, match: Match) -> HttpResponse:
    text = request.POST.get("card", "")[:LONGEST_CARD]
    seen = request.POST.get("seen", "")
    match_format = match_format_of(match.pairing_round.stage)
    try:
        typed = read_card(text, match_format, Seat(match.first))
        entered = enter_card(
            by=who(request),
            match=match,
            key=UUID(request.POST.get("key", "")),
            claims=[each.claim for each in typed.rounds],
            seen=seen,
            made_at=timezone.now(),
        )
    except (ScoreError, CannotEnter, KeyReused, ValueError) as error:
        return _refused(request, event, match, text, error)
    return _saved(request, event, entered.match, is_new=entered.is_new)


def _refused(
    request: HttpRequest, event: Event, match: Match, text: str, error: Exception
) -> HttpResponse:
    """The card as it was typed, why it was not saved, and what is there now."""
    known = isinstance(error, ScoreError | CannotEnter)
    said = str(error) if known else _("This card was sent in two ways. Send it again.")
    stands = [as_typed(claim_of(each)) for each in match.rounds.all()]
    entry = _entry(match, text) | {
        "key": uuid4(),
        "seen": mark_of(match),
        "fault": said[:1].upper() + said[1:],
        "there": stands if isinstance(error, CannotEnter) else [],
        "may_correct": isinstance(error, StandsAlready),
    }
    return _panel(request, event, entry, status=422)


def _saved(
    request: HttpRequest, event: Event, match: Match, *, is_new: bool
) -> HttpResponse:
    [fresh] = event.matches.filter(pk=match.pk).with_sides().with_rounds()
    sitting = sitting_of(fresh)
    figures = "–".join(str(side.points) for side in fresh.sides.all())
    says = {
        (True, True): _("%(where)s: %(names)s %(figures)s. Saved."),
        (True, False): _("%(where)s: %(names)s %(figures)s so far. Saved."),
    }.get(
        (is_new, fresh.state == Match.State.FINISHED),
        _("%(where)s: %(names)s %(figures)s. It was there already, nothing changed."),
    ) % {"where": where(sitting), "names": sitting.title, "figures": figures}
    if request.headers.get("HX-Request"):
        answer = _panel(request, event, {"saved": says, "match_saved": fresh})
        answer["HX-Trigger"] = "desk-changed"
        return answer
    messages.success(request, says)
    return redirect("desk_card", event.slug)


def _panel(
    request: HttpRequest, event: Event, entry: Mapping[str, Any], status: int = 200
) -> HttpResponse:
    template = "desk/run/card.html"
    if request.headers.get("HX-Request"):
        template += "#panel"
    return TemplateResponse(
        request,
        template,
        {"event": event, "entry": {**NOTHING_OPEN, **entry}},
        status=status,
    )
