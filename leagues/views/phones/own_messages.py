"""Which messages a player gets."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from leagues.access.roles import PageOwner, own_page
from leagues.actions.people.people import choose_messages
from leagues.forms import sent_data
from leagues.forms.messages import MessagesForm
from leagues.models import MessageChannel
from leagues.reads.messages.reach import has_address


@own_page
@require_http_methods(["GET", "HEAD", "POST"])
def own_messages(request: HttpRequest, owner: PageOwner) -> HttpResponse:
    form = MessagesForm(sent_data(request), player=owner.player)
    if request.method == "POST" and form.is_valid():
        choose_messages(by=owner.by, player=owner.player, muted=form.muted)
        messages.success(request, _("Saved."))
        return redirect(owner.home)
    return TemplateResponse(
        request,
        "phones/player/messages.html",
        {
            "form": form,
            "channels": [channel.label for channel in MessageChannel],
            "has_address": has_address(owner.player),
            "token": owner.token,
            "player": owner.player,
            "back": owner.home,
        },
    )
