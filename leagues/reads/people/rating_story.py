"""How a rating came to be: day by day, and what was believed before a match."""

from dataclasses import dataclass
from datetime import date

from django.db.models import F, Max

from leagues.models import DaySum, Event, Match, MatchSide, Player
from leagues.reads.people.adding_up import rating_of
from leagues.reads.people.downsampling import LineStep, by_step
from leagues.reads.people.kept_sums import Sums
from leagues.reads.people.ratings import rating_of_entry, ratings_of
from scoring.ratings import CLUB_SCALE, Rating, expected


@dataclass(frozen=True)
class RatedDay:
    day: date
    rating: Rating


@dataclass(frozen=True)
class RatingStory:
    step: LineStep
    days: tuple[RatedDay, ...]


def rating_story(player: Player, sums: Sums) -> RatingStory:
    """A player's rating on the evening of each day they played.

    Every match counts for how strong somebody is, but a day on which nothing was played
    that everybody may read about is not told. Guests have none. Of many days the last of
    each month is told, of many months the last of each year.
    """
    stored = DaySum.objects.filter(club=player.club, player=player, rated_on=F("day"), is_told=True)
    if sums.since is not None:
        stored = stored.filter(day__lt=sums.since)
    newer = [evening[player.pk] for _, evening in sorted(sums.days.items()) if player.pk in evening]
    step, shown = by_step(stored, "day")
    if step is not LineStep.ONE:
        last = shown.annotate(last=Max("day")).values("last")
        shown = stored.filter(day__in=last)
    rows = [
        *shown.order_by("day"),
        *(row for row in newer if row.is_told and row.rated_on == row.day),
    ]
    days = (RatedDay(row.day, rating) for row in rows if (rating := rating_of(row)))
    return RatingStory(step, tuple(days))


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
    everybody = [player for players in people for player in players]
    rated = ratings_of(event.club, everybody, before=day_of(event, match))
    ratings = [rating_of_entry(players, rated) for players in people]
    one, two = ratings
    if one is None or two is None:
        return ()
    share = round(100 * expected(one, two))
    return (Strength(sides[0], one, share), Strength(sides[1], two, 100 - share))


def day_of(event: Event, match: Match) -> date:
    """The day a match is played, by the clock of the hall."""
    at = match.played_at
    return at.astimezone(event.tzinfo).date()


def is_settled(rating: Rating) -> bool:
    return CLUB_SCALE.settled(rating)
