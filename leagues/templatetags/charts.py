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
from django.utils.translation import gettext_lazy

from leagues.reads.people.downsampling import LineStep
from leagues.reads.people.rating_story import RatingStory
from leagues.reads.people.twenties_story import TwentiesPoint, TwentiesStory

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
class ChartScale:
    low: float
    high: float
    many: int

    def x(self, at: int) -> float:
        steps = max(1, self.many - 1)
        return round(AIR + (SIZE - 2 * AIR) * at / steps, 2)

    def y(self, value: float) -> float:
        span = (self.high - self.low) or 1
        return round(AIR + (SIZE - 2 * AIR) * (self.high - value) / span, 2)


RATING_TITLES = {
    LineStep.ONE: gettext_lazy(
        "Rating day by day; the truth lies in the coloured band, nineteen times in twenty"
    ),
    LineStep.MONTH: gettext_lazy(
        "Rating month by month; the truth lies in the coloured band, nineteen times in twenty"
    ),
    LineStep.YEAR: gettext_lazy(
        "Rating year by year; the truth lies in the coloured band, nineteen times in twenty"
    ),
}


@register.inclusion_tag("public/_chart.html")
def rating_chart(story: RatingStory) -> dict[str, Any]:
    """A rating over the days that were played, inside what it may really be."""
    points = [
        Point(
            label=date_format(day.day, "j M Y"),
            value=day.rating.shown,
            low=day.rating.shown - day.rating.band,
            high=day.rating.shown + day.rating.band,
            cells=(str(day.rating.shown), f"± {day.rating.band}"),
        )
        for day in story.days
    ]
    heads = (_("Day"), _("Rating"), _("Give or take"))
    return chart(points, str(RATING_TITLES[story.step]), heads)


TWENTIES_TITLES = {
    LineStep.ONE: (gettext_lazy("20s a round, event by event"), gettext_lazy("Event")),
    LineStep.MONTH: (
        gettext_lazy("20s a round, month by month"),
        gettext_lazy("Month"),
    ),
    LineStep.YEAR: (gettext_lazy("20s a round, year by year"), gettext_lazy("Year")),
}
DATES = {LineStep.MONTH: "M Y", LineStep.YEAR: "Y"}


@register.inclusion_tag("public/_chart.html")
def twenties_chart(story: TwentiesStory) -> dict[str, Any]:
    """20s a round, event by event."""
    points = [
        Point(
            label=label(point, story.step),
            value=round(point.made.each, 2),
            low=point.made.each,
            high=point.made.each,
            cells=(f"{point.made.each:.2f}", str(point.made.rounds)),
        )
        for point in story.points
    ]
    title, head = TWENTIES_TITLES[story.step]
    heads = (str(head), _("20s a round"), _("Rounds"))
    return chart(points, str(title), heads, from_nought=True)


def label(point: TwentiesPoint, step: LineStep) -> str:
    return date_format(point.starts_at, DATES[step]) if step in DATES else point.name


def chart(
    points: Sequence[Point],
    title: str,
    heads: Sequence[str],
    *,
    from_nought: bool = False,
) -> dict[str, Any]:
    low = 0 if from_nought else min((p.low for p in points), default=0)
    high = max((p.high for p in points), default=0)
    scale = ChartScale(low, high, len(points))
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
