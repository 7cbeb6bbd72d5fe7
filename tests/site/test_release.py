"""A release is a commit that passed, with a date, and lists what it is made of."""

import json
import re
from pathlib import Path

import pytest
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator

from crokinole_site import __version__
from tests.releases import release
from tests.served import ROOT

COMMIT = "9c01b63"
DATED = f"## {__version__} - 2026-12-31\n"


@pytest.fixture
def passed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file that holds the commit that passed last: this one, in a clean tree."""
    answers = {"status": "", "rev-parse": COMMIT}
    monkeypatch.setattr(release, "run_git", lambda word, *_: answers[word])
    monkeypatch.setattr(release, "PASSED", tmp_path / "passed")
    monkeypatch.setattr(release, "newest_file", lambda: ROOT / "README.md")
    release.PASSED.write_text(f"{COMMIT}\n")
    return release.PASSED


def test_a_commit_that_passed_is_a_release(passed: Path) -> None:
    assert list(release.list_obstacles(DATED)) == []


def test_a_commit_after_the_one_that_passed_is_none(passed: Path) -> None:
    passed.write_text("e77313e\n")

    assert list(release.list_obstacles(DATED)) == ["This commit hasn't passed: bash .ci/run"]


@pytest.mark.parametrize("changelog", ["## Unreleased\n", f"## {__version__}\n"])
def test_a_release_has_a_date(passed: Path, changelog: str) -> None:
    [found] = release.list_obstacles(changelog)

    assert "has no heading with the date" in found


def test_changes_outside_of_commits_are_in_no_release(
    passed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = {"status": " M README.md", "rev-parse": COMMIT}
    monkeypatch.setattr(release, "run_git", lambda word, *_: answers[word])

    assert list(release.list_obstacles(DATED)) == ["The tree isn't clean: commit what changed."]


def test_the_list_of_components_names_packages_and_files_of_others(tmp_path: Path) -> None:
    text = release.write_bill(tmp_path).read_text()

    assert JsonStrictValidator(SchemaVersion.V1_5).validate_str(text) is None
    parts = {part["name"]: part for part in json.loads(text)["components"]}
    assert parts["django"]["purl"].startswith("pkg:pypi/django@5.2.")
    assert parts["pico"]["licenses"] == [{"license": {"id": "MIT"}}]
    assert "axe-core" not in parts, "which only tests use"
    assert "pytest" not in parts
    vendored = {re.split(r"-\d", file.name)[0] for file in (ROOT / "static/vendor").iterdir()}
    assert vendored <= parts.keys()
