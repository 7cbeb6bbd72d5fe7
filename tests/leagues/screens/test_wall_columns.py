"""Lists on the wall are split into columns and pages: the test suite for Node.js."""

from pathlib import Path

from tests.node import run_node

SUITE = Path(__file__).parent / "program" / "columns.test.mjs"


def test_lists_are_laid_out_as_even_pages_of_whole_pools() -> None:
    ran = run_node("--test", str(SUITE))
    assert ran.returncode == 0, ran.stdout + ran.stderr
