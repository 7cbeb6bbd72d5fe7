"""How a rating came to be: day by day, and what was believed before a match."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from leagues.bridge.people.ratings import history_of, rating_of_entry
from leagues.models import Event, Match, MatchSide, Player
from scoring.ratings import CLUB_SCALE, Rating, expected


@dataclass(frozen=True)
class RatedDay:
    day: date
    rating: Rating


def rating_story(player: Player) -> tuple[RatedDay, ...]:
    """A player's rating on the evening of each day they played.

    Every match counts for how strong somebody is, but a day on which nothing was played
    that everybody may read about is not told. Guests have none.
    """
    club = history_of(player.club)
    return tuple(
        RatedDay(day, changed[player.pk])
        for day, changed in club.days
        if (day, player.pk) in club.told and player.pk in changed
    )


@dataclass(frozen=True)
class Strength:
    """How strong a side was held to be when it sat down."""

    side: MatchSide
    rating: Rating
    share: int
    """What it could expect of the points, in hundredths."""


def strengths_before(event: Event, match: Match) -> tuple[Strength, ...]:
    """Of both sides of a match, on the morning of its day; nothing where nobody is known."""
    sides = list(match.sides.all())
    people = [[line.player_id for line in side.side_players.all()] for side in sides]
    if len(sides) != 2 or not all(people):
        return ()
    rated = history_of(event.club).before(day_of(event, match))
    ratings = [rating_of_entry(players, rated) for players in people]
    one, two = ratings
    if one is None or two is None:
        return ()
    share = round(100 * expected(one, two))
    return (Strength(sides[0], one, share), Strength(sides[1], two, 100 - share))


def day_of(event: Event, match: Match) -> date:
    """The day a match is played, by the clock of the hall."""
    at = match.finished_at or match.started_at or event.starts_at
    return at.astimezone(event.tzinfo).date()


def is_settled(rating: Rating) -> bool:
    return CLUB_SCALE.settled(rating)
