"""The complete input of a draw, so that anyone can repeat it.

>>> from leagues.stages.pairing_ways import RoundRobin
>>> recipe = Recipe(RoundRobin(), "spring", "1.1.1", pools=((1, 2, 3, 4),), boards=(1, 2))
>>> made = make_draw(recipe)
>>> [len(pairing_round.pairings) for (pairing_round,) in made]
[2, 2, 2]
>>> made == make_draw(from_json(to_json(recipe)))
True
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import islice, zip_longest
from random import Random
from typing import Any

from leagues.pairing.boards import assign_all
from leagues.pairing.first_shots import settle_draw
from leagues.pairing.history import History, Nights, missed_rounds
from leagues.pairing.pools import even_sizes
from leagues.pairing.seeds import roll_dice
from leagues.pairing.values import Bye, Pair, PairedRound, Pairing, Pairs, Side
from leagues.stages.pairing_ways import PairingWay, StageField, kind_and_options, way_from
from scoring.sides import BySeat, Seat

Number = int | Fraction
Round = PairedRound[int]
ByPool = tuple[Round, ...]
"""One pairing round, pool by pool."""


@dataclass(frozen=True)
class Recipe:
    """The inputs of a draw: the way of pairing, the seed, and everything else that decides
    pairings.

    ``before`` holds the stages already played: they don't affect pairings, but first shots and
    boards are balanced over the whole event. ``nights`` are the earlier nights of the league, or
    of the season if partners are redrawn.
    """

    way: PairingWay
    seed: str
    purpose: str
    pools: tuple[tuple[int, ...], ...]
    played: tuple[Round, ...] = ()
    before: tuple[Round, ...] = ()
    points: Mapping[int, Number] = field(default_factory=dict)
    then: Mapping[int, Number] = field(default_factory=dict)
    apart: Pairs[int] = frozenset()
    forbidden: Pairs[int] = frozenset()
    clubs: Mapping[int, str] = field(default_factory=dict)
    boards: tuple[int, ...] = ()
    nights: Nights[int] = field(default_factory=Nights)
    kinds: Mapping[int, int] = field(default_factory=dict)
    """How many players form each entry, if the sheet is two against one."""
    seeds: Mapping[int, int] = field(default_factory=dict)
    side_by_side: bool = False
    """A pool keeps neighbouring boards. Recipes of earlier draws don't have it."""
    late_sit_out_last: bool = False
    """Rounds that late-comers missed count as sat out. Recipes of earlier draws don't have it."""
    three_play: bool = False
    """See ``StageField.three_play``. Recipes of earlier draws don't have it."""

    @property
    def dice(self) -> Random:
        return roll_dice(self.seed, self.purpose)


def make_draw(recipe: Recipe) -> tuple[ByPool, ...]:
    """Draw all rounds that can be drawn now, each pool by pool, with boards and first shots."""
    dice, played = recipe.dice, _played_history(recipe)
    rounds = _draw_pairings(recipe, played, dice)
    together = [_join_pools(pools) for pools in rounds]
    history = played
    if recipe.before:
        history = History((*recipe.before, *recipe.played))
        together = list(settle_draw(together, history, dice))
    if blocks := _board_blocks(recipe, rounds):
        return _seated_in_blocks(rounds, together, blocks, history, dice)
    if recipe.boards:
        together = list(assign_all(together, recipe.boards, history, dice))
    return tuple(
        _apart_again(at_boards, pools) for at_boards, pools in zip(together, rounds, strict=True)
    )


def _board_blocks(recipe: Recipe, rounds: Sequence[ByPool]) -> list[tuple[int, ...]]:
    """Return neighbouring boards for each pool; empty if there are not enough for all."""
    needed = [max(map(len, of_pool)) for of_pool in zip(*_pairings_by_pool(rounds), strict=True)]
    spare = len(recipe.boards) - sum(needed)
    if not recipe.side_by_side or len(needed) < 2 or spare < 0:
        return []
    boards = iter(sorted(recipe.boards))
    more = even_sizes(spare, len(needed))
    return [tuple(islice(boards, n + m)) for n, m in zip(needed, more, strict=True)]


