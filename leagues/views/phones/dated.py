"""A match of a league on its player's own page: by their link, or by their account."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from leagues.access.passes import Pass, WayIn
from leagues.access.roles import personal_link, signed_in_only, who
from leagues.actions.leagues.unplayed.deadlines import settle_deadlines
from leagues.forms.leagues.unplayed import MatchForms
from leagues.forms.phones.totals import TotalsForm, stands_in
from leagues.models import PersonalLink, Player
from leagues.reads import format_of
from leagues.reads.leagues.series import has_clock, series_rules
from leagues.reads.leagues.totals import may_enter_totals
from leagues.reads.phones.own_leagues import OwnDated, own_dated


@dataclass(frozen=True)
class MatchReader:
    """Who looks at a match of theirs, and by which way in: it leads to the card too."""

    player: Player
    way: WayIn
    credential: int
    token: str = ""

    def address(self, pk: int) -> str:
        if self.token:
            return reverse("own_match_by_link", args=[self.token, pk])
        return reverse("own_match", args=[pk])


@signed_in_only
@never_cache
@require_safe
def own_match_page(request: HttpRequest, pk: int) -> HttpResponse:
    visitor = who(request)
    if visitor.player is None or visitor.user is None:
        raise Http404
    reader = MatchReader(visitor.player, WayIn.ACCOUNT, visitor.user.pk)
    return own(request, reader, pk)


@personal_link
@require_safe
def own_match_by_link(
    request: HttpRequest, link: PersonalLink, token: str, pk: int
) -> HttpResponse:
    return own(request, MatchReader(link.player, WayIn.LINK, link.pk, token), pk)


def own(
    request: HttpRequest,
    reader: MatchReader,
    pk: int,
    sent: MatchForms | None = None,
    totals: TotalsForm | None = None,
) -> HttpResponse:
    """The match with its dates, what may be said about them, and where rounds are entered."""
    found = dated_for(reader.player, pk)
    if settle_deadlines(league=found.league, now=timezone.now()):
        found = dated_for(reader.player, pk)
    match = found.own.match
    pass_ = Pass(reader.way, reader.credential, match.pk, found.own.mine.seat)
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
            "token": reader.token,
            "forms": sent or MatchForms.of(found.dated.arranged),
            "series": series_rules(found.league),
            "totals": totals or totals_form(found),
        },
        status=422 if sent or totals else 200,
    )


def totals_form(found: OwnDated) -> TotalsForm | None:
    """Where a result may be entered without its rounds; what stands is filled in."""
    if not may_enter_totals(found.own.match, found.league, timezone.now()):
        return None
    mine, [other] = found.own.mine, found.own.others
    rule = format_of(found.own.match).rule
    stands = stands_in(found.own.match, mine, other)
    return TotalsForm(
        rule=rule, seat=mine.seat, has_clock=has_clock(found.league), initial=stands
    )


def dated_for(player: Player, pk: int) -> OwnDated:
    """The match they sit in; for anybody else there is no such page."""
    found = own_dated(player, pk, timezone.now())
    if found is None:
        raise Http404
    return found
