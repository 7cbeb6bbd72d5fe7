"""Ratings of players, from all their matches in the club."""

from collections.abc import Iterable, Mapping
from datetime import date

from leagues.models import Club
from leagues.reads.people.result_sums import rating_of
from leagues.reads.people.stored_sums import sums_of
from scoring.ratings import CLUB_SCALE, Rating, pair_rating


def ratings_of(club: Club, players: Iterable[int], before: date | None = None) -> dict[int, Rating]:
    """The ratings of these players, now or on the morning of ``before``. Unrated ones are left
    out.
    """
    evenings = sums_of(club).evenings_before(players, before)
    return {
        player: rating for player, row in evenings.items() if (rating := rating_of(row)) is not None
    }


def rating_of_entry(players: Iterable[int], ratings: Mapping[int, Rating]) -> Rating | None:
    """The rating of an entry, or None if none of its players is rated."""
    behind = list(players)
    if not any(player in ratings for player in behind):
        return None
    return pair_rating(*(ratings.get(p, CLUB_SCALE.newcomer) for p in behind))
