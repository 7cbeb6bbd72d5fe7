"""In which language somebody is answered, and in which they are written to.

A page: as they chose (a cookie of this device, else their account's), else as their browser asks,
else in the club's language. What is sent: as they chose, else in the club's.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.translation import activate, get_supported_language_variant, override
from django.utils.translation.trans_real import parse_accept_lang_header

from leagues.models import Club, Player, PushAddress, User
from leagues.words.said import take_up

V = TypeVar("V", bound=Callable[..., Any])

COOKIE = settings.LANGUAGE_COOKIE_NAME
COOKIE_LASTS = 400 * 24 * 3600  # seconds: browsers keep none longer
FOR_PROGRAMS = "/api/v1/"
"""What other programs read is in English, whatever they say of languages."""


def known(code: str) -> str:
    """This language as the site has it, or nothing."""
    return code if code in dict(settings.LANGUAGES) else ""


def asked_in(path: str, chosen: str, wanted: str) -> str:
    """The language of an answer by the cookie and the header of a request; empty where the
    club's is to be taken."""
    if path.startswith(FOR_PROGRAMS):
        return str(settings.LANGUAGE_CODE)
    return known(chosen) or preferred(wanted)


def preferred(wanted: str) -> str:
    """The first language of an Accept-Language that the site has; empty where it has none."""
    for code, _ in parse_accept_lang_header(wanted.lower()):
        try:
            return get_supported_language_variant(code)
        except LookupError:
            continue
    return ""


def language_of_club(club: Club | None) -> str:
    return known(club.language if club else "") or str(settings.LANGUAGE_CODE)


def club_language() -> str:
    club = Club.objects.home()
    take_up_words(club)
    return language_of_club(club)


def take_up_words(club: Club | None) -> None:
    """Whoever reads the club's row says its words from then on."""
    take_up(club.words if club else {})


def language_of(player: Player) -> str:
    """In which they are written to."""
    return chosen_by(player) or language_of_club(player.club)


def chosen_by(player: Player) -> str:
    """As they said with their account, or by their link; empty where they said nothing."""
    user: User | None = player.user
    return known(user.language if user else "") or known(player.language)


def speak_to(player: Player) -> override:
    """What is said inside is said in this player's language."""
    return override(language_of(player))


def speak_on(address: PushAddress) -> override:
    """What is said inside is said in the language of whoever asked to be told on this browser."""
    return override(known(address.language) or club_language())


def speak_for_club() -> override:
    """What is said inside is said in the club's language."""
    return override(club_language())


# --- Requests ------------------------------------------------------------------------------


def for_the_hall(view: V) -> V:
    """What everybody in the hall reads at once, the wall and paper, is in the club's language,
    whoever asks for it."""
    view.is_for_the_hall = True  # type: ignore[attr-defined]
    return view


def keep_language(request: HttpRequest, code: str) -> None:
    """From now on this device is answered in this language."""
    request.language_to_keep = code  # type: ignore[attr-defined]


def take_up_language(request: HttpRequest, code: str) -> None:
    """Answer in a language that somebody chose on another device, unless they chose one here."""
    if known(code) and not known(request.COOKIES.get(COOKIE, "")):
        activate(code)
        keep_language(request, code)


def set_language_cookie(request: HttpRequest, response: HttpResponseBase) -> None:
    if code := getattr(request, "language_to_keep", ""):
        response.set_cookie(
            COOKIE,
            code,
            max_age=COOKIE_LASTS,
            secure=settings.HTTPS,
            httponly=True,
            samesite="Lax",
        )
