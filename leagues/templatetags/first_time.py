"""Help for people who haven't run an event yet; those who have see none of it."""

from typing import Any

from django import template
from django.template import Context

from leagues.access.roles import get_visitor
from leagues.reads.events.first_time import has_run_event
from leagues.reads.events.term_explanations import EXPLAINED
from leagues.reads.leagues.nights.first_night import first_night as steps_of_night

register = template.Library()


@register.simple_tag(takes_context=True)
def first_time(context: Context) -> bool:
    """True if this page explains itself: for organisers who have not run an event yet."""
    request = context["request"]
    known: bool | None = getattr(request, "_first_time", None)
    if known is None:
        visitor = get_visitor(request)
        known = visitor.is_organiser and not has_run_event(visitor.user)
        request._first_time = known  # cached, as several words of a page ask
    return known


@register.inclusion_tag("desk/_explain.html")
def explain(word: str) -> dict[str, Any]:
    """Show the meaning of a word beside it, closed until it is pressed."""
    question, answer = EXPLAINED[word]
    return {"question": question, "answer": answer}


@register.inclusion_tag("desk/leagues/nights/_first_night.html", takes_context=True)
def first_night(context: Context) -> dict[str, Any]:
    """Show all steps of a night with the current one, from the night's state in the context."""
    running = context.get("running") or ()
    is_played = not any(each.rounds for each in running)
    state = context["stands"] if first_time(context) else ""
    steps, text = steps_of_night(state, is_played=is_played)
    return {"steps": steps, "says": text}