def _pairings_by_pool(rounds: Iterable[ByPool]) -> list[list[tuple[Pairing[int], ...]]]:
    return [[pool.pairings for pool in pools] for pools in rounds]


def _seated_in_blocks(
    rounds: Sequence[ByPool],
    together: Sequence[Round],
    blocks: Sequence[Sequence[int]],
    history: History[int],
    dice: Random,
) -> tuple[ByPool, ...]:
    """Assign each pool its own boards, as if it were alone in the hall."""
    settled = [_apart_again(one, pools) for one, pools in zip(together, rounds, strict=True)]
    seated = [
        assign_all(of_pool, boards, history, dice) if boards else of_pool
        for of_pool, boards in zip(zip(*settled, strict=True), blocks, strict=True)
    ]
    return tuple(zip(*seated, strict=True))


def meetings_of(recipe: Recipe) -> frozenset[tuple[int, ...]]:
    """Draw the recipe again and return its ``who_meets``."""
    return who_meets(_draw_pairings(recipe, _played_history(recipe), recipe.dice))


def _played_history(recipe: Recipe) -> History[int]:
    here = [entry for pool in recipe.pools for entry in pool]
    late = missed_rounds(here, recipe.played) if recipe.late_sit_out_last else None
    return History(recipe.played, late=late)


def who_meets(rounds: Iterable[ByPool]) -> frozenset[tuple[int, ...]]:
    """Return the entries of each match, in order, and those that sit out; boards are ignored."""
    drawn = [pool for pools in rounds for pool in pools]
    paired = [tuple(sorted(p.entries)) for pool in drawn for p in pool.pairings]
    return frozenset(paired + [(bye.entry,) for pool in drawn for bye in pool.byes])


def _draw_pairings(recipe: Recipe, played: History[int], dice: Random) -> list[ByPool]:
    drawn = [
        recipe.way.draw(_stage_field(recipe, entries, played, dice)) if len(entries) > 1 else ()
        for entries in recipe.pools
    ]
    return list(zip_longest(*drawn, fillvalue=Round()))


def by_lot(entries: Iterable[int], seed: str, purpose: str) -> tuple[int, ...]:
    """Return a random order of the entries, from the draw's seed."""
    order = sorted(entries)
    roll_dice(seed, purpose).shuffle(order)
    return tuple(order)


def _stage_field(
    recipe: Recipe, entries: tuple[int, ...], played: History[int], dice: Random
) -> StageField[int]:
    return StageField(
        entries,
        dice,
        played,
        recipe.apart,
        recipe.forbidden,
        recipe.points,
        recipe.then,
        recipe.clubs,
        len(recipe.boards) or None,
        recipe.nights,
        {entry: recipe.kinds[entry] for entry in entries if entry in recipe.kinds},
        recipe.seeds,
        recipe.three_play,
    )


def _join_pools(pools: Sequence[Round]) -> Round:
    return Round(
        tuple(pairing for pool in pools for pairing in pool.pairings),
        tuple(bye for pool in pools for bye in pool.byes),
    )


def _apart_again(at_boards: Round, pools: Sequence[Round]) -> ByPool:
    """Split a combined round into its pools again: the matches have kept their order."""
    pairings = iter(at_boards.pairings)
    return tuple(Round(tuple(islice(pairings, len(pool.pairings))), pool.byes) for pool in pools)


# --- On paper -------------------------------------------------------------------------


def to_json(recipe: Recipe) -> dict[str, Any]:
    """Return the recipe as JSON-able data, always in the same order."""
    kind, options = kind_and_options(recipe.way)
    return {
        "way": {"kind": kind, **options},
        "seed": recipe.seed,
        "purpose": recipe.purpose,
        "pools": [list(entries) for entries in recipe.pools],
        "played": [round_to_json(each) for each in recipe.played],
        "before": [round_to_json(each) for each in recipe.before],
        "points": _numbers_to_json(recipe.points),
        "then": _numbers_to_json(recipe.then),
        "apart": _pairs_to_json(recipe.apart),
        "forbidden": _pairs_to_json(recipe.forbidden),
        "clubs": {str(entry): club for entry, club in recipe.clubs.items()},
        "boards": list(recipe.boards),
        "side_by_side": recipe.side_by_side,
        "late_sit_out_last": recipe.late_sit_out_last,
        "three_play": recipe.three_play,
        "nights": _nights_to_json(recipe.nights),
        "kinds": {str(entry): many for entry, many in recipe.kinds.items()},
        "seeds": {str(entry): seed for entry, seed in recipe.seeds.items()},
    }


