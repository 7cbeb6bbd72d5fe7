"""``python -m scoring season FILE``: the season's table, with the reason for each place."""

import argparse
from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from scoring import shell_season_options as options
from scoring.notation.fields import stated
from scoring.notation.files import read_season_file
from scoring.notation.season_file import SeasonFile
from scoring.results import Number
from scoring.season import (
    BestShare,
    Credit,
    Enrolled,
    Finish,
    NightState,
    PaidBy,
    Scheme,
    SeasonEvent,
    SeasonNight,
    SeasonRow,
    SeasonTotal,
    season_table,
)
from scoring.shell_text import ShellError, ShellOutput, as_json, columns

FILE = """\
plain JSON: {"nights": 3, "players": [{"player": "Ann", "nights": [25, null, 18]}]}, with
null or 0 for a night on which somebody was not there"""

HEADER = ("place", "player", "total", "nights", "because")


def add_to(commands: Any) -> None:
    """The command and its options."""
    season = commands.add_parser(
        "season",
        help="print a season's table of nights, with the reason for each place",
        description="Print the table of a season of nights.",
    )
    season.add_argument("file", metavar="FILE", type=Path, help=FILE)
    counting = season.add_mutually_exclusive_group()
    counting.add_argument(
        "--best",
        type=options.best,
        dest="counting",
        default=BestShare(),
        metavar="N",
        help="so many of the best nights count, or such a part of those planned, rounded "
        "up (default: 2/3)",
    )
    counting.add_argument(
        "--drop",
        type=options.drop,
        dest="counting",
        metavar="N",
        help="all but so many of the worst nights count",
    )
    season.add_argument(
        "--average", action="store_true", help="the nights that count are averaged, not added up"
    )
    season.add_argument(
        "--minimum",
        type=options.whole,
        default=0,
        metavar="N",
        help="who was there on fewer nights stands behind everybody else",
    )
    season.add_argument(
        "--absence", type=options.score, metavar="POINTS", help="what a night missed is worth"
    )
    season.add_argument(
        "--absences",
        type=options.positive,
        default=1,
        metavar="N",
        help="for at most so many nights (default: 1)",
    )
    season.add_argument(
        "--always",
        type=options.numbers,
        default=(),
        metavar="12",
        help="nights that always count, by their numbers with commas between",
    )
    season.add_argument(
        "--cancelled",
        type=options.numbers,
        default=(),
        metavar="3,7",
        help="nights that were cancelled: nothing on them counts",
    )
    season.add_argument(
        "--played",
        type=options.whole,
        metavar="N",
        help="only the first so many nights are over (default: all)",
    )
    season.add_argument(
        "--adjust",
        type=options.adjustment,
        action="append",
        default=[],
        metavar="Ann=-2",
        help="points given or deducted by hand; may be given several times",
    )
    season.add_argument(
        "--ties",
        type=options.ties,
        default=(),
        metavar="next-best,wins",
        help="what tells players on the same total apart, with commas between: "
        f"{', '.join(options.TIES)} (default: they share the place)",
    )
    season.add_argument("--json", action="store_true", help="print JSON")
    season.set_defaults(run=run)


def run(asked: argparse.Namespace) -> ShellOutput:
    """The table that was asked for."""
    file = read_season_file(asked.file)
    for option in ("always", "cancelled"):
        if odd := [n for n in getattr(asked, option) if n > file.nights]:
            raise ShellError(f"--{option}: there is no night {odd[0]}, only {file.nights}")
    for each in asked.adjust:
        if each.player not in file.scores:
            raise ShellError(f"--adjust: {each.player} is not in the file")
    scheme = _scheme(asked)
    nights = [_night(n, file, asked) for n in range(1, file.nights + 1)]
    members = [Enrolled(player) for player in file.scores]
    rows = season_table(scheme, nights, enrolments=members, adjustments=asked.adjust)
    if asked.json:
        return ShellOutput(as_json([_data(row) for row in rows]))
    return ShellOutput(_text(rows, nights, scheme))


def _scheme(asked: argparse.Namespace) -> Scheme:
    return Scheme(
        paid_by=PaidBy.POINTS,
        counting=asked.counting,
        total=SeasonTotal.AVERAGE if asked.average else SeasonTotal.SUM,
        minimum_nights=asked.minimum,
        absence=None
        if asked.absence is None
        else Credit(Fraction(asked.absence), most=asked.absences),
        ties=asked.ties,
    )


def _night(n: int, file: SeasonFile, asked: argparse.Namespace) -> SeasonNight[str]:
    state = NightState.OVER
    if n in asked.cancelled:
        state = NightState.CANCELLED
    elif asked.played is not None and n > asked.played:
        state = NightState.TO_COME
    paid = {player: scores[n - 1] for player, scores in file.scores.items()}
    here = {player: score for player, score in paid.items() if score}
    return SeasonNight(
        str(n),
        (SeasonEvent(str(n), _finishes(here)),),
        state,
        always_counts=n in asked.always,
        excused=frozenset(paid.keys() - here.keys()),
    )


def _finishes(paid: Mapping[str, Number]) -> tuple[Finish[str], ...]:
    """Who was paid most won the night."""
    places: dict[Number, int] = {}
    for place, score in enumerate(sorted(paid.values(), reverse=True), 1):
        places.setdefault(score, place)
    return tuple(Finish((player,), places[score], points=score) for player, score in paid.items())


def _data(row: SeasonRow[str]) -> dict[str, Any]:
    return {
        "place": row.place,
        "player": row.player,
        "total": stated(row.tour_points),
        "counted": [stated(score.total) for score in row.counted],
        "dropped": [stated(score.total) for score in row.dropped],
        "because": str(row.because()),
    }


def _text(
    rows: Sequence[SeasonRow[str]], nights: Sequence[SeasonNight[str]], scheme: Scheme
) -> str:
    lines = [
        (
            str(row.place),
            row.player,
            str(stated(row.tour_points)),
            str(len(row.played)),
            str(row.because()),
        )
        for row in rows
    ]
    return f"{_heading(rows, nights, scheme)}\n\n{columns([HEADER, *lines], left=(1, 4))}"


def _heading(
    rows: Sequence[SeasonRow[str]], nights: Sequence[SeasonNight[str]], scheme: Scheme
) -> str:
    planned = [n for n in nights if n.state is not NightState.CANCELLED]
    limited = sum(not night.always_counts for night in planned)
    always = len(planned) - limited
    best = min(rows[0].many, limited)
    counted = f"the best {best} of {limited} nights count"
    if always:
        counted += f", and {always} that always {'count' if always > 1 else 'counts'}"
    return counted + ("; averages" if scheme.total is SeasonTotal.AVERAGE else "")
