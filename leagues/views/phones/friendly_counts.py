"""A player's decision whether a friendly counts for ratings or in a league."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST

from leagues.access.roles import PageOwner, own_page
from leagues.actions.leagues.friendlies import answer_count, ask_to_count, withdraw_count
from leagues.actions.phones.rated_friendlies import agree_to_rate
from leagues.actions.refusal import Stale
from leagues.models import Match
from leagues.models.events import FRIENDLIES
from leagues.reads.leagues.friendlies import OwnFriendly, own_friendly
from leagues.views.attempt import Attempt

DONE: dict[str, Promise] = {
    "ask": _("We’ve asked the other player. It counts once they agree on their own page."),
    "agree": _("This friendly counts."),
    "decline": _("It doesn’t count in the league."),
    "withdraw": _("Withdrawn."),
    "rate": _("Agreed. It counts once the other player agrees on their own page."),
}
RATED = _("It counts for your statistics and ratings.")


@own_page
@require_POST
def own_count(request: HttpRequest, owner: PageOwner, pk: int, act: str) -> HttpResponse:
    """Run an act on a friendly of this player; other matches answer 404."""
    played = Match.objects.filter(event__kind__in=FRIENDLIES, sides__players=owner.player)
    found = played.select_related("event", "pairing_round__stage").with_sides()
    own = own_friendly(get_object_or_404(found, pk=pk), owner.player, timezone.now())
    if act not in DONE:
        raise Http404
    with Attempt(request=request) as tried:
        is_rated = _do_act(request, own, owner, act)
    if tried.refused is None:
        messages.success(request, str(RATED if is_rated else DONE[act]))
    return redirect(owner.home)


def _do_act(request: HttpRequest, own: OwnFriendly, owner: PageOwner, act: str) -> bool:
    """Run the act. True if the friendly now counts for ratings."""
    by, player, now = owner.by, owner.player, timezone.now()
    if act == "rate":
        return agree_to_rate(by=by, friendly=own.match, player=player, now=now)
    if act == "ask":
        slug = request.POST.get("league", "")
        fits = next((f for f in own.leagues if f.league.slug == slug), None)
        if fits is None:
            raise Stale
        ask_to_count(by=by, friendly=own.match, league=fits.league, player=player, now=now)
        return False
    if own.offer is None:
        raise Stale
    if act == "withdraw":
        withdraw_count(by=by, offer=own.offer, player=player)
    else:
        answer_count(by=by, offer=own.offer, player=player, takes=act == "agree", now=now)
    return False
