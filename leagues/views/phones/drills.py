"""Open shots alone, written down on a player's own page: by their link, or by their account."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from leagues.access.roles import personal_link, signed_in_only, who
from leagues.actions.people.drills import note_drill, remove_drill
from leagues.forms import sent
from leagues.forms.phones.drills import DrillForm
from leagues.models import PersonalLink, Player, ShotDrill
from leagues.reads.people.drills import own_drills
from leagues.views.attempt import Attempt
from leagues.views.public.registration import themselves


@signed_in_only
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def own_drill(request: HttpRequest) -> HttpResponse:
    return drill_page(request, _signed_in(request))


@personal_link
@require_http_methods(["GET", "HEAD", "POST"])
def own_drill_by_link(
    request: HttpRequest, link: PersonalLink, token: str
) -> HttpResponse:
    return drill_page(request, link.player, token)


@signed_in_only
@require_POST
def own_drill_remove(request: HttpRequest, pk: int) -> HttpResponse:
    return removed(request, _signed_in(request), pk)


@personal_link
@require_POST
def own_drill_remove_by_link(
    request: HttpRequest, link: PersonalLink, token: str, pk: int
) -> HttpResponse:
    return removed(request, link.player, pk, token)


def _signed_in(request: HttpRequest) -> Player:
    player = who(request).player
    if player is None:
        raise Http404
    return player


def _address(token: str) -> str:
    return reverse("own_drill_by_link", args=[token]) if token else reverse("own_drill")


def drill_page(request: HttpRequest, player: Player, token: str = "") -> HttpResponse:
    """What was shot is counted by hand or with two large buttons, and kept."""
    drills = own_drills(player)
    form = DrillForm(sent(request), initial={"shots": drills.shots})
    if request.method == "POST" and form.is_valid():
        with Attempt(form) as tried:
            drill = note_drill(
                by=themselves(request, player), player=player, **form.cleaned_data
            )
        if tried.refused is None:
            messages.success(request, own_drills(player).says(drill))
            return redirect(_address(token))
    return TemplateResponse(
        request,
        "phones/player/drill.html",
        {"player": player, "token": token, "drills": drills, "form": form},
        status=422 if form.errors else 200,
    )


def removed(
    request: HttpRequest, player: Player, pk: int, token: str = ""
) -> HttpResponse:
    known = [each.pk for each in own_drills(player).lines]
    drill = get_object_or_404(ShotDrill, pk=pk, pk__in=known)
    remove_drill(by=themselves(request, player), drill=drill)
    messages.success(request, _("Removed."))
    return redirect(_address(token))
