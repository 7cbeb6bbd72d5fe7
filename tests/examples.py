"""How many examples Hypothesis throws where each of them plays with rows or asks for pages.

`EXAMPLES=100` throws as many in each such test: the suite throws a few in every run, which differ
from those of the run before, and what each act of a test must bring about stands in its `example`.
"""

from __future__ import annotations

import os


def examples(few: int) -> int:
    return int(os.environ.get("EXAMPLES", few))
