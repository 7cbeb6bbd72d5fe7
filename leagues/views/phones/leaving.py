"""A player's request to leave the club, and its withdrawal."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from leagues.access.roles import PageOwner, own_page
from leagues.actions.people.former import ask_to_leave, stay_in_club


@own_page
@require_POST
def own_leaving(request: HttpRequest, owner: PageOwner) -> HttpResponse:
    change = stay_in_club if "stay" in request.POST else ask_to_leave
    change(by=owner.by, player=owner.player)
    return redirect(f"{owner.home}#leave")
