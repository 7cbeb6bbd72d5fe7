"""Charts: small SVG pictures, each with a table beside it for every reader.

This is formatting only. A picture stretches to its space; labels are text beside it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django import template
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from leagues.dates import date_format
from leagues.reads.people.downsampling import LineStep
from leagues.reads.people.rating_story import RatingStory
from leagues.reads.people.twenties_story import TwentiesPoint, TwentiesStory
from leagues.reads.play.matches import GameCard
from leagues.templatetags.axes import round_dates, round_numbers

register = template.Library()

SIZE = 100.0
AIR = 4.0  # padding, so that a dot at the edge is whole
INWARD = 12.0  # distance from the right edge within which a label is aligned to its tick's left


@dataclass(frozen=True)
class Point:
    """A value with its uncertainty, and the words of its line in the table."""

    at: date
    label: str
    value: float
    low: float
    high: float
    cells: tuple[str, ...]


@dataclass(frozen=True)
class Tick:
    """A label and its position on an axis, in hundredths."""

    at: str
    label: str
    anchor: str = "middle"


@dataclass(frozen=True)
class AverageLine:
    """The club's mean across the whole chart, with a label that doesn't cover the line."""

    y: str
    label: str
    x: str
    anchor: str
    is_below: bool


@dataclass(frozen=True)
class ChartScale:
    low: float
    high: float
    first: float
    last: float

    def x(self, at: float) -> float:
        span = (self.last - self.first) or 1
        return round(AIR + (SIZE - 2 * AIR) * (at - self.first) / span, 2)

    def y(self, value: float) -> float:
        span = (self.high - self.low) or 1
        return round(AIR + (SIZE - 2 * AIR) * (self.high - value) / span, 2)


RATING_TITLES = {
    LineStep.ONE: gettext_lazy("Rating day by day. The shaded band shows how sure it is."),
    LineStep.MONTH: gettext_lazy("Rating month by month. The shaded band shows how sure it is."),
    LineStep.YEAR: gettext_lazy("Rating year by year. The shaded band shows how sure it is."),
}


@register.inclusion_tag("public/_chart.html")
def rating_chart(story: RatingStory, average: float | None = None) -> dict[str, Any]:
    """Render a rating over the days that were played, inside its band of uncertainty."""
    points = [
        Point(
            at=day.day,
            label=date_format(day.day, "j M Y"),
            value=day.rating.shown,
            low=day.rating.shown - day.rating.band,
            high=day.rating.shown + day.rating.band,
            cells=(str(day.rating.shown), f"± {day.rating.band}"),
        )
        for day in story.days
    ]
    heads = (_("Day"), _("Rating"), _("Give or take"))
    return chart_context(points, str(RATING_TITLES[story.step]), heads, average=average)


TWENTIES_TITLES = {
    LineStep.ONE: (gettext_lazy("20s a round, event by event"), gettext_lazy("Event")),
    LineStep.MONTH: (gettext_lazy("20s a round, month by month"), gettext_lazy("Month")),
    LineStep.YEAR: (gettext_lazy("20s a round, year by year"), gettext_lazy("Year")),
}
DATES = {LineStep.MONTH: "M Y", LineStep.YEAR: "Y"}


@register.inclusion_tag("public/_chart.html")
def twenties_chart(story: TwentiesStory, average: float | None = None) -> dict[str, Any]:
    """Render 20s a round, event by event."""
    points = [
        Point(
            at=point.starts_at.date(),
            label=point_label(point, story.step),
            value=round(point.made.each, 2),
            low=point.made.each,
            high=point.made.each,
            cells=(number_format(point.made.each, 2), str(point.made.rounds)),
        )
        for point in story.points
    ]
    title, head = TWENTIES_TITLES[story.step]
    heads = (str(head), _("20s a round"), _("Rounds"))
    return chart_context(points, str(title), heads, decimals=2, average=average)


def point_label(point: TwentiesPoint, step: LineStep) -> str:
    return date_format(point.starts_at, DATES[step]) if step in DATES else point.name


def chart_context(
    points: Sequence[Point],
    title: str,
    heads: Sequence[str],
    *,
    decimals: int = 0,
    average: float | None = None,
) -> dict[str, Any]:
    """Render a chart. Values with decimals are shares, and their axis begins at 0."""
    values = [v for p in points for v in (p.low, p.high)]
    values += [average] if average is not None else []
    up = round_numbers(0 if decimals else min(values), max(values))
    days = [point.at.toordinal() for point in points]
    if days[0] == days[-1]:
        days = list(range(len(points)))  # all on one day: show them side by side
    scale = ChartScale(up.numbers[0], up.numbers[-1], days[0], days[-1])
    xs = [scale.x(day) for day in days]
    line = [(x, scale.y(p.value)) for x, p in zip(xs, points, strict=True)]
    above = [(x, scale.y(p.high)) for x, p in zip(xs, points, strict=True)]
    below = [(x, scale.y(p.low)) for x, p in zip(xs, points, strict=True)]
    ticks_up = [(scale.y(n), number_format(n, up.decimals)) for n in up.numbers]
    return {
        "title": title,
        "heads": heads,
        "points": points,
        "ticks_up": [Tick(f"{y:g}%", label) for y, label in ticks_up],
        "rules": "".join(f"M0 {y:g}H{SIZE:g}" for y, _label in ticks_up),
        "ticks_along": _ticks_along(points[0].at, points[-1].at, scale),
        "average": _average_line(average, decimals, line, scale),
        "line": _line_path(line),
        "dots": "".join(f"M{x} {y}h0" for x, y in line),
        "band": f"{_line_path(above)}L{_line_path(below[::-1])[1:]}Z" if above != below else "",
    }


def _ticks_along(first: date, last: date, scale: ChartScale) -> list[Tick]:
    if first == last:
        return [Tick(f"{AIR:g}%", date_format(first, "j M Y"), "start")]
    dates = round_dates(first, last)
    found = []
    for day in dates.days:
        x = scale.x(day.toordinal())
        anchor = "end" if x > SIZE - INWARD else "start" if x < INWARD else "middle"
        found.append(Tick(f"{x:g}%", date_format(day, dates.format), anchor))
    return found


def _average_line(
    average: float | None, decimals: int, line: Sequence[tuple[float, float]], scale: ChartScale
) -> AverageLine | None:
    """Place the label at the end where the other line is further away, on its free side."""
    if average is None:
        return None
    y = scale.y(average)
    (_, first), (_, last) = line[0], line[-1]
    is_right = abs(last - y) >= abs(first - y)
    return AverageLine(
        y=f"{y:g}",
        label=number_format(average, decimals),
        x=f"{SIZE - AIR / 2:g}%" if is_right else f"{AIR / 2:g}%",
        anchor="end" if is_right else "start",
        is_below=(last if is_right else first) < y,
    )


def _line_path(corners: Sequence[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{x} {y}" for x, y in corners)


@register.inclusion_tag("public/_steps.html")
def steps(card: GameCard) -> dict[str, Any]:
    """Render how the points of a game grew, round by round; the table beside it has the numbers."""
    totals = [line.running_score for line in card.lines if line.running_score]
    most = max((max(each) for each in totals), default=0)
    if len(totals) < 2 or not most:
        return {"sides": []}
    scale = ChartScale(0, most, 0, len(totals) + 1)
    heights = [n for n in round_numbers(0, most).numbers if n <= most]
    return {
        "ticks_up": [Tick(f"{scale.y(n)}%", f"{n:g}") for n in heights],
        "ticks_along": [Tick(f"{scale.x(n)}%", str(n)) for n in range(1, len(totals) + 1)],
        "sides": [
            (seat, _steps_path([scale.y(each[seat]) for each in totals], scale), totals[-1][seat])
            for seat in range(len(totals[0]))
        ],
    }


def _steps_path(heights: Sequence[float], scale: ChartScale) -> str:
    """Return the path from 0, up at the end of each round, and on at the final points."""
    up = "".join(f"H{scale.x(at)}V{y}" for at, y in enumerate(heights, start=1))
    return f"M{scale.x(0)} {scale.y(0)}{up}H{scale.x(len(heights) + 1)}"
