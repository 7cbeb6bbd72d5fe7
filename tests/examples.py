"""How many cases costly tests run: Hypothesis examples that write rows, and pages of a kind.

``EXAMPLES=100`` sets that many for each such test. By default a run tries a few, which differ
from the run before; a case that must always run is in the test's ``@example``.
"""

import os
from collections.abc import Iterable

import pytest


def example_count(few: int) -> int:
    return int(os.environ.get("EXAMPLES", few))


def rare_but(cases: Iterable[str], *usual: str) -> list[object]:
    """All ``cases`` of a costly test; ``.ci/run`` leaves out all but the ``usual`` ones."""
    return [case if case in usual else pytest.param(case, marks=pytest.mark.rare) for case in cases]
