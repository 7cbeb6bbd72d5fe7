"""The history of play: the input of the next draw."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Generic, TypeVar

from leagues.pairing.values import E, Pair, PairedRound, Pairing

K = TypeVar("K")

TURN = 12  # so that a half, a third and a quarter of a first shot are whole numbers


@dataclass(frozen=True)
class Nights(Generic[E]):
    """Totals of a season's earlier nights for the entries present tonight."""

    partnered: Mapping[Pair[E], int] = field(default_factory=dict)
    met: Mapping[Pair[E], int] = field(default_factory=dict)
    rested: Mapping[E, int | Fraction] = field(default_factory=dict)
    """The fraction of rounds each entry sat out, of the nights on which it was present."""

    def meetings(self, one: E, other: E) -> int:
        return self.met.get(frozenset((one, other)), 0)

    def met_in(self, rounds: Iterable[PairedRound[E]]) -> int:
        """Sum up how often the opponents in these rounds have met on earlier nights."""
        return sum(
            self.meetings(one, other)
            for each in rounds
            for pairing in each.pairings
            for one, other in pairing.meetings()
        )

    def sat_out_by(self, rounds: Iterable[PairedRound[E]]) -> int | Fraction:
        """Sum up how much entries with a bye in these rounds have sat out on earlier nights."""
        return sum(self.rested.get(bye.entry, 0) for each in rounds for bye in each.byes)


def missed_rounds(entries: Iterable[E], rounds: Sequence[PairedRound[E]]) -> dict[E, int]:
    """Return how many rounds at the start each entry missed because it came late."""
    missed = dict.fromkeys(entries, len(rounds))
    waiting = set(missed)
    for number, each in enumerate(rounds):
        came = waiting.intersection(each.entries) if waiting else ()
        missed.update(dict.fromkeys(came, number))
        waiting.difference_update(came)
    return missed


class BoardsSeen(Generic[E]):
    """The boards each entry has sat at, and its waits for one, in order of play."""

    def __init__(self) -> None:
        self.boards: defaultdict[E, Counter[int]] = defaultdict(Counter)
        self.last_board: dict[E, int] = {}
        self.waited: Counter[E] = Counter()

    def boards_seen(self) -> BoardsSeen[E]:
        """Return a copy to continue from, because a whole draw tries several assignments."""
        after = BoardsSeen[E]()
        self._give_boards(after)
        return after

    def seat(self, pairing_round: PairedRound[E]) -> None:
        for pairing in pairing_round.pairings:
            for entry in pairing.entries:
                self._sit_at(entry, pairing)

    def _give_boards(self, after: BoardsSeen[E]) -> None:
        after.boards = _copy_counts(self.boards)
        after.last_board = self.last_board.copy()
        after.waited = self.waited.copy()

    def _sit_at(self, entry: E, pairing: Pairing[E]) -> None:
        if pairing.wave > 1:
            self.waited[entry] += pairing.wave - 1
        if pairing.board is not None:
            _add_one(self.boards[entry], pairing.board)
            self.last_board[entry] = pairing.board


class History(BoardsSeen[E]):
    """Opponents, partners, byes, first shots and boards of all entries, in order of play."""

    def __init__(
        self,
        rounds: Iterable[PairedRound[E]] = (),
        nights: Nights[E] | None = None,
        late: Mapping[E, int] | None = None,
    ) -> None:
        """``nights`` counts meetings and partnerships of the season; byes and first shots count
        only tonight. ``late`` counts missed rounds as byes, so that others sit out first.
        """
        super().__init__()
        self.rounds: tuple[PairedRound[E], ...] = ()
        self.met: defaultdict[E, Counter[E]] = defaultdict(Counter)
        self.partnered: defaultdict[E, Counter[E]] = defaultdict(Counter)
        self.byes: Counter[E] = Counter()
        self.shot_first: Counter[E] = Counter()
        self.due: Counter[E] = Counter()
        self.last_first: dict[E, bool] = {}
        self.nights = nights or Nights()
        self.late = late or {}
        self.byes.update(self.late)
        _add_times(self.partnered, self.nights.partnered)
        _add_times(self.met, self.nights.met)
        self._go_on(rounds)

    def over(self, nights: Nights[E]) -> History[E]:
        """Return the same evening with these earlier nights."""
        return History(self.rounds, nights, self.late)

    def then(self, *rounds: PairedRound[E]) -> History[E]:
        """Return the history with more rounds, without counting the earlier ones again."""
        after = History[E]()
        after.rounds = self.rounds
        after.met = _copy_counts(self.met)
        after.partnered = _copy_counts(self.partnered)
        after.byes = self.byes.copy()
        after.shot_first = self.shot_first.copy()
        after.due = self.due.copy()
        after.last_first = self.last_first.copy()
        self._give_boards(after)
        after.nights = self.nights
        after.late = self.late
        after._go_on(rounds)
        return after

    def _go_on(self, rounds: Iterable[PairedRound[E]]) -> None:
        for pairing_round in rounds:
            self.rounds += (pairing_round,)
            for pairing in pairing_round.pairings:
                self._play(pairing)
            self.byes.update(bye.entry for bye in pairing_round.byes)

    def meetings(self, one: E, other: E) -> int:
        return self.met[one][other] if one in self.met else 0

    def opponents(self, entry: E) -> frozenset[E]:
        return frozenset(self.met[entry]) if entry in self.met else frozenset()

    def lead(self, entry: E) -> int:
        """Return the first shots beyond the fair share, in twelfths: 6 is half a turn too many."""
        return TURN * self.shot_first[entry] - self.due[entry]

    def _play(self, pairing: Pairing[E]) -> None:
        for one, other in pairing.meetings():
            _add_one(self.met[one], other)
            _add_one(self.met[other], one)
        for one, other in pairing.partnerships():
            _add_one(self.partnered[one], other)
            _add_one(self.partnered[other], one)
        share = TURN // len(pairing.sides)
        for seat, side in pairing.sides.items():
            shoots_first = seat is pairing.first
            for entry in side:
                self.shot_first[entry] += shoots_first
                self.due[entry] += share
                self.last_first[entry] = shoots_first
                self._sit_at(entry, pairing)


def _add_one(counts: Counter[K], key: K) -> None:
    """Count one more; ``+=`` takes twice as long where there is none yet."""
    counts[key] = counts.get(key, 0) + 1


def _copy_counts(counts: defaultdict[E, Counter[K]]) -> defaultdict[E, Counter[K]]:
    return defaultdict(Counter, {one: found.copy() for one, found in counts.items()})


def _add_times(counts: defaultdict[E, Counter[E]], times: Mapping[Pair[E], int]) -> None:
    for two, often in times.items():
        one, other = two
        counts[one][other] += often
        counts[other][one] += often
