"""The ways of pairing the entries of a stage, as values.

A way is drawn ahead (the whole stage at once), round by round (each from the table so far), or is
a bracket. Other code uses the protocol ``PairingWay`` and never asks which way it is.

>>> from leagues.pairing.seeds import roll_dice
>>> way = SomeGames(games=3)
>>> drawn = way.draw(StageField(tuple("ABCDEF"), roll_dice("spring")))
>>> len(drawn), way.matches(ExpectedField(6))
(3, (3, 3, 3))
>>> Knockout().matches(ExpectedField(8))
(4, 2, 2)
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from leagues.pairing.interclub import OUTSIDERS, draw_interclub, matches_between
from leagues.pairing.many_sided import EITHER, board_sizes, many_sided
from leagues.pairing.partial_round_robin import draw_partial
from leagues.pairing.partners import (
    Spare,
    draw_rotating,
    everyone_partners_everyone,
    matches_of_everyone,
    rotating_boards,
)
from leagues.pairing.pools import even_sizes
from leagues.pairing.rest_of_round_robin import MeetingsOwed, bring_in, draw_rest
from leagues.pairing.round_robin import home_first, round_robin
from leagues.pairing.swiss import ByeGoes, SwissEntry, SwissRules, Within, pair_round
from leagues.pairing.two_against_one import pairs_against_singles, refuse_too_many_pairs
from leagues.pairing.values import E, NoPairing, PairedRound, Pairs, pair_up
from leagues.stages.brackets import BracketWay, DoubleKnockout, Knockout, PagePlayoff
from leagues.stages.pairing_way import (
    Ahead,
    ByTheTable,
    ExpectedField,
    PairingWay,
    PlannedRound,
    StageField,
    StoredWay,
    ToMend,
    check_between,
    in_twos,
    pays_for_a_bye,
)
from scoring.serialization import from_dict, stored_as, to_dict
from scoring.text import Count, Text

__all__ = [
    "WAYS",
    "AllShoot",
    "BracketWay",
    "DoubleKnockout",
    "ExpectedField",
    "Heats",
    "Knockout",
    "Outsiders",
    "PagePlayoff",
    "PairingWay",
    "Partners",
    "RoundRobin",
    "SomeGames",
    "StageField",
    "Swiss",
    "ToMend",
    "check_between",
    "kind_and_options",
    "way_from",
]  # fmt: skip

MOST = 99


@stored_as("round_robin", StoredWay)
@dataclass(frozen=True)
class RoundRobin(Ahead):
    """All entries meet each other, once in each leg."""

    meets_everybody: ClassVar[bool] = True

    legs: int = 1
    bye_points: int | None = 0
    home_and_away: bool = False
    """Side A is at home and shoots first; the next leg swaps home and away."""
    rounds: ClassVar[None] = None

    def __post_init__(self) -> None:
        check_between(1, 4, self.legs, Text("legs"))
        pays_for_a_bye(self.bye_points)

    def draw(self, field: StageField[E]) -> tuple[PairedRound[E], ...]:
        if not field.history.rounds:
            if field.kinds:
                return pairs_against_singles(field.kinds, field.dice, laps=self.legs)
            drawn = round_robin(field.entries, field.dice, self.legs, field.nights)
            return home_first(drawn) if self.home_and_away else drawn
        return draw_rest(field.entries, field.history, field.dice, self.legs, field.never)

    def mend(self, coming: ToMend[E], field: StageField[E]) -> tuple[PairedRound[E], ...]:
        owed = MeetingsOwed(field.entries, field.history, self.legs, field.never)
        return bring_in(coming.rounds, coming.come, owed, field.dice, coming.busy)

    def planned(self, coming: ExpectedField) -> tuple[PlannedRound, ...]:
        return in_twos(coming.entries, self.legs * rounds_to_meet_all(coming.entries))


@stored_as("partial", StoredWay)
@dataclass(frozen=True)
class SomeGames(Ahead):
    """A set number of matches, each against another opponent."""

    games: int = 10
    bye_points: int | None = None

    def __post_init__(self) -> None:
        check_between(1, 60, self.games, Text("games for each"))
        pays_for_a_bye(self.bye_points)

    @property
    def rounds(self) -> int:
        return self.games

    def draw(self, field: StageField[E]) -> tuple[PairedRound[E], ...]:
        to_go = self.games - len(field.history.rounds)
        if to_go <= 0:
            return ()
        if field.kinds and not field.history.rounds:
            return pairs_against_singles(field.kinds, field.dice, rounds=to_go)
        return draw_partial(
            field.entries, to_go, field.dice, field.apart, field.history, field.never, field.nights
        )

    def planned(self, coming: ExpectedField) -> tuple[PlannedRound, ...]:
        return in_twos(coming.entries, self.games)

    def refusal(self, coming: ExpectedField) -> Text | None:
        if self.games <= rounds_to_meet_all(coming.entries):
            return None
        return Text(
            "{games} against different opponents: a pool needs more than {least}, but it would have {entries}",
            games=Count("{n} game", "{n} games", self.games),
            least=Count("{n} entry", "{n} entries", self.games),
            entries=coming.entries,
        )


@stored_as("swiss", StoredWay)
@dataclass(frozen=True)
class Swiss(ByTheTable):
    """Each round against an opponent near in the table, without rematches if possible."""

    games: int = 5
    within: Within = Within.HALVES
    bye: ByeGoes = ByeGoes.BOTTOM
    by_rating: bool = False
    """Order entries tied on points by rating instead of 20s."""
    by_seed: bool = True
    """In the first round, order entries by their seeds, if seeds were saved."""
    bye_points: int | None = None

    def __post_init__(self) -> None:
        check_between(1, 60, self.games, Text("games of the stage"))
        pays_for_a_bye(self.bye_points)

    @property
    def rounds(self) -> int:
        return self.games

    def draw(self, field: StageField[E]) -> tuple[PairedRound[E], ...]:
        if len(field.history.rounds) >= self.games:
            return ()
        then = field.then
        if self.by_seed and field.seeds and not field.history.rounds:
            last = 1 + max(field.seeds.values())
            then = {entry: -field.seeds.get(entry, last) for entry in field.entries}
        table = [
            SwissEntry(entry, field.points.get(entry, 0), then.get(entry, 0))
            for entry in field.entries
        ]
        if field.kinds:
            refuse_too_many_pairs(field.entries, field.kinds)
        rules = SwissRules(self.within, self.bye, field.apart, field.never, field.nights)
        return (pair_round(table, field.history, field.dice, rules),)

    def planned(self, coming: ExpectedField) -> tuple[PlannedRound, ...]:
        return in_twos(coming.entries, self.games)


@stored_as("partners", StoredWay)
@dataclass(frozen=True)
class Partners(Ahead):
    """Doubles with new partners every round; ``games`` None: until everyone has partnered
    everyone.
    """

    games: int | None = None
    spare: Spare = Spare.REST
    bye_points: int | None = 0

    def __post_init__(self) -> None:
        check_between(1, 60, self.games or 1, Text("games of the stage"))
        pays_for_a_bye(self.bye_points)

    @property
    def rounds(self) -> int | None:
        return self.games

    def draw(self, field: StageField[E]) -> tuple[PairedRound[E], ...]:
        if self.games is None and not field.history.rounds:
            return everyone_partners_everyone(field.entries, field.dice, self.spare, field.nights)
        everyone = len(matches_of_everyone(len(field.entries), self.spare))
        to_go = (self.games or everyone) - len(field.history.rounds)
        if to_go <= 0:
            return ()
        return draw_rotating(
            field.entries,
            to_go,
            field.dice,
            field.history.over(field.nights),
            boards=field.boards,
            spare=self.spare if field.three_play else Spare.REST,
        )

    def planned(self, coming: ExpectedField) -> tuple[PlannedRound, ...]:
        entries = coming.entries
        if self.games is None:
            alone = entries % 4 == 3 and self.spare is Spare.ALONE
            matches = matches_of_everyone(entries, self.spare)
            return tuple(
                PlannedRound(n, max(0, entries - 4 * n) if alone else entries - 4 * n)
                for n in matches
            )
        fours, threes = rotating_boards(entries, coming.boards, self.spare)
        byes = entries - 4 * fours - 3 * threes
        return (PlannedRound(fours + threes, byes),) * self.games

    def refusal(self, coming: ExpectedField) -> Text | None:
        if coming.entries >= (3 if self.spare is Spare.ALONE else 4):
            return None
        return Text("doubles need four players")


@stored_as("heats", StoredWay)
@dataclass(frozen=True)
class Heats(Ahead):
    """Three or four at a board, each for themselves; surplus entries rest in turn."""

    games: int = 4
    size: int = 4
    bye_points: int | None = 0
    mixed: bool = False
    """Boards of three and of four are mixed, if that lets more entries play."""
    even_pay: bool = False
    """A board of three pays as much on average as a board of four."""

    def __post_init__(self) -> None:
        check_between(1, 60, self.games, Text("games of the stage"))
        check_between(3, 4, self.size, Text("sides at a board"))
        pays_for_a_bye(self.bye_points)

    @property
    def rounds(self) -> int:
        return self.games

    def draw(self, field: StageField[E]) -> tuple[PairedRound[E], ...]:
        to_go = self.games - len(field.history.rounds)
        if to_go <= 0:
            return ()
        return many_sided(
            field.entries,
            to_go,
            field.dice,
            self.size,
            field.history.over(field.nights),
            boards=field.boards,
            allowed=self._allowed,
        )

    def planned(self, coming: ExpectedField) -> tuple[PlannedRound, ...]:
        sizes = self._sizes(coming)
        each = PlannedRound(len(sizes), coming.entries - sum(sizes))
        return (each,) * self.games

    def refusal(self, coming: ExpectedField) -> Text | None:
        if self._sizes(coming):
            return None
        return Text(
            "a board needs {least}, but only {entries} would come",
            least=Count("{n} entry", "{n} entries", min(self._allowed)),
            entries=coming.entries,
        )

    def _sizes(self, coming: ExpectedField) -> list[int]:
        return board_sizes(coming.entries, self.size, coming.boards, allowed=self._allowed)

    @property
    def _allowed(self) -> tuple[int, ...]:
        return EITHER if self.mixed else (self.size,)


@stored_as("outsiders", StoredWay)
@dataclass(frozen=True)
class Outsiders(Ahead):
    """Inter-club: all players meet all players of the other clubs."""

    meets_everybody: ClassVar[bool] = True

    clubs: int = 2
    """How many clubs are expected, for the timetable before entries are in.

    After that the entries' clubs count.
    """
    bye_points: int | None = 0
    best: int | None = None
    """How many players of each club count, those with the most points; None is all of them."""
    rounds: ClassVar[None] = None

    def __post_init__(self) -> None:
        check_between(2, 40, self.clubs, Text("clubs"))
        if self.best is not None:
            check_between(1, 40, self.best, Text("players who count for a club"))
        pays_for_a_bye(self.bye_points)

    def draw(self, field: StageField[E]) -> tuple[PairedRound[E], ...]:
        if field.kinds:
            raise NoPairing(Text("clubs cannot meet in two against one"))
        if not field.history.rounds:
            return draw_interclub(self._teams(field), field.dice)
        never = self._never(field)
        return draw_rest(field.entries, field.history, field.dice, never=never, why=OUTSIDERS)

    def mend(self, coming: ToMend[E], field: StageField[E]) -> tuple[PairedRound[E], ...]:
        never = self._never(field)
        owed = MeetingsOwed(field.entries, field.history, never=never, why=OUTSIDERS)
        return bring_in(coming.rounds, coming.come, owed, field.dice, coming.busy)

    def _never(self, field: StageField[E]) -> Pairs[E]:
        return field.forbidden | pair_up(self._teams(field))

    def _teams(self, field: StageField[E]) -> list[list[E]]:
        teams: dict[str, list[E]] = {}
        for entry in field.entries:
            teams.setdefault(field.clubs.get(entry, ""), []).append(entry)
        return [teams[club] for club in sorted(teams)]

    def planned(self, coming: ExpectedField) -> tuple[PlannedRound, ...]:
        clubs = coming.clubs or even_sizes(coming.entries, self.clubs)
        return tuple(
            PlannedRound(matches, coming.entries - 2 * matches)
            for matches in matches_between(clubs)
        )

    def refusal(self, coming: ExpectedField) -> Text | None:
        if len(coming.clubs) == 1:
            return Text("all entries play for one club, so no one has an opponent")
        return None


@stored_as("shoot_out", StoredWay)
@dataclass(frozen=True)
class AllShoot(Ahead):
    """All entries shoot open 20s, and the desk enters the numbers. There are no matches."""

    rounds: ClassVar[int] = 0
    bye_points: ClassVar[int] = 0
    shots: ClassVar[int] = 12

    def draw(self, field: StageField[E]) -> tuple[PairedRound[E], ...]:
        return ()

    def planned(self, coming: ExpectedField) -> tuple[PlannedRound, ...]:
        return ()

    def matches(self, coming: ExpectedField) -> tuple[int, ...]:
        """Return turns of two at a board: not matches, but they take as long in the timetable."""
        return (-(-coming.entries // 2),)


WAYS = (
    RoundRobin, SomeGames, Swiss, Partners, Heats, Outsiders, AllShoot,
    Knockout, DoubleKnockout, PagePlayoff,
)  # fmt: skip


def way_from(kind: str, options: Mapping[str, Any]) -> PairingWay:
    """Return the way that a row stores as its format and options."""
    way: PairingWay = from_dict(StoredWay, {"kind": kind, **options})
    return way


def kind_and_options(way: PairingWay) -> tuple[str, dict[str, Any]]:
    data = to_dict(way)
    return data.pop("kind"), data


def rounds_to_meet_all(entries: int) -> int:
    """Return the rounds of a round robin: one more would pair two entries again."""
    return entries - 1 + entries % 2
