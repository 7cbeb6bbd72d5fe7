"""The list of public ratings, strongest first."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import F, OuterRef, Subquery

from leagues.models import DaySum, Entry, Event, Player
from leagues.reads.people.result_sums import rating_of
from leagues.reads.people.stored_sums import Sums, sums_of
from scoring.ratings import CLUB_SCALE, Rating

PODIUM = 3  # places


@dataclass(frozen=True)
class RatedPlayer:
    """A rated player. ``place`` is None if they have played too little for a settled rating."""

    player: int
    rating: Rating
    place: int | None
    shared: bool = False


def rating_list(sums: Sums) -> list[RatedPlayer]:
    """Ratings after each player's last public day, without guests.

    Reads one row a player, no matter how long they have played.
    """
    found = sorted(rated_in_public(sums).items(), key=lambda each: (-each[1].shown, each[0]))
    settled = [each for each in found if CLUB_SCALE.settled(each[1])]
    open_ = [each for each in found if not CLUB_SCALE.settled(each[1])]
    shown = [rating.shown for _, rating in settled]
    placed = [
        RatedPlayer(
            player, rating, shown.index(rating.shown) + 1, shared=shown.count(rating.shown) > 1
        )
        for player, rating in settled
    ]
    return placed + [RatedPlayer(player, rating, None) for player, rating in open_]


def scale_of(ratings: Iterable[Rating | None]) -> tuple[int, int] | None:
    """The lowest and the highest end of the bands of ratings that have a place: others would make
    all bars alike. Of all ratings if none has a place; None without a rating.
    """
    rated = [each for each in ratings if each]
    if not rated:
        return None
    rated = [each for each in rated if CLUB_SCALE.settled(each)] or rated
    return min(each.shown - each.band for each in rated), max(
        each.shown + each.band for each in rated
    )


@dataclass(frozen=True)
class RatedStep:
    """A place on the podium of ratings, with the rating as its result."""

    place: int
    shared: bool
    entry: Player
    result: int


def podium_of_ratings(rated: Sequence[tuple[RatedPlayer, Player]]) -> list[RatedStep]:
    """The first three places for a podium. Empty unless three players share them."""
    first = [
        RatedStep(each.place, each.shared, player, each.rating.shown)
        for each, player in rated
        if each.place and each.place <= PODIUM
    ]
    return first if len(first) == PODIUM else []


def rated_in_public(sums: Sums, players: Iterable[int] | None = None) -> dict[int, Rating]:
    """The public ratings of these players (or of all), by player. Hidden players are left out."""
    people = Player.objects.filter(club=sums.club, is_guest=False).seen()
    if players is not None:
        people = people.filter(pk__in=list(players))
    days = DaySum.objects.filter(
        club=sums.club, player=OuterRef("pk"), rated_on=F("day"), is_public=True
    )
    if sums.since is not None:
        days = days.filter(day__lt=sums.since)
    last = people.annotate(last=Subquery(days.order_by("-day").values("pk")[:1]))
    rows = DaySum.objects.filter(pk__in=last.exclude(last=None).values("last"))
    found = {row.player_id: row for row in rows}
    newer = {
        player: row
        for day, evening in sorted(sums.days.items())
        for player, row in evening.items()
        if row.is_public and row.rated_on == day
    }
    known = set(people.filter(pk__in=newer).values_list("pk", flat=True))
    found |= {player: row for player, row in newer.items() if player in known}
    return {
        player: rating for player, row in found.items() if (rating := rating_of(row)) is not None
    }


def with_ratings(event: Event, entries: Sequence[Entry]) -> list[tuple[Entry, str]]:
    """Each entry with the ratings of its players as text: "1012", "1012 · 987".

    Empty if the club doesn't show ratings, or if the event is finished and they are out of date.
    """
    rated: dict[int, Rating] = {}
    if event.club.shows_ratings and event.state != Event.State.FINISHED:
        players = {player.pk for entry in entries for player in entry.people}
        rated = rated_in_public(sums_of(event.club), players)
    return [
        (entry, _ratings_text([rated.get(player.pk) for player in entry.people]))
        for entry in entries
    ]


def _ratings_text(ratings: Sequence[Rating | None]) -> str:
    if not any(ratings):
        return ""
    return " · ".join(str(each.shown) if each else "–" for each in ratings)
