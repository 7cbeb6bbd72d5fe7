"""The filters ``date`` and ``time`` of all templates: see ``leagues/dates.py``."""

from datetime import date as day
from datetime import time as clock

from django import template

from leagues.dates import date_format

register = template.Library()


@register.filter(expects_localtime=True)
def date(moment: clock | day | str | None, style: str = "j F Y") -> str:
    return date_format(moment, style) if isinstance(moment, clock | day) else ""


@register.filter(expects_localtime=True)
def time(moment: clock | day | str | None, style: str = "H:i") -> str:
    return date_format(moment, style) if isinstance(moment, clock | day) else ""
