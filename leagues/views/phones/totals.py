"""A player enters only the result of a league match, or confirms it."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from leagues.access.roles import PageOwner, own_page
from leagues.actions.act import refuse_closed
from leagues.actions.phones.totals import enter_totals
from leagues.forms.phones.totals import TotalsForm
from leagues.reads import format_of
from leagues.reads.leagues.kinds.series import has_clock
from leagues.reads.leagues.matches.totals import may_enter_totals
from leagues.views.attempt import Attempt
from leagues.views.phones.dated import dated_for, show_own_match


@own_page
@require_POST
def own_totals(request: HttpRequest, owner: PageOwner, pk: int) -> HttpResponse:
    found = dated_for(owner.player, pk)
    if not may_enter_totals(found.own.match, found.league, timezone.now()):
        refuse_closed(found.league)
        raise Http404
    match, seat = found.own.match, found.own.mine.seat
    form = TotalsForm(
        request.POST, rule=format_of(match).rule, seat=seat, has_clock=has_clock(found.league)
    )
    if form.is_valid():
        with Attempt(form) as tried:
            enter_totals(
                by=owner.by,
                match=match,
                key=form.cleaned_data["key"],
                totals=form.totals,
                seat=seat,
            )
        if not tried.refused:
            messages.success(request, _("Your result is saved. Thank you."))
            return redirect(owner.url("own_match", pk))
    return show_own_match(request, owner, pk, totals=form)
