"""Printed pages: the paper size, and the moment of printing."""

from typing import Any

from django import template
from django.template import Context
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from leagues.access.addresses import is_only_here, site_address
from leagues.dates import date_format
from leagues.models import Event, League, Surface
from leagues.models.fields import HasZone
from leagues.reads.screens.paper_size import PaperSize
from leagues.templatetags.look import Number
from leagues.templatetags.public import Named
from leagues.views.paper_size import paper_size

register = template.Library()

MOMENT = "D j F, H:i"


def _rows(drawn: str, *tops: int) -> str:
    """Return path data that repeats a line at several heights."""
    return "".join(f"M0 {top}{drawn}" for top in tops)


SHEETS = {
    "names": _rows("m4 0h9m5 0h2", 5, 9, 13, 17, 21, 25),
    "boards": _rows("m4 -1h3v3h-3zm6 0h10m-10 3h7", 5, 12, 19, 26),
    "cards": "M12 0v32M0 8h24M0 16h24M0 24h24" + _rows("m3 0h6m6 0h6", 3, 11, 19, 27),
    "blank": "M12 0v32M0 8h24M0 16h24M0 24h24",
    "personal": "M4 5h8M4 9h16v18h-16zM4 15h16M4 21h16M10 9v18",
    "table": "M4 5h8" + _rows("m4 0h1m3 0h6m4 0h2", 10, 14, 18, 22, 26),
    "labels": _rows("m4 0h6v6h-6zm10 0h6v6h-6z", 3, 13, 23),
    "certificate": "M12 7a3 3 0 1 0 .1 0M5 18h14M8 22h8M7 27h10",
}
"""Small pictures of what is printed, as lines on a sheet of 24 by 32."""

WALLS = {
    "auto": "M11 9a5 5 0 0 1 9 -3m1 -2v3h-3M21 9a5 5 0 0 1 -9 3m-1 2v-3h3",
    "pairings": _rows("m4 0h2m2 0h6m4 0h2m2 0h6", 4, 7, 10, 13),
    "boards": "M4 4h5v4h-5zM13 4h5v4h-5zM22 4h5v4h-5zM4 11h5v4h-5zM13 11h5v4h-5zM22 11h5v4h-5z",
    "standings": _rows("m6 0h2m3 0h10m3 0h2", 4, 7, 10, 13),
    "bracket": "M5 4h6v4h-6m6 -2h5v6h-5m-6 -2h6v4h-6m11 -5h9",
    "clock": "M16 3.5a5.5 5.5 0 1 0 .1 0M16 6v3l2 2",
    "podium": "M7 15v-4h6v-5h6v7h6v2z",
    "season": _rows("m6 0h2m3 0h6m3 0h2m2 0h2", 4, 7, 10, 13),
    "blank": "",
}
"""Small pictures of what a screen shows, as lines on 32 by 18."""


@register.filter
def on_paper(shown: Named) -> str:
    """Return a player's name on paper that is displayed in the hall."""
    return shown.shown_on(Surface.WALL)


@register.filter
def to_keep(shown: Named) -> str:
    """Return a player's name on paper that is taken home."""
    return shown.shown_on(Surface.EXPORT)


@register.simple_tag(takes_context=True)
def paper_class(context: Context, across: str = "") -> SafeString:
    """Return the class for the paper size of this page."""
    size = paper_size(context["request"], context["club"].zone)
    return format_html(' class="{}{}"', size, across and f" {across}")


@register.simple_tag
def as_of(what: HasZone) -> str:
    """Return when this was printed, by the clock of its subject, and at which revision.

    A league of dated matches has the revision of its event; a club has none. A closed league shows
    the day on which it was closed.
    """
    closed_at = what.closed_at if isinstance(what, League) else None
    moment = timezone.localtime(closed_at or timezone.now(), what.tzinfo)
    moved = what.event if isinstance(what, League) and what.event else what
    text = _("As of %(moment)s") % {"moment": date_format(moment, MOMENT)}
    if closed_at or not isinstance(moved, Event | League):
        return text
    return f"{text} · " + _("revision %(number)s") % {"number": moved.revision}


@register.simple_tag
def bar(value: Number, most: Number) -> SafeString:
    """Render a bar for the share of ``most``; the number is beside it."""
    share = round(100 * max(0.0, float(value)) / float(most), 1) if most > 0 else 0
    return format_html(
        '<svg class="share" viewBox="0 0 100 8" preserveAspectRatio="none"'
        ' aria-hidden="true"><rect width="{}" height="8"></rect></svg>',
        share,
    )


@register.inclusion_tag("desk/screens/_paper_size.html", takes_context=True)
def paper_sizes(context: Context) -> dict[str, Any]:
    """A4 or Letter."""
    return {
        "request": context["request"],
        "sizes": [(each.value, each.label) for each in PaperSize],
        "chosen": paper_size(context["request"], context["club"].zone),
    }


@register.inclusion_tag("desk/screens/_paper_address.html", takes_context=True)
def paper_address(context: Context) -> dict[str, Any]:
    """Return the address to print, with a warning if a phone could not reach it."""
    address = site_address(context["request"])
    return {
        "address": address,
        "is_only_here": is_only_here(address),
        "may_see_server": context["may_see_server"],
    }


@register.simple_tag
def sheet_picture(kind: str) -> SafeString:
    """Render a small picture of a printed sheet; its name is beside it."""
    return _draw_picture(24, 32, SHEETS[kind])


@register.simple_tag
def wall_picture(view: str) -> SafeString:
    """Render a small picture of what a screen shows; its name is below it."""
    return _draw_picture(32, 18, WALLS[view])


def _draw_picture(across: int, down: int, lines: str) -> SafeString:
    return format_html(
        '<svg viewBox="-1 -1 {} {}" width="{}" height="{}" fill="none" stroke="currentColor"'
        ' aria-hidden="true"><path d="M0 0h{}v{}h-{}z{}"></path></svg>',
        *(across + 2, down + 2, 1.5 * across, 1.5 * down, across, down, across, lines),
    )
