"""Inter-club: each player meets all players of the other clubs, and none of the same club.

Clubs of equal size play club against club, shifted by one place each round. An odd number of
clubs is split into halves first, so that no club rests. Otherwise the rounds are filled one
by one, starting with the players who have most matches left.

>>> from leagues.pairing.seeds import roll_dice
>>> day = draw_interclub([["A1", "A2", "A3"], ["B1", "B2", "B3"]], roll_dice("day"))
>>> len(day), day[0].byes
(3, ())
"""

from collections import Counter
from collections.abc import Collection, Sequence
from functools import lru_cache
from itertools import combinations
from random import Random

from leagues.pairing.first_shots import settle_draw
from leagues.pairing.history import History
from leagues.pairing.matching import pair_some
from leagues.pairing.round_robin import RESTS, circle_rounds
from leagues.pairing.values import Bye, E, PairedRound, Pairing, Why

OUTSIDERS = Why("you meet {them} because everyone plays everyone from the other clubs")


def draw_interclub(clubs: Sequence[Collection[E]], dice: Random) -> tuple[PairedRound[E], ...]:
    """Draw all rounds of the day."""
    teams = sorted(sorted(club) for club in clubs if club)
    for team in teams:
        dice.shuffle(team)
    dice.shuffle(teams)
    teams.sort(key=len, reverse=True)
    if not _comes_out_even([len(team) for team in teams]):
        rounds = _fill_rounds(teams)
    elif len(teams) % 2 == 0:
        rounds = _club_against_club(teams, circle_rounds(len(teams)))
    else:
        rounds = _club_against_club(*_split_halves(teams))
    dice.shuffle(rounds)
    return settle_draw(rounds, History(), dice)


def matches_between(sizes: Collection[int]) -> tuple[int, ...]:
    """Return how many matches each round has between clubs of these sizes, in no particular order.

    >>> matches_between([4, 4, 4]), matches_between([2, 1])
    ((6, 6, 6, 6, 6, 6, 6, 6), (1, 1))
    """
    clubs = sorted(filter(None, sizes), reverse=True)
    if _comes_out_even(clubs):
        return (sum(clubs) // 2,) * (sum(clubs) - clubs[0])
    return tuple(map(len, _most_to_go_first(tuple(clubs))))


def _comes_out_even(sizes: Sequence[int]) -> bool:
    """True if no player has to rest: equal clubs, and their number or their size is even."""
    return len(set(sizes)) == 1 and (len(sizes) % 2 == 0 or sizes[0] % 2 == 0)


def _split_halves(teams: Sequence[list[E]]) -> tuple[list[list[E]], list[list[tuple[int, int]]]]:
    """Split clubs in halves, and return a circle without the round in which halves of a club
    meet.
    """
    within, *rounds = circle_rounds(2 * len(teams))
    halves: dict[int, list[E]] = {}
    for team, (one, other) in zip(teams, within, strict=True):
        halves[one], halves[other] = team[::2], team[1::2]
    return [halves[at] for at in range(len(halves))], rounds


def _club_against_club(
    teams: Sequence[Sequence[E]], rounds: Sequence[Sequence[tuple[int, int]]]
) -> list[PairedRound[E]]:
    size = len(teams[0])
    return [
        PairedRound(
            tuple(
                Pairing.between(teams[one][at], teams[other][(at + shift) % size], why=OUTSIDERS)
                for one, other in against
                for at in range(size)
            )
        )
        for against in rounds
        for shift in range(size)
    ]


Meeting = tuple[int, int]


def _fill_rounds(teams: Sequence[Sequence[E]]) -> list[PairedRound[E]]:
    """Fill the planned rounds with the entries of these teams, in their order."""
    entries = [entry for team in teams for entry in team]
    rounds = []
    for playing in _most_to_go_first(tuple(map(len, teams))):
        busy = {at for two in playing for at in two}
        rounds.append(
            PairedRound(
                tuple(Pairing.between(entries[a], entries[b], why=OUTSIDERS) for a, b in playing),
                tuple(Bye(e, RESTS) for at, e in enumerate(entries) if at not in busy),
            )
        )
    return rounds


@lru_cache(maxsize=64)
def _most_to_go_first(sizes: tuple[int, ...]) -> tuple[tuple[Meeting, ...], ...]:
    """Return the rounds between clubs of these sizes, as places: those with most matches left
    first.

    They follow from the sizes alone, so that a plan can count them before the draw.
    """
    club = [number for number, size in enumerate(sizes) for _ in range(size)]
    dice = Random(0)  # noqa: S311 (who sits where is thrown elsewhere)
    to_go = {(a, b) for a, b in combinations(range(len(club)), 2) if club[a] != club[b]}
    rounds = list[tuple[Meeting, ...]]()
    while to_go:
        playing = _fullest_round(len(club), sorted(to_go), dice)
        to_go -= playing
        rounds.append(tuple(sorted(playing)))
    return tuple(rounds)


def _fullest_round(
    size: int, to_go: Sequence[tuple[int, int]], dice: Random
) -> set[tuple[int, int]]:
    """Return the matching that leaves out the players with fewest matches left."""
    left = Counter(at for two in to_go for at in two)
    most = max(left.values())
    alone = [(int(left[at] == most), left[at]) for at in range(size)]
    return set(pair_some(size, [(a, b, (0, 0)) for a, b in to_go], alone, dice))
