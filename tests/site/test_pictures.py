"""The pictures of the docs exist, and are small."""

import re
from pathlib import Path

import pytest

from tests.served import ROOT

PICTURES = sorted((ROOT / "docs" / "pictures").iterdir())
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
SHOWN = re.compile(r'(?:!\[[^]]*\]\(|<img src=")([^)":]+)')


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda at: at.name)
def test_every_picture_that_a_document_shows_is_there(document: Path) -> None:
    for shown in SHOWN.findall(document.read_text()):
        assert (document.parent / shown).is_file(), shown


def test_all_of_them_are_light() -> None:
    weights = {each.name: each.stat().st_size for each in PICTURES}
    assert weights
    assert max(weights.values()) <= 60_000
    assert sum(weights.values()) <= 1_200_000
