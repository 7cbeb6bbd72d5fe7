"""A partial round robin: some rounds without a rematch, for a one-day open or a club night.

Every entry plays in every round. With an odd number one sits out each round, and none sits out
twice before all have once. On a league night entries that have met least this season meet
first. The rest is random.

>>> from leagues.pairing.seeds import roll_dice
>>> morning = draw_partial(range(1, 39), 10, roll_dice("spring open"))
>>> len(morning), {len(r.pairings) for r in morning}
(10, {19})
"""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import replace
from fractions import Fraction
from random import Random

from leagues.pairing.first_shots import settle_draw
from leagues.pairing.history import History, Nights
from leagues.pairing.repeat_meetings import least_repeats
from leagues.pairing.round_robin import seat_circle
from leagues.pairing.swiss import LEVEL, SwissEntry, SwissRules, pair_round
from leagues.pairing.values import E, PairedRound, Pairs, Why

LOT = Why("you meet {them} by lot, from those you hadn’t met")
TRIES = 50
TRIES_OF_A_SEASON = 20


def draw_partial(
    entries: Collection[E],
    games: int,
    dice: Random,
    apart: Pairs[E] = frozenset(),
    history: History[E] | None = None,
    never: Pairs[E] = frozenset(),
    nights: Nights[E] | None = None,
) -> tuple[PairedRound[E], ...]:
    """Draw a number of pairing rounds. With a keep-apart list or a history the rounds grow one by one.

    Pairs in ``never`` do not meet, even if that costs byes. With ``nights``, meetings and byes
    are balanced over the season.
    """
    history = history or History()
    if nights and (nights.met or nights.rested):
        rules = SwissRules(apart=apart, forbidden=never, nights=nights)
        best = _over_the_season(entries, games, dice, rules, history)
        return settle_draw(best, history, dice)
    if never:
        rules = SwissRules(apart=apart, forbidden=never)
        return settle_draw(_one_by_one(entries, games, dice, rules, history), history, dice)
    if not apart and not history.rounds:
        return settle_draw(_by_circle(entries, games, dice), history, dice)
    rules = SwissRules(apart=apart)
    tries = [_one_by_one(entries, games, dice, rules, history)]
    while any(_count_breaches(tries[-1], apart, history)) and len(tries) <= TRIES:
        # Drawn one round at a time, the last rounds may have no solution; a circle always has.
        tries.append(_by_circle(entries, games, dice))
    best = min(tries, key=lambda rounds: _count_breaches(rounds, apart, history))
    return settle_draw(best, history, dice)


def next_round(
    entries: Collection[E], history: History[E], dice: Random, rules: SwissRules[E] | None = None
) -> PairedRound[E]:
    """Draw one more round by lot for the entries present now."""
    paired = pair_round([SwissEntry(entry) for entry in entries], history, dice, rules)
    by_lot = (
        replace(p, why=LOT) if p.why.template == LEVEL.template else p for p in paired.pairings
    )
    return replace(paired, pairings=tuple(by_lot))


def _by_circle(entries: Collection[E], games: int, dice: Random) -> list[PairedRound[E]]:
    """Return the rounds of a random circle, then of another when all of its rounds are used."""
    rounds: list[PairedRound[E]] = []
    while len(rounds) < games and entries:
        order = sorted(entries)
        dice.shuffle(order)
        lap = seat_circle(order, LOT)
        dice.shuffle(lap)
        rounds += lap
    return rounds[:games]


def _one_by_one(
    entries: Collection[E], games: int, dice: Random, rules: SwissRules[E], history: History[E]
) -> list[PairedRound[E]]:
    rounds: list[PairedRound[E]] = []
    for _ in range(games):
        before = history.then(*rounds)
        rounds.append(next_round(entries, before, dice, rules))
    return rounds


def _over_the_season(
    entries: Collection[E], games: int, dice: Random, rules: SwissRules[E], history: History[E]
) -> list[PairedRound[E]]:
    """Return the best of several draws for the season.

    Each round has the fewest repeats possible, but that may leave more for a later one; a
    circle has no rematch tonight.
    """
    nights = rules.nights
    fewest = least_repeats(entries, games, nights)

    def cost(rounds: Sequence[PairedRound[E]]) -> tuple[int | Fraction, ...]:
        again, together = _count_breaches(rounds, rules.apart, history)
        uneven = _second_byes(rounds, history)
        sat_out, met = nights.sat_out_by(rounds), nights.met_in(rounds)
        return again, uneven, together, sat_out, met

    tries = [_one_by_one(entries, games, dice, rules, history)]
    while len(tries) < TRIES_OF_A_SEASON:
        best = min(tries, key=cost)
        again, uneven, together, _sat_out, met = cost(best)
        if not again and not uneven and not together and met == fewest:
            return best
        tries.append(_one_by_one(entries, games, dice, rules, history))
        if not rules.forbidden:
            tries.append(_by_circle(entries, games, dice))
    return min(tries, key=cost)


def _second_byes(rounds: Sequence[PairedRound[E]], history: History[E]) -> int:
    """Count how often an entry sits out while another one present has sat out less."""
    times = history.byes.copy()
    again = 0
    for each in rounds:
        fewest = min((times[entry] for entry in each.entries), default=0)
        again += sum(times[bye.entry] - fewest for bye in each.byes)
        times.update(bye.entry for bye in each.byes)
    return again


def _count_breaches(
    rounds: Sequence[PairedRound[E]], apart: Pairs[E], history: History[E]
) -> tuple[int, int]:
    """Count the rematches, and the meetings of entries to be kept apart."""
    met: Counter[frozenset[E]] = Counter()
    again = together = 0
    for pairing_round in rounds:
        for one, other in (two for p in pairing_round.pairings for two in p.meetings()):
            pair = frozenset((one, other))
            again += met[pair] + history.meetings(one, other)
            together += pair in apart
            met[pair] += 1
    return again, together
