"""The language of pages, and of messages to people.

A page uses the visitor's choice (a cookie, else the account's), else the browser's languages,
else the club's. A message uses the recipient's choice, else the club's.

English has two codes here, ``en`` and ``en-us``: one catalogue, two ways to write dates. The
region of the browser decides between them, else the club's setting.
"""

from collections.abc import Callable
from typing import Any, TypeVar
from urllib.parse import parse_qsl

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

from leagues.dates import Region, region_of_reader, set_region
from leagues.models import Club, Player, PushAddress, User
from leagues.texts.lookup import install_club_texts

V = TypeVar("V", bound=Callable[..., Any])

COOKIE = settings.LANGUAGE_COOKIE_NAME
COOKIE_LASTS = 400 * 24 * 3600  # seconds; browsers keep cookies no longer
MOST_FIELDS = 20  # of a query
FOR_PROGRAMS = "/api/v1/"
"""The API answers in English, whatever languages the client accepts."""


AMERICAN = "en-us"
"""English with dates as in Canada and the United States."""
AMERICANS = {"en-us", "en-ca"}


def known_code(code: str) -> str:
    """Return the code if it is a language of the site, else an empty string."""
    return code if code == AMERICAN or code in dict(settings.LANGUAGES) else ""


def asked_code(query: str) -> str:
    """Return the language that an address asks for, as in ``?lang=fr``. Empty if none."""
    if "lang=" not in query:
        return ""
    try:
        asked = dict(parse_qsl(query, max_num_fields=MOST_FIELDS))
    except ValueError:
        return ""
    return known_code(asked.get("lang", ""))


def language_for(path: str, chosen: str, wanted: str, clubs: str) -> str:
    """Return the language for a request's cookie and Accept-Language header, else the club's."""
    if path.startswith(FOR_PROGRAMS):
        return str(settings.LANGUAGE_CODE)
    code = known_code(chosen) or preferred_code(wanted)
    if code != "en":
        return code or clubs or str(settings.LANGUAGE_CODE)
    for asked, _ in parse_accept_lang_header(wanted.lower()):
        if asked.startswith("en-"):
            return AMERICAN if asked in AMERICANS else "en"
    return with_dates_of(code, clubs)


def header_of(code: str) -> str:
    """Return an Accept-Language header that gives this language, whatever the club's is."""
    return "en-gb" if code == "en" else code


def with_dates_of(code: str, clubs: str) -> str:
    """Return American English for English without a region, if the club writes dates so."""
    return clubs if code == "en" and clubs == AMERICAN else code


def activate_language(code: str) -> None:
    """Activate a language for the rest of the request."""
    set_region(Region.AMERICA if code == AMERICAN else Region.BRITAIN)
    activate("en" if code == AMERICAN else code)


def spoken_code() -> str:
    """Return the code of the active language, as clubs and players store it."""
    code = get_language() or str(settings.LANGUAGE_CODE)
    return AMERICAN if code == "en" and region_of_reader() is Region.AMERICA else code


class Speaking(override):
    """A context manager that activates a language, with its region for dates."""

    def __init__(self, code: str) -> None:
        super().__init__("en" if code == AMERICAN else code)
        self.region = Region.AMERICA if code == AMERICAN else Region.BRITAIN

    def __enter__(self) -> None:
        self.before = region_of_reader()
        super().__enter__()
        set_region(self.region)

    def __exit__(self, *raised: Any) -> None:
        set_region(self.before)
        super().__exit__(*raised)


def preferred_code(wanted: str) -> str:
    """Return the first language of an Accept-Language header that the site has. Empty if none."""
    for code, _ in parse_accept_lang_header(wanted.lower()):
        try:
            return get_supported_language_variant(code)
        except LookupError:
            continue
    return ""


def language_of_club(club: Club | None) -> str:
    return known_code(club.language if club else "") or str(settings.LANGUAGE_CODE)


def club_language() -> str:
    club = Club.objects.home()
    install_club_texts(club)
    return language_of_club(club)


def language_of(player: Player) -> str:
    """Return the language for messages to a player."""
    clubs = language_of_club(player.club)
    return with_dates_of(chosen_by(player), clubs) or clubs


def language_of_user(user: User, club: Club) -> str:
    """Return the language for messages to an account, such as a guardian's."""
    clubs = language_of_club(club)
    return with_dates_of(known_code(user.language), clubs) or clubs


def chosen_by(player: Player) -> str:
    """Return the language chosen by account or by personal link. Empty if none was chosen."""
    user: User | None = player.user
    return known_code(user.language if user else "") or known_code(player.language)


def speak_to(player: Player) -> Speaking:
    """Activate a player's language inside the ``with`` block."""
    return Speaking(language_of(player))


def speak_on(address: PushAddress) -> Speaking:
    """Activate the language of a browser with push messages inside the ``with`` block."""
    clubs = club_language()
    return Speaking(with_dates_of(known_code(address.language), clubs) or clubs)


def speak_for_club() -> Speaking:
    """Activate the club's language inside the ``with`` block."""
    return Speaking(club_language())


# --- Requests ------------------------------------------------------------------------------


def for_the_hall(view: V) -> V:
    """Mark a view whose page many people read at once (screens, paper): it uses the club's
    language, whatever the visitor's is.
    """
    view.is_for_the_hall = True  # type: ignore[attr-defined]
    return view


def keep_language(request: HttpRequest, code: str) -> None:
    """Keep this language in a cookie of the device."""
    request.language_to_keep = code  # type: ignore[attr-defined]


def take_up_language(request: HttpRequest, code: str) -> None:
    """Activate a language chosen on another device, unless one was chosen on this device."""
    if known_code(code) and not known_code(request.COOKIES.get(COOKIE, "")):
        activate_language(with_dates_of(code, spoken_code()))
        keep_language(request, code)


def set_language_cookie(request: HttpRequest, response: HttpResponseBase) -> None:
    if code := getattr(request, "language_to_keep", ""):
        response.set_cookie(
            COOKIE, code, max_age=COOKIE_LASTS, secure=settings.HTTPS, httponly=True, samesite="Lax"
        )
