"""Numbers as pictures: small SVG, drawn here, with a table beside them for every reader.

Formatting only. A picture stretches to the room it has; words stand beside it as text.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django import template
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from leagues.bridge.people.careers import Average
from leagues.bridge.people.rating_story import RatedDay
from leagues.models import Event

register = template.Library()

SIZE = 100.0
AIR = 4.0  # so that a dot at the edge is whole


@dataclass(frozen=True)
class Point:
    """A value with how far it may be off, and the words of its line in the table."""

    label: str
    value: float
    low: float
    high: float
    cells: tuple[str, ...]


@dataclass(frozen=True)
class Scale:
    low: float
    high: float
    many: int

    def x(self, at: int) -> float:
        steps = max(1, self.many - 1)
        return round(AIR + (SIZE - 2 * AIR) * at / steps, 2)

    def y(self, value: float) -> float:
        span = (self.high - self.low) or 1
        return round(AIR + (SIZE - 2 * AIR) * (self.high - value) / span, 2)


@register.inclusion_tag("public/_chart.html")
def rating_chart(days: Sequence[RatedDay], title: str) -> dict[str, Any]:
    """A rating over the days that were played, inside what it may really be."""
    points = [
        Point(
            label=date_format(day.day, "j M Y"),
            value=day.rating.shown,
            low=day.rating.shown - day.rating.band,
            high=day.rating.shown + day.rating.band,
            cells=(str(day.rating.shown), f"± {day.rating.band}"),
        )
        for day in days
    ]
    return chart(points, title, (_("Day"), _("Rating"), _("Give or take")))


@register.inclusion_tag("public/_chart.html")
def twenties_chart(
    by_event: Sequence[tuple[Event, Average]], title: str
) -> dict[str, Any]:
    """20s a round, event by event."""
    points = [
        Point(
            label=event.name,
            value=round(made.each, 2),
            low=made.each,
            high=made.each,
            cells=(f"{made.each:.2f}", str(made.rounds)),
        )
        for event, made in by_event
    ]
    heads = (_("Event"), _("20s a round"), _("Rounds"))
    return chart(points, title, heads, from_nought=True)


def chart(
    points: Sequence[Point],
    title: str,
    heads: Sequence[str],
    *,
    from_nought: bool = False,
) -> dict[str, Any]:
    low = 0 if from_nought else min((p.low for p in points), default=0)
    high = max((p.high for p in points), default=0)
    scale = Scale(low, high, len(points))
    line = [(scale.x(n), scale.y(p.value)) for n, p in enumerate(points)]
    above = [(scale.x(n), scale.y(p.high)) for n, p in enumerate(points)]
    below = [(scale.x(n), scale.y(p.low)) for n, p in enumerate(points)]
    has_band = above != below
    return {
        "title": title,
        "heads": heads,
        "points": points,
        "low": f"{low:g}",
        "high": f"{round(high, 2):g}",
        "line": _path(line),
        "dots": "".join(f"M{x} {y}h0" for x, y in line),
        "band": f"{_path(above)}L{_path(below[::-1])[1:]}Z" if has_band else "",
    }


def _path(corners: Sequence[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{x} {y}" for x, y in corners)
