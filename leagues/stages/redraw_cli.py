"""Repeat a published draw: ``python -m leagues.stages.redraw_cli draw.json``.

The event's page about its draw offers the file. Neither a database nor the site is needed. If
the page has other pairings, they were changed by hand.
"""

import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from leagues.pairing.seeds import seed_promise
from leagues.stages.recipe import ByPool, by_lot, from_json, make_draw


def draw_lines(paper: Mapping[str, Any]) -> Iterator[str]:
    """Yield the lines of the draw, with the names in the file."""
    names = {int(entry): name for entry, name in paper.get("names", {}).items()}
    yield f"The seed's hash is {seed_promise(paper['seed'])}"
    if "lot" in paper:
        order = by_lot(paper["lot"], paper["seed"], paper["purpose"])
        yield "By lot: " + ", ".join(names.get(entry, str(entry)) for entry in order)
        return
    for number, pools in enumerate(make_draw(from_json(paper)), paper.get("first", 1)):
        yield f"Round {number}"
        yield from _lines_of(pools, names)


def _lines_of(pools: ByPool, names: Mapping[int, str]) -> Iterator[str]:
    for pairing in (pairing for pool in pools for pairing in pool.pairings):
        sides = " - ".join(
            " & ".join(names.get(entry, str(entry)) for entry in side)
            + " (first)" * (seat is pairing.first)
            for seat, side in pairing.sides.items()
        )
        board = "" if pairing.board is None else f"board {pairing.board}: "
        yield f"  {board}{sides}"
    for bye in (bye for pool in pools for bye in pool.byes):
        yield f"  {names.get(bye.entry, str(bye.entry))} sits out"


if __name__ == "__main__":
    for line in draw_lines(json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))):
        sys.stdout.write(f"{line}\n")
