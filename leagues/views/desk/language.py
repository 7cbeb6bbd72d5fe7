"""The page where an owner chooses the club's language."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from leagues.access.languages import speak_for_club
from leagues.access.roles import get_visitor, owners_only
from leagues.actions.club.language import change_club_language
from leagues.dates import date_format
from leagues.forms import sent_data
from leagues.forms.club.language import ClubLanguageForm
from leagues.models import Club


@owners_only
@require_http_methods(["GET", "HEAD", "POST"])
def club_language(request: HttpRequest) -> HttpResponse:
    club = Club.objects.get(is_home=True)
    form = ClubLanguageForm(sent_data(request), initial={"language": club.language})
    if form.is_valid():
        chosen = form.cleaned_data["language"]
        change_club_language(by=get_visitor(request), club=club, language=chosen)
        messages.success(request, _("Saved."))
        return redirect("desk")
    return TemplateResponse(
        request,
        "desk/club/language.html",
        {"form": form, "spoken": club.language, "sample": _sample_of(club)},
    )


def _sample_of(club: Club) -> dict[str, str]:
    """Return today, the time and a sentence of a screen, as the hall reads them."""
    now = timezone.localtime(timezone=club.tzinfo)
    with speak_for_club():
        return {
            "day": date_format(now, "l j F Y"),
            "time": date_format(now, "H:i"),
            "text": _("See the event on your phone"),
        }
