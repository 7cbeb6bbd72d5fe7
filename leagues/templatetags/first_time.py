"""Help for people who haven't run an event yet; those who have see none of it."""

from typing import Any

from django import template
from django.template import Context

from leagues.access.roles import who
from leagues.reads.events.explained import EXPLAINED
from leagues.reads.events.first_time import has_run_event
from leagues.reads.leagues.nights.first_night import first_night as steps_of_night

register = template.Library()


@register.simple_tag(takes_context=True)
def first_time(context: Context) -> bool:
    """Whether this page explains itself: to organisers who have not run an event yet."""
    request = context["request"]
    known: bool | None = getattr(request, "_first_time", None)
    if known is None:
        visitor = who(request)
        known = visitor.is_organiser and not has_run_event(visitor.user)
        request._first_time = known  # several words of a page ask
    return known


@register.inclusion_tag("desk/_explain.html")
def explain(word: str) -> dict[str, Any]:
    """The meaning of a word, closed until it is pressed, beside the word."""
    question, answer = EXPLAINED[word]
    return {"question": question, "answer": answer}


@register.inclusion_tag("desk/leagues/nights/_first_night.html", takes_context=True)
def first_night(context: Context) -> dict[str, Any]:
    """All steps of a night with the one at hand; needs ``stands``, and ``running`` once it is on."""
    running = context.get("running") or ()
    is_played = not any(each.rounds for each in running)
    stands = context["stands"] if first_time(context) else ""
    steps, says = steps_of_night(stands, is_played=is_played)
    return {"steps": steps, "says": says}
