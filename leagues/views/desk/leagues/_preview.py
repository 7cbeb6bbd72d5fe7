"""A form that is shown with who would move in the table, then done."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from leagues.actions.leagues.what_if import what_if
from leagues.models import League
from leagues.reads.leagues.moves import TableMove, how_many_move
from leagues.reads.marks import mark_of
from leagues.views.attempt import Attempt
from leagues.views.desk.leagues.leagues import names_of


def shown_then_done(
    request: HttpRequest,
    league: League,
    form: Any,
    do: Callable[[], object],
    *,
    page: str,
    back: str,
    **context: Any,
) -> HttpResponse:
    """The form; who would move once it was sent; and once that was seen, it is done.

    ``back`` names the page of the league to which it leads.
    """
    moves: Sequence[TableMove] = ()
    mark = ""
    if request.method == "POST" and form.is_valid():
        with Attempt(form) as tried:
            moves = what_if([league], do)[league]
            mark = moves_mark(moves)
            if not moves or request.POST.get("seen_moves") == mark:
                do()
                messages.success(request, _("Saved."))
                return redirect(back, league.slug)
        if tried.refused is not None:
            moves = ()
    return TemplateResponse(
        request,
        f"desk/leagues/{page}.html",
        {
            "league": league,
            "form": form,
            "moves": with_names(moves),
            "moves_mark": mark,
            "movers": how_many_move(moves),
            "back": reverse(back, args=[league.slug]),
            **context,
        },
        status=422 if request.method == "POST" and form.errors else 200,
    )


def moves_mark(moves: Sequence[TableMove]) -> str:
    """A mark of what was shown: who stands where, before and after."""
    return mark_of([[m.player, _stands(m.before), _stands(m.after)] for m in moves])


def _stands(row: Any) -> Any:
    return [row.place, str(row.tour_points)] if row else None


def with_names(moves: Sequence[TableMove]) -> list[dict[str, Any]]:
    names = names_of(move.player for move in moves)
    return [{"move": move, "name": names[move.player]} for move in moves]
