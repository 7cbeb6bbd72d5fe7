"""Embeds: the HTML line for another website, and an accent colour that stays readable."""

from typing import Any

from django import template
from django.template import Context
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from leagues.models import Event, League
from leagues.templatetags.inlined_files import include_text
from leagues.templatetags.public import absolute_uri

register = template.Library()

PAPER, WALNUT = "fcfaf5", "1e1611"  # the two background colours of the site
READABLE = 4.5  # contrast of text on its background, by WCAG 2.2 AA
STEPS = 50


FRAME = (
    '<iframe src="{}" title="{}" width="100%" height="{}" loading="lazy" style="border:0"></iframe>'
)


def height_of(what: str) -> int:
    """Return the height of a frame that is not resized by a script."""
    return 520 if what.endswith("table") else 320


def frame_line(address: str, title: str, what: str) -> SafeString:
    """Return the line of HTML to paste into another website. It needs no script."""
    return format_html(FRAME, address, title, height_of(what))


@register.inclusion_tag("_embed_lines.html", takes_context=True)
def embed_league(context: Context, league: League) -> Any:
    """Offer embeds of a league's table, and of its next nights if there are any."""
    parts = {"table": _("%(name)s: table")}
    if not league.has_dated_matches and not league.closed_at:
        parts["nights"] = _("%(name)s: next nights")
    is_listed = league.visibility == Event.Visibility.PUBLIC
    return _embed_lines(context, f"leagues/{league.slug}", league.name, parts, is_listed)


@register.inclusion_tag("_embed_lines.html", takes_context=True)
def embed_event(context: Context, event: Event, part: str) -> Any:
    """Offer embeds of an event's table or its boards in play, depending on the page."""
    labels = {"table": _("%(name)s: table"), "boards": _("%(name)s: boards in play")}
    is_listed = event.visibility == Event.Visibility.PUBLIC and event.kind != Event.Kind.FOR_FUN
    parts = {part: labels[part]}
    return _embed_lines(context, f"events/{event.slug}", event.name, parts, is_listed)


def _embed_lines(
    context: Context, here: str, name: str, parts: dict[str, str], is_listed: bool
) -> Any:
    """Return the lines to embed; none for what is unlisted."""
    lines = []
    for part, label in parts.items() if is_listed else ():
        what, title = f"{here}/{part}", label % {"name": name}
        address = absolute_uri(context, f"{reverse('embeds')}{what}/")
        lines.append((title, frame_line(address, title, what)))
    return {"lines": lines, "what": f"{here}/{next(iter(parts))}"}


@register.simple_tag(takes_context=True)
def accent_style(context: Context, accent: str) -> SafeString:
    """Render a small style sheet with the accent colour, allowed by its hash."""
    light, dark = (
        f"--accent:#{colour};--accent-strong:#{colour}"
        for colour in (readable_colour(accent, PAPER), readable_colour(accent, WALNUT))
    )
    text = (
        f":root,[data-theme]{{{light}}}[data-theme=dark]{{{dark}}}"
        f"@media(prefers-color-scheme:dark){{:root:not([data-theme=light]){{{dark}}}}}"
    )
    return include_text(context, "style", text)


def readable_colour(colour: str, ground: str) -> str:
    """Return the colour, or the nearest one that is readable on the background.

    >>> readable_colour("1c6739", "fcfaf5")
    '1c6739'
    >>> contrast_ratio(readable_colour("ffff00", "fcfaf5"), "fcfaf5") >= 4.5
    True
    """
    aim = "000000" if relative_luminance(ground) > 0.5 else "ffffff"
    mixed = (mix_colours(colour, aim, step / STEPS) for step in range(STEPS + 1))
    return next(each for each in mixed if contrast_ratio(each, ground) >= READABLE)


def mix_colours(one: str, other: str, part: float) -> str:
    pairs = zip(split_channels(one), split_channels(other), strict=True)
    return "".join(f"{round(a + (b - a) * part):02x}" for a, b in pairs)


def contrast_ratio(one: str, other: str) -> float:
    dark, light = sorted((relative_luminance(one), relative_luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def relative_luminance(colour: str) -> float:
    linear = [
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4
        for part in (channel / 255 for channel in split_channels(colour))
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def split_channels(colour: str) -> list[int]:
    return [int(colour[at : at + 2], 16) for at in (0, 2, 4)]
