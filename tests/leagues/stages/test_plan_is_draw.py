"""A plan's numbers are those of the draw, for every shape and every number of entries."""

from dataclasses import replace
from functools import cache
from itertools import pairwise

import pytest

from leagues.pairing.bracket import SlotStatus, fill_slots
from leagues.pairing.knockout import Placing
from leagues.pairing.partners import Spare, everyone_partners_everyone, matches_of_everyone
from leagues.pairing.pools import even_sizes
from leagues.pairing.seeds import roll_dice
from leagues.pairing.values import NoPairing, PairedRound
from leagues.stages import estimate
from leagues.stages.estimate import KnownNumbers
from leagues.stages.event_templates import SHAPES
from leagues.stages.pairing_way import PairingWay, PlannedRound
from leagues.stages.pairing_ways import (
    BracketWay,
    DoubleKnockout,
    ExpectedField,
    Heats,
    Knockout,
    Outsiders,
    Partners,
)
from leagues.stages.recipe import Recipe, make_draw
from leagues.stages.stage_plan import StagePlan

BOARDS = 12
DRAWN_BY_SEARCH = {"rotating-doubles"}
"""Where a draw looks for the best balance it takes seconds: these are drawn by less below."""
SIZES = (*range(2, 35), 38, 47, 48, 49, 63, 64)
"""Every size up to two more than a bracket of 32, and beyond it the corners: one and a half
of it and the next power of two, with their neighbours. Larger draws take most of the time."""


@cache
def drawn_rounds(
    way: PairingWay, pools: tuple[int, ...], boards: int | None = None
) -> list[PlannedRound]:
    """The rounds of a stage when all end tied; in a bracket the first side wins."""
    if isinstance(way, BracketWay):
        return played_out(way, pools)
    ends = [sum(pools[:at]) for at in range(len(pools) + 1)]
    seated = tuple(tuple(range(start, end)) for start, end in pairwise(ends))
    played: tuple[PairedRound[int], ...] = ()
    made = list[PlannedRound]()
    while len(made) < (way.rounds or 1):
        recipe = Recipe(
            way,
            "spring",
            f"1.{len(made)}.1",
            seated,
            played=played,
            clubs=clubs_of(way, sum(pools)),
            boards=tuple(range(1, (boards or 0) + 1)),
            three_play=True,
        )
        rounds = make_draw(recipe)
        if not rounds:
            break
        for by_pool in rounds:
            together = PairedRound(
                tuple(p for pool in by_pool for p in pool.pairings),
                tuple(b for pool in by_pool for b in pool.byes),
            )
            played += (together,)
            made.append(PlannedRound(len(together.pairings), len(together.byes)))
    return made


def clubs_of(way: PairingWay, entries: int) -> dict[int, str]:
    if not isinstance(way, Outsiders):
        return {}
    sizes = even_sizes(entries, way.clubs)
    clubs = [str(club) for club, size in enumerate(sizes) for _ in range(size)]
    return dict(enumerate(clubs))


def played_out(way: BracketWay, pools: tuple[int, ...]) -> list[PlannedRound]:
    """Play every match of every bracket; its first side wins."""
    steps: dict[int, int] = {}
    for size in pools:
        if size < 2:
            continue
        bracket, winners = way.bracket(size), dict[str, int]()
        while ready := [
            spot
            for spot in fill_slots(bracket, range(size), winners).values()
            if spot.status is SlotStatus.READY
        ]:
            for spot in ready:
                assert isinstance(spot.sides[0], int)
                winners[spot.slot.key] = spot.sides[0]
                steps[spot.slot.step] = steps.get(spot.slot.step, 0) + 1
    return [PlannedRound(steps[step]) for step in sorted(steps)]


def sums_of(rounds: list[PlannedRound] | tuple[PlannedRound, ...]) -> tuple[int, int, int]:
    return len(rounds), sum(r.matches for r in rounds), sum(r.byes for r in rounds)


def stages_of(name: str, entries: int) -> list[tuple[StagePlan, list[int]]]:
    plan = SHAPES[name].stages(entries)
    return list(zip(plan, estimate.pool_sizes(plan, entries), strict=True))


