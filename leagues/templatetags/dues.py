"""Dues in words."""

from collections.abc import Iterable

from django import template

from leagues.models import Due
from leagues.reads.leagues.dues import DueLine, DueSums, sums_of
from leagues.reads.leagues.money import in_currency

register = template.Library()


@register.filter
def due_in_words(due: Due) -> str:
    """Return what is recorded: "Paid in part, £12.50"."""
    state = str(due.get_state_display())
    amount = due.amount
    return f"{state}, {in_currency(amount, due.currency)}" if amount else state


register.filter("in_currency", in_currency)


@register.filter
def sums(lines: Iterable[DueLine]) -> DueSums:
    return sums_of(lines)
