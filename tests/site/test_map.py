"""docs/code.md says where common changes are made: in files that are there, five at most."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "code.md").read_text()
MOST_FILES = 5


def rows_under(heading: str) -> list[list[str]]:
    section = PAGE.split(f"## {heading}\n")[1].split("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("| ")][2:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


CHANGES = {
    change: re.findall(r"`([\w./-]+)`", files)
    for change, files in rows_under("Where to make common changes")
}


@pytest.mark.parametrize("change", CHANGES)
def test_each_names_files_that_are_there_and_five_at_most(change: str) -> None:
    files = CHANGES[change]

    assert 1 <= len(files) <= MOST_FILES
    assert [file for file in files if not (ROOT / file).exists()] == []


SUBJECTS = re.findall(r"^\| (\w+) \| ", PAGE.split("| subject |")[1], re.MULTILINE)[:15]


@pytest.mark.parametrize("layer", ["leagues/reads", "leagues/actions"])
def test_the_folders_of_a_layer_are_the_subjects(layer: str) -> None:
    folders = {path.parent.name for path in (ROOT / layer).glob("*/__init__.py")}

    assert folders <= set(SUBJECTS)
