"""The house style on one page, for those who build with it."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse


def parts(request: HttpRequest) -> HttpResponse:
    return TemplateResponse(request, "look/parts.html", {"themes": ("light", "dark")})
