"""In which language somebody is answered, and in which they are written to.

A page: as they chose (a cookie of this device, else their account's), else as their browser asks,
else in the club's language. What is sent: as they chose, else in the club's.

English has two codes here, ``en`` and ``en-us``: one catalogue, two ways to write dates. The
region of the browser decides between them, else the club's setting.
"""

from collections.abc import Callable
from typing import Any, TypeVar

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.translation import (
    activate,
    get_language,
    get_supported_language_variant,
    override,
)
from django.utils.translation.trans_real import parse_accept_lang_header

from leagues.dates import Region, region, set_region
from leagues.models import Club, Player, PushAddress, User
from leagues.texts.lookup import take_up

V = TypeVar("V", bound=Callable[..., Any])

COOKIE = settings.LANGUAGE_COOKIE_NAME
COOKIE_LASTS = 400 * 24 * 3600  # seconds: browsers keep none longer
FOR_PROGRAMS = "/api/v1/"
"""What other programs read is in English, whatever they say of languages."""


AMERICAN = "en-us"
"""English with the dates of Canada and the United States."""
AMERICANS = {"en-us", "en-ca"}


def known(code: str) -> str:
    """This language as the site has it, or nothing."""
    return code if code == AMERICAN or code in dict(settings.LANGUAGES) else ""


def language_for(path: str, chosen: str, wanted: str, clubs: str) -> str:
    """The language of an answer by the cookie and the header of a request, else the club's."""
    if path.startswith(FOR_PROGRAMS):
        return str(settings.LANGUAGE_CODE)
    code = known(chosen) or preferred(wanted)
    if code != "en":
        return code or clubs or str(settings.LANGUAGE_CODE)
    for asked, _ in parse_accept_lang_header(wanted.lower()):
        if asked.startswith("en-"):
            return AMERICAN if asked in AMERICANS else "en"
    return with_dates_of(code, clubs)


def header_of(code: str) -> str:
    """The Accept-Language that is answered in this language, whatever the club's is."""
    return "en-gb" if code == "en" else code


def with_dates_of(code: str, clubs: str) -> str:
    """English that names no region is the club's."""
    return clubs if code == "en" and clubs == AMERICAN else code


def speak(code: str) -> None:
    """Answer in this language from now on."""
    set_region(Region.AMERICA if code == AMERICAN else Region.BRITAIN)
    activate("en" if code == AMERICAN else code)


def spoken_code() -> str:
    """The code of what is spoken, as a club's or person's row keeps it."""
    code = get_language() or str(settings.LANGUAGE_CODE)
    return AMERICAN if code == "en" and region() is Region.AMERICA else code


class Speaking(override):
    """What is said inside is said in this language."""

    def __init__(self, code: str) -> None:
        super().__init__("en" if code == AMERICAN else code)
        self.region = Region.AMERICA if code == AMERICAN else Region.BRITAIN

    def __enter__(self) -> None:
        self.before = region()
        super().__enter__()
        set_region(self.region)

    def __exit__(self, *raised: Any) -> None:
        set_region(self.before)
        super().__exit__(*raised)


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
    take_up(club)
    return language_of_club(club)


def language_of(player: Player) -> str:
    """In which they are written to."""
    clubs = language_of_club(player.club)
    return with_dates_of(chosen_by(player), clubs) or clubs


def chosen_by(player: Player) -> str:
    """As they said with their account, or by their link; empty where they said nothing."""
    user: User | None = player.user
    return known(user.language if user else "") or known(player.language)


def speak_to(player: Player) -> Speaking:
    """What is said inside is said in this player's language."""
    return Speaking(language_of(player))


def speak_on(address: PushAddress) -> Speaking:
    """What is said inside is said in the language of the person who asked to be told on this browser."""
    clubs = club_language()
    return Speaking(with_dates_of(known(address.language), clubs) or clubs)


def speak_for_club() -> Speaking:
    """What is said inside is said in the club's language."""
    return Speaking(club_language())


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
        speak(with_dates_of(code, spoken_code()))
        keep_language(request, code)


def set_language_cookie(request: HttpRequest, response: HttpResponseBase) -> None:
    if code := getattr(request, "language_to_keep", ""):
        response.set_cookie(
            COOKIE, code, max_age=COOKIE_LASTS, secure=settings.HTTPS, httponly=True, samesite="Lax"
        )
