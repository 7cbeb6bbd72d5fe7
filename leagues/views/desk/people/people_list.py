"""Add people from a pasted or uploaded list, with a preview."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from leagues.access.roles import get_visitor, organisers_only
from leagues.actions.people.people import add_players
from leagues.files.people_list import read_list
from leagues.forms import sent_data
from leagues.forms.entries import PeopleListForm
from leagues.models import Club
from leagues.reads.people.list_preview import Proposal, propose_entries
from leagues.reads.people.name_matches import register_of
from leagues.views.attempt import Attempt
from leagues.views.desk._list import chosen_people, sent_list
from leagues.views.repeated_submits import made_by


@organisers_only
@require_http_methods(["GET", "HEAD", "POST"])
@made_by("enter")
def people_add_list(request: HttpRequest) -> HttpResponse:
    club = Club.objects.get(is_home=True)
    form = PeopleListForm(sent_data(request), request.FILES or None)
    if request.method != "POST" or not form.is_valid():
        return TemplateResponse(request, "desk/people/list.html", {"form": form})

    def read(text: str) -> tuple[Proposal, ...]:
        return propose_entries(read_list(text), register_of(club), (), size=1)

    listed = sent_list(request.POST, form.cleaned_data["text"], read)
    chosen, learnt = chosen_people(club, listed.proposals)
    if listed.is_confirmed and not chosen:
        listed = listed.refused(_("No one is ticked."))
    new = [each for _, people in chosen for each in people if each._state.adding]
    if listed.is_confirmed:
        with Attempt() as tried:
            add_players(
                by=get_visitor(request),
                club=club,
                new=new,
                learnt=learnt,
                has_changed=listed.has_changed,
            )
        if tried.refused:
            listed = sent_list(request.POST, listed.text, read).refused(tried.why)
    if not listed.is_confirmed:
        return TemplateResponse(
            request, "desk/people/list.html", listed.facts, status=listed.status
        )
    text = ngettext("%(n)s person is added.", "%(n)s people are added.", len(new))
    messages.success(request, text % {"n": len(new)})
    return redirect("people")
