"""A player asks for a match: a challenge on a ladder, or one in their own time; by their link, or by
their account."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from leagues.access.leagues import may_see_league
from leagues.access.roles import Who, personal_link, signed_in_only, who
from leagues.actions.leagues.ladder import challenge
from leagues.actions.leagues.own_time import arrange_match
from leagues.forms.leagues.challenge import ChallengeForm
from leagues.models import Entry, League, PersonalLink, Player, Surface
from leagues.views.attempt import Attempt
from leagues.views.public.registration import themselves


@dataclass(frozen=True)
class MatchWish:
    """In which kind of league somebody asks for a match, what that does, and what is said."""

    kind: League.Kind
    do: Callable[..., Any]
    says: Promise


CHALLENGE = MatchWish(
    League.Kind.LADDER, challenge, gettext_lazy("You have challenged %(name)s.")
)
ARRANGE = MatchWish(
    League.Kind.OWN_TIME, arrange_match, gettext_lazy("You will play %(name)s.")
)


@signed_in_only
@require_POST
def own_challenge(request: HttpRequest, slug: str) -> HttpResponse:
    return _by_account(request, slug, CHALLENGE)


@signed_in_only
@require_POST
def own_arrange(request: HttpRequest, slug: str) -> HttpResponse:
    return _by_account(request, slug, ARRANGE)


@personal_link
@require_POST
def own_challenge_by_link(
    request: HttpRequest, link: PersonalLink, token: str, slug: str
) -> HttpResponse:
    _ask(request, link.player, slug, CHALLENGE)
    return redirect("player_link", token)


@personal_link
@require_POST
def own_arrange_by_link(
    request: HttpRequest, link: PersonalLink, token: str, slug: str
) -> HttpResponse:
    _ask(request, link.player, slug, ARRANGE)
    return redirect("player_link", token)


def _by_account(request: HttpRequest, slug: str, wish: MatchWish) -> HttpResponse:
    player = who(request).player
    if player is None:
        raise Http404
    _ask(request, player, slug, wish)
    return redirect("me")


def _ask(request: HttpRequest, player: Player, slug: str, wish: MatchWish) -> None:
    league, entry = _entered(player, slug, wish.kind)
    form = ChallengeForm(request.POST, league=league)
    if not form.is_valid():
        messages.error(request, _("Choose an opponent."))
        return
    other = form.cleaned_data["entry"]
    with Attempt(request=request) as tried:
        wish.do(by=themselves(request, player), league=league, entry=entry, other=other)
    if not tried.refused:
        said = {"name": other.shown_on(Surface.WEB)}
        messages.success(request, str(wish.says) % said)


def _entered(player: Player, slug: str, kind: League.Kind) -> tuple[League, Entry]:
    """A league in which this player is; for anybody else there is nothing here."""
    league = get_object_or_404(
        League.objects.select_related("event", "club"), slug=slug, kind=kind
    )
    entries = Entry.objects.named().filter(event=league.event_id, players=player)
    entry = entries.filter(state=Entry.State.ACTIVE).first()
    if entry is None or not may_see_league(Who(player=player), league):
        raise Http404
    return league, entry
