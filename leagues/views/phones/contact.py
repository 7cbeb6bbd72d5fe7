"""A player says how they are reached: by their link, or by their account."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from leagues.access.roles import personal_link, signed_in_only, who
from leagues.actions.people.people import change_contact
from leagues.forms import sent
from leagues.forms.people import ContactForm
from leagues.models import PersonalLink, Player
from leagues.views.public.registration import themselves


@signed_in_only
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def own_contact(request: HttpRequest) -> HttpResponse:
    player = who(request).player
    if player is None:
        raise Http404
    return _contact(request, player, reverse("me"))


@personal_link
@require_http_methods(["GET", "HEAD", "POST"])
def own_contact_by_link(
    request: HttpRequest, link: PersonalLink, token: str
) -> HttpResponse:
    return _contact(request, link.player, reverse("player_link", args=[token]))


def _contact(request: HttpRequest, player: Player, back: str) -> HttpResponse:
    now = Player.objects.get(pk=player.pk)
    form = ContactForm(sent(request), instance=now, is_own=True)
    if request.method == "POST" and form.is_valid():
        by = themselves(request, player)
        change_contact(by=by, player=player, **form.cleaned_data)
        messages.success(request, _("Saved."))
        return redirect(back)
    return TemplateResponse(
        request,
        "phones/player/contact.html",
        {"form": form, "back": back},
        status=422 if form.errors else 200,
    )