@pytest.mark.long
@pytest.mark.no_cover  # draws by the hundred; smaller ones count the lines
@pytest.mark.parametrize("name", sorted(SHAPES.keys() - DRAWN_BY_SEARCH - {"at-a-board"}))
def test_the_plan_of_a_shape_is_what_is_drawn(name: str) -> None:
    for entries in SIZES:
        plan = SHAPES[name].stages(entries)
        if estimate.first_unplayable_stage(plan, entries):
            continue
        planned_rounds = estimate.planned_rounds(plan, entries)
        for (stage, pools), planned in zip(stages_of(name, entries), planned_rounds, strict=True):
            made = drawn_rounds(stage.way, tuple(pools))
            assert sums_of(made) == sums_of(planned), (name, entries, stage.name)
            assert sorted(r.matches for r in made) == sorted(r.matches for r in planned)


@pytest.mark.parametrize(
    ("entries", "mixed"), [(4, False), (9, False), (14, False), (64, False), (7, True), (14, True)]
)
def test_heats_are_planned_as_they_are_drawn(entries: int, mixed: bool) -> None:
    """One board, one too many for it, both sizes of board, and more than sit at twelve."""
    [plan] = SHAPES["at-a-board"].stages(entries)
    plan = replace(plan, way=Heats(mixed=mixed))
    [planned] = estimate.planned_rounds([plan], entries, KnownNumbers(boards=BOARDS))

    assert sums_of(drawn_rounds(plan.way, (entries,), BOARDS)) == sums_of(planned)


@pytest.mark.long
@pytest.mark.parametrize("spare", Spare)
def test_rotating_doubles_are_planned_as_they_are_drawn(spare: Spare) -> None:
    """The small halls, and every remainder by four around 41, the largest with a design.

    A lone player changes the draw only where three are left over.
    """
    few = (*range(4, 17), 19, 41, 42, 43, 44)
    sizes = few if spare is Spare.REST else [size for size in few if size % 4 == 3]
    for entries in sizes:
        made = everyone_partners_everyone(range(entries), roll_dice("spring"), spare, effort=0)
        matches = matches_of_everyone(entries, spare)
        assert sorted(len(r.pairings) for r in made) == sorted(matches), entries
        planned_rounds = Partners(spare=spare).planned(ExpectedField(entries))
        assert sums_of([PlannedRound(len(r.pairings), len(r.byes)) for r in made]) == (
            sums_of(planned_rounds)
        ), entries


@pytest.mark.parametrize(
    ("way", "pools", "boards"),
    [
        (Partners(), [10], 12),
        (Partners(games=3), [14], 2),
        (Partners(games=3), [14], None),
        (Partners(games=2, spare=Spare.ALONE), [11], None),
        (Partners(games=2, spare=Spare.ALONE), [11], 2),
        (Partners(games=2, spare=Spare.ALONE), [3], 1),
        (Heats(games=2), [14], 2),
        (Outsiders(clubs=3), [12], 6),
        (Outsiders(clubs=3), [17], 6),
        (Outsiders(clubs=4), [15], 6),
        (DoubleKnockout(), [6], 6),
        (DoubleKnockout(reset=False), [11, 5, 2], 6),
        (Knockout(Placing.ALL), [6, 3], 6),
    ],
    ids=str,
)
def test_other_choices_are_planned_as_they_are_drawn(
    way: PairingWay, pools: list[int], boards: int | None
) -> None:
    planned_rounds = [way.planned(ExpectedField(size, boards)) for size in pools]

    assert sums_of(drawn_rounds(way, tuple(pools), boards))[1:] == (
        sum(sums_of(each)[1] for each in planned_rounds),
        sum(sums_of(each)[2] for each in planned_rounds),
    )


@pytest.mark.parametrize("name", sorted(SHAPES))
@pytest.mark.parametrize("entries", [2, 3])
def test_what_the_plan_refuses_is_not_drawn(name: str, entries: int) -> None:
    """And it says why: the sentence is shown while an event is planned."""
    plan = SHAPES[name].stages(entries)
    refused = estimate.first_unplayable_stage(plan, entries)
    if refused is None:
        return
    sizes = dict(stages_of(name, entries))[refused.stage]
    with pytest.raises((NoPairing, ValueError, AssertionError)):
        assert drawn_rounds(refused.stage.way, tuple(sizes))
    assert refused.why


def test_the_dice_decide_nothing_that_was_planned() -> None:
    """Clubs that do not come out even: as many rounds whatever is thrown."""
    way = Outsiders(clubs=3)
    planned = way.planned(ExpectedField(17))
    for seed in ("spring", "summer", "autumn"):
        clubs = clubs_of(way, 17)
        recipe = Recipe(way, seed, "1.1.1", (tuple(range(17)),), clubs=clubs)
        assert len(make_draw(recipe)) == len(planned)
