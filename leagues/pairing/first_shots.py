"""Assign first shots, so that each entry shoots first about as often as last.

``settle_draw`` balances a whole draw at once: a chain of matches between an entry that is first too
often and one that is first too seldom is reversed, until no chain helps. This is a flow
problem, so without partners the result is optimal: in a round robin the numbers of first shots
differ by at most one. With partners, matches are reversed one at a time.
``settle_round`` decides one round: the side that has been first less often shoots first.
"""

from collections import Counter, deque
from collections.abc import Sequence
from dataclasses import replace
from random import Random

from leagues.pairing.history import TURN, History
from leagues.pairing.values import E, PairedRound, Pairing, Side
from scoring.sides import Seat

SWEEPS = 40  # passes over matches with partners, for which no exact method works


def settle_round(
    pairing_round: PairedRound[E], history: History[E], dice: Random
) -> PairedRound[E]:
    """Give the first shot of each match to the side that has had fewest; if tied, not twice in a
    row.
    """
    return replace(
        pairing_round,
        pairings=tuple(_settle_match(p, history, dice) for p in pairing_round.pairings),
    )


def settle_draw(
    rounds: Sequence[PairedRound[E]], history: History[E], dice: Random
) -> tuple[PairedRound[E], ...]:
    """Assign the first shots of a whole draw at once, considering what was played before."""
    settled: list[PairedRound[E]] = []
    for pairing_round in rounds:
        now = settle_round(pairing_round, history, dice)
        settled.append(now)
        history = history.then(now)
    return _even_out(settled, history, dice)


def _settle_match(pairing: Pairing[E], history: History[E], dice: Random) -> Pairing[E]:
    def turn(seat: Seat) -> tuple[int, bool, float]:
        side = pairing.sides[seat]
        return (
            sum(history.lead(entry) for entry in side),
            any(history.last_first.get(entry, False) for entry in side),
            dice.random(),
        )

    return replace(pairing, first=min(pairing.sides.seats, key=turn))


def _even_out(
    rounds: Sequence[PairedRound[E]], history: History[E], dice: Random
) -> tuple[PairedRound[E], ...]:
    matches = [pairing for pairing_round in rounds for pairing in pairing_round.pairings]
    lead: Counter[E] = Counter(
        {entry: history.lead(entry) for match in matches for entry in match.entries}
    )
    if all(len(side) == 1 for match in matches for side in match.sides):
        _turn_chains(matches, lead)
    else:
        _turn_matches(matches, lead, dice)
    after = iter(matches)
    return tuple(replace(r, pairings=tuple(next(after) for _ in r.pairings)) for r in rounds)


def _turn_matches(matches: list[Pairing[E]], lead: Counter[E], dice: Random) -> None:
    """Reverse single matches with partners while that makes nothing worse."""
    for _ in range(SWEEPS):
        for at in dice.sample(range(len(matches)), len(matches)):
            match = matches[at]
            for seat in match.sides.seats:
                had, gets = match.sides[match.first], match.sides[seat]
                if seat is not match.first and _gain_of_turning(had, gets, lead) >= 0:
                    match = matches[at] = replace(match, first=seat)
                    _hand_over(had, gets, lead)


def _gain_of_turning(had: Side[E], gets: Side[E], lead: Counter[E]) -> int:
    """Return how much the sum of squared leads falls if the other side shoots first."""
    before = sum(2 * lead[entry] - TURN for entry in had)
    after = sum(2 * lead[entry] + TURN for entry in gets)
    return before - after


def _hand_over(had: Side[E], gets: Side[E], lead: Counter[E]) -> None:
    for entry in had:
        lead[entry] -= TURN
    for entry in gets:
        lead[entry] += TURN


def _turn_chains(matches: list[Pairing[E]], lead: Counter[E]) -> None:
    """Reverse chains of matches until no chain makes first shots more even."""
    first_in: dict[E, set[int]] = {entry: set() for entry in lead}
    for at, match in enumerate(matches):
        first_in[match.sides[match.first][0]].add(at)
    relieved = True
    while relieved:
        relieved = False
        least = min(lead.values(), default=0)
        for entry in [entry for entry in sorted(lead) if lead[entry] - least > TURN]:
            chain = _find_chain(entry, matches, first_in, lead)
            for at, seat in chain:
                had, gets = (matches[at].sides[matches[at].first], matches[at].sides[seat])
                first_in[had[0]].remove(at)
                first_in[gets[0]].add(at)
                matches[at] = replace(matches[at], first=seat)
                _hand_over(had, gets, lead)
            relieved = relieved or bool(chain)


def _find_chain(
    start: E, matches: Sequence[Pairing[E]], first_in: dict[E, set[int]], lead: Counter[E]
) -> list[tuple[int, Seat]]:
    """Return the matches to reverse so that ``start`` gives a first shot to an entry with fewer."""
    came: dict[E, tuple[E, int, Seat] | None] = {start: None}
    queue = deque([start])
    while queue:
        entry = queue.popleft()
        if lead[start] - lead[entry] > TURN:
            return _trace_back(entry, came)
        for at in sorted(first_in[entry]):
            for seat, (other,) in matches[at].sides.items():
                if other not in came:
                    came[other] = (entry, at, seat)
                    queue.append(other)
    return []


def _trace_back(entry: E, came: dict[E, tuple[E, int, Seat] | None]) -> list[tuple[int, Seat]]:
    steps = []
    while step := came[entry]:
        entry, at, seat = step
        steps.append((at, seat))
    return steps
