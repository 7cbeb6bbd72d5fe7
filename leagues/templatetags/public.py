"""How public pages name people and tell the time."""

from __future__ import annotations

from datetime import datetime
from typing import Protocol

from django import template
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString

from leagues.models import Event, Surface
from scoring.sides import Seat

register = template.Library()

DAY = "D j M Y"
CLOCK = "H:i"
MOMENT = "D j M, H:i"


class Named(Protocol):
    def shown_on(self, surface: Surface) -> str: ...


@register.filter
def on_web(whoever: Named) -> str:
    """What a player, an entry or a side goes by on the web."""
    return whoever.shown_on(Surface.WEB)


@register.filter
def letter(seat: int) -> str:
    """A to D, as on the discs."""
    return Seat(seat).name


@register.simple_tag
def disc(seat: int) -> SafeString:
    """The disc of a side: a colour never stands without its letter."""
    name = Seat(seat).name
    return format_html('<span class="disc {}">{}</span>', name.lower(), name)


@register.simple_tag
def day(event: Event, at: datetime) -> SafeString:
    """The date by the event's clock."""
    return _time(event, at, DAY)


@register.simple_tag
def clock(event: Event, at: datetime) -> SafeString:
    """The time of day by the event's clock."""
    return _time(event, at, CLOCK)


@register.simple_tag
def moment(event: Event, at: datetime) -> SafeString:
    """Date and time by the event's clock."""
    return _time(event, at, MOMENT)


def _time(event: Event, at: datetime, style: str) -> SafeString:
    local = timezone.localtime(at, event.tzinfo)
    shown = date_format(local, style)
    return format_html('<time datetime="{}">{}</time>', local.isoformat(), shown)
