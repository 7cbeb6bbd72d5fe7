"""The parts of the entry page's program, each with a test suite for Node.js."""

from pathlib import Path

import pytest

from tests.node import run_node

SUITES = Path(__file__).parent / "program"


@pytest.mark.parametrize("suite", sorted(SUITES.glob("*.test.mjs")), ids=lambda at: at.stem)
def test_a_part_of_the_program(suite: Path) -> None:
    ran = run_node("--test", str(suite))
    assert ran.returncode == 0, ran.stdout + ran.stderr
