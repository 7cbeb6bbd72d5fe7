"""The ways around an event's desk."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from uuid import uuid4

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

# Where each tab leads, what it says, and whom it is for beside organisers: scorers, or also
# whoever runs the night of the event.
SCORERS, HOSTS = "scorers", "hosts"
TABS: tuple[tuple[str, Promise, str], ...] = (
    ("event_desk", _("Desk"), HOSTS),
    ("event_draw", _("Draw"), ""),
    ("event_matches", _("Matches"), HOSTS),
    ("event_people", _("People"), ""),
    ("event_stages", _("Stages"), ""),
    ("event_advance", _("Advance"), ""),
    ("event_phones", _("Phones"), ""),
    ("event_screens", _("Screens"), SCORERS),
    ("event_paper", _("Paper"), HOSTS),
    ("event_log", _("Log"), ""),
)


@register.filter
def at_desk(whoever: Named) -> str:
    """What a player, an entry or a side goes by at the desk."""
    return whoever.shown_on(Surface.DESK)


@register.simple_tag
def new_key() -> str:
    """A key of its own for each form whose sending twice is once."""
    return str(uuid4())


@dataclass(frozen=True)
class Tab:
    address: str
    label: Promise


@register.inclusion_tag("desk/_tabs.html", takes_context=True)
def desk_tabs(context: Context) -> dict[str, Any]:
    """The tabs of the event's desk that this visitor may open."""
    request, event = context["request"], context["event"]
    visitor = who(request)
    theirs = {HOSTS, *([SCORERS] if visitor.is_scorer else [])}
    tabs = [
        Tab(reverse(name, args=[event.slug]), label)
        for name, label, whose in TABS
        if visitor.is_organiser or whose in theirs
    ]
    return {"request": request, "event": event, "tabs": tabs}


@register.inclusion_tag("desk/_crumbs.html", takes_context=True)
def desk_crumbs(context: Context) -> dict[str, Any]:
    """The way back: to the club's desk, or for whoever has none to the night they run."""
    is_helper = who(context["request"]).is_scorer
    return {"event": context["event"], "is_helper": is_helper}


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
