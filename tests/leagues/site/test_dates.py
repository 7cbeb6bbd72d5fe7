"""Dates as each language writes them, on every page."""

import re
from datetime import UTC, datetime, time
from pathlib import Path

import pytest
from babel import localedata
from django.conf import settings
from django.template import Context, Template
from django.utils.translation import override

from leagues.dates import UNUSED, date_format, reader_locale

ROOT = Path(__file__).parents[3]
TUESDAY = datetime(2026, 12, 1, 19, 30, tzinfo=UTC)
STYLE = re.compile(
    r"""(?:\|(?:date|time):|date_format\([^"'()]*(?:\([^()]*\))?[^"'()]*)["']([^"']+)["']"""
)


@pytest.mark.parametrize(
    ("language", "long", "short"),
    [
        ("en", "Tuesday 1 December 2026", "Tue 1 Dec, 19:30"),
        ("de", "Dienstag, 1. Dezember 2026", "Di., 1. Dez., 19:30"),
        ("fr", "mardi 1er décembre 2026", "mar. 1er déc., 19:30"),
        ("nl", "dinsdag 1 december 2026", "di 1 dec, 19:30"),
        ("es", "martes, 1 de diciembre de 2026", "mar, 1 dic, 19:30"),
        ("hu", "2026. december 1., kedd", "dec. 1., K 19:30"),
    ],
)
def test_a_date_is_written_as_its_readers_write_it(language: str, long: str, short: str) -> None:
    with override(language):
        assert date_format(TUESDAY, "l j F Y") == long
        assert date_format(TUESDAY, "D j M, H:i") == short
        page = Template('{{ at|date:"l j F Y" }}').render(Context({"at": TUESDAY}))
        assert page == long


@pytest.mark.parametrize(
    ("language", "style", "written"),
    [
        ("es", "j F", "1 de diciembre"),
        ("es", "F Y", "diciembre de 2026"),
        ("hu", "j F", "december 1."),
        ("hu", "F Y", "2026. december"),
        ("fr", "M", "déc."),
        ("hu", "M", "dec."),
        ("fr", "D", "mar."),
        ("de", "D H:i", "Di. 19:30"),
        ("en", "l, H:i", "Tuesday, 19:30"),
        ("fr", "H:i:s", "19:30:00"),
        ("de", "Y-m-d", "2026-12-01"),
    ],
)
def test_a_part_of_a_date_too(language: str, style: str, written: str) -> None:
    with override(language):
        assert date_format(TUESDAY, style) == written


@pytest.mark.parametrize("filter_", ["date", "time"])
def test_a_time_without_a_day_is_written_too(filter_: str) -> None:
    half_past = Context({"at": time(19, 30)})
    assert Template(f'{{{{ at|{filter_}:"H:i" }}}}').render(half_past) == "19:30"


@pytest.mark.parametrize("filter_", ["date", "time"])
def test_a_moment_is_written_by_the_clock_of_the_hall(filter_: str) -> None:
    text = f'{{% load tz %}}{{% timezone zone %}}{{{{ at|{filter_}:"H:i" }}}}{{% endtimezone %}}'
    context = Context({"at": TUESDAY, "zone": "Europe/Berlin"})
    assert Template(text).render(context) == "20:30"


def test_every_style_of_a_page_is_one_of_ours_or_for_machines() -> None:
    files = [
        *(ROOT / "templates").rglob("*.html"),
        *(ROOT / "templates").rglob("*.txt"),
        *(ROOT / "leagues").rglob("*.py"),
    ]
    asked = {style for file in files for style in STYLE.findall(file.read_text())}
    assert {"l j F Y", "H:i"} <= asked
    with override("fr"):
        for style in asked - {"c", "Y-m-d"}:
            assert "December" not in date_format(TUESDAY, style)
            assert "Dec" not in date_format(TUESDAY, style)


def test_parts_of_cldr_that_the_site_does_not_read_stay_out_of_memory() -> None:
    for language, _name in settings.LANGUAGES:
        with override(language):
            reader_locale()

    kept = {part for each in localedata._cache.values() for part in each}
    assert "months" in kept
    assert not kept & UNUSED
