"""A recipe: all that a draw is made from, as JSON, and the same draw from it again."""

import json
import runpy
import sys
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leagues.pairing.boards import count_stays
from leagues.pairing.draw_checker import Promise, find_breaches
from leagues.pairing.history import History, Nights
from leagues.pairing.partners import Spare
from leagues.pairing.round_robin import round_robin
from leagues.pairing.seeds import roll_dice, seed_promise
from leagues.pairing.values import PairedRound, Pairing
from leagues.stages.pairing_ways import (
    Heats,
    Outsiders,
    PairingWay,
    Partners,
    RoundRobin,
    SomeGames,
    Swiss,
)
from leagues.stages.recipe import Recipe, by_lot, from_json, make_draw, meetings_of, to_json
from leagues.stages.redraw_cli import draw_lines

PAIR = frozenset({frozenset({1, 2})})
PLAYED = (PairedRound((Pairing.between(1, 3), Pairing.between(2, 4))),)
FULL = Recipe(
    way=Swiss(games=4, bye_points=5),
    seed="0X6G-27G9-S0MG-6VJ0",
    purpose="1.2.1",
    pools=((1, 2, 3, 4, 5),),
    played=PLAYED,
    before=(PairedRound((Pairing.between(1, 4), Pairing.between(2, 3))),),
    points={1: 8, 2: Fraction(7, 2), 3: 0, 4: 4, 5: 0},
    then={1: 3},
    apart=PAIR,
    forbidden=frozenset({frozenset({1, 4})}),
    clubs={1: "Mill", 2: "Lake"},
    boards=(1, 2),
    nights=Nights(
        partnered={frozenset({1, 2}): 1},
        met={frozenset({1, 3}): 2, frozenset({2, 3}): 2},
        rested={3: Fraction(1, 3)},
    ),
)


def test_nothing_is_lost_on_paper() -> None:
    assert from_json(json.loads(json.dumps(to_json(FULL)))) == FULL


def test_the_meetings_are_known_without_boards_and_first_shots() -> None:
    ((drawn,),) = make_draw(FULL)
    paired = {tuple(sorted(pairing.entries)) for pairing in drawn.pairings}
    assert meetings_of(FULL) == paired | {(bye.entry,) for bye in drawn.byes}


def test_a_paper_from_before_seasons_were_looked_back_on_is_still_read() -> None:
    paper = to_json(FULL)
    del paper["nights"]

    assert from_json(paper) == replace(FULL, nights=Nights())


@pytest.mark.long
@settings(max_examples=25)
@given(
    way=st.sampled_from([RoundRobin(), SomeGames(3), Swiss(3), Outsiders()]),
    entries=st.sets(st.integers(1, 60), min_size=4, max_size=11),
    boards=st.integers(0, 6),
    seed=st.text("0123456789ABCDEF", min_size=1, max_size=8),
)
def test_the_same_paper_makes_the_same_draw(
    way: PairingWay, entries: set[int], boards: int, seed: str
) -> None:
    recipe = Recipe(
        way,
        seed,
        "1.1.1",
        pools=(tuple(entries),),
        clubs={entry: "AB"[entry % 2] for entry in entries},
        boards=tuple(range(1, boards + 1)),
    )
    on_paper = json.dumps(to_json(recipe))
    made = make_draw(recipe)
    assert make_draw(from_json(json.loads(on_paper))) == made
    for (pairing_round,) in made:
        assert sorted(pairing_round.entries) == sorted(entries)


@pytest.mark.no_cover  # a long search; others count the lines
@pytest.mark.parametrize("way", [Partners(2), Heats(2)])
def test_partners_and_heats_come_out_the_same_again(way: PairingWay) -> None:
    recipe = Recipe(way, "spring", "1.1.1", pools=(tuple(range(1, 10)),))
    assert make_draw(from_json(to_json(recipe))) == make_draw(recipe)


def test_forbidden_and_apart_hold() -> None:
    [[second]] = make_draw(FULL)
    promise = Promise(apart=FULL.apart, forbidden=FULL.forbidden)
    assert find_breaches([second], promise, history=History(PLAYED)) == []


def test_pools_of_unequal_size_share_the_boards_of_a_round() -> None:
    pools = (tuple(range(10)), tuple(range(10, 17)))
    made = make_draw(Recipe(RoundRobin(), "s", "1.1.1", pools, boards=tuple(range(8))))
    assert len(made) == 9
    together = [
        PairedRound(
            tuple(p for pool in pools for p in pool.pairings),
            tuple(b for pool in pools for b in pool.byes),
        )
        for pools in made
    ]
    assert find_breaches(together) == []
    assert count_stays(together, History()) == 0
    assert [len(pools[1].pairings) for pools in made] == [3] * 7 + [0] * 2


def test_a_lot_is_the_same_in_any_order_of_entries() -> None:
    assert by_lot([3, 1, 2], "s", "1.0.1") == by_lot([1, 2, 3], "s", "1.0.1")
    assert sorted(by_lot(range(9), "s", "1.0.1")) == list(range(9))


