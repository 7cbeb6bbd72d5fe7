"""A dated league match on the player's own page."""

from django.http import Http404, HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from leagues.access.phone_passes import Pass
from leagues.access.roles import PageOwner, own_page
from leagues.actions.leagues.unplayed.deadlines import settle_deadlines
from leagues.forms.leagues.matches.unplayed import MatchForms
from leagues.forms.phones.totals import TotalsForm, saved_totals
from leagues.models import Player
from leagues.reads import format_of
from leagues.reads.leagues.kinds.series import has_clock, series_rules
from leagues.reads.leagues.matches.totals import may_enter_totals
from leagues.reads.phones.own_leagues import OwnDated, own_dated


@own_page
@require_safe
def own_match_page(request: HttpRequest, owner: PageOwner, pk: int) -> HttpResponse:
    return show_own_match(request, owner, pk)


def show_own_match(
    request: HttpRequest,
    owner: PageOwner,
    pk: int,
    sent: MatchForms | None = None,
    totals: TotalsForm | None = None,
) -> HttpResponse:
    """Show the match with its dates, the forms about them, and the link to enter rounds."""
    found = dated_for(owner.player, pk)
    if settle_deadlines(league=found.league, now=timezone.now()):
        found = dated_for(owner.player, pk)
    match = found.own.match
    pass_ = Pass(owner.way, owner.credential, match.pk, found.own.mine.seat)
    return TemplateResponse(
        request,
        "phones/player/match.html",
        {
            "each": found,
            "match": match,
            "dated": found.dated,
            "arranged": found.dated.arranged,
            "league": found.league,
            "event": match.event,
            "play_url": reverse("play", args=[pass_.signed]),
            "token": owner.token,
            "is_unconfirmed": owner.player.is_unconfirmed,
            "forms": sent or MatchForms.of(found.dated.arranged),
            "series": series_rules(found.league),
            "totals": totals or totals_form(found),
        },
        status=422 if sent or totals else 200,
    )


def totals_form(found: OwnDated) -> TotalsForm | None:
    """Return the form to enter only a result, with the saved one filled in. None if not allowed."""
    if not may_enter_totals(found.own.match, found.league, timezone.now()):
        return None
    mine, [other] = found.own.mine, found.own.others
    rule = format_of(found.own.match).rule
    initial = saved_totals(found.own.match, mine, other)
    return TotalsForm(rule=rule, seat=mine.seat, has_clock=has_clock(found.league), initial=initial)


def dated_for(player: Player, pk: int) -> OwnDated:
    """Return the player's match, or answer 404 if they don't play in it."""
    found = own_dated(player, pk, timezone.now())
    if found is None:
        raise Http404
    return found
