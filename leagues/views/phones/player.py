"""A player's own page, by personal link or by account."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.contrib import messages
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from leagues.access import roles
from leagues.access.phone_passes import WayIn
from leagues.access.roles import (
    PageOwner,
    get_visitor,
    invited_only,
    own_page,
    personal_link,
    signed_in_only,
)
from leagues.actions.club.members import accept_invitation
from leagues.actions.leagues.nights.answers import settle_offers
from leagues.actions.people.guardians import become_guardian
from leagues.actions.people.links import claim_player
from leagues.models import Event, Invitation, PersonalLink, Player
from leagues.models.people import Surface
from leagues.reads.leagues.attendance.own_nights import OwnNight, own_nights
from leagues.reads.leagues.dues import own_dues
from leagues.reads.leagues.friendlies import own_friendlies
from leagues.reads.leagues.membership import membership_of
from leagues.reads.leagues.next_season.answers import seasons_asked
from leagues.reads.leagues.officers import posts_of
from leagues.reads.people.drills import own_drills
from leagues.reads.phones.my_day import days_of
from leagues.reads.phones.own_leagues import own_leagues
from leagues.reads.phones.own_places import own_places
from leagues.views.attempt import Attempt
from leagues.views.phones.calendars import own_calendar_facts
from leagues.views.phones.my_day import DayReader, of_own_page


def own_facts(reader: DayReader) -> dict[str, Any]:
    """Return the context of the page: nights, leagues, entries and events to enter."""
    player = reader.player
    coming = Event.objects.listed().coming().filter(takes_entries=True)
    entries = (
        player.entries.filter(event__in=Event.objects.reachable())
        .select_related("event")
        .order_by("-event__starts_at")
    )
    closed = Q(event__league__closed_at__isnull=False)
    is_over = closed | Q(event__state=Event.State.FINISHED)
    now = timezone.now()
    leagues = own_leagues(player, now)
    return {
        "player": player,
        "nights": nights_of(player, now),
        "posts": posts_of(player),
        "leagues": leagues,
        "places": own_places(player, [each.league for each in leagues]),
        "drills": own_drills(player),
        "friendlies": own_friendlies(player, now),
        "seasons": seasons_asked(player),
        "dues": own_dues(player),
        "membership": membership_of(player),
        "days": [reader.shown(day, now) for day in days_of(player, now)],
        "name": player.shown_on(Surface.WEB),
        **own_calendar_facts(player),
        "entries": entries.exclude(is_over),
        "past_entries": entries.filter(is_over),
        "may_enter": coming.exclude(entries__players=player),
    }


def nights_of(player: Player, now: datetime) -> list[OwnNight]:
    """Return the player's nights, after expired offers of spots were passed on."""
    nights = own_nights(player, now)
    passed_on = sum(settle_offers(night=own.night, now=now) for own in nights)
    return own_nights(player, now) if passed_on else nights


@signed_in_only
@require_safe
def show_own_page(request: HttpRequest) -> HttpResponse:
    """Show the page of the account's player, or how to link one."""
    visitor = get_visitor(request)
    if visitor.player is None or visitor.user is None:
        return roles.page_without_player(request)
    reader = DayReader(visitor.player, request.path, WayIn.ACCOUNT, visitor.user.pk)
    if "day" in request.GET:
        return of_own_page(request, reader)
    facts = own_facts(reader) | {"is_own": True, "wards": roles.wards_shown(visitor.user)}
    return TemplateResponse(request, "phones/player/me.html", facts)


@own_page
@require_safe
def player_link(request: HttpRequest, owner: PageOwner) -> HttpResponse:
    """Show the page of a player by their personal link, or of a child to a guardian."""
    player, visitor = owner.player, get_visitor(request)
    reader = DayReader(player, request.path, owner.way, owner.credential)
    if "day" in request.GET:
        return of_own_page(request, reader)
    is_link = owner.way is WayIn.LINK
    if is_link:
        roles.mark_introduced(request)
    return TemplateResponse(
        request,
        "phones/player/me.html",
        own_facts(reader)
        | {
            "token": owner.token,
            "may_claim": is_link and roles.may_claim(visitor, player),
            "may_guard": is_link and roles.may_guard(visitor, player),
            "may_keep": player.user_id is None and not visitor.is_signed_in,
        },
    )


@personal_link
@require_POST
def player_guard(request: HttpRequest, link: PersonalLink, token: str) -> HttpResponse:
    """Become the guardian of the minor whose link this is."""
    found = reverse("player_link", args=[roles.token_of_ward(link.player)])
    done = _("You’ll now find this page under “You”.")
    return _add_to_account(request, link, become_guardian, done, refused=token, found=found)


@personal_link
@require_POST
def player_claim(request: HttpRequest, link: PersonalLink, token: str) -> HttpResponse:
    done = _("You’ll now find your page under “You”.")
    return _add_to_account(request, link, claim_player, done, refused=token, found=reverse("me"))


def _add_to_account(
    request: HttpRequest,
    link: PersonalLink,
    add: Callable[..., None],
    done: str,
    *,
    refused: str,
    found: str,
) -> HttpResponse:
    visitor = get_visitor(request)
    if not visitor.is_signed_in:
        return roles.ask_to_sign_in(request)
    with Attempt(request=request):
        add(by=visitor, player=link.player)
        messages.success(request, done)
        return redirect(found)
    return redirect("player_link", refused)


@invited_only
@require_http_methods(["GET", "HEAD", "POST"])
def show_invitation(request: HttpRequest, invitation: Invitation, token: str) -> HttpResponse:
    """Accept a role in the club. Only a POST accepts, because mail programs open links too."""
    visitor = get_visitor(request)
    if request.method != "POST":
        roles.mark_introduced(request)
        return TemplateResponse(
            request,
            "phones/player/invitation.html",
            {"invitation": invitation, "is_signed_in": visitor.is_signed_in},
        )
    if not visitor.is_signed_in:
        return roles.ask_to_sign_in(request)
    with Attempt(request=request):
        membership = accept_invitation(by=visitor, invitation=invitation)
        messages.success(
            request, _("Welcome! Your role: %(role)s.") % {"role": membership.get_role_display()}
        )
        return redirect("desk")
    return redirect("home")
