"""Dues in words."""

from __future__ import annotations

from collections.abc import Iterable

from django import template

from leagues.models import Due
from leagues.reads.leagues.dues import DueLine, in_currency

register = template.Library()


@register.filter
def due_in_words(due: Due) -> str:
    """What is noted: "Paid in part, 12.50 €"."""
    state = str(due.get_state_display())
    return f"{state}, {in_currency(due.amount, due.league)}" if due.amount else state


@register.filter
def settled(lines: Iterable[DueLine]) -> int:
    """How many owe nothing any more."""
    return sum(line.is_settled for line in lines)
