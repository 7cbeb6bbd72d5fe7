"""A player's own contact details."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from leagues.access.roles import PageOwner, own_page
from leagues.actions.people.people import change_contact
from leagues.forms import sent_data
from leagues.forms.people import OwnContactForm
from leagues.models import Player


@own_page
@require_http_methods(["GET", "HEAD", "POST"])
def own_contact(request: HttpRequest, owner: PageOwner) -> HttpResponse:
    now = Player.objects.get(pk=owner.player.pk)
    form = OwnContactForm(sent_data(request), instance=now)
    if request.method == "POST" and form.is_valid():
        change_contact(by=owner.by, player=owner.player, **form.cleaned_data)
        messages.success(request, _("Saved."))
        return redirect(owner.home)
    return TemplateResponse(
        request,
        "phones/player/contact.html",
        {"form": form, "token": owner.token, "back": owner.home},
    )
