"""Printouts of a pairing round: score cards, and pairings to hang up."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_safe

from leagues.access.languages import for_the_hall
from leagues.access.league_roles import scorers_of_event
from leagues.access.roles import keep_secret
from leagues.models import PairingRound
from leagues.reads.screens.paper import (
    PaperCard,
    by_name,
    matches_to_play,
    needs_large_cards,
    paper_cards,
    rounds_on_card,
    spare_cards,
)
from leagues.views.desk._event import desk_event
from leagues.views.paper_size import keeps_paper_size
from leagues.views.public.qr_codes import to_share

MOST_SPARES = 40
LISTS = ("name", "board")


@scorers_of_event
@for_the_hall
@keeps_paper_size
@require_safe
def round_cards(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Print a card for each match, or a number of blank cards. A card has its match's code."""
    found = _find_round(request, slug, pk)
    spares = _count_spares(request.GET.get("blank", ""))
    cards = spare_cards(found.stage, spares) if spares else paper_cards(found)
    answer = TemplateResponse(
        request,
        "desk/screens/cards.html",
        {
            "event": found.stage.event,
            "round": found,
            "cards": [(card, _opened_by(request, card)) for card in cards],
            "numbers": rounds_on_card(found.stage),
            "is_large": needs_large_cards(found.stage),
            "is_blank": bool(spares),
        },
    )
    return keep_secret(answer)


def _count_spares(asked: str) -> int:
    many = int(asked) if asked.isdecimal() and len(asked) < 6 else 0
    return min(many, MOST_SPARES)


def _opened_by(request: HttpRequest, card: PaperCard) -> dict[str, str]:
    """Return the address where a card's code is entered, with the code filled in."""
    if not card.code:
        return {}
    code = urlencode({"code": card.code.replace(" ", "")})
    return to_share(request, f"{reverse('play_code')}?{code}")


@scorers_of_event
@for_the_hall
@keeps_paper_size
@require_safe
def round_pairings(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Print the pairings by surname and by board; ``?only=`` chooses one of the two."""
    found = _find_round(request, slug, pk)
    only = request.GET.get("only", "")
    return TemplateResponse(
        request,
        "desk/screens/pairings.html",
        {
            "event": found.stage.event,
            "round": found,
            "lines": by_name(found),
            "matches": matches_to_play(found),
            "only": only if only in LISTS else "",
        },
    )


def _find_round(request: HttpRequest, slug: str, pk: int) -> PairingRound:
    """Return a published round, or answer 404: drafts must not be printed."""
    event = desk_event(request, slug)
    found: PairingRound = get_object_or_404(PairingRound.objects.of(event).published(), pk=pk)
    found.stage.event = event
    return found
