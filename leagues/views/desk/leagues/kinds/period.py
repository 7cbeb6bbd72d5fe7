"""The end of a period in a box league: plan the boxes of the next one."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from leagues.access.league_roles import secretary_of_league
from leagues.access.roles import get_visitor
from leagues.actions.leagues.kinds.boxes import open_next_period
from leagues.forms.leagues.kinds.period import PeriodForm
from leagues.reads.leagues.kinds.boxes import box_period, weeks_left
from leagues.reads.leagues.next_season.answers import has_begun
from leagues.views.attempt import Attempt
from leagues.views.desk.leagues.home import desk_league


@secretary_of_league
@require_http_methods(["GET", "HEAD", "POST"])
def next_period(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the plan of the next period, which can be edited and previewed, then start it."""
    league = desk_league(slug)
    if not league.of_kind.has_boxes:
        raise Http404
    if not has_begun(league):
        return redirect("desk-league-intake", league.slug)
    period = box_period(league)
    form = PeriodForm(request.POST or {"seen": period.mark}, period=period)
    is_fine = form.is_valid()
    if "begin" in request.POST and is_fine:
        with Attempt(form) as tried:
            open_next_period(
                by=get_visitor(request),
                league=league,
                wishes=form.wishes,
                boxes=form.groups,
                unplayed=form.unplayed_become,
                seen=form.cleaned_data["seen"] or "?",
            )
        if not tried.refused:
            text = _("Period %(n)s has started.") % {"n": period.number + 1}
            messages.success(request, text)
            return redirect("desk-league", league.slug)
    return TemplateResponse(
        request,
        "desk/leagues/kinds/period.html",
        {"league": league, "form": form, "weeks": weeks_left(league), "number": period.number + 1},
    )
