"""A pairing round on paper: score cards to write on, and pairings to hang up."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from leagues.access import keep_secret, scorers_and_up
from leagues.bridge.hall.paper import (
    PaperCard,
    met,
    paper_cards,
    rounds_on_card,
    spare_cards,
)
from leagues.bridge.hall.screens import seats
from leagues.models import PairingRound
from leagues.views.desk._event import desk_event
from leagues.views.pictures import qr_picture

MOST_SPARES = 40


@scorers_and_up
@never_cache
@require_safe
def round_cards(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """A card for each match; or so many blank ones. Whoever has a card has its code."""
    found = _round(request, slug, pk)
    spares = _spares(request.GET.get("blank", ""))
    cards = spare_cards(found.stage, spares) if spares else paper_cards(found)
    answer = TemplateResponse(
        request,
        "desk/print/cards.html",
        {
            "event": found.stage.event,
            "round": found,
            "cards": [(card, *_opened_by(request, card)) for card in cards],
            "numbers": rounds_on_card(found.stage),
            "is_blank": bool(spares),
        },
    )
    return keep_secret(answer)


def _spares(asked: str) -> int:
    many = int(asked) if asked.isdecimal() and len(asked) < 6 else 0
    return min(many, MOST_SPARES)


def _opened_by(request: HttpRequest, card: PaperCard) -> tuple[str, str]:
    """Where a card's code is typed, with the code filled in; and that as a picture."""
    if not card.code:
        return "", ""
    code = urlencode({"code": card.code.replace(" ", "")})
    address = request.build_absolute_uri(f"{reverse('play_code')}?{code}")
    return address, qr_picture(address)


@scorers_and_up
@never_cache
@require_safe
def round_pairings(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Everybody by surname, and board by board."""
    found = _round(request, slug, pk)
    return TemplateResponse(
        request,
        "desk/print/pairings.html",
        {
            "event": found.stage.event,
            "round": found,
            "seats": list(seats(found)),
            "matches": met(found),
        },
    )


def _round(request: HttpRequest, slug: str, pk: int) -> PairingRound:
    """A round that is out; on paper a draft would be one."""
    event = desk_event(request, slug)
    found: PairingRound = get_object_or_404(
        PairingRound.objects.of(event).published(), pk=pk
    )
    found.stage.event = event
    return found
