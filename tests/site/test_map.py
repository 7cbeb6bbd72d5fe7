"""docs/code.md names at most five files for each common change, and they exist."""

import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import pytest
from django.conf import settings

from leagues.actions.leagues.settings import FACTS
from leagues.actions.people.former import CLEARED
from leagues.models import League, Stage
from leagues.reads.events.sheet_choice import FAMILIES
from leagues.stages.event_templates import SHAPES
from leagues.stages.league_kinds import ALL as KINDS
from leagues.stages.pairing_ways import WAYS
from scoring.serialization import to_dict
from scoring.tiebreaks.chains import STEPS

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "code.md").read_text()
MOST_FILES = 5


def rows_under(heading: str) -> list[list[str]]:
    section = PAGE.split(f"## {heading}\n")[1].split("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("| ")][2:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def test_every_room_has_a_line() -> None:
    folders = {path.parent.name for path in (ROOT / "leagues").glob("*/__init__.py")}
    rooms = {f"leagues/{name}/" for name in folders} | {"scoring/", "crokinole_site/"}

    lines = rows_under("Rooms")

    assert {line[0].strip("`") for line in lines} == rooms
    assert all(line[1] for line in lines)


CHANGES = {
    change: re.findall(r"`([\w./-]+)`", files)
    for change, files in rows_under("Where to make common changes")
}


@pytest.mark.parametrize("change", CHANGES)
def test_each_names_files_that_are_there_and_five_at_most(change: str) -> None:
    files = CHANGES[change]

    assert 1 <= len(files) <= MOST_FILES
    assert [file for file in files if not (ROOT / file).exists()] == []


@cache
def read_sources() -> dict[str, str]:
    """The sources that developers write, by file: product, templates, scripts and docs."""
    kinds = {".py", ".html", ".js", ".md"}
    folders = ("crokinole_site", "leagues", "scoring", "templates", "static/js", "docs/rules")
    return {
        str(path.relative_to(ROOT)): path.read_text()
        for folder in folders
        for path in (ROOT / folder).rglob("*")
        if path.suffix in kinds and not {"migrations", "demo", "locale"} & set(path.parts)
    }


def patterns_of(names: Iterable[str]) -> list[str]:
    return [rf"[\"'`]{re.escape(name)}(?![\w-])" for name in names]


MEMBERS = {
    "a tie-break": patterns_of(STEPS),
    "a ready-made event": patterns_of(SHAPES),
    "a way of pairing": [
        rf"\b{way.__name__}\b|\b{Stage.Format(to_dict(way())['kind']).name}\b" for way in WAYS
    ],
    "a column of the standings": [r"\bshows_difference\b|\bline\.difference\b"],
    "an act": ["cancel_night|CANCEL_NIGHT|CancelNight|CancelForm|night-cancel"],
    "a rule sheet": [rf"[\"'`]{family}" for family in FAMILIES],
    "a language": patterns_of(language for language, _ in settings.LANGUAGES if language != "en"),
    "a kind of league": [
        rf"[\"'`]{kind.name}[\"'`]|Kind\.{League.Kind(kind.name).name}\b" for kind in KINDS
    ],
    "a setting of a league": [rf"\b{setting}\b" for setting in FACTS],
    "a personal field": [rf"\b{field}\b" for field in CLEARED],
}
"""How each member of a list is written, by the change that adds one; or one example of it."""
USED = ("a way of pairing", "leagues/stages/event_templates.py")  # ready-made events use every way


@pytest.mark.long
@pytest.mark.parametrize("change", MEMBERS)
def test_no_other_file_lists_most_of_a_kind(change: str) -> None:
    members = MEMBERS[change]

    lists = {
        file
        for file, text in read_sources().items()
        if (change, file) != USED
        and sum(bool(re.search(member, text)) for member in members) > 0.6 * len(members)
    }

    assert lists
    assert sorted(lists - set(CHANGES[change])) == []


SUBJECTS = re.findall(r"^\| (\w+) \| ", PAGE.split("| subject |")[1], re.MULTILINE)[:16]


@pytest.mark.parametrize("layer", ["leagues/reads", "leagues/actions"])
def test_the_folders_of_a_layer_are_the_subjects(layer: str) -> None:
    folders = {path.parent.name for path in (ROOT / layer).glob("*/__init__.py")}

    assert folders <= set(SUBJECTS)
