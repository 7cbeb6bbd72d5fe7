"""Facts about a league's calendar, for pages."""

from collections.abc import Sequence
from datetime import date

from django import template

from leagues.reads.leagues.words import missing_in_words
from leagues.stages.calendar import CalendarRule

register = template.Library()


@register.filter
def nights_in(days: Sequence[tuple[date, bool]]) -> int:
    """Return how many of the dates are nights."""
    return sum(is_night for _day, is_night in days)


@register.filter
def missing(rule: CalendarRule | None) -> list[str]:
    """Return the months for which the rule gives no night."""
    return missing_in_words(rule) if rule else []
