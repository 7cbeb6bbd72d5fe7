"""The page where an owner changes texts of the site."""

from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import get_language, ngettext, override
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from leagues.access.roles import get_visitor, owners_only
from leagues.actions.club.texts import change_text, reset_text, use_word_set
from leagues.forms.club.texts import OwnTextForm
from leagues.models import Club, OwnText
from leagues.reads.club.texts import find_text, find_texts, unused_texts, word_sets
from leagues.texts.word_sets import LANGUAGE, WORD_SETS

A_PAGE = 20
LONGEST = 120  # characters of a search


@owners_only
@require_http_methods(["GET", "HEAD", "POST"])
def edit_texts(request: HttpRequest) -> HttpResponse:
    """Search the site's texts, or list the changed ones. Each has a form."""
    club = Club.objects.get(is_home=True)
    language, sought = _read_query(request.GET)
    sent = None
    if request.method == "POST":
        found = find_text(club, language, request.POST.get("text", ""))
        if found is None:
            raise Http404
        sent = OwnTextForm(found, language, request.POST)
        if sent.is_valid():
            change_text(
                by=get_visitor(request),
                club=club,
                language=language,
                text=found.text,
                texts=sent.texts,
            )
            messages.success(request, _("Saved."))
            return _redirect_back(request)
    page = Paginator(find_texts(club, language, sought), A_PAGE).get_page(request.GET.get("page"))
    forms = [
        sent if sent and sent.found.text == found.text else OwnTextForm(found, language)
        for found in page
    ]
    context: dict[str, Any] = {
        "page": page,
        "forms": forms,
        "sent": sent,
        "spoken": language,
        "languages": settings.LANGUAGES,
        "sought": sought,
        "query": _query_string(language, sought),
        "unused": unused_texts(club, language),
        "examples": _example_words(language),
        "sets": word_sets(club) if language == LANGUAGE else (),
    }
    is_part = "HX-Request" in request.headers and sent is None
    return TemplateResponse(
        request,
        "desk/club/texts.html#found" if is_part else "desk/club/texts.html",
        context,
        status=422 if sent else 200,
    )


@owners_only
@require_POST
def text_reset(request: HttpRequest, pk: int) -> HttpResponse:
    own = get_object_or_404(OwnText.objects.select_related("club"), pk=pk, club__is_home=True)
    reset_text(by=get_visitor(request), own=own)
    messages.success(request, _("The site’s text is shown again."))
    return _redirect_back(request)


@owners_only
@require_POST
def text_words(request: HttpRequest) -> HttpResponse:
    """Use a ready-made set of words, or none."""
    name = request.POST.get("set")
    if name is None or name not in {"", *WORD_SETS}:
        raise Http404
    club = Club.objects.get(is_home=True)
    count = use_word_set(by=get_visitor(request), club=club, name=name)
    text = ngettext("Changed %(n)s English text.", "Changed %(n)s English texts.", count)
    messages.success(request, text % {"n": count})
    return _redirect_back(request)


def _read_query(sent: QueryDict) -> tuple[str, str]:
    """Return the language and the search text. Unknown languages become the reader's."""
    known = dict(settings.LANGUAGES)
    codes = sent.get("language"), get_language(), settings.LANGUAGE_CODE
    language = next(code for code in codes if code in known)
    return str(language), sent.get("q", "").strip()[:LONGEST]


def _example_words(language: str) -> list[str]:
    with override(language):
        return [_("Board"), _("Match"), _("Night"), _("Round")]


def _query_string(language: str, sought: str) -> str:
    return urlencode({"language": language, "q": sought})


def _redirect_back(request: HttpRequest) -> HttpResponse:
    """Redirect to the list, with the same search and page."""
    page = {"page": page} if (page := request.GET.get("page")) else {}
    query = f"{_query_string(*_read_query(request.GET))}&{urlencode(page)}".rstrip("&")
    return redirect(f"{reverse('texts')}?{query}")
