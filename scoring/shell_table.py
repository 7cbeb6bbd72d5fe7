"""``python -m scoring table FILE``: the table, with the reason for each place."""

import argparse
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from scoring.notation import MatchRecord, read_file, results_of
from scoring.notation.fields import to_json_number
from scoring.results import Number, Result
from scoring.shell_text import ShellError, ShellOutput, align_columns, as_json
from scoring.standings import AfterSplit, Places, Row, rank_entries
from scoring.tiebreaks import CHAINS, PRELIMINARY, ROUND_ROBIN, Prorate, chain_named

FILE = """\
a CMN file, the archive's Matches sheet (a CSV file or a folder of them), or plain JSON: {"games": [{"a": "Ann", "b": "Ben", "points": [5, 3],
"twenties": [6, 4]}]}"""

AFTER_SPLIT = {after.value: after for after in AfterSplit}
PLACES = {"shared": Places.SHARED, "forced": Places.FORCED}
WHERE = ("event", "division", "category", "stage", "pool", "game", "board")
POOL = ("event", "division", "category", "stage", "pool")
HEADER = ("place", "name", "games", "points", "20s", "because")


def add_to(commands: Any) -> None:
    """Add the ``table`` command and its options."""
    table = commands.add_parser(
        "table",
        help="print a table, with the reason for each place",
        description="Print the table of the matches in a file.",
    )
    table.add_argument("file", metavar="FILE", type=Path, help=FILE)
    table.add_argument(
        "--chain",
        type=_read_chain,
        help="tie-breaks with commas between, or a chain by its name (default: "
        "round-robin when everybody met everybody, else preliminary)",
    )
    table.add_argument(
        "--prorate",
        type=_read_prorate,
        default=Prorate.TO_MOST_GAMES,
        metavar="GAMES",
        help="prorate totals to so many games, to the most anybody has, or not at all: "
        "a number, most or off (default: most)",
    )
    table.add_argument(
        "--after-split",
        choices=AFTER_SPLIT,
        default="start-again",
        help="what those do who are level after others have been separated: go through "
        "the chain again from its top, or on to its next step (default: start-again)",
    )
    table.add_argument(
        "--places",
        choices=PLACES,
        default="shared",
        help="level entries share a place, or are forced into the order of their first "
        "match in the file (default: shared)",
    )
    table.add_argument(
        "--where",
        type=_read_condition,
        action="append",
        default=[],
        metavar="pool=A",
        help=f"only matches of this {', '.join(WHERE)}; may be given several times",
    )
    table.add_argument("--json", action="store_true", help="print JSON")
    table.set_defaults(run=run)


def run(asked: argparse.Namespace) -> ShellOutput:
    """Print the requested table."""
    reading = read_file(asked.file)
    records = [r for r in reading.matches if _is_selected(r, asked.where)]
    if not records:
        raise ShellError(f"there are no such matches in {asked.file}")
    results = [result for record in records for result in results_of(record)]
    chain = asked.chain or sensible_chain(results)
    rows = rank_entries(
        dict.fromkeys(result.entry for result in results),
        results,
        chain,
        prorate_to=asked.prorate,
        after_split=AFTER_SPLIT[asked.after_split],
        places=PLACES[asked.places],
    )
    shown = as_json([_to_data(row) for row in rows]) if asked.json else _to_text(rows, chain)
    return ShellOutput(shown, [*reading.notices, *_warn_if_mixed(records)])


def sensible_chain(results: Iterable[Result[str]]) -> tuple[str, ...]:
    """Choose a chain: head-to-head first if all entries met, otherwise points and 20s."""
    met: dict[str, set[str]] = {}
    for result in results:
        met.setdefault(result.entry, {result.entry}).update(result.opponents)
    everybody_met = all(len(others) == len(met) for others in met.values())
    return ROUND_ROBIN if everybody_met else PRELIMINARY


def _read_chain(text: str) -> tuple[str, ...]:
    try:
        return chain_named(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"{error}; --help lists them") from None


def _read_prorate(text: str) -> int | Prorate:
    words = {"most": Prorate.TO_MOST_GAMES, "off": Prorate.NOT}
    if text in words:
        return words[text]
    if not text.isascii() or not text.isdecimal() or not 0 < int(text) < 1000:
        raise argparse.ArgumentTypeError("must be a number of games, most or off")
    return int(text)


def _read_condition(text: str) -> tuple[str, str]:
    key, equals, value = text.partition("=")
    if key not in WHERE or not equals:
        raise argparse.ArgumentTypeError(f"must be one of {', '.join(WHERE)}, as pool=A")
    return key, value


def _is_selected(record: MatchRecord, where: Iterable[tuple[str, str]]) -> bool:
    return all(getattr(record.context, key, None) == value for key, value in where)


def _warn_if_mixed(records: Iterable[MatchRecord]) -> Iterator[str]:
    """Yield a notice if the table is made of several divisions or stages, which may be
    unintended.
    """
    for key in POOL:
        found = dict.fromkeys(getattr(r.context, key, None) for r in records)
        if len(found) > 1:
            listed = ", ".join(value or "none" for value in found)
            yield f"this table puts several together, {key} {listed}; see --where"


def _to_data(row: Row[str]) -> dict[str, Any]:
    return {
        "place": row.place,
        "name": row.entry,
        "games": row.games,
        "points": to_json_number(row.points),
        "twenties": to_json_number(row.twenties),
        "because": str(row.because()),
    }


def _to_text(rows: Sequence[Row[str]], chain: Sequence[str]) -> str:
    lines = [
        (
            str(row.place),
            row.entry,
            str(row.games),
            _format_value(row.points),
            _format_value(row.twenties),
            str(row.because()),
        )
        for row in rows
    ]
    by_name = next((name for name, steps in CHAINS.items() if steps == chain), None)
    heading = ", ".join(chain) + (f" ({by_name})" if by_name else "")
    return f"by {heading}\n\n{align_columns([HEADER, *lines], left=(1, 5))}"


def _format_value(value: Number | None) -> str:
    return "-" if value is None else str(to_json_number(value))
