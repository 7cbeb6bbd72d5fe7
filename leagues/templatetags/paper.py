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
    return {"address": address, "is_only_here": is_only_here(address)}
