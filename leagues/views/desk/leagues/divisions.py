"""The divisions of a league, and who plays in which."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from leagues.access.leagues import secretary_of_league
from leagues.access.roles import who
from leagues.actions.leagues.divisions import move_to_division, set_divisions
from leagues.forms import sent
from leagues.forms.leagues.division_names import DivisionNamesForm, MoveForm
from leagues.reads.leagues.season import season_of
from leagues.views.desk.leagues._preview import shown_then_done
from leagues.views.desk.leagues.leagues import desk_league, next_night
from leagues.views.desk.leagues.people import PEOPLE


@secretary_of_league
@require_http_methods(["GET", "HEAD", "POST"])
def league_divisions(request: HttpRequest, slug: str) -> HttpResponse:
    """Their names; a table for each."""
    league = desk_league(slug)
    form = DivisionNamesForm(sent(request), initial={"names": league.divisions})
    return shown_then_done(
        request,
        league,
        form,
        lambda: set_divisions(by=who(request), league=league, **form.cleaned_data),
        page="divisions",
        back=PEOPLE,
    )


@secretary_of_league
@require_http_methods(["GET", "HEAD", "POST"])
def league_division(request: HttpRequest, slug: str) -> HttpResponse:
    """Let one or many play in another division, from a night on."""
    league = desk_league(slug)
    night = next_night(league, timezone.now())
    initial = {
        "member": request.GET.getlist("member"),
        "first": night.pk if night and season_of(league).over else None,
    }
    form = MoveForm(sent(request), league=league, initial=initial)

    def do() -> None:
        said = form.cleaned_data
        move_to_division(
            by=who(request),
            league=league,
            enrolments=[each.pk for each in said["member"]],
            division=said["division"],
            first=said["first"],
        )

    return shown_then_done(request, league, form, do, page="division", back=PEOPLE)
