"""Join a league by its link, with a name or with an account."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from leagues.access.join_links import league_to_join
from leagues.access.roles import for_anyone, get_visitor, keep_secret, wrong_link
from leagues.access.throttle import ENTRIES
from leagues.actions.entries.registration import Newcomer
from leagues.actions.leagues.joining.joining_link import join_as_player, join_as_stranger
from leagues.forms import sent_data
from leagues.forms.entries import OwnEntryForm
from leagues.models import League, Player, Surface
from leagues.reads.leagues.attendance.head_count import nights_to_come
from leagues.views.attempt import Attempt
from leagues.views.public.registration import may_write_to, sends_mail_to_strangers


@for_anyone
@require_http_methods(["GET", "HEAD", "POST"])
def league_join(request: HttpRequest, pk: int, secret: str) -> HttpResponse:
    """Join by a link. Visitors with an account join as their player."""
    league = league_to_join(pk, secret)
    if league is None:
        return wrong_link(request)
    return keep_secret(_join_page(request, league))


def _join_page(request: HttpRequest, league: League) -> HttpResponse:
    player = get_visitor(request).player
    form = OwnEntryForm(
        sent_data(request),
        in_pairs=False,
        is_known=player is not None,
        email_help=_(
            "We’ll send your personal link there. Only organisers see the address. If you’re under 18, enter a parent’s or guardian’s."
        )
        if sends_mail_to_strangers()
        else "",
    )
    if request.method == "POST":
        if player is None and ENTRIES.is_spent(request):
            return ENTRIES.refuse(request)
        is_fine = form.is_valid() and may_write_to(request, form)
        if is_fine and (answer := _join_league(request, league, player, form)):
            return answer
    return TemplateResponse(
        request,
        "public/leagues/join.html",
        {
            "league": league,
            "form": form,
            "player": player,
            "name": player.shown_on(Surface.WEB) if player else "",
            "next": next(iter(nights_to_come([league], timezone.now())), None),
        },
        status=422 if request.method == "POST" else 200,
    )


def _join_league(
    request: HttpRequest, league: League, player: Player | None, form: OwnEntryForm
) -> HttpResponse | None:
    """Join, and redirect to the player's own page. None if refused; the form has the errors."""
    cleaned, by = form.cleaned_data, get_visitor(request)
    if cleaned.get("website"):
        # A bot filled in the hidden field. The answer tells it nothing.
        return redirect("home")
    with Attempt(form):
        if player:
            is_new = join_as_player(by=by, league=league, player=player)
            own = redirect("me")
        else:
            ENTRIES.spend(request)
            newcomer = Newcomer(
                cleaned["name"], cleaned["under_18"], cleaned["called"], cleaned.get("email", "")
            )
            token = join_as_stranger(by=by, league=league, key=cleaned["key"], newcomer=newcomer)
            is_new, own = True, redirect("player_link", token)
        text = _("You’re now a member of %(name)s.") if is_new else _("You’re already in.")
        messages.success(request, text % {"name": league.name})
        return own
    return None
