"""The licence, the licences of vendored files, and the pages about reporting and helping."""

import re
import tomllib

import pytest

from tests.served import ROOT

NOTICE = (ROOT / "NOTICE").read_text()
PAPERS = ("README.md", "CONTRIBUTING.md", "SECURITY.md", "CODE_OF_CONDUCT.md")


def test_the_licence_is_one_text_and_its_name() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert project["license"] == "BSD-3-Clause"
    text = (ROOT / "LICENSE").read_text()
    assert text.startswith("BSD 3-Clause License\n\nCopyright (c) ")
    assert "the Twenties authors" in text
    assert re.findall(r"^\d\. ", text, re.M) == ["1. ", "2. ", "3. "]
    assert all((ROOT / each).exists() for each in project["license-files"])


def vendored_versions(folder: str) -> set[str]:
    """Vendored names with their versions, such as "pico 2.1.1"."""
    files = [each.name for each in (ROOT / folder).iterdir()]
    found = (re.match(r"([\w-]+?)-(\d[\d.]*\d)", each) for each in files)
    return {f"{each[1]} {each[2]}" for each in found if each}


def test_whatever_is_vendored_is_in_the_notice_with_its_licence() -> None:
    """A font counts too."""
    listed = dict(re.findall(r"^  ([\w-]+ \d\S+)\s+([A-Z0-9][\w.-]+)  ", NOTICE, re.MULTILINE))
    assert listed.keys() == vendored_versions("static/vendor") | vendored_versions(
        "tests/browser/vendor"
    )
    known = {"Apache-2.0", "0BSD", "MIT", "ISC", "OFL-1.1", "MPL-2.0"}
    assert set(listed.values()) <= known


def test_the_code_of_conduct_has_ten_lines() -> None:
    assert len((ROOT / "CODE_OF_CONDUCT.md").read_text().splitlines()) == 10


@pytest.mark.parametrize("paper", PAPERS)
def test_papers_lead_to_files_and_commands_that_are_there(paper: str) -> None:
    text = (ROOT / paper).read_text()
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.M)
    assert set(re.findall(r"`make ([a-z-]+)", text)) <= {*targets}
    for path in re.findall(r"`((?:scoring|leagues|docs|tests|crokinole_site)/\S+?)`", text):
        assert (ROOT / path).exists(), path
