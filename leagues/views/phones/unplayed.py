"""A player's acts on an unplayed league match: postpone, propose a day, claim a no-show."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST

from leagues.access.roles import PageOwner, Who, own_page
from leagues.actions.leagues.unplayed.dates import answer_date, offer_date
from leagues.actions.leagues.unplayed.no_shows import (
    answer_no_show,
    claim_no_show,
    withdraw_no_show,
)
from leagues.actions.leagues.unplayed.put_off import put_off_match
from leagues.actions.phones.clock import call_time
from leagues.actions.refusal import Stale
from leagues.forms.leagues.matches.unplayed import MatchForms
from leagues.models import DateOffer, Match, NoShowClaim
from leagues.reads.leagues.matches.unplayed import arrangement_of
from leagues.views.attempt import Attempt
from leagues.views.phones.dated import dated_for, own
from scoring.sides import Seat


@dataclass(frozen=True)
class OwnSaid:
    """A player's act on a match: who, for which side, and the submitted form."""

    by: Who
    match: Match
    seat: Seat
    form: Form

    @property
    def offer(self) -> DateOffer:
        if offer := arrangement_of(self.match).offer:
            return offer
        raise Stale

    @property
    def claim(self) -> NoShowClaim:
        if claim := arrangement_of(self.match).claim:
            return claim
        raise Stale

    @property
    def where(self) -> dict[str, Any]:
        return {"by": self.by, "match": self.match, "seat": self.seat}


def put_off(said: OwnSaid) -> None:
    put_off_match(**said.where, **said.form.cleaned_data)


def offer(said: OwnSaid) -> None:
    offer_date(**said.where, **said.form.cleaned_data)


def agree(said: OwnSaid) -> None:
    answer_date(by=said.by, offer=said.offer, seat=said.seat, takes=True)


def decline(said: OwnSaid) -> None:
    answer_date(by=said.by, offer=said.offer, seat=said.seat, takes=False)


def claim(said: OwnSaid) -> None:
    claim_no_show(**said.where)


def admit(said: OwnSaid) -> None:
    answer_no_show(by=said.by, claim=said.claim, seat=said.seat, admits=True)


def deny(said: OwnSaid) -> None:
    answer_no_show(
        by=said.by, claim=said.claim, seat=said.seat, admits=False, **said.form.cleaned_data
    )


def withdraw(said: OwnSaid) -> None:
    there = said.claim
    if there.seat != said.seat:
        raise Stale
    withdraw_no_show(by=said.by, claim=there)


def time_up(said: OwnSaid) -> None:
    call_time(by=said.by, match=said.match)


ACTS: dict[str, tuple[Callable[[OwnSaid], None], Promise]] = {
    "put-off": (put_off, _("The match is postponed.")),
    "offer": (offer, _("You’ve proposed a day. We’ve asked the other side.")),
    "agree": (agree, _("You’ve agreed on this day.")),
    "decline": (decline, _("Declined. Propose another day.")),
    "claim": (claim, _("Reported. The other side can answer.")),
    "admit": (admit, _("Thank you for being honest. The other side gets the win.")),
    "deny": (deny, _("Sent. An organiser of the league will decide.")),
    "withdraw": (withdraw, _("Withdrawn.")),
    "time-up": (time_up, _("The game is finished with this result.")),
}


@own_page
@require_POST
def own_match_act(request: HttpRequest, owner: PageOwner, pk: int, act: str) -> HttpResponse:
    """Run an act on the match and redirect. A refusal becomes an error of its form."""
    each = dated_for(owner.player, pk)
    if act not in ACTS:
        raise Http404
    do, done = ACTS[act]
    forms = MatchForms.of(each.dated.arranged, act, request.POST)
    if forms.sent.is_valid():
        seat = Seat(each.own.mine.seat)
        with Attempt(forms.sent) as tried:
            do(OwnSaid(owner.by, each.own.match, seat, forms.sent))
        if tried.refused is None:
            messages.success(request, str(done))
            return redirect(owner.url("own_match", pk))
        if each.own.match.state == Match.State.FINISHED:
            raise tried.refused  # the page of a finished match has no form that could show it
    return own(request, owner, pk, forms)
