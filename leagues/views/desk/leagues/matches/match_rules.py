"""Change the match rules of a running league, with a preview of who would move."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from leagues.access.league_roles import secretary_of_league
from leagues.access.roles import get_visitor
from leagues.actions.leagues.match_rules import change_match_rules, match_rules_mark
from leagues.actions.leagues.table_previews import event_what_if
from leagues.forms import sent_data
from leagues.forms.leagues.matches.match_rules import MatchRulesForm
from leagues.models import League
from leagues.reads.state_marks import mark_of
from leagues.views.attempt import Attempt
from leagues.views.desk.leagues.home import desk_league
from leagues.views.desk.results import names_in


@secretary_of_league
@require_http_methods(["GET", "HEAD", "POST"])
def league_match_rules(request: HttpRequest, slug: str) -> HttpResponse:
    league = desk_league(slug)
    if league.event is None:
        raise Http404
    event = league.event
    initial = {"seen": match_rules_mark(league)}
    form = MatchRulesForm(sent_data(request), league=league, initial=initial)
    follows, shown = list[str](), ""

    def change() -> None:
        change_match_rules(
            by=get_visitor(request),
            league=league,
            matches=form.matches,
            rules=form.kind_rules,
            seen=form.cleaned_data["seen"],
        )

    if request.method == "POST" and form.is_valid():
        with Attempt(form) as tried:
            moves = event_what_if(event, change)
            follows = list(moves.sentences(names_in(event).__getitem__))
            shown = mark_of(follows)
            league = desk_league(slug)  # undo the unsaved changes of the simulation
            if not follows or request.POST.get("shown") == shown:
                change()
                messages.success(request, _("Saved."))
                return redirect("desk-league", slug)
        if tried.refused is not None:
            follows = []
            form.see(match_rules_mark(League.objects.get(pk=league.pk)))
    return TemplateResponse(
        request,
        "desk/leagues/matches/match_rules.html",
        {"league": league, "form": form, "follows": follows, "shown": shown},
    )
