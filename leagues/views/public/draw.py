"""The public draw: the hash of the seed, the seed, and how to draw again."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import inf

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_safe

from leagues.access.roles import for_anyone
from leagues.access.throttle import DRAWS_AGAIN
from leagues.live.page_cache import ready_made
from leagues.models import Event, Surface
from leagues.pairing.seeds import seed_promise
from leagues.pairing.values import Pairing
from leagues.reads.draw.draw_page import entry_names
from leagues.reads.draw.published import (
    Again,
    PublishedDraw,
    is_revealed,
    made_again,
    published_draws,
)
from leagues.views.public.event import find_event, render_page


@for_anyone
@ready_made()
@require_safe
def list_draws(request: HttpRequest, slug: str) -> HttpResponse:
    event = find_event(request, slug)
    draws = published_draws(event)
    return render_page(
        request,
        "public/draws.html",
        event,
        draws=draws,
        newest=next((draw for draw in reversed(draws) if draw.rounds), None),
        promise=seed_promise(event.rng_seed) if event.rng_seed else "",
        is_revealed=is_revealed(event),
    )


@for_anyone
@require_safe
def download_draw(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Download all input of a draw as JSON."""
    event, draw = _find_draw(request, slug, pk)
    content = dict(draw.paper) | {"first": draw.first, "names": entry_names(event, Surface.WEB)}
    answer = JsonResponse(content, json_dumps_params={"indent": 1})
    answer["Content-Disposition"] = f'attachment; filename="draw-{pk}.json"'
    return answer


@for_anyone
@require_safe
def draw_again(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Draw again with the same seed, and compare. This is slow, so it is rate limited."""
    event, draw = _find_draw(request, slug, pk)
    if draw.is_lot:
        raise Http404
    if not DRAWS_AGAIN.admits(request):
        return DRAWS_AGAIN.refuse(request)
    rounds = made_again(draw)
    return render_page(
        request,
        "public/draw_again.html",
        event,
        draw=draw,
        rounds=_rounds_on_page(event, rounds),
        is_same=all(each.is_same for each in rounds),
    )


@dataclass(frozen=True)
class RoundOnPage:
    """A round drawn again, with names for display."""

    number: int
    is_same: bool
    matches: tuple[tuple[int | None, list[str]], ...]
    byes: str


def _rounds_on_page(event: Event, rounds: Iterable[Again]) -> list[RoundOnPage]:
    names = entry_names(event, Surface.WEB)
    return [
        RoundOnPage(
            each.number,
            each.is_same,
            tuple(
                (p.board, _side_names(p, names))
                for p in sorted(each.made.pairings, key=lambda p: p.board or inf)
            ),
            ", ".join(names[bye.entry] for bye in each.made.byes),
        )
        for each in rounds
    ]


def _side_names(pairing: Pairing[int], names: Mapping[int, str]) -> list[str]:
    return [" & ".join(names[entry] for entry in side) for side in pairing.sides]


def _find_draw(request: HttpRequest, slug: str, pk: int) -> tuple[Event, PublishedDraw]:
    event = find_event(request, slug)
    found = [draw for draw in published_draws(event) if draw.pk == pk]
    if not found:
        raise Http404
    return event, found[0]
