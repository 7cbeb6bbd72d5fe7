"""Statistics of an event: 20s, the hammer, the closest matches and upsets."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from operator import itemgetter

from leagues.models import Event, Match, MatchSide, Player, Round
from leagues.models.matches import PLAYED_OUT
from leagues.reads.people.ratings import rating_of_entry, ratings_of
from leagues.reads.people.results import PlayedMatch, results_of
from leagues.reads.top_list import first_with_ties
from scoring.ratings import expected_share

MOST = 5
EVEN = 50
People = tuple[int, ...]


@dataclass(frozen=True)
class TwentiesTotal:
    """The 20s of a player or a pair; ``each`` is their average in the recorded rounds, or None."""

    players: tuple[Player, ...]
    twenties: int
    each: float | None


@dataclass(frozen=True)
class HammerRounds:
    """How rounds between two sides ended for the side with the last shot."""

    won: int = 0
    tied: int = 0
    lost: int = 0

    @property
    def rounds(self) -> int:
        return self.won + self.tied + self.lost

    @property
    def percent(self) -> int:
        return round(100 * self.won / self.rounds) if self.rounds else 0


@dataclass(frozen=True)
class GameOfTwenties:
    """The most 20s of one side in a game of a match."""

    most: int
    side: MatchSide
    match: Match


@dataclass(frozen=True)
class Upset:
    """A match won by the underdog; ``share`` is its expected share of the points in percent."""

    share: int
    match: Match


@dataclass(frozen=True)
class EventNumbers:
    twenties: tuple[TwentiesTotal, ...]
    hammer: HammerRounds
    games: tuple[GameOfTwenties, ...]
    closest: tuple[Match, ...]
    closest_left_out: int
    """The number of matches as close as the last of these."""
    upsets: tuple[Upset, ...]

    def __bool__(self) -> bool:
        return bool(self.twenties or self.hammer.rounds or self.closest)


@dataclass(frozen=True, slots=True)
class ShotRound:
    match: int
    game: int
    first: int
    points: Sequence[int]
    twenties: Sequence[int | None]


def has_numbers(event: Event) -> bool:
    played = event.matches.published().filter(ending__in=PLAYED_OUT)
    return event.kind != Event.Kind.FOR_FUN and played.exists()


def event_numbers(event: Event) -> EventNumbers:
    """The statistics of an event's played matches. Ratings are those before the event."""
    played = {
        match.pk: match
        for match in results_of(event).matches()
        if match.is_published and match.ending in PLAYED_OUT
    }
    rounds = _shot_rounds(event, played)
    twenties = _top_twenties(event, rounds, played)
    games = _best_games(rounds)
    two = [match for match in played.values() if len(match.sides) == 2]
    closeness = {match.pk: _closeness_key(match, games) for match in two}
    in_order = sorted(two, key=lambda each: (closeness[each.pk], each.pk))
    closest = in_order[:MOST]
    tied = first_with_ties(in_order, MOST, lambda each: closeness[each.pk])
    upsets = _find_upsets(event, two)
    of_20s = sorted(
        (each for each in games.items() if each[1][0]), key=lambda each: (-each[1][0], each[0])
    )
    own_best = dict[People | int, tuple[int, tuple[int, int]]]()  # one game of each player or pair
    for pk, (most, seat) in of_20s:
        [who] = (side.players for side in played[pk].sides if side.seat == seat)
        own_best.setdefault(who or pk, (pk, (most, seat)))
    best = first_with_ties([*own_best.values()], MOST, lambda each: each[1][0])
    shown = {pk for pk, _ in best} | {each.pk for each in closest}
    found = event.matches.with_sides().select_related("event")
    matches = found.in_bulk(shown | {pk for _, pk in upsets})
    people = Player.objects.in_bulk({pk for line in twenties for pk in line[0]})
    return EventNumbers(
        tuple(
            TwentiesTotal(tuple(people[pk] for pk in who), made, each)
            for who, made, each in twenties
        ),
        _count_hammer(rounds, played),
        tuple(
            GameOfTwenties(most, side, matches[pk])
            for pk, (most, seat) in best
            for side in matches[pk].sides.all()
            if side.seat == seat
        ),
        tuple(matches[each.pk] for each in closest),
        len(tied) - len(closest),
        tuple(Upset(share, matches[pk]) for share, pk in upsets),
    )


