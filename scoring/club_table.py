"""Tables of clubs, from the results of their players against players of other clubs.

A match between two players of one club doesn't count for the club. Clubs are ranked as entries
are, by the same chain, with totals projected to the same number of games.

>>> from scoring.results import match_results
>>> from scoring.sides import BySeat
>>> results = [
...     *match_results(BySeat("Ann", "Cy"), points=BySeat(6, 2)),
...     *match_results(BySeat("Ben", "Di"), points=BySeat(3, 5)),
... ]
>>> clubs = {"Ann": "Mill", "Ben": "Mill", "Cy": "Lake", "Di": "Lake"}
>>> for club in club_table(results, clubs):
...     print(club.row.place, club.row.entry, club.row.points, club.won_from)
1 Mill 9 {'Lake': 9}
2 Lake 7 {'Mill': 7}
"""

from collections import defaultdict
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from scoring.results import Number, Result
from scoring.standings import AfterSplit, Row, rank_entries
from scoring.tiebreaks.chains import POINTS_SHARED, Chain
from scoring.tiebreaks.record import Prorate

E = TypeVar("E", bound=Hashable)


@dataclass(frozen=True, slots=True)
class ClubPlayer(Generic[E]):
    """A player's results against other clubs, and whether they count for the club."""

    entry: E
    points: Number
    counts: bool


@dataclass(frozen=True, slots=True)
class ClubRow(Generic[E]):
    """One line of a table of clubs: its place with the reasons, and its players."""

    row: Row[str]
    players: tuple[ClubPlayer[E], ...]
    """The most points first."""
    won_from: Mapping[str, Number]
    """The points won from each club.

    An empty name has those from players without a club, from games sat out, and from matches
    against several clubs at one board.
    """


def club_table(
    results: Iterable[Result[E]],
    club_of: Mapping[E, str],
    chain: Chain = POINTS_SHARED,
    *,
    best: int | None = None,
    prorate_to: int | Prorate = Prorate.TO_MOST_GAMES,
    after_split: AfterSplit = AfterSplit.START_AGAIN,
) -> tuple[ClubRow[E], ...]:
    """Return the table of these clubs, first place first.

    With ``best``, only that number of players of each club count, those with the most points;
    None counts all of them. Players without a club count for no club, and are opponents to all.
    """
    earned = dict(_against_others(results, club_of))
    players = {
        club: _rank_players(of_club, earned, best) for club, of_club in _by_club(club_of).items()
    }
    counted = {
        club: [
            result for player in of_club if player.counts for result in earned.get(player.entry, ())
        ]
        for club, of_club in players.items()
    }
    rows = rank_entries(
        players,
        (result for of_club in counted.values() for result in of_club),
        chain,
        prorate_to=prorate_to,
        after_split=after_split,
    )
    return tuple(ClubRow(row, players[row.entry], _won_from(counted[row.entry])) for row in rows)


def _by_club(club_of: Mapping[E, str]) -> dict[str, list[E]]:
    clubs: dict[str, list[E]] = defaultdict(list)
    for entry, club in club_of.items():
        if club:
            clubs[club].append(entry)
    return clubs


def _against_others(
    results: Iterable[Result[E]], club_of: Mapping[E, str]
) -> Iterator[tuple[E, list[Result[str]]]]:
    """Return the results of each player against other clubs, as results of the player's club."""
    mine: dict[E, list[Result[E]]] = defaultdict(list)
    for result in results:
        mine[result.entry].append(result)
    for entry, of_entry in mine.items():
        if club := club_of.get(entry):
            yield entry, list(_of_club(club, of_entry, club_of))


def _of_club(
    club: str, results: Iterable[Result[E]], club_of: Mapping[E, str]
) -> Iterator[Result[str]]:
    for result in results:
        met = dict.fromkeys(club_of.get(other, "") for other in result.opponents)
        if club not in met:
            yield Result(
                club,
                tuple(met),
                result.points,
                result.against,
                result.twenties,
                result.went,
                result.ending,
                stage=result.stage,
            )


def _rank_players(
    entries: Collection[E], earned: Mapping[E, Collection[Result[str]]], best: int | None
) -> tuple[ClubPlayer[E], ...]:
    made = {entry: _sum_points(earned.get(entry, ())) for entry in entries}
    by_points = sorted(made, key=lambda entry: -made[entry])
    return tuple(
        ClubPlayer(entry, made[entry], best is None or at < best)
        for at, entry in enumerate(by_points)
    )


def _sum_points(results: Iterable[Result[str]]) -> Number:
    return sum((result.points or 0 for result in results), 0)


def _won_from(results: Iterable[Result[str]]) -> dict[str, Number]:
    won: dict[str, Number] = defaultdict(int)
    for result in results:
        if result.points is not None:
            met = result.opponents[0] if len(result.opponents) == 1 else ""
            won[met] += result.points
    return dict(won)
