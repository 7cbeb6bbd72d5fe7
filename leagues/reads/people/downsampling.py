"""Reduce a chart's line to as many points as a phone can show."""

from datetime import tzinfo
from enum import Enum
from typing import Any

from django.db.models import QuerySet
from django.db.models.functions import TruncMonth, TruncYear

MOST_POINTS = 120


class LineStep(Enum):
    """The period that one point of a line covers."""

    ONE = "one"
    MONTH = "month"
    YEAR = "year"


def by_step(
    rows: QuerySet[Any], at: str, zone: tzinfo | None = None
) -> tuple[LineStep, QuerySet[Any]]:
    """Group rows by month, or by year, if there are more than ``MOST_POINTS``.

    Grouped rows have the start of their period as ``of``.
    """
    if rows.count() <= MOST_POINTS:
        return LineStep.ONE, rows
    by_month = _group_by(rows, TruncMonth(at, tzinfo=zone))
    if by_month.distinct().count() <= MOST_POINTS:
        return LineStep.MONTH, by_month
    return LineStep.YEAR, _group_by(rows, TruncYear(at, tzinfo=zone))


def _group_by(rows: QuerySet[Any], of: TruncMonth | TruncYear) -> QuerySet[Any]:
    grouped: QuerySet[Any] = rows.order_by().annotate(of=of).values("of")
    return grouped
