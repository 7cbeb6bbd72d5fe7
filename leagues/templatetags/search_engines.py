"""What search engines read: the languages of a page, and when and where an event is."""

import json
from datetime import datetime
from typing import Any

from django import template
from django.conf import settings
from django.template import Context
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from leagues.reads.tables.portions import RowPortions
from leagues.templatetags.public import absolute_uri

register = template.Library()

IN_SCRIPT = {ord(each): f"\\u{ord(each):04X}" for each in "<>&"}
"""As in ``django.utils.html.json_script``: no text can end the element."""
SCHEMA = "https://schema.org"


@register.simple_tag(takes_context=True)
def page_address(context: Context) -> str:
    """Return the address of the page in any language, with the rows of a long list it shows."""
    portions: RowPortions | None = context.get("portions")
    part: Any = context.get("part")
    rows = portions.here if portions else ""
    if getattr(part, "number", 1) > 1:
        rows = f"?{part.asked}={part.number}"
    return f"{absolute_uri(context, context['request'].path)}{rows}"


@register.simple_tag
def alternate_languages(address: str) -> SafeString:
    """Link the page in each language. Without one in its address, the browser decides."""
    if len(settings.LANGUAGES) < 2:
        return mark_safe("")
    joint = "&" if "?" in address else "?"
    pairs = [(code, f"{address}{joint}lang={code}") for code, _name in settings.LANGUAGES]
    pairs.append(("x-default", address))
    return format_html_join("\n", '<link rel="alternate" hreflang="{}" href="{}">', pairs)


@register.simple_tag(takes_context=True)
def sports_event(
    context: Context,
    name: str,
    starts_at: datetime,
    *,
    place: str,
    picture: str,
    is_cancelled: bool = False,
) -> SafeString:
    """Describe an event or night in JSON-LD. It names no players."""
    club = context["club"]
    organiser = {
        "@type": "SportsOrganization",
        "name": club.name,
        "url": absolute_uri(context, "/"),
    }
    facts: dict[str, Any] = {
        "@context": SCHEMA,
        "@type": "SportsEvent",
        "name": name,
        "sport": "Crokinole",
        "startDate": starts_at.isoformat(),
        "eventStatus": f"{SCHEMA}/Event{'Cancelled' if is_cancelled else 'Scheduled'}",
        "eventAttendanceMode": f"{SCHEMA}/OfflineEventAttendanceMode",
        "url": absolute_uri(context, context["request"].path),
        "image": absolute_uri(context, picture),
        "organizer": organiser,
        "location": {"@type": "Place", "name": place or club.name},
    }
    text = json.dumps(facts, ensure_ascii=False).translate(IN_SCRIPT)
    return format_html('<script type="application/ld+json">{}</script>', mark_safe(text))  # noqa: S308
