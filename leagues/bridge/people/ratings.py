"""How strong the club's people are, from everything they have ever played here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from itertools import groupby
from operator import itemgetter
from typing import Any
from zoneinfo import ZoneInfo

from django.db.models import Sum

from leagues.models import Action, Club, Event, Match
from scoring.ratings import (
    CLUB_SCALE,
    RatedMatch,
    Rating,
    by_points,
    by_winner,
    history,
    pair_rating,
)
from scoring.sides import BySeat, Seat


@dataclass(frozen=True)
class History:
    """Day after day, the ratings of those who played, as they stood that night."""

    days: tuple[tuple[date, Mapping[int, Rating]], ...]
    told: frozenset[tuple[date, int]]
    """Who played on which day where everybody may read about it."""

    def before(self, day: date) -> dict[int, Rating]:
        """Everybody's rating on the morning of a day."""
        return _added_up(changed for each, changed in self.days if each < day)


def ratings_of(club: Club) -> dict[int, Rating]:
    """Every player's rating, by the player's number."""
    return _added_up(changed for _, changed in history_of(club).days)


def _added_up(days: Iterable[Mapping[int, Rating]]) -> dict[int, Rating]:
    return {player: rating for changed in days for player, rating in changed.items()}


def history_of(club: Club) -> History:
    """All that was ever played here, in one query; not twice while nobody has done anything.

    Two events may write at once, and the later line of the log be there first: the one that
    follows moves its event.
    """
    last = Action.objects.order_by("-pk").values_list("pk", "at").first()
    moved = Event.objects.aggregate(moved=Sum("revision"))["moved"]
    return history_at(club.pk, last, moved)


@lru_cache(maxsize=2)
def history_at(club: int, _last: object, _moved: int | None) -> History:
    lines = list(played_in(club))
    public = Event.Visibility.PUBLIC
    listed = [line for line in lines if line["event__visibility"] == public]
    return History(
        tuple(history(rated_matches(lines))),
        frozenset(
            (match.day, player)
            for match in rated_matches(listed)
            for side in match.sides
            for player in side
        ),
    )


def rating_of_entry(
    players: Iterable[int], ratings: Mapping[int, Rating]
) -> Rating | None:
    """The strength of an entry; nothing where nobody behind it has ever been rated."""
    behind = list(players)
    if not any(player in ratings for player in behind):
        return None
    return pair_rating(*(ratings.get(p, CLUB_SCALE.newcomer) for p in behind))


def played_in(club: int) -> Iterable[Mapping[str, Any]]:
    """One line for each person who sat in a match that was really played, match by match."""
    played = Match.objects.filter(
        event__club=club, event__binned_at=None, ending=Match.Ending.PLAYED
    )
    return played.order_by("pk", "sides__seat", "sides__side_players__number").values(
        "pk",
        "winner",
        "finished_at",
        "event__starts_at",
        "event__zone",
        "event__visibility",
        "sides__seat",
        "sides__points",
        "sides__side_players__player",
        "sides__side_players__player__is_guest",
    )


def rated_matches(lines: Iterable[Mapping[str, Any]]) -> Iterator[RatedMatch[int]]:
    """Matches between two sides whose players are known; heats of three and four are none."""
    for _, of_one in groupby(lines, itemgetter("pk")):
        if rated := _rated(list(of_one)):
            yield rated


def _rated(lines: list[Mapping[str, Any]]) -> RatedMatch[int] | None:
    points = {line["sides__seat"]: line["sides__points"] for line in lines}
    seated = [line for line in lines if line["sides__side_players__player"] is not None]
    sides = BySeat(
        *(
            tuple(
                line["sides__side_players__player"]
                for line in seated
                if line["sides__seat"] == seat
            )
            for seat in (0, 1)
        )
    )
    if set(points) != {0, 1} or not all(sides):
        return None
    guests = [
        line["sides__side_players__player"]
        for line in seated
        if line["sides__side_players__player__is_guest"]
    ]
    day, winner = _day(lines[0]), lines[0]["winner"]
    if any(points.values()):
        return by_points(day, sides, BySeat(points[0], points[1]), guests)
    return by_winner(day, sides, None if winner is None else Seat(winner), guests)


def _day(line: Mapping[str, Any]) -> date:
    """The day it was played, by the clock of the hall."""
    at = line["finished_at"] or line["event__starts_at"]
    day: date = at.astimezone(ZoneInfo(line["event__zone"])).date()
    return day
