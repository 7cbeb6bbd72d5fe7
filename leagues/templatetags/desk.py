"""The ways around an event's desk."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django import template
from django.template import Context
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from leagues.access import who
from leagues.models import Surface
from leagues.templatetags.public import Named

register = template.Library()

# Where each tab leads, what it says, and whether scorers have it too.
TABS: tuple[tuple[str, Promise, bool], ...] = (
    ("event_desk", _("Desk"), True),
    ("event_draw", _("Draw"), False),
    ("event_matches", _("Matches"), True),
    ("event_people", _("People"), False),
    ("event_stages", _("Stages"), False),
    ("event_advance", _("Advance"), False),
    ("event_phones", _("Phones"), False),
    ("event_screens", _("Screens"), True),
    ("event_log", _("Log"), False),
)


@register.filter
def at_desk(whoever: Named) -> str:
    """What a player, an entry or a side goes by at the desk."""
    return whoever.shown_on(Surface.DESK)


@dataclass(frozen=True)
class Tab:
    address: str
    label: Promise


@register.inclusion_tag("desk/_tabs.html", takes_context=True)
def desk_tabs(context: Context) -> dict[str, Any]:
    """The tabs of the event's desk that this visitor may open."""
    request, event = context["request"], context["event"]
    is_organiser = who(request).is_organiser
    tabs = [
        Tab(reverse(name, args=[event.slug]), label)
        for name, label, for_scorers in TABS
        if for_scorers or is_organiser
    ]
    return {"request": request, "event": event, "tabs": tabs}
