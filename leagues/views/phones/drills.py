"""Practice shots, recorded on a player's own page."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from leagues.access.roles import PageOwner, own_page
from leagues.actions.people.drills import note_drill, remove_drill
from leagues.forms import sent_data
from leagues.forms.phones.drills import DrillForm
from leagues.models import ShotDrill
from leagues.reads.people.drills import own_drills
from leagues.views.attempt import Attempt


@own_page
@require_http_methods(["GET", "HEAD", "POST"])
def own_drill(request: HttpRequest, owner: PageOwner) -> HttpResponse:
    """List the player's practice sessions, and save a new one."""
    player = owner.player
    drills = own_drills(player)
    form = DrillForm(sent_data(request), initial={"shots": drills.shots})
    if request.method == "POST" and form.is_valid():
        with Attempt(form) as tried:
            drill = note_drill(by=owner.by, player=player, **form.cleaned_data)
        if tried.refused is None:
            messages.success(request, own_drills(player).describe(drill))
            return redirect(owner.url("own_drill"))
    return TemplateResponse(
        request,
        "phones/player/drill.html",
        {"player": player, "token": owner.token, "drills": drills, "form": form},
    )


@own_page
@require_POST
def own_drill_remove(request: HttpRequest, owner: PageOwner, pk: int) -> HttpResponse:
    known = [each.pk for each in own_drills(owner.player).lines]
    drill = get_object_or_404(ShotDrill, pk=pk, pk__in=known)
    remove_drill(by=owner.by, drill=drill)
    messages.success(request, _("Removed."))
    return redirect(owner.url("own_drill"))
