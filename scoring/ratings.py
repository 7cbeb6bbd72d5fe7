"""Ratings for singles and pairs: how strong a player is, and how certain that is.

A rating is a mean and an uncertainty. Every match moves both, by the full-pairing
Bradley-Terry update of R. C. Weng and C.-J. Lin, "A Bayesian Approximation Method for
Online Ranking", Journal of Machine Learning Research 12 (2011), algorithm 1, with
these choices:

* The **share of the points** is predicted, so 8-0 weighs more than 5-3 and a tie needs
  no special rule.
* A pair is as strong as the mean of its partners, who take turns to shoot.
* All matches of a day are judged from the ratings of that morning, and each is one
  piece of evidence. Evidence multiplies, so the order of a day's matches doesn't matter.
* Uncertainty grows with each day without a match.
* A guest is treated as a newcomer of unknown strength, and is never stored.

>>> from datetime import date
>>> night = date(2026, 1, 8)
>>> ratings = replay_matches([
...     by_points(night, BySeat(("Ann",), ("Ben",)), BySeat(6, 2)),
...     by_points(night, BySeat(("Ben",), ("Cy",)), BySeat(4, 4)),
... ])
>>> [(name, rating.shown, rating.band) for name, rating in sorted(ratings.items())]
[('Ann', 1049, 637), ('Ben', 955, 611), ('Cy', 1000, 637)]
"""

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from math import exp, fsum, sqrt
from operator import attrgetter
from typing import Generic, TypeVar

from scoring.results import Number
from scoring.sides import BySeat, Seat

P = TypeVar("P", bound=Hashable)

SHOWN = 40  # a page shows whole numbers around 1000, not means around 25
WINNERS_SHARE = 0.8  # what the winner of a four-round game takes of its points, on average
TIED_ROUNDS = 0.063  # rounds that are tied, between sides of about the same strength


@dataclass(frozen=True, slots=True)
class Rating:
    """The estimate of a player's strength: mean ``mu``, standard deviation ``sigma``."""

    mu: float
    sigma: float
    day: date | None = None  # the last day this player played

    @property
    def shown(self) -> int:
        """The rating as pages show it: a newcomer has 1000."""
        return round(SHOWN * self.mu)

    @property
    def band(self) -> int:
        """The ± of ``shown``: the true strength is inside it at least 19 times in 20."""
        return round(SHOWN * 2 * self.sigma)


@dataclass(frozen=True, slots=True)
class Scale:
    """Parameters of the ratings: where newcomers start, luck, and how fast certainty fades.

    ``beta`` is the luck in one match, in the units of ``mu``. ``growth`` is added to the square of
    sigma for each day without play, up to a newcomer's sigma.
    """

    mu: float = 25.0
    sigma: float = 25 / 3
    beta: float = 5.5
    growth: float = 1 / 30

    @property
    def newcomer(self) -> Rating:
        return Rating(self.mu, self.sigma)

    def settled(self, rating: Rating) -> bool:
        """True if a rating has enough matches behind it to be ranked in a list."""
        return rating.sigma <= self.sigma / 2

    def on(self, day: date, rating: Rating) -> Rating:
        """Return the rating on a later day: less certain for each day without a match."""
        if rating.day is None or day <= rating.day:
            return rating
        idle = (day - rating.day).days
        grown = sqrt(rating.sigma**2 + self.growth * idle)
        return Rating(rating.mu, max(rating.sigma, min(grown, self.sigma)), rating.day)


CLUB_SCALE = Scale()


@dataclass(frozen=True, slots=True)
class RatedMatch(Generic[P]):
    """The players of both sides, the day, and the share of the points that seat A made."""

    day: date
    sides: BySeat[tuple[P, ...]]
    share: float
    guests: frozenset[P] = frozenset()

    def __post_init__(self) -> None:
        if len(self.sides) != 2:
            raise ValueError(f"a rated match has two sides, not {len(self.sides)}")
        if not (self.sides.a and self.sides.b):
            raise ValueError("a side without players cannot be rated")
        if set(self.sides.a) & set(self.sides.b):
            raise ValueError("nobody can sit on both sides of a match")
        if not 0 <= self.share <= 1:
            raise ValueError(f"a share is between 0 and 1, not {self.share}")


def by_points(
    day: date, sides: BySeat[tuple[P, ...]], points: BySeat[Number], guests: Iterable[P] = ()
) -> RatedMatch[P]:
    """Return a match from its points, whatever the rule sheet.

    A match in which no points were made (difference scoring, all rounds tied) is a tie.
    """
    total = points.a + points.b
    share = float(points.a / total) if total else 0.5
    return RatedMatch(day, sides, share, frozenset(guests))


def by_winner(
    day: date, sides: BySeat[tuple[P, ...]], winner: Seat | None, guests: Iterable[P] = ()
) -> RatedMatch[P]:
    """Return a match of which only the winner is known, with the usual share of a winner."""
    shares = {Seat.A: WINNERS_SHARE, Seat.B: 1 - WINNERS_SHARE, None: 0.5}
    return RatedMatch(day, sides, shares[winner], frozenset(guests))


def replay_matches(matches: Iterable[RatedMatch[P]], scale: Scale = CLUB_SCALE) -> dict[P, Rating]:
    """Return all ratings after these matches, each from the day the player last played."""
    ratings: dict[P, Rating] = {}
    for _day, changed in rating_history(matches, scale):
        ratings |= changed
    return ratings