def test_the_draw_is_printed_line_by_line() -> None:
    paper = to_json(Recipe(RoundRobin(), "spring", "1.1.1", pools=((1, 2, 3),), boards=(7,)))
    names = {"1": "Ada", "2": "Eve", "3": "Fay"}
    first, *lines = draw_lines(paper | {"names": names, "first": 1})
    assert first == f"The seed's hash is {seed_promise('spring')}"
    assert lines[::3] == ["Round 1", "Round 2", "Round 3"]
    assert all(line.startswith("  board 7: ") for line in lines[1::3])
    assert all(" (first)" in line for line in lines[1::3])
    assert {line.split()[0] for line in lines[2::3]} == {"Ada", "Eve", "Fay"}


def test_without_names_the_numbers_are_printed() -> None:
    _, *lines = draw_lines(to_json(Recipe(RoundRobin(), "s", "1.1.1", pools=((1, 2, 3),))))
    assert any(line == "  2 sits out" for line in lines)


def test_a_lot_is_printed_in_its_order() -> None:
    paper = {"seed": "s", "purpose": "1.0.1", "lot": [1, 2], "names": {"1": "Ada"}}
    [_, line] = draw_lines(paper)
    order = by_lot([1, 2], "s", "1.0.1")
    assert line == "By lot: " + ", ".join("Ada" if e == 1 else "2" for e in order)


def test_the_file_is_read_from_the_command_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "draw.json"
    file.write_text(json.dumps(to_json(FULL)), encoding="utf-8")
    monkeypatch.setattr(sys, "argv", ["again", str(file)])
    monkeypatch.delitem(sys.modules, "leagues.stages.redraw_cli")
    runpy.run_module("leagues.stages.redraw_cli", run_name="__main__")
    assert capsys.readouterr().out.splitlines() == list(draw_lines(to_json(FULL)))


def at_boards(recipe: Recipe) -> list[set[int | None]]:
    """The boards that each pool uses."""
    drawn = make_draw(recipe)
    return [
        {pairing.board for pools in drawn for pairing in pools[pool].pairings}
        for pool in range(len(recipe.pools))
    ]


@pytest.mark.long
def test_a_pool_keeps_boards_that_stand_beside_each_other() -> None:
    pools = (tuple(range(8)), tuple(range(8, 14)), (14, 15, 16))
    recipe = Recipe(RoundRobin(), "spring", "1.1.1", pools, boards=tuple(range(1, 12)))
    kept = replace(recipe, side_by_side=True)

    assert at_boards(kept) == [{1, 2, 3, 4, 5}, {6, 7, 8, 9}, {10, 11}]
    assert make_draw(kept) == make_draw(from_json(to_json(kept)))
    assert make_draw(recipe) != make_draw(kept), "draws of before are made as they were"


def test_just_enough_boards_are_kept_in_whatever_order_they_are_listed() -> None:
    """Also by a pool that is through before the others, and by one with a single board."""
    pools = (tuple(range(8)), tuple(range(8, 14)), (14, 15))
    boards = (8, 2, 5, 1, 7, 3, 6, 4)
    kept = Recipe(RoundRobin(), "spring", "1.1.1", pools, boards=boards, side_by_side=True)

    assert at_boards(kept) == [{1, 2, 3, 4}, {5, 6, 7}, {8}]


def test_pools_share_boards_where_there_are_too_few() -> None:
    pools = (tuple(range(8)), tuple(range(8, 16)))
    recipe = Recipe(RoundRobin(), "spring", "1.1.1", pools, boards=(1, 2, 3, 4, 5))

    assert make_draw(replace(recipe, side_by_side=True)) == make_draw(recipe)


def test_who_came_late_sits_out_last_and_paper_of_before_is_drawn_as_it_was() -> None:
    """Five were here for two rounds, two of them sat out; 8 and 9 come to the third."""
    played = tuple(round_robin(range(1, 6), roll_dice("spring"))[:2])
    sat_out = {bye.entry for each in played for bye in each.byes}
    here = (1, 2, 3, 4, 5, 8, 9)

    def out(seed: str, *, late_sit_out_last: bool) -> int:
        recipe = Recipe(
            Swiss(5), seed, "1.3.1", (here,), played, late_sit_out_last=late_sit_out_last
        )
        assert make_draw(from_json(to_json(recipe))) == make_draw(recipe)
        ((drawn,),) = make_draw(recipe)
        return drawn.byes[0].entry

    now = {out(seed, late_sit_out_last=True) for seed in "abcdefgh"}
    before = {out(seed, late_sit_out_last=False) for seed in "abcdefgh"}

    assert now <= {1, 2, 3, 4, 5} - sat_out
    assert before & {8, 9}


def test_a_recipe_without_the_late_comers_rule_uses_the_old_one() -> None:
    recipe = Recipe(Swiss(5), "spring", "1.1.1", ((1, 2, 3),), late_sit_out_last=True)
    paper = to_json(recipe)
    del paper["late_sit_out_last"]

    assert from_json(paper) == replace(recipe, late_sit_out_last=False)


def test_three_left_over_play_and_a_recipe_of_before_lets_them_rest() -> None:
    way = Partners(games=2, spare=Spare.ALONE)
    recipe = Recipe(way, "spring", "1.1.1", (tuple(range(11)),), three_play=True)
    assert make_draw(from_json(to_json(recipe))) == make_draw(recipe)
    paper = to_json(recipe)
    del paper["three_play"]

    ((now,), _), ((before,), _) = make_draw(recipe), make_draw(from_json(paper))
    assert (len(now.byes), len(before.byes)) == (0, 3)