def from_json(data: Mapping[str, Any]) -> Recipe:
    way = dict(data["way"])
    return Recipe(
        way=way_from(way.pop("kind"), way),
        seed=data["seed"],
        purpose=data["purpose"],
        pools=tuple(tuple(entries) for entries in data["pools"]),
        played=tuple(round_from_json(each) for each in data["played"]),
        before=tuple(round_from_json(each) for each in data["before"]),
        points=_numbers_from_json(data["points"]),
        then=_numbers_from_json(data["then"]),
        apart=_pairs_from_json(data["apart"]),
        forbidden=_pairs_from_json(data["forbidden"]),
        clubs={int(entry): club for entry, club in data["clubs"].items()},
        boards=tuple(data["boards"]),
        nights=_nights_from_json(data.get("nights", {})),
        side_by_side=data.get("side_by_side", False),
        late_sit_out_last=data.get("late_sit_out_last", False),
        three_play=data.get("three_play", False),
        kinds={int(entry): many for entry, many in data.get("kinds", {}).items()},
        seeds={int(entry): seed for entry, seed in data.get("seeds", {}).items()},
    )


def round_to_json(each: Round) -> dict[str, Any]:
    """Return the boards, sides and byes of a round; the reasons can be drawn again."""
    return {
        "matches": [
            {
                "sides": [list(side) for side in pairing.sides],
                "first": int(pairing.first),
                "board": pairing.board,
                "wave": pairing.wave,
            }
            for pairing in each.pairings
        ],
        "byes": [bye.entry for bye in each.byes],
    }


def round_from_json(data: Mapping[str, Any]) -> Round:
    return Round(
        tuple(_read_pairing(match) for match in data["matches"]),
        tuple(Bye(entry) for entry in data["byes"]),
    )


def _read_pairing(match: Mapping[str, Any]) -> Pairing[int]:
    sides: list[Side[int]] = [tuple(side) for side in match["sides"]]
    return Pairing(
        BySeat(*sides), first=Seat(match["first"]), board=match["board"], wave=match["wave"]
    )


def _numbers_to_json(numbers: Mapping[int, Number]) -> dict[str, int | str]:
    return {
        str(entry): number if isinstance(number, int) else str(number)
        for entry, number in sorted(numbers.items())
    }


def _numbers_from_json(numbers: Mapping[str, int | str]) -> dict[int, Number]:
    return {
        int(entry): number if isinstance(number, int) else Fraction(number)
        for entry, number in numbers.items()
    }


def _pairs_to_json(pairs: Pairs[int]) -> list[list[int]]:
    return sorted(sorted(pair) for pair in pairs)


def _pairs_from_json(pairs: Iterable[Sequence[int]]) -> Pairs[int]:
    return frozenset(frozenset(pair) for pair in pairs)


def _nights_to_json(nights: Nights[int]) -> dict[str, Any]:
    return {
        "partnered": _times_to_json(nights.partnered),
        "met": _times_to_json(nights.met),
        "rested": _numbers_to_json(nights.rested),
    }


def _nights_from_json(data: Mapping[str, Any]) -> Nights[int]:
    return Nights(
        _times_from_json(data.get("partnered", ())),
        _times_from_json(data.get("met", ())),
        _numbers_from_json(data.get("rested", {})),
    )


def _times_to_json(times: Mapping[Pair[int], int]) -> list[list[int]]:
    """Return lists of two entries and a number."""
    return sorted([*sorted(two), often] for two, often in times.items())


def _times_from_json(times: Iterable[Sequence[int]]) -> dict[Pair[int], int]:
    return {frozenset((one, other)): often for one, other, often in times}
