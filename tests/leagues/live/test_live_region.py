"""Announcements in a live region: a suite for Node.js."""

from pathlib import Path

from tests.node import run_node

SUITE = Path(__file__).parent / "program" / "live-region.test.mjs"


def test_a_live_region_announces_new_results_once() -> None:
    ran = run_node("--test", str(SUITE))
    assert ran.returncode == 0, ran.stdout + ran.stderr
