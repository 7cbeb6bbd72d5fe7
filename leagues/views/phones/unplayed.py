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
from leagues.actions.leagues.unplayed.opponent_mail import write_to_opponents
from leagues.actions.leagues.unplayed.postponing import put_off_match
from leagues.actions.phones.clock import call_time
from leagues.actions.refusal import Stale
from leagues.forms.leagues.matches.unplayed import MatchForms
from leagues.models import DateOffer, Match, NoShowClaim, Player
from leagues.reads.leagues.matches.unplayed import arrangement_of
from leagues.views.attempt import Attempt
from leagues.views.phones.dated import dated_for, show_own_match
from scoring.sides import Seat


@dataclass(frozen=True)
class OwnAct:
    """A player's act on a match: who, for which side, and the submitted form."""

    by: Who
    match: Match
    seat: Seat
    form: Form
    player: Player

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


def put_off(own_act: OwnAct) -> None:
    put_off_match(**own_act.where, **own_act.form.cleaned_data)


def propose_date(own_act: OwnAct) -> None:
    offer_date(**own_act.where, **own_act.form.cleaned_data)


def accept_date(own_act: OwnAct) -> None:
    answer_date(by=own_act.by, offer=own_act.offer, seat=own_act.seat, takes=True)


def decline_date(own_act: OwnAct) -> None:
    answer_date(by=own_act.by, offer=own_act.offer, seat=own_act.seat, takes=False)


def report_no_show(own_act: OwnAct) -> None:
    claim_no_show(**own_act.where)


def admit_no_show(own_act: OwnAct) -> None:
    answer_no_show(by=own_act.by, claim=own_act.claim, seat=own_act.seat, admits=True)


def deny_no_show(own_act: OwnAct) -> None:
    answer_no_show(
        by=own_act.by,
        claim=own_act.claim,
        seat=own_act.seat,
        admits=False,
        **own_act.form.cleaned_data,
    )


def take_back_claim(own_act: OwnAct) -> None:
    there = own_act.claim
    if there.seat != own_act.seat:
        raise Stale
    withdraw_no_show(by=own_act.by, claim=there)


def write(own_act: OwnAct) -> None:
    write_to_opponents(**own_act.where, sender=own_act.player, **own_act.form.cleaned_data)


def time_up(own_act: OwnAct) -> None:
    call_time(by=own_act.by, match=own_act.match)


ACTS: dict[str, tuple[Callable[[OwnAct], None], Promise]] = {
    "put-off": (put_off, _("The match is postponed.")),
    "offer": (propose_date, _("You’ve proposed a day. We’ve asked the other side.")),
    "agree": (accept_date, _("You’ve agreed on this day.")),
    "decline": (decline_date, _("Declined. Propose another day.")),
    "claim": (report_no_show, _("Reported. The other side can answer.")),
    "admit": (admit_no_show, _("Thank you for being honest. The other side gets the win.")),
    "deny": (deny_no_show, _("Sent. An organiser of the league will decide.")),
    "withdraw": (take_back_claim, _("Withdrawn.")),
    "write": (write, _("Your message is sent.")),
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
            do(OwnAct(owner.by, each.own.match, seat, forms.sent, owner.player))
        if tried.refused is None:
            messages.success(request, str(done))
            return redirect(owner.url("own_match", pk))
        if each.own.match.state == Match.State.FINISHED:
            raise tried.refused  # the page of a finished match has no form that could show it
    return show_own_match(request, owner, pk, forms)
