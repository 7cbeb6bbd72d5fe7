"""Navigation of an event's desk."""

import re
from typing import Any
from uuid import uuid4

from django import template
from django.template import Context
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from leagues.access.roles import get_visitor
from leagues.models import Event, League, Surface
from leagues.reads.draw.desk_step import step_at_hand
from leagues.reads.events.first_time import steps_of
from leagues.reads.tolerant_rows import UNREADABLE, unreadable_rows
from leagues.templatetags.first_time import first_time
from leagues.templatetags.public import Named
from leagues.templatetags.tabs import DESK

register = template.Library()
FIELD = "form_key"
KEY = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")

KINDS = {
    "undo-2": "undo",
    "mail": "mail notice write send reminders messages address",
    "tv": "screen screens",
    "medal": "finish close reopen awards finals",
    "dices": "apart draw drafts lot meet mend pair part play pools publish rounds seats seeds swap",
    "users": "check division divisions dues enrol enrolment enrolments entry former guardian here"
    " invitation invite join leave link list member members membership place places player"
    " players role sit spare squad stay substitute team",
    "clipboard-list": "accept annul both card confirm correct correction count forfeit friendly no"
    " rate report results round rule settle shots stand tie totals up void walkover",
    "calendar-days": "arrange calendar challenge date host hosts league move night off period"
    " season venue",
    "play": "board call clock help match matches minute start",
}
"""Icons of acts by words of their verbs; the first that has one of its words counts."""


@register.filter
def act_icon(verb: str) -> str:
    """Return the icon of a kind of act.

    >>> act_icon("draw_rounds"), act_icon("finish_event"), act_icon("change_club_page")
    ('dices', 'medal', 'settings')
    """
    words = set(verb.split("_"))
    return next((icon for icon, known in KINDS.items() if words & set(known.split())), "settings")


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


@register.inclusion_tag("desk/_keys.html", takes_context=True)
def desk_keys(context: Context) -> dict[str, Any]:
    """Return the keyboard shortcuts of the event's desk for this visitor."""
    may_draw = get_visitor(context["request"]).is_organiser
    return {"event": context["event"], "may_draw": may_draw}


@register.inclusion_tag("desk/_next_step.html", takes_context=True)
def desk_next_step(context: Context) -> dict[str, Any]:
    """Show what is missing before a planned event can begin, for those who may do it, but not in
    forms below the desk's tabs; for a first event, all steps to its end, everywhere.
    """
    request, event = context["request"], context["event"]
    is_planned = event.state == Event.State.PLANNED
    is_first = first_time(context)
    is_tab = request.resolver_match.url_name in {name for name, *_ in DESK}
    is_shown = is_first or (is_planned and is_tab)
    may = get_visitor(request).is_organiser and is_shown
    passages = context.get("passages")  # of the page that settles ties
    has_tie = None if passages is None else any(each["ties"] for each in passages)
    step = step_at_hand(event, has_tie=has_tie) if may else None
    steps = steps_of(step, has_begun=not is_planned) if step and is_first else ()
    at = reverse(step.address, args=step.args(event.slug)) if step else ""
    is_desk = step is not None and step.address == "event_desk"
    desk = reverse("event_desk", args=[event.slug])
    if (is_desk or is_planned) and request.path == desk:  # the page shows it itself
        step = None
    is_here = not is_desk and bool(at) and request.path.startswith(at)
    return {
        "steps": steps,
        "step": step,
        "address": at,
        "is_here": is_here,
        "is_planned": is_planned,
    }
