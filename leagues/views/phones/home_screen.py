"""A player's own page as an app on the Home Screen: its manifest, and how to put it there."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from leagues.access.phone_passes import WayIn
from leagues.access.roles import PageOwner, keep_secret, own_page
from leagues.files.app_icon import ICONS, MASKABLE
from leagues.files.share_picture import PAPER
from leagues.reads.club.page import icon_key


@own_page
@require_safe
def own_manifest(request: HttpRequest, owner: PageOwner) -> HttpResponse:
    """Serve the manifest that opens this own page. It names the page, so it is as secret.

    The scope is the whole site: outside of it, a phone would open matches and tables in another
    window, where rounds that wait to be sent are not known.
    """
    club = owner.player.club
    facts = {
        "id": owner.home,
        "start_url": owner.home,
        "scope": "/",
        "name": club.name,
        "short_name": club.name,
        "lang": get_language(),
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": club.colour or PAPER,
        "icons": [
            {
                "src": reverse("club-icon", args=[icon_key(club), name]),
                "sizes": f"{side}x{side}",
                "type": "image/png",
                "purpose": MASKABLE if name == MASKABLE else "any",
            }
            for name, (side, _part) in ICONS.items()
        ],
    }
    return keep_secret(JsonResponse(facts, content_type="application/manifest+json"))


@own_page
@require_safe
def own_home_screen(request: HttpRequest, owner: PageOwner) -> HttpResponse:
    """Show how to add the own page to the Home Screen. Adding this guide adds the own page."""
    is_link = owner.way is WayIn.LINK
    facts = {"token": owner.token, "back": owner.home, "is_link": is_link}
    return keep_secret(TemplateResponse(request, "phones/player/home_screen.html", facts))
