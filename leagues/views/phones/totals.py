"""A player enters the result of a match of a league without its rounds, or confirms it."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from leagues.access.passes import WayIn
from leagues.access.roles import Who, personal_link, signed_in_only, who
from leagues.actions.phones.totals import enter_totals
from leagues.forms.phones.totals import TotalsForm
from leagues.models import PersonalLink
from leagues.reads import format_of
from leagues.reads.leagues.series import has_clock
from leagues.reads.leagues.totals import may_enter_totals
from leagues.views.attempt import Attempt
from leagues.views.phones.dated import MatchReader, dated_for, own


@signed_in_only
@require_POST
def own_totals(request: HttpRequest, pk: int) -> HttpResponse:
    visitor = who(request)
    if visitor.player is None or visitor.user is None:
        raise Http404
    reader = MatchReader(visitor.player, WayIn.ACCOUNT, visitor.user.pk)
    return entered(request, reader, pk, visitor)


@personal_link
@require_POST
def own_totals_by_link(
    request: HttpRequest, link: PersonalLink, token: str, pk: int
) -> HttpResponse:
    reader = MatchReader(link.player, WayIn.LINK, link.pk, token)
    return entered(request, reader, pk, Who(player=link.player))


def entered(
    request: HttpRequest, reader: MatchReader, pk: int, by: Who
) -> HttpResponse:
    found = dated_for(reader.player, pk)
    if not may_enter_totals(found.own.match, found.league, timezone.now()):
        raise Http404
    match, seat = found.own.match, found.own.mine.seat
    form = TotalsForm(
        request.POST,
        rule=format_of(match).rule,
        seat=seat,
        has_clock=has_clock(found.league),
    )
    if form.is_valid():
        with Attempt(form) as tried:
            enter_totals(
                by=by,
                match=match,
                key=form.cleaned_data["key"],
                totals=form.totals,
                seat=seat,
            )
        if not tried.refused:
            messages.success(request, _("Your result is saved. Thank you."))
            return redirect(reader.address(pk))
    return own(request, reader, pk, totals=form)