def rating_history(
    matches: Iterable[RatedMatch[P]], scale: Scale = CLUB_SCALE
) -> Iterator[tuple[date, dict[P, Rating]]]:
    """Yield for each day the new ratings of the players who played."""
    ratings: dict[P, Rating] = {}
    for day, todays in groupby(sorted(matches, key=attrgetter("day")), key=attrgetter("day")):
        changed = rate_day(ratings, day, todays, scale)
        ratings |= changed
        yield day, changed


def rate_day(
    ratings: Mapping[P, Rating],
    day: date,
    matches: Iterable[RatedMatch[P]],
    scale: Scale = CLUB_SCALE,
) -> dict[P, Rating]:
    """Return the new ratings of the players who played that day, in any order of the matches.

    ``fsum`` adds without intermediate rounding, so the order doesn't change even the last digit.
    """
    morning = _Morning(ratings, day, scale)
    pulls: defaultdict[P, list[float]] = defaultdict(list)
    weights: defaultdict[P, list[float]] = defaultdict(list)
    luck = 2 * scale.beta**2
    for match in matches:
        a, b = match.sides
        guests = match.guests
        ours = [morning.guest if p in guests else morning[p] for p in a]
        theirs = [morning.guest if p in guests else morning[p] for p in b]
        mean, variance = _side_belief(ours)
        their_mean, their_variance = _side_belief(theirs)
        spread = variance + their_variance + luck
        c = sqrt(spread)
        expect = 1 / (1 + exp((their_mean - mean) / c))
        surprise = (match.share - expect) / c
        learnt = expect * (1 - expect) / spread
        for side, players, pull in ((a, ours, surprise), (b, theirs, -surprise)):
            many = len(side)
            for player, (_mu, var) in zip(side, players, strict=True):
                if player not in guests:
                    kept = 1 - var / many**2 * learnt
                    pulls[player].append(var / many * pull / kept)
                    weights[player].append(1 / kept - 1)
    return {
        player: _evening_rating(morning[player], fsum(pulls[player]), fsum(weight), day)
        for player, weight in weights.items()
    }


Belief = tuple[float, float]  # mean and variance


class _Morning(dict[P, Belief]):
    """The mean and variance of each player on a morning, looked up at their first match."""

    def __init__(self, ratings: Mapping[P, Rating], day: date, scale: Scale) -> None:
        super().__init__()
        self.ratings, self.day, self.scale = ratings, day, scale
        self.guest = (scale.mu, scale.sigma**2)

    def __missing__(self, player: P) -> Belief:
        rating = self.ratings.get(player)
        if rating is None:
            self[player] = self.guest
        else:
            rating = self.scale.on(self.day, rating)
            self[player] = (rating.mu, rating.sigma**2)
        return self[player]


def _side_belief(players: list[Belief]) -> Belief:
    """Return the strength of a side: the average of its players."""
    if len(players) == 1:
        return players[0]
    many = len(players)
    return sum(mu for mu, _ in players) / many, sum(var for _, var in players) / many**2


def _evening_rating(morning: Belief, pull: float, weight: float, day: date) -> Rating:
    """Combine the morning's estimate with the evidence of the day, as a product of normals."""
    mu, variance = morning
    return Rating(mu + pull / (1 + weight), sqrt(variance / (1 + weight)), day)


def pair_rating(*partners: Rating) -> Rating:
    """Return the rating shown for a pair: the mean of the partners, with its uncertainty."""
    many = len(partners)
    mu = sum(partner.mu for partner in partners) / many
    return Rating(mu, sqrt(sum(partner.sigma**2 for partner in partners)) / many)


def expected_share(ours: Rating, theirs: Rating, scale: Scale = CLUB_SCALE) -> float:
    """Return the share of the points our side can expect: 0.5 between equals.

    >>> regular, beginner = Rating(32, 3), Rating(22, 5)
    >>> round(expected_share(regular, beginner), 2)
    0.74
    """
    spread = ours.sigma**2 + theirs.sigma**2 + 2 * scale.beta**2
    return 1 / (1 + exp((theirs.mu - ours.mu) / sqrt(spread)))


@dataclass(frozen=True, slots=True)
class Chances:
    """The probabilities of a win, a tie and a loss."""

    win: float
    tie: float
    loss: float


def game_chances(share: float, rounds: int = 4) -> Chances:
    """Return the chances in a game of 2/1/0 rounds, for a side that expects this share.

    Rounds are tied less often the more unequal the sides are. In four rounds
    between equals, more than one game in four is tied; a loss is as likely as a win:

    >>> equal = game_chances(0.5)
    >>> round(equal.win, 2), round(equal.tie, 2), round(equal.loss, 2)
    (0.35, 0.3, 0.35)
    """
    lead_chances = chances_of_leads(share, rounds)
    return Chances(
        win=sum(chance for lead, chance in lead_chances.items() if lead > 0),
        tie=lead_chances[0],
        loss=sum(chance for lead, chance in lead_chances.items() if lead < 0),
    )


def chances_of_leads(share: float, rounds: int) -> dict[int, float]:
    """Return the probability of each lead in rounds won, for a side that expects this share.

    A lead of 3 in four rounds is 7 points against 1.
    """
    tie = TIED_ROUNDS * 4 * share * (1 - share)
    win = share - tie / 2
    found = {0: 1.0}
    for _ in range(rounds):
        after: defaultdict[int, float] = defaultdict(float)
        for lead, chance in found.items():
            after[lead + 1] += chance * win
            after[lead] += chance * tie
            after[lead - 1] += chance * (1 - win - tie)
        found = dict(after)
    return found
