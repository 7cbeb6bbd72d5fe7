"""How many cases costly tests run: examples of Hypothesis that play with rows, and kinds of walk.

`EXAMPLES=100` throws as many in each such test: the suite throws a few in every run, which differ
from those of the run before, and what each act of a test must bring about stands in its `example`.
"""

import os
from collections.abc import Iterable

import pytest


def examples(few: int) -> int:
    return int(os.environ.get("EXAMPLES", few))


def rare_but(cases: Iterable[str], *usual: str) -> list[object]:
    """All `cases` of a costly test, of which `.ci/run` leaves out all but the `usual` ones."""
    return [case if case in usual else pytest.param(case, marks=pytest.mark.rare) for case in cases]
