"""Requests for a match from a player's own page: a ladder challenge, or a match in an own-time
league.
"""

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

from leagues.access.league_roles import may_see_league
from leagues.access.roles import PageOwner, Who, own_page
from leagues.actions.leagues.kinds.ladder import challenge_player
from leagues.actions.leagues.kinds.own_time import arrange_match
from leagues.forms.leagues.kinds.challenge import ChallengeForm
from leagues.models import Entry, League, Player, Surface
from leagues.views.attempt import Attempt


@dataclass(frozen=True)
class MatchWish:
    """A kind of request: the league rules it needs, its act and its message."""

    rules: str
    do: Callable[..., Any]
    message: Promise


CHALLENGE = MatchWish("ladder", challenge_player, gettext_lazy("You have challenged %(name)s."))
ARRANGE = MatchWish("own-time", arrange_match, gettext_lazy("You will play %(name)s."))


@own_page
@require_POST
def own_challenge(request: HttpRequest, owner: PageOwner, slug: str) -> HttpResponse:
    return _request_match(request, owner, slug, CHALLENGE)


@own_page
@require_POST
def own_arrange(request: HttpRequest, owner: PageOwner, slug: str) -> HttpResponse:
    return _request_match(request, owner, slug, ARRANGE)


def _request_match(
    request: HttpRequest, owner: PageOwner, slug: str, wish: MatchWish
) -> HttpResponse:
    league, entry = _find_entry(owner.player, slug, wish.rules)
    form = ChallengeForm(request.POST, league=league)
    if form.is_valid():
        other = form.cleaned_data["entry"]
        with Attempt(request=request):
            wish.do(by=owner.by, league=league, entry=entry, other=other)
            values = {"name": other.shown_on(Surface.WEB)}
            messages.success(request, str(wish.message) % values)
    else:
        messages.error(request, _("Choose an opponent."))
    return redirect(owner.home)


def _find_entry(player: Player, slug: str, rules: str) -> tuple[League, Entry]:
    """Return the league with these rules and the player's entry in it, or answer 404."""
    league = get_object_or_404(League.objects.select_related("event", "club"), slug=slug)
    entries = Entry.objects.named().filter(event=league.event_id, players=player)
    entry = entries.filter(state=Entry.State.ACTIVE).first()
    if (
        league.of_kind.rules != rules
        or entry is None
        or not may_see_league(Who(player=player), league)
    ):
        raise Http404
    return league, entry
