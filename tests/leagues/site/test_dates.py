"""Dates as each language writes them, wherever a page says one."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path

import pytest
from django.utils.formats import date_format, get_format
from django.utils.translation import override

ROOT = Path(__file__).parents[3]
FRIDAY = datetime(2026, 10, 9, 19, 30, tzinfo=UTC)
SAID = re.compile(r"""["']((?:[lD] )?j [MF](?: Y)?(?:, H:i(?::s)?)?|[MF] Y)["']""")


@pytest.mark.parametrize(
    ("language", "asked", "written"),
    [
        ("en", "l j F Y", "Friday 9 October 2026"),
        ("de", "l j F Y", "Freitag, 9. Oktober 2026"),
        ("fr", "l j F Y", "vendredi 9 octobre 2026"),
        ("nl", "l j F Y", "vrijdag 9 oktober 2026"),
        ("es", "l j F Y", "viernes 9 de octubre de 2026"),
        ("hu", "l j F Y", "2026. október 9., péntek"),
        ("de", "j F", "9. Oktober"),
        ("es", "j F", "9 de octubre"),
        ("hu", "j F", "október 9."),
        ("hu", "F Y", "2026. október"),
        ("hu", "j M Y", "2026. okt. 9."),
        ("hu", "l j F Y, H:i", "2026. október 9., péntek, 19:30"),
        ("de", "H:i", "19:30"),
    ],
)
def test_a_date_is_written_as_its_readers_write_it(
    language: str, asked: str, written: str
) -> None:
    with override(language):
        assert date_format(FRIDAY, asked) == written


def test_every_date_of_a_page_has_its_order() -> None:
    files = [
        *(ROOT / "templates").rglob("*.html"),
        *(ROOT / "templates").rglob("*.txt"),
    ]
    files += [*(ROOT / "leagues").rglob("*.py")]
    said = {each for file in files for each in SAID.findall(file.read_text())}
    assert "l j F Y" in said
    days = {each for each in said if "j" in each}
    for language in ("de", "es", "hu"):
        with override(language):
            same = {each for each in days if get_format(each) == each}
        assert not {each for each in same if language != "es" or "F" in each}
