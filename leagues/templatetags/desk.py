"""Navigation of an event's desk."""

import re
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from django import template
from django.template import Context
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from leagues.access.league_roles import evening_with, may_run_event, may_run_league
from leagues.access.roles import get_visitor
from leagues.models import Event, League, Surface
from leagues.reads.draw.desk_step import step_at_hand
from leagues.reads.events.first_time import steps_of
from leagues.reads.leagues.calendar import evening_day
from leagues.reads.tolerant_rows import UNREADABLE, unreadable_rows
from leagues.templatetags.first_time import first_time
from leagues.templatetags.public import Named

register = template.Library()
FIELD = "form_key"
KEY = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")

# Each tab's address, label, and who sees it in addition to organisers: scorers, or also the
# people who run the night of the event.
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
def at_desk(shown: Named) -> str:
    """Return the name of a player, an entry or a side at the desk."""
    return shown.shown_on(Surface.DESK)


@register.simple_tag
def new_key() -> str:
    """Return a key for a form that must take effect once even if it is sent twice."""
    return str(uuid4())


@register.simple_tag(takes_context=True)
def form_key(context: Context) -> SafeString:
    """Return the key of a form that creates something, so that sending it twice creates it once.

    A form shown again with errors keeps its key; one that ``is_made`` gets another.
    """
    sent = "" if context.get("is_made") else context["request"].POST.get(FIELD, "")
    key = sent if KEY.fullmatch(sent) else uuid4()
    return format_html('<input type="hidden" name="{}" value="{}">', FIELD, key)


@register.inclusion_tag("_left_out.html", takes_context=True)
def left_out(context: Context) -> dict[str, Any]:
    """List events and leagues that pages leave out, with the log to undo it; for organisers."""
    request = context.get("request")
    if not UNREADABLE or request is None or not get_visitor(request).is_organiser:
        return {}
    return {"left_out": [(row.name, _log_of(row)) for row in unreadable_rows()]}


def _log_of(row: Event | League) -> str:
    event = row.event if isinstance(row, League) else row
    if event is None:
        return reverse("desk-league-log", args=[row.slug])
    return reverse("event_log", args=[event.slug])


@dataclass(frozen=True)
class Tab:
    address: str
    label: Promise


@register.inclusion_tag("desk/_tabs.html", takes_context=True)
def desk_tabs(context: Context) -> dict[str, Any]:
    """Return the tabs of the event's desk that this visitor may open."""
    request, event = context["request"], context["event"]
    visitor = get_visitor(request)
    theirs = {HOSTS, *([SCORERS] if visitor.is_scorer else [])}
    tabs = [
        Tab(reverse(name, args=[event.slug]), label)
        for name, label, whose in TABS
        if visitor.is_organiser or whose in theirs
    ]
    return {"request": request, "event": event, "tabs": tabs}


@register.inclusion_tag("desk/_keys.html", takes_context=True)
def desk_keys(context: Context) -> dict[str, Any]:
    """Return the keyboard shortcuts of the event's desk for this visitor."""
    may_draw = get_visitor(context["request"]).is_organiser
    return {"event": context["event"], "may_draw": may_draw}


@register.inclusion_tag("desk/_crumbs.html", takes_context=True)
def desk_crumbs(context: Context) -> dict[str, Any]:
    """Render the path back to the club's desk, or to the night for those who run it."""
    event, visitor = context["event"], get_visitor(context["request"])
    is_helper, now = visitor.is_scorer, timezone.now()
    if is_helper:
        night = event.night if may_run_event(visitor, event, now) else None
    else:
        night = event.night or evening_with(event.slug, now)
    is_tonight = night is not None and night.on == evening_day(night.league, now)
    is_season = event.kind == Event.Kind.LEAGUE
    league = getattr(event, "league", None) if is_season else None
    return {
        "event": event,
        "league": league if league and may_run_league(visitor, league) else None,
        "is_helper": is_helper,
        "night": night,
        "is_tonight": is_tonight,
    }


@register.inclusion_tag("desk/_next_step.html", takes_context=True)
def desk_next_step(context: Context) -> dict[str, Any]:
    """Show what is missing before a planned event can begin, for those who may do it; for a first
    event, all steps to its end.
    """
    request, event = context["request"], context["event"]
    is_planned = event.state == Event.State.PLANNED
    is_first = first_time(context)
    may = get_visitor(request).is_organiser and (is_planned or is_first)
    step = step_at_hand(event) if may else None
    steps = steps_of(step, has_begun=not is_planned) if step and is_first else ()
    at = reverse(step.address, args=step.args(event.slug)) if step else ""
    is_desk = step is not None and step.address == "event_desk"
    if is_desk and request.path == at:  # the page shows it itself
        step = None
    is_here = not is_desk and bool(at) and request.path.startswith(at)
    return {
        "steps": steps,
        "step": step,
        "address": at,
        "is_here": is_here,
        "is_planned": is_planned,
    }