def _shot_rounds(event: Event, played: Collection[int]) -> list[ShotRound]:
    found = Round.objects.filter(match__event=event).order_by("match", "game", "number")
    lines = found.values_list("match", "game", "first", "points", "twenties")
    return [
        ShotRound(match, game, first, points or (), twenties or ())
        for match, game, first, points, twenties in lines
        if match in played
    ]


def _top_twenties(
    event: Event, rounds: Iterable[ShotRound], played: dict[int, PlayedMatch]
) -> list[tuple[People, int, float | None]]:
    """The players with the most 20s, their number, and the average in recorded rounds or None."""
    sat = {
        (match.pk, side.seat): tuple(sorted(side.players))
        for match in played.values()
        for side in match.sides
        if side.players
    }
    made, shot, seen = Counter[People](), Counter[People](), Counter[People]()
    sides = MatchSide.objects.filter(match__event=event, twenties__gt=0)
    for match, seat, twenties in sides.values_list("match", "seat", "twenties"):
        if (match, seat) in sat:
            made[sat[match, seat]] += twenties or 0
    for each in rounds:
        for seat, known in enumerate(each.twenties):
            if known is not None and (each.match, seat) in sat:
                shot[sat[each.match, seat]] += known
                seen[sat[each.match, seat]] += 1
    order = sorted(made, key=lambda who: (-made[who], seen[who], who))
    first = first_with_ties(order, MOST, made.__getitem__)
    return [(who, made[who], shot[who] / seen[who] if seen[who] else None) for who in first]


def _best_games(rounds: Iterable[ShotRound]) -> dict[int, tuple[int, int]]:
    """The most 20s of one side in a game of each match, with its seat."""
    made = Counter[tuple[int, int, int]]()
    for each in rounds:
        for seat, known in enumerate(each.twenties):
            made[each.match, each.game, seat] += known or 0
    best: dict[int, tuple[int, int]] = {}
    for (match, _, seat), most in made.items():
        if match not in best or most > best[match][0]:
            best[match] = most, seat
    return best


def _count_hammer(rounds: Iterable[ShotRound], played: dict[int, PlayedMatch]) -> HammerRounds:
    went = Counter[int]()
    for each in rounds:
        if len(played[each.match].sides) == 2 and len(each.points) == 2:
            first, last = each.points[each.first], each.points[1 - each.first]
            went[(last > first) - (last < first)] += 1
    return HammerRounds(won=went[1], tied=went[0], lost=went[-1])


def _closeness_key(match: PlayedMatch, games: dict[int, tuple[int, int]]) -> tuple[int, int]:
    """A sort key: the smallest difference in points first, then the most 20s."""
    one, two = match.sides
    most, _ = games.get(match.pk, (0, 0))
    return abs(one.points - two.points), -most


def _find_upsets(event: Event, matches: Iterable[PlayedMatch]) -> list[tuple[int, int]]:
    """The winner's expected share and the match of each upset, least expected first.

    Only matches in which both sides are rated, with the ratings before the event.
    """
    won = [each for each in matches if each.winner is not None]
    if not won:
        return []
    everybody = {pk for each in won for side in each.sides for pk in side.players}
    rated = ratings_of(event.club, everybody, before=_first_day(event, won))
    found = []
    for each in won:
        ratings = {s.seat: rating_of_entry(s.players, rated) for s in each.sides}
        winner = next(r for seat, r in ratings.items() if seat == each.winner)
        loser = next(r for seat, r in ratings.items() if seat != each.winner)
        if winner and loser:
            found.append((round(100 * expected_share(winner, loser)), each.pk))
    upsets = sorted(each for each in found if each[0] < EVEN)
    return first_with_ties(upsets, MOST, itemgetter(0))


def _first_day(event: Event, matches: Iterable[PlayedMatch]) -> date:
    return min(each.at for each in matches).astimezone(event.tzinfo).date()
