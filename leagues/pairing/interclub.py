"""Inter-club: everyone meets everyone of the other clubs, and nobody of their own.

Clubs of one size play club against club, each time one place further round. An odd number of
clubs is split into halves first, so that no club rests. Where neither comes out even, the
rounds are filled one by one, those with most games to go first.

>>> from leagues.pairing.seeds import roll
>>> day = interclub([["A1", "A2", "A3"], ["B1", "B2", "B3"]], roll("day"))
>>> len(day), day[0].byes
(3, ())
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from itertools import combinations
from random import Random

from leagues.pairing.firsts import settle
from leagues.pairing.history import History
from leagues.pairing.matching import pair_some
from leagues.pairing.round_robin import circle
from leagues.pairing.values import Bye, E, Pairing, PairingRound, Why

OUTSIDERS = Why("you meet {them} because everyone meets everyone of the other clubs")
RESTS = Why("you sit out because not everyone can play in this round")


def interclub(
    clubs: Sequence[Collection[E]], dice: Random
) -> tuple[PairingRound[E], ...]:
    """All rounds of the day."""
    teams = sorted(sorted(club) for club in clubs if club)
    for team in teams:
        dice.shuffle(team)
    dice.shuffle(teams)
    size = len(teams[0]) if len({len(team) for team in teams}) == 1 else 0
    if size and len(teams) % 2 == 0:
        rounds = _club_against_club(teams, circle(len(teams)))
    elif size and size % 2 == 0:
        rounds = _club_against_club(*_halves(teams))
    else:
        rounds = _most_to_go_first(teams, dice)
    dice.shuffle(rounds)
    return settle(rounds, History(), dice)


def _halves(
    teams: Sequence[list[E]],
) -> tuple[list[list[E]], list[list[tuple[int, int]]]]:
    """Half clubs, and a circle without the round in which the halves of a club would meet."""
    within, *rounds = circle(2 * len(teams))
    halves: dict[int, list[E]] = {}
    for team, (one, other) in zip(teams, within, strict=True):
        halves[one], halves[other] = team[::2], team[1::2]
    return [halves[at] for at in range(len(halves))], rounds


def _club_against_club(
    teams: Sequence[Sequence[E]], rounds: Sequence[Sequence[tuple[int, int]]]
) -> list[PairingRound[E]]:
    size = len(teams[0])
    return [
        PairingRound(
            tuple(
                Pairing.between(
                    teams[one][at], teams[other][(at + shift) % size], why=OUTSIDERS
                )
                for one, other in against
                for at in range(size)
            )
        )
        for against in rounds
        for shift in range(size)
    ]


def _most_to_go_first(
    teams: Sequence[Sequence[E]], dice: Random
) -> list[PairingRound[E]]:
    entries = [entry for team in teams for entry in team]
    club = {entry: number for number, team in enumerate(teams) for entry in team}
    to_go = {
        (a, b)
        for (a, one), (b, other) in combinations(enumerate(entries), 2)
        if club[one] != club[other]
    }
    rounds = []
    while to_go:
        playing = _round(len(entries), sorted(to_go), dice)
        to_go -= playing
        busy = {at for two in playing for at in two}
        rounds.append(
            PairingRound(
                tuple(
                    Pairing.between(entries[a], entries[b], why=OUTSIDERS)
                    for a, b in sorted(playing)
                ),
                tuple(Bye(e, RESTS) for at, e in enumerate(entries) if at not in busy),
            )
        )
    return rounds


def _round(
    size: int, to_go: Sequence[tuple[int, int]], dice: Random
) -> set[tuple[int, int]]:
    """The matching that leaves out those with fewest games to go."""
    left = Counter(at for two in to_go for at in two)
    most = max(left.values())
    alone = [(int(left[at] == most), left[at]) for at in range(size)]
    return set(pair_some(size, [(a, b, (0, 0)) for a, b in to_go], alone, dice))
