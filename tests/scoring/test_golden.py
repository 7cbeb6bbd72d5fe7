"""Real events: from the cards, the published order must come out.

Each names the chain that the organisers used. Where the published totals are not the sum of
the cards, the cards are the input and only the published order is compared.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from scoring.results import Result, match_results
from scoring.sides import BySeat
from scoring.standings import AfterSplit, Row, rank_entries
from scoring.tiebreaks import HEAD_TO_HEAD_THEN_TWENTIES, PRELIMINARY, ROUND_ROBIN, Chain

GOLDEN = Path(__file__).parent / "golden"

EVENTS = {
    "g01_rr10_points_then_20s": (PRELIMINARY,),
    "g02_rr11_h2h_breaks_tie": (ROUND_ROBIN, HEAD_TO_HEAD_THEN_TWENTIES),
    "g04_rr9_prelim": (PRELIMINARY, HEAD_TO_HEAD_THEN_TWENTIES),
    "g06_doubles_26x8_20s": (PRELIMINARY,),
    "g12_wcc_doubles_final6_h2h_level_then_20s": (
        HEAD_TO_HEAD_THEN_TWENTIES,
        PRELIMINARY,
        ROUND_ROBIN,
    ),
}

CASES = [(event, chain) for event, chains in EVENTS.items() for chain in chains]


def read_event(event: str) -> dict[str, Any]:
    return dict(json.loads((GOLDEN / f"{event}.json").read_text()))


def results_in(event: dict[str, Any]) -> list[Result[str]]:
    results: list[Result[str]] = []
    for game in event["games"]:
        sides = BySeat(game["side_a"], game["side_b"])
        results += match_results(
            BySeat(game["a"], game["b"]),
            sides.map(lambda side: side["points_total"]),
            sides.map(lambda side: side["twenties_total"]),
        )
    return results


def table_of(event: dict[str, Any], chain: Chain, after_split: AfterSplit) -> tuple[Row[str], ...]:
    entries = sorted(line["player"] for line in event["published"])
    return rank_entries(entries, results_in(event), chain, after_split=after_split)


@pytest.mark.parametrize("after_split", AfterSplit)
@pytest.mark.parametrize(("name", "chain"), CASES)
def test_the_published_order_comes_out(name: str, chain: Chain, after_split: AfterSplit) -> None:
    event = read_event(name)
    rows = table_of(event, chain, after_split)

    assert [(row.place, row.entry) for row in rows] == [
        (line["rank"], line["player"]) for line in event["published"]
    ]


@pytest.mark.parametrize("name", EVENTS)
def test_the_published_totals_come_out_where_the_cards_add_up_to_them(name: str) -> None:
    event = read_event(name)
    differ = {
        line["player"]
        for key in ("published_points_differ", "published_twenties_differ")
        for line in event["checks"][key]
    }
    made = {
        row.entry: (row.games, row.points, row.twenties)
        for row in table_of(event, EVENTS[name][0], AfterSplit.START_AGAIN)
    }

    for line in event["published"]:
        if line["player"] not in differ:
            assert made[line["player"]] == (line["games"], line["points"], line["twenties"])


def test_the_same_cards_under_the_other_chain_put_others_first() -> None:
    """Two power pools of one tour ask for opposite chains: the chain must be a setting."""
    for name, chain in [
        ("g01_rr10_points_then_20s", ROUND_ROBIN),
        ("g02_rr11_h2h_breaks_tie", PRELIMINARY),
    ]:
        event = read_event(name)
        order = [row.entry for row in table_of(event, chain, AfterSplit.START_AGAIN)]
        assert order != [line["player"] for line in event["published"]]


def test_a_published_tie_explains_itself() -> None:
    rows = table_of(read_event("g02_rr11_h2h_breaks_tie"), ROUND_ROBIN, AfterSplit.START_AGAIN)

    assert [str(row.because()) for row in rows[3:6]] == [
        "fourth on head-to-head among 3 tied: P05 12, P02 6, P07 6",
        "fifth on head-to-head 20s, 10-8 against P07",
        "sixth on head-to-head 20s, 8-10 against P02",
    ]
