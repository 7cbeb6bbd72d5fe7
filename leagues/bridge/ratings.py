"""How strong the club's people are, from everything they have ever played here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from itertools import groupby
from operator import itemgetter
from typing import Any
from zoneinfo import ZoneInfo

from leagues.models import Club, Match
from scoring.ratings import (
    CLUB_SCALE,
    RatedMatch,
    Rating,
    by_points,
    by_winner,
    pair_rating,
    replay,
)
from scoring.sides import BySeat, Seat


def ratings_of(club: Club) -> dict[int, Rating]:
    """Every player's rating, by the player's number: the whole history, in one query."""
    return replay(rated_matches(_played(club)))


def rating_of_entry(
    players: Iterable[int], ratings: Mapping[int, Rating]
) -> Rating | None:
    """The strength of an entry; nothing where nobody behind it has ever been rated."""
    behind = list(players)
    if not any(player in ratings for player in behind):
        return None
    return pair_rating(*(ratings.get(p, CLUB_SCALE.newcomer) for p in behind))


def _played(club: Club) -> Iterable[Mapping[str, Any]]:
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
