"""A player's own page: by their link, or by their account."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import (
    require_http_methods,
    require_POST,
    require_safe,
)

from leagues import access
from leagues.access import invited, personal_link, signed_in_only, who
from leagues.actions.links import CannotClaim, claim_player
from leagues.actions.members import NoLongerOpen, accept_invitation
from leagues.models import Event, Invitation, PersonalLink, Player
from leagues.models.people import Surface


def own_page(player: Player) -> dict[str, Any]:
    """Where they are in, and where they may enter."""
    coming = Event.objects.listed().coming().filter(takes_entries=True)
    entries = player.entries.filter(event__in=Event.objects.reachable())
    return {
        "player": player,
        "name": player.shown_on(Surface.WEB),
        "entries": entries.select_related("event").order_by("-event__starts_at"),
        "may_enter": coming.exclude(entries__players=player),
    }


@signed_in_only
@never_cache
@require_safe
def me(request: HttpRequest) -> HttpResponse:
    """The page of the player this account is tied to, or how to tie one."""
    player = who(request).player
    facts = own_page(player) if player else {"player": None}
    return TemplateResponse(request, "player/me.html", facts | {"is_own": True})


@personal_link
@require_safe
def player_link(request: HttpRequest, link: PersonalLink, token: str) -> HttpResponse:
    access.introduce(request)
    visitor = who(request)
    return TemplateResponse(
        request,
        "player/me.html",
        own_page(link.player)
        | {
            "token": token,
            "may_claim": access.may_claim(visitor, link.player),
            "may_keep": link.player.user_id is None and not visitor.is_signed_in,
        },
    )


@personal_link
@require_POST
def player_claim(request: HttpRequest, link: PersonalLink, token: str) -> HttpResponse:
    visitor = who(request)
    if not visitor.is_signed_in:
        return access.ask_to_sign_in(request)
    try:
        claim_player(by=visitor, player=link.player)
    except CannotClaim:
        messages.error(
            request,
            _(
                "That did not work: an account has one player, and a player one "
                "account. Nothing was changed. Your organiser can help."
            ),
        )
        return redirect("player_link", token)
    messages.success(request, _("From now on you find your page under “You”."))
    return redirect("me")


@invited
@require_http_methods(["GET", "HEAD", "POST"])
def invitation(
    request: HttpRequest, invitation: Invitation, token: str
) -> HttpResponse:
    """Take a role in the club. Reading the page takes nothing: programs read links too."""
    visitor = who(request)
    if request.method != "POST":
        access.introduce(request)
        return TemplateResponse(
            request,
            "player/invitation.html",
            {"invitation": invitation, "is_signed_in": visitor.is_signed_in},
        )
    if not visitor.is_signed_in:
        return access.ask_to_sign_in(request)
    try:
        membership = accept_invitation(by=visitor, invitation=invitation)
    except NoLongerOpen:
        messages.error(request, _("This invitation has just been used."))
        return redirect("home")
    messages.success(
        request,
        _("Welcome! Your role: %(role)s.") % {"role": membership.get_role_display()},
    )
    return redirect("desk")
