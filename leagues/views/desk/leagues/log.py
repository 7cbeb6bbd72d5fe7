"""The log of a league, and undoing its actions."""

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from leagues.access.league_roles import secretary_of_league
from leagues.access.roles import get_visitor
from leagues.actions.leagues.table_previews import what_if
from leagues.actions.log.undo import consequences_of_undo, preview_undo, undo
from leagues.models import Action, League
from leagues.views.attempt import Attempt
from leagues.views.desk.leagues._latest_actions import actions_of
from leagues.views.desk.leagues.home import desk_league, names_of
from leagues.views.desk.log import A_PAGE, group_presence, league_lines
from leagues.views.desk.results import names_in


@secretary_of_league
@require_safe
def league_log(request: HttpRequest, slug: str) -> HttpResponse:
    league = desk_league(slug)
    newest_first = actions_of(league).order_by("-pk")
    page = Paginator(newest_first, A_PAGE).get_page(request.GET.get("page"))
    return TemplateResponse(
        request,
        "desk/leagues/log.html",
        {
            "league": league,
            "page": page,
            "lines": group_presence(
                league_lines(page.object_list, league, get_visitor(request)), league.tzinfo
            ),
            "zone": league.zone,
        },
    )


@secretary_of_league
@require_http_methods(["GET", "HEAD", "POST"])
def league_undo(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Show what the undo would change and who would move (GET), or undo the action (POST)."""
    league = desk_league(slug)
    action = get_object_or_404(actions_of(league), pk=pk)
    [line] = league_lines([action], league, get_visitor(request))
    back = reverse("desk-league-log", args=[slug])
    will, moves = "", list[str]()
    with Attempt() as tried:
        will = preview_undo(action)
        if request.method == "POST":
            undo(by=get_visitor(request), action=action)
            messages.success(request, _("Undone: %(what)s") % {"what": line.text})
            return redirect(back)
        moves = _moves_text(request, league, action)
    return TemplateResponse(
        request,
        "desk/leagues/undo.html",
        {
            "league": league,
            "line": line,
            "back": back,
            "zone": league.zone,
            "will": will,
            "why_not": tried.why,
            "moves": moves,
        },
        status=422 if request.method == "POST" else 200,
    )


def _moves_text(request: HttpRequest, league: League, action: Action) -> list[str]:
    """Return the players whose place would change, in words."""
    if action.event is not None:
        names_at = names_in(action.event)
        return list(
            consequences_of_undo(by=get_visitor(request), action=action).sentences(
                names_at.__getitem__
            )
        )
    found = what_if([league], lambda: undo(by=get_visitor(request), action=action))[league]
    names = names_of(move.player for move in found)
    return [
        _("%(name)s: place %(before)s, then %(after)s.")
        % {
            "name": names[move.player],
            "before": move.before.place if move.before else "–",
            "after": move.after.place if move.after else "–",
        }
        for move in found
        if move.is_moved
    ]
