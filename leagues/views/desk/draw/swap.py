"""Swap two entries of a draw."""

from collections.abc import Collection
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_POST

from leagues.access.roles import get_visitor, organisers_only
from leagues.actions.draw import changes, draw
from leagues.forms.draw import TwoForm
from leagues.models import Stage
from leagues.views.attempt import Attempt
from leagues.views.desk.draw.page import PAGE, draw_response, number_in, stage_of


@organisers_only
@require_POST
def swap_entries(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Pick the first entry, or swap it with the second.

    Works without JavaScript; htmx gets a fragment.
    """
    stage = stage_of(request, slug, number)
    form, at = TwoForm(request.POST), number_in(request.POST.get("round"))
    if not form.is_valid():
        return _render_draw(request, stage, at, status=422, trouble=draw.DRAW_CHANGED)
    one, other = form.cleaned_data["one"], form.cleaned_data["other"]
    if one in (None, other):
        return _render_moved(request, stage, at, (other,), picked=None if one else other)
    with Attempt() as tried:
        _swap_two(request, stage, at, one, other)
        return _render_moved(request, stage, at, (one, other), swapped=(one, other))
    return _render_draw(request, stage, at, status=422, trouble=tried.why)


def _swap_two(request: HttpRequest, stage: Stage, at: int | None, one: int, other: int) -> None:
    seen = request.POST.get("seen", "")
    if at is None:
        changes.swap_seeds(by=get_visitor(request), stage=stage, one=one, other=other, seen=seen)
    else:
        changes.swap_entries(
            by=get_visitor(request), stage=stage, number=at, one=one, other=other, seen=seen
        )


def _render_draw(request: HttpRequest, stage: Stage, at: int | None, **more: Any) -> HttpResponse:
    """Render the whole draw, because the open page no longer matches it."""
    template = f"{PAGE}#drawn" if "HX-Request" in request.headers else PAGE
    return draw_response(request, stage, at, template=template, **more)


def _render_moved(
    request: HttpRequest, stage: Stage, at: int | None, entries: Collection[int], **more: Any
) -> HttpResponse:
    """Render only the changed lines of these entries, as out-of-band swaps for htmx."""
    if "HX-Request" not in request.headers:
        return draw_response(request, stage, at, **more)
    answer = draw_response(request, stage, at, template=f"{PAGE}#moved", moved=entries, **more)
    answer["HX-Reswap"] = "none"
    return answer
