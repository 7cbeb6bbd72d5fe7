"""Template variables about the site, for every page."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject
from django.utils.translation import get_language

from leagues.access.current_club import home_of
from leagues.access.languages import spoken_code
from leagues.access.roles import get_visitor, may_sign_up


def site(request: HttpRequest) -> dict[str, Any]:
    return {
        "club": SimpleLazyObject(lambda: home_of(request)),
        "has_languages": len(settings.LANGUAGES) > 1,
        "language_tag": {"en": "en-GB"}.get(code := spoken_code(), code),
        "language_name": dict(settings.LANGUAGES).get(get_language() or "", ""),
        "may_sign_up": SimpleLazyObject(lambda: may_sign_up(request)),
        "sends_email": settings.SENDS_EMAIL,
        "may_see_desk": SimpleLazyObject(lambda: get_visitor(request).is_scorer),
        "may_see_server": SimpleLazyObject(lambda: get_visitor(request).is_owner),
    }
