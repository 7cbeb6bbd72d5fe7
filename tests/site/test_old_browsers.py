"""Served styles and scripts work in iOS 15.4, Chrome 99 and Firefox ESR 115."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.test import override_settings

from tests.old_browsers import as_read, find_unsupported, in_script, parse_css

ROOT = Path(settings.BASE_DIR)
SHEETS = sorted(path.name for path in (ROOT / "static" / "css").glob("*.css"))
SCRIPTS = sorted((ROOT / "static").glob("js/**/*.js")) + sorted(
    (ROOT / "static" / "vendor").glob("*.js")
)


def read_served(name: str, kept: Path) -> str:
    with override_settings(JOINED_FILES=kept):
        return Path(str(finders.find(f"css/{name}"))).read_text()


@pytest.mark.parametrize("name", SHEETS)
def test_a_style_sheet_is_flat_and_has_an_older_word_for_every_younger_one(
    name: str, tmp_path: Path
) -> None:
    css = read_served(name, tmp_path)
    assert list(find_unsupported(parse_css(css))) == []
    assert "@import" not in css


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_script_asks_before_it_uses_what_is_younger(script: Path) -> None:
    assert in_script(script.read_text()) == []


@pytest.mark.parametrize(
    ("css", "found"),
    [
        (".a{color:red;&.b{color:blue}}", [".a { &.b", "&.b"]),
        (".a{.b{color:blue}}", [".a { .b"]),
        ("@media print{.a{color:red}}", []),
        (".a:has(b){color:red}", []),
        (".a,.a:has(b){color:red}", [".a,.a:has(b)"]),
        ("@supports selector(:has(a)){.a,.a:has(b){color:red}}", []),
        ("@supports (display:grid){.a,.a:has(b){color:red}}", [".a,.a:has(b)"]),
        (".a{height:100dvh}", [".a { height:100dvh"]),
        (".a{height:100vh;height:100dvh}", []),
        ('.a{content:"x" / ""}', ['.a { content:"x" / ""']),
        ('.a{content:counter(page) " / " counter(pages)}', []),
        ('.a{background:url("a/b")}', []),
        (".a{color:light-dark(#000,#fff)}", [".a { color:light-dark(#000,#fff)"]),
        ("@media not (min-width:48rem){.a{color:red}}", ["@media not (min-width:48rem)"]),
        ("@media (width<48rem){.a{color:red}}", ["@media (width<48rem)"]),
        (
            "@media (min-width:1rem) and (not (min-height:1rem)){.a{color:red}}",
            ["@media (min-width:1rem) and (not (min-height:1rem))"],
        ),
        ("@media not print{.a{color:red}}", []),
    ],
)
def test_what_is_too_young_is_found(css: str, found: list[str]) -> None:
    assert list(find_unsupported(parse_css(css))) == found


def test_an_old_browser_drops_what_it_cannot_read() -> None:
    css = (
        ".a{color:red;height:100vh;height:100dvh}.a:has(b){color:blue}"
        "@container (width>=40rem){.a{color:blue}}@media print{.a{color:#000}}"
    )
    assert as_read(css) == (".a{color:red;height:100vh}@media print{.a{color:#000}}")


def test_a_script_may_ask() -> None:
    assert in_script("form.requestSubmit()") != []
    assert in_script("AbortSignal.timeout(9)") != []
    assert in_script("AbortSignal.timeout?.(9)") == []
    assert in_script("if (!navigator.wakeLock) return; navigator.wakeLock.request()") == []
    assert in_script("// form.requestSubmit() is missing before iOS 16\nsubmit(form)") == []


def test_codes_on_printed_labels_have_their_size_in_old_browsers() -> None:
    assert ":has(" not in (ROOT / "static/css/labels.css").read_text()


def test_every_page_asks_for_one_style_sheet() -> None:
    links = re.compile(r'<link rel="stylesheet"')
    for template in (ROOT / "templates").rglob("*.html"):
        assert len(links.findall(template.read_text())) <= 1, template


def test_width_queries_are_written_for_old_browsers(tmp_path: Path) -> None:
    css = read_served("site.css", tmp_path)
    assert "@media (max-width:47.999rem)" in css
    assert "@media (max-width:47.999rem) and (max-height:29.999rem)" in css


def test_the_wood_of_the_board_is_still_at_its_address(tmp_path: Path) -> None:
    """Flattening moves no style sheet: files are still at their addresses."""
    css = read_served("play-entry.css", tmp_path)
    assert "url(#wood)" in css
    assert "url(../vendor/source-sans-5.3.0-latin.woff2)" in css
