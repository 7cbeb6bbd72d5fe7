"""Files of matches, valid and broken: their content decides their kind."""

import json
from pathlib import Path
from typing import Any

import pytest

from scoring.notation import (
    Archive,
    NotationError,
    read_archive_csv,
    read_file,
    recorded_in,
    write_archive_csv,
)
from scoring.sides import BySeat
from tests.scoring.archive_sheets import RECORD, make_sheet


def test_sheets_that_belong_to_something_else_are_passed_over() -> None:
    assert read_archive_csv("Leagues,Tag\n", make_sheet()) == Archive()


def test_the_content_decides_the_kind_of_a_file(tmp_path: Path) -> None:
    archive = Archive(matches=(RECORD,))
    for name, content in write_archive_csv(archive).items():
        (tmp_path / name).write_text(content, encoding="utf-8-sig")
    cmn = {"cmn": "1.0", "batch": True, "matches": []}
    (tmp_path / "cmn").write_text(json.dumps(cmn))
    plain = [{"a": "Ann", "b": "Ben", "points": [3, 1], "twenties": [3, 4]}]
    (tmp_path / "plain").write_text(json.dumps(plain))

    def points(name: str) -> list[BySeat[Any]]:
        return [record.points for record in read_file(tmp_path / name).matches]

    for name in ("Matches.csv", "", "plain"):
        assert points(name) == [BySeat(3, 1)], name
    assert points("cmn") == []


def test_an_unreadable_file_gets_a_message(tmp_path: Path) -> None:
    with pytest.raises(NotationError, match="no such file"):
        read_file(tmp_path / "gone.json")
    with pytest.raises(NotationError, match="not text in UTF-8"):
        recorded_in(b"\xff\xfe")


def test_a_workbook_is_for_the_site_and_not_for_the_shell() -> None:
    with pytest.raises(NotationError, match="save each of its sheets as CSV"):
        recorded_in(b"PK\x03\x04 and the rest")
