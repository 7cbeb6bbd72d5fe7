"""The style guide: all components on one page, for developers."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.views.decorators.http import require_POST, require_safe

from leagues.forms.style_guide import Sample

WENT_WRONG = {
    "400": "400.html",
    "403": "403.html",
    "403-csrf": "403_csrf.html",
    "404": "404.html",
    "429": "429.html",
    "500": "500.html",
    "503": "503.html",
}


def in_theme(theme: str) -> dict[str, Any]:
    wrong = {"name": "Zoë", "email": "zoë at home", "boards": "0", "format": "swiss"}
    return {
        "theme": theme,
        "form": Sample(auto_id=f"{theme}-plain-%s"),
        "wrong": Sample(wrong, auto_id=f"{theme}-wrong-%s"),
    }


@require_safe
def show_parts(request: HttpRequest) -> HttpResponse:
    messages.success(request, "Round 3 is drawn. Everybody sees it now.")
    messages.error(request, "Board 4 waits: Ann and Ben differ in round 3.")
    return TemplateResponse(
        request,
        "look/parts.html",
        {"themes": [in_theme("light"), in_theme("dark")], "tried": Sample(auto_id="tried-%s")},
    )


@require_safe
def went_wrong(request: HttpRequest, code: str) -> HttpResponse:
    """Show an error page with status 200, for inspection."""
    if code not in WENT_WRONG:
        raise Http404
    return TemplateResponse(request, WENT_WRONG[code])


@require_POST
def try_form(request: HttpRequest) -> HttpResponse:
    """An example form for htmx: errors are swapped in with status 422."""
    form = Sample(request.POST, auto_id="tried-%s")
    status = 422
    if form.is_valid():
        status = 200
        messages.success(request, "Saved.")
    return TemplateResponse(request, "look/parts.html#tried", {"tried": form}, status=status)
