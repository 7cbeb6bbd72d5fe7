"""Make a person a former member: the name is removed, the results are kept."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from leagues.access.roles import get_visitor, organisers_only
from leagues.actions.people.former import make_former_member
from leagues.forms import sent_data
from leagues.forms.people import FormerForm
from leagues.reads.people.leaving import what_keeps
from leagues.views.attempt import Attempt
from leagues.views.desk.people.people import find_player


@organisers_only
@require_http_methods(["GET", "HEAD", "POST"])
def person_leave(request: HttpRequest, pk: int) -> HttpResponse:
    """Show what is removed and what is kept. Requires the name to be typed."""
    player = find_player(pk)
    form = FormerForm(sent_data(request), player=player)
    if request.method == "POST" and form.is_valid():
        with Attempt(form) as tried:
            former = make_former_member(by=get_visitor(request), player=player)
        if not tried.why:
            messages.success(request, _("The name is now %(name)s.") % {"name": former.name})
            return redirect("people")
    return TemplateResponse(
        request,
        "desk/people/leave.html",
        {"player": player, "form": form, "keeps": what_keeps(player)},
    )
