"""Mutants of the entry page's program: a token is replaced, in a copy of the files."""

import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Set
from pathlib import Path

from tests.mutants.changes import Mutant
from tests.node import run_node

SUITES = Path("tests/leagues/phones/program")
OTHER = {
    "===": "!==", "!==": "===", "<": "<=", "<=": "<", ">": ">=", ">=": ">",
    "&&": "||", "||": "&&", "??": "&&", "+": "-", "-": "+", "*": "+", "%": "*", "!": "",
    "+=": "-=", "-=": "+=", "true": "false", "false": "true", "await": "", "min": "max",
    "max": "min", "some": "every", "every": "some", "0": "1", "1": "2", "2": "3",
    "continue": "", "if (": "if (!", "?.": ".",
}  # fmt: skip
# Comments and texts are passed over; a statement of one line is left out.
TOKEN = re.compile(
    r"""//.*|/\*[\s\S]*?\*/|"[^"\n]*"|`[^`]*`|=>|\.\.\.|\?\.|if\ \(
    |(?m:^[ ]+(?!(?:return|const|let|if|for|else)\b)\w[^{}\n]+;$)|[\w$]+|[-+*/%!<>=&|?]+""",
    re.VERBOSE,
)


def mutants(root: Path, name: str) -> Iterator[tuple[Mutant, str]]:
    """Every mutant of a module that has a test suite; modules that draw the page have none."""
    if not suite_of(root, name).exists():
        return
    text = (root / name).read_text()
    at = 0
    while found := TOKEN.search(text, at):
        was, start = found[0], found.start()
        is_statement = was.startswith(" ")
        at = start + len(was) - len(was.lstrip()) if is_statement else found.end()
        if is_statement or was in OTHER:
            number = text.count("\n", 0, at) + 1
            line = text.splitlines()[number - 1].strip()
            now = "" if is_statement else OTHER[was]
            mutant = Mutant(name, line, was.strip(), now, range(number, number + 1))
            yield mutant, text[:start] + now + text[found.end() :]


def suite_of(root: Path, name: str) -> Path:
    return root / SUITES / f"{Path(name).stem}.test.mjs"


def find_survivors(root: Path, chosen: Set[Mutant]) -> list[Mutant]:
    """The mutants that no test suite notices."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        for part in (Path("static/js"), Path("static/vendor"), SUITES):
            shutil.copytree(root / part, copy / part)
        return [
            mutant
            for name in sorted({mutant.path for mutant in chosen})
            for mutant, text in mutants(root, name)
            if mutant in chosen and not is_noticed(root, copy, name, text)
        ]


def is_noticed(root: Path, copy: Path, name: str, text: str) -> bool:
    (copy / name).write_text(text)
    try:
        # In one process: what runs for ever ends with it.
        run = ("--test", "--test-isolation=none", str(suite_of(copy, name)))
        ran = run_node(*run, timeout=30)
    except subprocess.TimeoutExpired:
        return True
    finally:
        shutil.copy(root / name, copy / name)
    return ran.returncode != 0
