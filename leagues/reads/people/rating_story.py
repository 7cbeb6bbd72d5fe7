"""A player's rating over time, and the ratings before a match."""

from dataclasses import dataclass
from datetime import date

from django.db.models import F, Max

from leagues.models import DaySum, Event, Match, MatchSide, Player
from leagues.reads.people.downsampling import LineStep, by_step
from leagues.reads.people.ratings import rating_of_entry, ratings_of
from leagues.reads.people.result_sums import rating_of
from leagues.reads.people.stored_sums import Sums
from scoring.ratings import CLUB_SCALE, Rating, expected_share


@dataclass(frozen=True)
class RatedDay:
    day: date
    rating: Rating


@dataclass(frozen=True)
class RatingStory:
    step: LineStep
    days: tuple[RatedDay, ...]


def rating_story(player: Player, sums: Sums) -> RatingStory:
    """A player's rating after each day they played; empty for guests.

    All matches count towards the rating, but days without a public match are not shown. Long
    histories show only the last day of each month or year.
    """
    stored = DaySum.objects.filter(
        club=player.club, player=player, rated_on=F("day"), is_public=True
    )
    if sums.since is not None:
        stored = stored.filter(day__lt=sums.since)
    newer = [evening[player.pk] for _, evening in sorted(sums.days.items()) if player.pk in evening]
    step, shown = by_step(stored, "day")
    if step is not LineStep.ONE:
        last = shown.annotate(last=Max("day")).values("last")
        shown = stored.filter(day__in=last)
    rows = [
        *shown.order_by("day"),
        *(row for row in newer if row.is_public and row.rated_on == row.day),
    ]
    days = (RatedDay(row.day, rating) for row in rows if (rating := rating_of(row)))
    return RatingStory(step, tuple(days))


@dataclass(frozen=True)
class Strength:
    """A side's rating before its match."""

    side: MatchSide
    rating: Rating
    share: int
    """The expected share of the points, in percent."""


def strengths_before(event: Event, match: Match) -> tuple[Strength, ...]:
    """The ratings of both sides on the morning of the match; empty if a side is unrated."""
    sides = list(match.sides.all())
    people = [[line.player_id for line in side.side_players.all()] for side in sides]
    if len(sides) != 2 or not all(people):
        return ()
    everybody = [player for players in people for player in players]
    rated = ratings_of(event.club, everybody, before=day_of(event, match))
    ratings = [rating_of_entry(players, rated) for players in people]
    one, two = ratings
    if one is None or two is None:
        return ()
    share = round(100 * expected_share(one, two))
    return (Strength(sides[0], one, share), Strength(sides[1], two, 100 - share))


def day_of(event: Event, match: Match) -> date:
    """The day a match was played, in the event's time zone."""
    at = match.played_at
    return at.astimezone(event.tzinfo).date()


def is_settled(rating: Rating) -> bool:
    return CLUB_SCALE.settled(rating)
