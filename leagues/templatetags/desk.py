"""The ways around an event's desk."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django import template
from django.template import Context
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from leagues.access.roles import who
from leagues.models import Event, Surface
from leagues.reads.events.next_step import next_step
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


@register.inclusion_tag("desk/_next_step.html", takes_context=True)
def desk_next_step(context: Context) -> dict[str, Any]:
    """What is missing before a planned event can begin, for whoever may do it."""
    request, event = context["request"], context["event"]
    may = who(request).is_organiser and event.state == Event.State.PLANNED
    step = next_step(event) if may else None
    at = reverse(step.address, args=[event.slug]) if step else ""
    is_desk = step is not None and step.address == "event_desk"
    if is_desk and request.path == at:  # it says so itself
        step = None
    is_here = not is_desk and bool(at) and request.path.startswith(at)
    return {"step": step, "address": at, "is_here": is_here}
