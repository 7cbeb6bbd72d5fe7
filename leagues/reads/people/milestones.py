"""A player's milestones, such as their first win, first podium, 100th match or 1,000th 20."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from itertools import accumulate

from django.db.models import Count

from leagues.models import DaySum, Event, EventAward, Match, Player, Round, SidePlayer
from leagues.reads.people.careers import stored_sums
from leagues.reads.people.result_sums import FIRST_WIN
from leagues.reads.people.results import SAT
from leagues.reads.people.stored_sums import Sums
from scoring.text import Ordinal

TWENTIES = (100, 500, 1_000, 2_500, 5_000, 10_000)
MADE, PODIUM = "20s", "podium"

Reached = tuple[str, int, int]
"""What was reached, the number, and the key of the match."""


@dataclass(frozen=True)
class Milestone:
    what: str
    number: int
    """The number reached; for a podium, the place."""
    event: Event
    at: datetime
    match: Match | None = None

    @property
    def address(self) -> str:
        return (self.match or self.event).get_absolute_url()

    @property
    def nth(self) -> Ordinal:
        return Ordinal(self.number)

    @property
    def is_first_win(self) -> bool:
        return self.what == FIRST_WIN

    @property
    def is_podium(self) -> bool:
        return self.what == PODIUM

    @property
    def is_of_twenties(self) -> bool:
        return self.what == MADE


def milestones_of(
    player: Player, sums: Sums, podium: EventAward | None = None
) -> tuple[Milestone, ...]:
    """The player's milestones in public events, latest first. ``podium`` is their first podium."""
    reached = [*_of_matches(player, sums), *_of_twenties(player, sums)]
    found = Match.objects.select_related("event").in_bulk([at for *_, at in reached])
    every = [
        Milestone(what, n, found[at].event, found[at].played_at, found[at])
        for what, n, at in reached
        if at in found
    ]
    if podium:
        event = podium.event
        every.append(Milestone(PODIUM, podium.figure, event, event.starts_at))
    return tuple(sorted(every, key=lambda each: (each.at, each.number), reverse=True))


def _of_matches(player: Player, sums: Sums) -> Iterator[Reached]:
    days = DaySum.objects.filter(club=sums.club, player=player, reached__isnull=False)
    if sums.since is not None:
        days = days.filter(day__lt=sums.since)
    for reached in days.values_list("reached", flat=True):
        yield from map(tuple, reached)
    for evening in sums.days.values():
        if player.pk in evening:
            yield from evening[player.pk].reached or ()


def _of_twenties(player: Player, sums: Sums) -> Iterator[Reached]:
    """Yield the milestones of 20s, with events in order of their starts."""
    made = stored_sums(sums, player).filter(twenties__gt=0)
    rows = list(made.values_list("event__starts_at", "event", "twenties"))
    rows += [
        (each.event.starts_at, each.event.pk, row.twenties)
        for each in sums.added_up()
        if (row := each.players.get(player.pk)) and row.twenties
    ]
    rows.sort()
    totals = accumulate(twenties for *_, twenties in rows)
    wanted: dict[int, list[tuple[int, int]]] = {}
    for (_, event, twenties), total in zip(rows, totals, strict=True):
        before = total - twenties
        for number in TWENTIES:
            if before < number <= total:
                wanted.setdefault(event, []).append((number, number - before))
    if wanted:
        yield from _matches_of(player, wanted)


def _matches_of(player: Player, wanted: dict[int, list[tuple[int, int]]]) -> Iterator[Reached]:
    """Yield the match in which each wanted 20 was made.

    ``wanted`` has, for each event, the milestone and its position among the event's 20s.
    """
    shot = _shot_in(player, wanted)
    for event, numbers in wanted.items():
        matches = [match for at, match, _ in shot if at == event]
        totals = list(accumulate(made for at, _, made in shot if at == event))
        for number, of_event in numbers:
            for match, total in zip(matches, totals, strict=True):
                if total >= of_event:
                    yield MADE, number, match
                    break


def _shot_in(player: Player, events: Iterable[int]) -> list[tuple[int, int, int]]:
    """The event, match and number of 20s of each round that the player shot without a partner."""
    sat = SidePlayer.objects.filter(player=player, match__event__in=list(events))
    alone = sat.annotate(many=Count("side__side_players")).filter(many=1)
    seats = dict(alone.values_list("match", "side__seat"))
    rounds = Round.objects.filter(match__in=seats, match__ending__in=SAT, twenties__isnull=False)
    order = ("match__finished_at", "match", "game", "number")
    return [
        (event, match, twenties[seats[match]] or 0)
        for event, match, twenties in rounds.order_by(*order).values_list(
            "match__event", "match", "twenties"
        )
        if twenties and seats[match] < len(twenties)
    ]
