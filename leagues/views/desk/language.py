"""The page where an owner chooses the club's language."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from leagues.access.roles import owners_only, who
from leagues.actions.club.language import change_club_language
from leagues.forms import sent
from leagues.forms.club.language import ClubLanguageForm
from leagues.models import Club


@owners_only
@require_http_methods(["GET", "HEAD", "POST"])
def club_language(request: HttpRequest) -> HttpResponse:
    club = Club.objects.get(is_home=True)
    form = ClubLanguageForm(sent(request), initial={"language": club.language})
    if form.is_valid():
        chosen = form.cleaned_data["language"]
        change_club_language(by=who(request), club=club, language=chosen)
        messages.success(request, _("Saved."))
        return redirect("desk")
    return TemplateResponse(request, "desk/club/language.html", {"form": form})
