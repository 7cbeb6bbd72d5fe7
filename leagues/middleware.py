"""What happens before any page."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse

from leagues.models import Club

OPEN_BEFORE_SET_UP = ("/setup/", "/static/", "/healthz", "/_look/")


class SetUpFirst:
    """While no club lives here, every page leads to setting one up.

    A club that was set up stays, so the question is asked until the first yes.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response
        self.is_set_up = False

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if not self.is_set_up and not request.path.startswith(OPEN_BEFORE_SET_UP):
            self.is_set_up = Club.objects.home() is not None
            if not self.is_set_up:
                return redirect(reverse("setup"))
        return self.get_response(request)
