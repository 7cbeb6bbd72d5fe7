"""The records of decisions, the results of benchmarks, the CHANGELOG, and the links of all pages."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "docs" / "decisions"
RECORDS = sorted(path.name for path in FOLDER.glob("*.md") if path.name != "README.md")
RESULTS = ROOT / "benchmarks" / "results.md"
FILES = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), RESULTS]
PAGES = sorted(str(file.relative_to(ROOT)) for file in FILES)
PARTS = ["Context", "Decision", "Price", "Revisit when"]
MOST_RECORDS, MOST_LINES, MOST_CHANGES, WIDEST = 40, 12, 60, 120


def too_wide(lines: list[str]) -> list[str]:
    return [line for line in lines if len(line) > WIDEST]


def test_at_most_forty_records_are_numbered_without_a_gap() -> None:
    numbers = [int(name.split("-")[0]) for name in RECORDS]

    assert numbers == list(range(1, len(RECORDS) + 1))
    assert len(RECORDS) <= MOST_RECORDS


@pytest.mark.parametrize("name", RECORDS)
def test_a_record_has_its_four_parts_in_twelve_lines(name: str) -> None:
    lines = (FOLDER / name).read_text().splitlines()

    assert re.findall(r"^- \*\*(.+?):\*\* ", "\n".join(lines), re.MULTILINE) == PARTS
    assert len(lines) <= MOST_LINES
    assert too_wide(lines) == []


def test_the_index_lists_each_record_by_its_title() -> None:
    index = re.findall(r"^- \[(.+)\]\((.+)\)$", (FOLDER / "README.md").read_text(), re.MULTILINE)
    titles = [(FOLDER / name).read_text().splitlines()[0] for name in RECORDS]

    assert index == [
        (title.removeprefix("# "), name) for title, name in zip(titles, RECORDS, strict=True)
    ]


def test_what_is_unreleased_fits_into_sixty_lines() -> None:
    after = (ROOT / "CHANGELOG.md").read_text().split("\n## Unreleased\n")[1]
    lines = ["## Unreleased", *after.split("\n## ")[0].rstrip().splitlines()]

    assert len(lines) <= MOST_CHANGES
    assert too_wide(lines) == []


@pytest.mark.parametrize("name", PAGES)
def test_a_page_links_to_files_that_exist(name: str) -> None:
    text = re.sub(r"```.*?```|`[^`\n]*`", "", (ROOT / name).read_text(), flags=re.DOTALL)
    links = re.findall(r"(?:\]\(|href=\"|src=\")([^)\s\"]+)", text)
    files = [link.split("#")[0] for link in links if not re.match(r"\w+:", link)]

    assert [file for file in files if not (ROOT / name).parent.joinpath(file).exists()] == []


def test_records_and_results_name_files_that_exist() -> None:
    texts = [RESULTS.read_text(), *((FOLDER / name).read_text() for name in RECORDS)]
    code = re.findall(r"`([^`]+)`", "\n".join(texts))
    files = {each for each in code if re.fullmatch(r"[a-z][\w.-]*/[\w./-]*", each)}
    modules = re.findall(r"python -m (benchmarks[.\w]+)", "\n".join(code))
    files |= {f"{module.replace('.', '/')}.py" for module in modules}

    assert sorted(name for name in files if not (ROOT / name).exists()) == []
