"""The faults that ``make mutants`` puts into the code, and the list of those without effect."""

import gc
import os
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.mutants import javascript
from tests.mutants.__main__ import KNOWN, ROOT, known_mutants
from tests.mutants.changes import mutants
from tests.mutants.hunt import functions_in, functions_to_swap, living_functions

TEXT = '''
LIMIT = 5

@cache
def first(rows, *, most=3):
    """The first that is in."""
    for row in rows:
        if row.place < most and not row.gone:
            return row
    raise Missing
'''


def test_a_fault_is_put_into_every_part_of_a_body_and_nowhere_else() -> None:
    made = [(each.was, each.now, list(each.lines)) for each, _ in mutants("a.py", TEXT)]
    assert sorted(made) == [
        ("not row.gone", "not not row.gone", [8]),
        ("raise Missing", "pass", [10]),
        ("return row", "return None", [9]),
        ("row.place < most", "row.place <= most", [8]),
        ("row.place < most and (not row.gone)", "not (row.place < most and (not row.gone))", [8]),
        ("row.place < most and (not row.gone)", "row.place < most or not row.gone", [8]),
    ]


@pytest.mark.long
def test_the_hunt_loads_before_django_has_its_settings() -> None:
    bare = {name: value for name, value in os.environ.items() if name != "DJANGO_SETTINGS_MODULE"}
    subprocess.run(
        [sys.executable, "-c", "import tests.mutants.__main__"], cwd=ROOT, env=bare, check=True
    )


def test_after_its_turn_a_fault_is_taken_out_again() -> None:
    trees = [tree for _, tree in mutants("a.py", TEXT)]
    assert len({id(tree) for tree in trees}) == 1
    assert [each for each, _ in mutants("a.py", TEXT)] == [
        each for each, _ in mutants("a.py", TEXT)
    ]


@cache
def all_mutants(path: str) -> set[str]:
    if path.endswith(".js"):
        return {str(each) for each, _ in javascript.mutants(ROOT, path)}
    return {str(each) for each, _ in mutants(path, Path(ROOT, path).read_text())}


@pytest.mark.long
@pytest.mark.parametrize("mutant", sorted(known_mutants()))
def test_a_listed_unnoticed_mutant_still_exists_and_has_a_reason(mutant: str) -> None:
    lines = KNOWN.read_text().splitlines()
    assert lines[lines.index(mutant) + 1].startswith("    ")
    assert mutant in all_mutants(mutant.split(": ")[0])


def test_a_method_that_calls_its_parent_no_more_is_exchanged_too() -> None:
    text = """
class Parent:
    def act(self): return 1
class Child(Parent):
    def act(self): return super().act() + 1
"""
    names: dict[str, Any] = {}
    exec(compile(text, "a_module.py", "exec"), names)
    changed = text.replace("super().act() + 1", "5")
    before, after = (functions_in(compile(each, "a_module.py", "exec")) for each in (text, changed))
    for function, code in functions_to_swap(living_functions("a_module.py"), before, after):
        function.__code__ = code
    assert names["Child"]().act() == 5


def test_a_function_that_a_server_has_frozen_is_found() -> None:
    names: dict[str, Any] = {}
    exec(compile("def act(): return 1", "frozen_module.py", "exec"), names)
    gc.freeze()
    [[found]] = living_functions("frozen_module.py").values()
    assert found is names["act"]
