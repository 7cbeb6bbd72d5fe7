"""A screen on the wall: it shows a code until the desk adds it, then what the desk chooses."""

from datetime import timedelta
from functools import lru_cache
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from leagues.access.addresses import absolute_address
from leagues.access.languages import for_the_hall
from leagues.access.roles import for_anyone
from leagues.access.throttle import SCREENS
from leagues.actions.screens.screens import open_screen
from leagues.forms.screens import THEMES
from leagues.models import Event, Notice, Screen
from leagues.reads.messages.banners import banners_of_event
from leagues.reads.screens.wall import Shows, names_itself, shows_of, wall_of
from leagues.views.public.event import find_event
from leagues.views.public.qr_codes import qr_picture

COOKIE = "screen"
COOKIE_LASTS = timedelta(days=400)
SEEN_EVERY = timedelta(seconds=20)
# A QR code takes about 8 ms, and screens poll. The address isn't secret, so it can be cached.
picture_of = lru_cache(maxsize=64)(qr_picture)
LOOKS_AGAIN = 15  # seconds after which the page is rendered again even without a new revision


def theme_in(request: HttpRequest) -> str:
    """Return the colour theme in the query. Empty if there is none."""
    asked = request.GET.get("theme", "")
    return asked if asked in dict(THEMES) else ""


@for_anyone
@for_the_hall
@require_http_methods(["GET", "HEAD", "POST"])
def show_screen(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the screen. A GET creates nothing: the page's form requests the code with a POST."""
    event = find_event(request, slug)
    if request.method == "POST":
        return _request_code(request, event)
    return TemplateResponse(
        request,
        "screens/screen.html",
        _screen_context(request, event, _find_screen(request, event)),
    )


def _request_code(request: HttpRequest, event: Event) -> HttpResponse:
    answer = redirect(request.get_full_path())
    if _find_screen(request, event) is not None:
        return answer
    if not SCREENS.admits(request):
        return SCREENS.refuse(request)
    answer.set_cookie(
        COOKIE,
        open_screen(event=event, theme=theme_in(request)).token,
        max_age=COOKIE_LASTS,
        path=f"/screen/{event.slug}/",
        secure=settings.HTTPS,
        httponly=True,
        samesite="Lax",
    )
    return answer


@for_anyone
@for_the_hall
@require_safe
def screen_now(request: HttpRequest, slug: str) -> HttpResponse:
    """Return what the screen shows now. 204 while it is unchanged."""
    event = find_event(request, slug)
    known = _find_screen(request, event)
    if known is None:
        raise Http404
    _note_seen(known)
    facts = _screen_context(request, event, known)
    if request.GET.get("seen") == facts["mark"]:
        return HttpResponse(status=204)
    return TemplateResponse(request, "screens/screen.html#now", facts)


def _find_screen(request: HttpRequest, event: Event) -> Screen | None:
    found = Screen.objects.for_token(request.COOKIES.get(COOKIE, ""))
    return found if found and found.event_id == event.pk else None


def _screen_context(request: HttpRequest, event: Event, known: Screen | None) -> dict[str, Any]:
    shows = shows_of(known) if known else Shows()
    facts: dict[str, Any] = {"event": event, "screen": known, "shows": shows, "mark": ""}
    facts["now"] = timezone.now()
    if known is None:
        return facts
    lap = int(timezone.now().timestamp()) // LOOKS_AGAIN
    facts["mark"] = f"{event.revision}-{known.pk}-{lap}"
    address = absolute_address(request, event.get_absolute_url())
    if known.paired_at is not None:
        facts |= {"wall": wall_of(event, shows), "names_itself": names_itself(shows)}
        facts["banners"] = banners_of_event(event)
        facts["notices"] = Notice.objects.on_wall(event)
    picture = picture_of(address) if address else ""
    return facts | {"address": address, "picture": picture}


def _note_seen(known: Screen) -> None:
    """Save when the screen was last seen, at most every twenty seconds to avoid writes."""
    now = timezone.now()
    if known.seen_at is None or known.seen_at < now - SEEN_EVERY:
        Screen.objects.filter(pk=known.pk).update(seen_at=now)
