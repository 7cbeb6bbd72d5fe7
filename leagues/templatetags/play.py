"""Template tags of the phone's scoring pages."""

from typing import Any

from django import template
from django.template import Context

register = template.Library()

State = dict[str, Any]


@register.filter
def own_first(state: State) -> list[State]:
    """Return the sides of a match: this phone's side, then the others in the order of seats."""
    return sorted(state["sides"], key=lambda side: side["seat"] != state["seat"])


@register.simple_tag(takes_context=True)
def typed(context: Context, name: str, seat: int) -> str:
    """Return what was typed into a field of the plain form, so that a refusal loses nothing."""
    found: str = context["request"].POST.get(f"{name}_{seat}", "")
    return found
