"""Find small faults in the code that no test would notice: ``make mutants``."""

import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from tests.mutants import javascript
from tests.mutants.changes import Mutant, mutants
from tests.mutants.hunt import Hunt

ROOT = Path(__file__).parents[2]
KNOWN = Path(__file__).parent / "equivalent.txt"
ROOMS = ("leagues/", "scoring/", "static/js/play/")
NOT = ("/migrations/", "/demo/", "/management/")
TESTS = ("tests/leagues", "tests/scoring")
ELSEWHERE = {"push": "phones/push", "views": "site", "models": "site"}


def lines_of(*command: str) -> list[str]:
    ran = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    return ran.stdout.split()


def files_to_change() -> list[str]:
    """The files to change: ``FILES``, all, or those changed since this branch left main."""
    if os.environ.get("ALL") or os.environ.get("FILES"):
        names = lines_of("git", "ls-files", *os.environ.get("FILES", "").split())
    else:
        base = lines_of("git", "merge-base", "main", "HEAD")
        names = lines_of("git", "diff", "--name-only", "--diff-filter=d", *base)
    return [
        name for name in names if name.startswith(ROOMS) and not any(part in name for part in NOT)
    ]


def tests_of(names: list[str]) -> list[str]:
    """The tests of the same subject, and those that name one of these modules."""
    if asked := os.environ.get("TESTS"):
        return asked.split()
    if os.environ.get("ALL"):
        return list(TESTS)
    found: set[str] = set()
    for name in names:
        module = name.removesuffix(".py")
        for part in module.split("/"):
            folder = f"tests/leagues/{ELSEWHERE.get(part, part)}"
            found |= {folder} if (ROOT / folder).is_dir() else set()
        found |= {"tests/scoring"} if name.startswith("scoring") else set()
        dotted = module.replace("/", ".")
        found |= set(lines_of("git", "grep", "-lwF", dotted, "--", *TESTS))
    return sorted(
        each for each in found if Path(each).name.startswith("test_") or not each.endswith(".py")
    )


def known_mutants() -> set[str]:
    """The mutants without any effect; the line below each in the list gives the reason."""
    return {line for line in KNOWN.read_text().splitlines() if line[:1].strip(" #")}


def choose_mutants(found: list[Mutant]) -> set[Mutant]:
    named = known_mutants()
    worth = [each for each in dict.fromkeys(found) if str(each) not in named]
    if size := int(os.environ.get("SAMPLE", 0)):
        dice = random.Random(os.environ.get("SEED", "twenties"))
        worth = dice.sample(worth, min(size, len(worth)))
    return set(worth)


def main() -> int:
    names = files_to_change()
    every = [
        mutant
        for name in names
        for mutant, _changed in (
            mutants(name, (ROOT / name).read_text())
            if name.endswith(".py")
            else javascript.mutants(ROOT, name)
        )
    ]
    wanted = choose_mutants(every)
    in_scripts = {mutant for mutant in wanted if mutant.path.endswith(".js")}
    survivors = set(javascript.find_survivors(ROOT, in_scripts))
    if in_python := wanted - in_scripts:
        jobs = os.environ.get("JOBS", "auto").replace("auto", str(os.cpu_count()))
        hunt = Hunt(ROOT, in_python, int(jobs))
        quiet = ["-p", "no:randomly", "-p", "no:xdist", "--capture=sys", "-q"]
        with tempfile.TemporaryDirectory() as kept:
            os.environ["HYPOTHESIS_STORAGE_DIRECTORY"] = kept
            tests = tests_of(sorted({mutant.path for mutant in in_python}))
            if pytest.main([*quiet, *tests], plugins=[hunt]) not in {0, 1}:
                return 2
        survivors |= set(hunt.survivors)
    print(f"\n{len(wanted)} mutants, {len(wanted) - len(survivors)} killed. Survivors:")
    for mutant in sorted(survivors, key=str):
        print(f"{mutant.path}:{mutant.lines[0]}\n  {mutant}")
    return bool(survivors)


if __name__ == "__main__":
    sys.exit(main())
