"""The owner gives the club's own words for round, game, match and night."""

from __future__ import annotations

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from leagues.access.roles import owners_only, who
from leagues.actions.club.words import change_club_words
from leagues.forms.club.words import ClubWordsForm
from leagues.models import Club
from leagues.words.examples import preview
from leagues.words.put import ClubWords, sound


@owners_only
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def club_words(request: HttpRequest) -> HttpResponse:
    """A page for each language; while somebody types, the sentences as they would read."""
    club = Club.objects.get(is_home=True)
    language = _ours(request.GET.get("language", "")) or _ours(get_language() or "")
    words = sound(club.words).get(language, {})
    typing = "HX-Request" in request.headers and request.method == "GET"
    typed = request.POST if request.method == "POST" else request.GET
    is_shown = request.method != "POST" and not typing
    form = ClubWordsForm(
        None if is_shown else typed.dict(), language=language, words=words
    )
    if request.method == "POST" and form.is_valid() and form.refuse_unfinished():
        change_club_words(
            by=who(request), club=club, language=language, words=form.own_words()
        )
        messages.success(request, _("Saved."))
        return redirect(f"{reverse('club-words')}?language={language}")
    if not is_shown:
        form.is_valid()
        words = form.own_words()
    return TemplateResponse(
        request,
        "desk/club/words.html#preview" if typing else "desk/club/words.html",
        {
            "form": form,
            "spoken": language,
            "languages": settings.LANGUAGES,
            "sentences": preview(ClubWords(language, words)),
        },
        status=422 if request.method == "POST" else 200,
    )


def _ours(code: str) -> str:
    """This language, or nothing where the site has none such."""
    return code if code in dict(settings.LANGUAGES) else ""
