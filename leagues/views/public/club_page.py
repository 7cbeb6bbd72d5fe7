"""The public page about the club, its pictures and its colours."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from leagues.access.roles import for_anyone, get_visitor
from leagues.files.app_icon import ICONS, draw_icon
from leagues.files.club_colour import style_sheet
from leagues.live.page_cache import FOR_GOOD, ready_made
from leagues.models import ClubPicture, Event, League, Player
from leagues.reads.club.page import (
    icon_key,
    logo_data,
    logo_of,
    map_address,
    page_of,
    photos_of,
    to_dial,
)
from leagues.reads.leagues.pages.coming_days import coming_days
from leagues.reads.leagues.words import regular_days
from leagues.reads.messages.banners import banners_of_club
from leagues.views.public.club import home_club

NEXT = 6  # days with something on


@for_anyone
@ready_made()
@require_safe
def club_page(request: HttpRequest) -> HttpResponse:
    club = home_club()
    page = page_of(club)
    leagues = list(League.objects.listed().of(club))
    today = timezone.localdate(timezone=club.tzinfo)
    return TemplateResponse(
        request,
        "public/club.html",
        {
            "page": page,
            "banners": banners_of_club(club),
            "map_address": map_address(page),
            "telephone": to_dial(page.telephone),
            "logo": logo_of(club),
            "photos": photos_of(club),
            "coming_days": coming_days(
                club, timezone.now(), NEXT, with_running=False, each_league_once=True
            ),
            "players": Player.objects.filter(club=club).seen().count(),
            "events": Event.objects.listed().of(club).filter(league=None).count(),
            "leagues": len(leagues),
            "regular_days": regular_days(leagues, today),
            "may_write": get_visitor(request).is_organiser,
        },
    )


@for_anyone
@ready_made()
@require_safe
def show_accessibility(request: HttpRequest) -> HttpResponse:
    """Show the accessibility statement: what is tested, what is missing, and a contact."""
    facts = {"page": page_of(home_club())}
    return TemplateResponse(request, "public/accessibility.html", facts)


@for_anyone
@ready_made()
@require_safe
def club_picture_file(request: HttpRequest, digest: str) -> HttpResponse:
    """Serve a picture. Its address contains a hash, so that it can be cached for good."""
    found = get_object_or_404(ClubPicture, club=home_club(), digest=digest)
    answer = HttpResponse(bytes(found.data), content_type=found.media_type)
    answer["Cache-Control"] = FOR_GOOD
    return answer


@for_anyone
@ready_made()
@require_safe
def club_icon(request: HttpRequest, digest: str, name: str) -> HttpResponse:
    """Serve an icon for Home Screens. An address of an earlier logo or colour answers 404."""
    club = home_club()
    if digest != icon_key(club) or name not in ICONS:
        raise Http404
    icon = draw_icon(name, logo_data(club), club.colour)
    answer = HttpResponse(icon, content_type="image/png")
    answer["Cache-Control"] = FOR_GOOD
    return answer


@for_anyone
@ready_made()
@require_safe
def club_colour_sheet(request: HttpRequest, colour: str) -> HttpResponse:
    """Serve the style sheet of the club's colour. The colour is in the address, so that it can be
    cached for good; other colours answer 404.
    """
    if home_club().colour != f"#{colour}":
        raise Http404
    answer = HttpResponse(style_sheet(f"#{colour}"), content_type="text/css; charset=utf-8")
    answer["Cache-Control"] = FOR_GOOD
    return answer
