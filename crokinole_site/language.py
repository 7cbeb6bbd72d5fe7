"""The language of each answer. A thread must not keep the language of the request before."""

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.contrib.auth.signals import user_logged_in
from django.db import DatabaseError
from django.dispatch import receiver
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language

from leagues.access.current_club import home_of
from leagues.access.languages import (
    COOKIE,
    FOR_PROGRAMS,
    activate_language,
    asked_code,
    known_code,
    language_for,
    language_of_club,
    preferred_code,
    set_language_cookie,
    spoken_code,
    take_up_language,
    with_dates_of,
)
from leagues.models import User
from leagues.texts.lookup import install_club_texts, show_site_texts


class ChosenLanguage:
    """Set the language after authentication: an account's choice counts if the device has none."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        is_program = request.path.startswith(FOR_PROGRAMS)
        show_site_texts(is_program)
        if is_program:
            activate_language(settings.LANGUAGE_CODE)
        else:
            self.ask_rows(request)
        response = self.get_response(request)
        patch_vary_headers(response, ["Accept-Language", "Cookie"])
        response.setdefault("Content-Language", get_language() or "")
        set_language_cookie(request, response)
        return response

    def ask_rows(self, request: HttpRequest) -> None:
        chosen = asked_code(request.META["QUERY_STRING"]) or request.COOKIES.get(COOKIE, "")
        asked = (request.path, chosen, request.headers.get("Accept-Language", ""))
        try:
            club = home_of(request)
        except DatabaseError:
            if not (known_code(asked[1]) or preferred_code(asked[2])):
                raise
            return  # some pages need no rows
        install_club_texts(club)
        activate_language(language_for(*asked, language_of_club(club)))
        has_session = settings.SESSION_COOKIE_NAME in request.COOKIES
        if has_session and not known_code(chosen):
            take_up_language(request, getattr(request.user, "language", ""))

    def process_view(self, request: HttpRequest, view: Any, args: Any, kwargs: Any) -> None:
        is_for_the_hall = getattr(view, "is_for_the_hall", False)
        if is_for_the_hall and len(settings.LANGUAGES) > 1:
            activate_language(language_of_club(home_of(request)))


@receiver(user_logged_in)
def speak_as_chosen(request: HttpRequest, user: User, **kwargs: Any) -> None:
    """Answer in the language of the account that signs in, not that of the device's last user."""
    if code := known_code(user.language):
        activate_language(with_dates_of(code, spoken_code()))
        request.language_to_keep = code  # type: ignore[attr-defined]
