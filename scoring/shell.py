"""The command line: tables and matches for people without a site.

The answer goes to standard output, warnings to standard error. An error is one sentence on
standard error and exit code 2.
"""

import argparse
import os
import re
import sys
from collections.abc import Sequence
from typing import NoReturn, TextIO

from scoring import shell_match, shell_table
from scoring.errors import RuleError, ScoreError
from scoring.matches import FORMATS
from scoring.notation import NotationError
from scoring.presets import PRESETS
from scoring.shell_text import ShellError, list_names
from scoring.tiebreaks import CHAINS, STEP_NAMES

MISTAKE = 2
CONTROL = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f]")

LISTS = f"""\
chains:
{list_names(CHAINS)}

tie-breaks, to be joined with commas into a chain:
{list_names(STEP_NAMES)}

match formats:
{list_names(FORMATS)}

sheets (each is also a match of one game):
{list_names(PRESETS)}
"""


class _Parser(argparse.ArgumentParser):
    """A parser that reports an error in one sentence, like every other error."""

    def error(self, message: str) -> NoReturn:
        raise ShellError(message)


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    try:
        asked = _build_parser().parse_args(argv)
        answer = asked.run(asked)
        for notice in answer.notices:
            _print_safely(notice, sys.stderr)
        _print_safely(answer.text, sys.stdout)
    except (ShellError, NotationError, ScoreError, RuleError) as error:
        _print_safely(f"scoring: {error}", sys.stderr)
        return MISTAKE
    except BrokenPipeError:  # the reader has closed the pipe, as ``head`` does
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - for good
    return 0


def _print_safely(text: str, to: TextIO) -> None:
    """Print text in the characters that the terminal supports, without control characters."""
    encoding = to.encoding or "utf-8"
    plain = CONTROL.sub("\ufffd", text)
    print(plain.encode(encoding, "backslashreplace").decode(encoding), file=to)
    to.flush()


def _build_parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="python -m scoring",
        description="Tables and matches of crokinole, by the rules and with the reasons.",
        epilog=LISTS,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = parser.add_subparsers(required=True, metavar="table | match")
    shell_table.add_to(commands)
    shell_match.add_to(commands)
    return parser
