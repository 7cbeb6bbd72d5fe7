"""The page where a visitor chooses the language of the site."""

from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import Resolver404, resolve, reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_http_methods

from leagues.access.languages import keep_language
from leagues.access.roles import for_anyone, get_visitor
from leagues.actions.people.language import choose_language
from leagues.forms.club.language import LanguageForm
from leagues.models import PersonalLink, Player


@for_anyone
@require_http_methods(["GET", "HEAD", "POST"])
def change_language(request: HttpRequest) -> HttpResponse:
    """Choose a language. It needs a separate page, because cached pages can't contain a form."""
    if request.method != "POST":
        return _render_page(request, came_from(request))
    form, back = LanguageForm(request.POST), own_path(request.POST.get("back", ""))
    if not form.is_valid():
        return _render_page(request, back, status=422)
    chosen = form.cleaned_data["language"]
    choose_language(by=get_visitor(request), player=player_at(back), language=chosen)
    keep_language(request, chosen)
    return redirect(back)


def _render_page(request: HttpRequest, back: str, status: int = 200) -> HttpResponse:
    facts = {"languages": settings.LANGUAGES, "back": back}
    return TemplateResponse(request, "public/language.html", facts, status=status)


def came_from(request: HttpRequest) -> str:
    """Return the page that led here, from ``Referer``: some addresses are secret, so the link
    can't contain them.
    """
    referer = urlsplit(request.headers.get("Referer", ""))
    if referer.netloc != request.get_host():
        return reverse("home")
    query = QueryDict(referer.query, mutable=True)
    query.pop("lang", None)
    return own_path(f"{referer.path}?{query.urlencode()}" if query else referer.path)


def own_path(path: str) -> str:
    """Return the path if it belongs to this site and isn't this page, else the home page."""
    is_own = path.startswith("/") and url_has_allowed_host_and_scheme(path, None)
    return path if is_own and path != reverse("language") else reverse("home")


def player_at(path: str) -> Player | None:
    """Return the player of the personal link in this path, if any."""
    try:
        found = resolve(urlsplit(path).path)
    except Resolver404:
        return None
    link = PersonalLink.objects.for_token(found.kwargs.get("token", ""))
    return link.player if link else None
