"""A player's 20s per round over time."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Min, Sum

from leagues.models import Event, Player
from leagues.reads.people.careers import Average, stored_sums
from leagues.reads.people.downsampling import LineStep, by_step
from leagues.reads.people.stored_sums import Sums


@dataclass(frozen=True)
class TwentiesPoint:
    """One event, or all events that began in a month or year."""

    starts_at: datetime
    name: str
    made: Average


@dataclass(frozen=True)
class TwentiesStory:
    step: LineStep
    points: tuple[TwentiesPoint, ...]


def twenties_story(player: Player, sums: Sums) -> TwentiesStory:
    """The player's 20s in rounds without a partner, earliest event first."""
    zone = player.club.tzinfo
    newer = [row for row in sums.of_player(player.pk) if row.rounds]
    events = Event.objects.in_bulk([row.event_id for row in newer])
    latest = [
        TwentiesPoint(event.starts_at, event.name, Average(row.rounds, row.twenties))
        for row in newer
        for event in (events[row.event_id],)
    ]
    rows = stored_sums(sums, player).filter(rounds__gt=0)
    step, rows = by_step(rows, "event__starts_at", zone)
    if step is LineStep.ONE:
        found = rows.values_list("event__starts_at", "event__name", "rounds", "twenties")
    else:
        found = rows.annotate(
            at=Min("event__starts_at"), all=Sum("rounds"), made=Sum("twenties")
        ).values_list("at", "of", "all", "made")
    points = [TwentiesPoint(at, str(of), Average(*made)) for at, of, *made in found]
    points = sorted([*points, *latest], key=lambda each: each.starts_at)
    return TwentiesStory(step, tuple(_merge_points(points, step, player)))


def _merge_points(
    points: Iterable[TwentiesPoint], step: LineStep, player: Player
) -> Iterable[TwentiesPoint]:
    """Merge points that began in the same month or year."""
    if step is LineStep.ONE:
        yield from points
        return
    of: defaultdict[tuple[int, ...], list[TwentiesPoint]] = defaultdict(list)
    for point in points:
        at = point.starts_at.astimezone(player.club.tzinfo)
        of[(at.year, at.month) if step is LineStep.MONTH else (at.year,)].append(point)
    for together in of.values():
        rounds = sum(point.made.rounds for point in together)
        made = sum(point.made.twenties for point in together)
        yield TwentiesPoint(together[0].starts_at, "", Average(rounds, made))
