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


def _corners(drawn: str, *tops: int) -> str:
    """Return path data that repeats a drawing in two columns, at several heights."""
    return "".join(f"M{left} {top}{drawn}" for top in tops for left in (2, 13))


CARDS = _corners("h9v13h-9zm1.5 5h6v6h-6zm0 2h6m-6 2h6m-3 -4v6", 2, 17)
LINES = (10, 12, 14, 16, 18, 20, 22, 24, 26, 28)

SHEETS = {
    "names": ("M3 4h8" + _rows("m10 0h1m9 0h1", *LINES), _rows("m3 0h6m4 0h6", *LINES), "M3 7h18"),
    "boards": (
        "M3 4h8" + _rows("m3.5 0h1v2h-1z", *LINES[::2]),
        _rows("m7 0h11m-11 2h8", *LINES[::2]),
        _rows("m3 -1h18", *LINES[::2]),
    ),
    "cards": (_corners("m1.5 2h1m2 0h3", 2, 17), _corners("m1.5 3.7h6", 2, 17), CARDS),
    "blank": ("", "", CARDS),
    "personal": (
        "M3 4h9",
        "M3 6h6" + _rows("m4.5 0h2m3 0h5", *range(11, 27, 3)),
        "M3 9.5h18v18h-18zM8 9.5v18M16 9.5v18" + _rows("m3 -.5h18", *range(13, 27, 3)),
    ),
    "table": (
        "M3 4h7M3 10h1m2 0h8m5 0h2",
        _rows("m3 0h1m2 0h8m5 0h2", *LINES[1:]),
        "M3 7h18M3 19h18",
    ),
    "labels": (
        _corners("m1.5 2h3v4h-3zm1.5 1.7v.6m3.5 -1.3h.5v2h-.5z", 2, 12, 22),
        "",
        _corners("h9v8h-9z", 2, 12, 22),
    ),
    "certificate": (
        "M12 6a3 3 0 1 0 .1 0M6 17h12",
        "M8 20h8M9 23h6",
        "M2 2h20v28h-20zM6 27h4M14 27h4",
    ),
}
"""Pictures of what is printed: words in bold, other words, rules. The sheet is 24 by 32."""

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
"""Pictures of what a screen shows, as lines on 32 by 18."""


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
    """Render a picture of a printed sheet; its name is beside it."""
    return format_html(
        '<svg viewBox="-.2 -.2 24.4 32.4" width="90" height="120" fill="none" aria-hidden="true">'
        '<path fill="#fff" stroke="#8c765b" stroke-width=".3" d="M0 0h24v32H0z"></path>'
        '<path stroke="#241a11" stroke-width=".9" d="{}"></path>'
        '<path stroke="#c2ae92" stroke-width=".8" d="{}"></path>'
        '<path stroke="#8c765b" stroke-width=".3" d="{}"></path></svg>',
        *SHEETS[kind],
    )


@register.simple_tag
def wall_picture(view: str) -> SafeString:
    """Render a picture of what a screen shows; its name is below it."""
    return format_html(
        '<svg viewBox="-.2 -.2 32.4 18.4" fill="none" stroke="#e8bd80" aria-hidden="true">'
        '<rect width="32" height="18" rx="1" fill="#1e1611"'
        ' stroke="#8c765b" stroke-width=".3"></rect>'
        '<path stroke-width=".9" d="{}"></path></svg>',
        WALLS[view],
    )
