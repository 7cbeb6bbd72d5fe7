"""Style sheets without the rules for elements, classes and attributes that a page lacks."""

import gzip
import re
from pathlib import Path

import pytest

from crokinole_site.styles import CLASS, LEFT_OUT, ON_NO_PAGE, flatten_sheet, without_rules

ROOT = Path(__file__).resolve().parents[2]
SHEETS = ROOT / "static" / "css"

ABSENT = {"input", "h6", ".menu", "data-hint", "role=group"}


@pytest.mark.parametrize(
    ("css", "left"),
    [
        ("p{color:red}input{color:red}", "p{color:red}"),
        ("h1,h6,p{color:red}", "h1,p{color:red}"),
        ("p .menu{color:red}.menus{color:red}", ".menus{color:red}"),
        ("ul>input.a,#input{color:red}", "#input{color:red}"),
        ("[data-hint]{color:red}[data-hints]{color:red}", "[data-hints]{color:red}"),
        ("[role=group] p{color:red}[role=row] p{color:red}", "[role=row] p{color:red}"),
        ('[role="group"]{color:red}[role]{color:red}', "[role]{color:red}"),
        ("p:not(input){color:red}", "p:not(input){color:red}"),
        ("p:is(input,h6){color:red}p:is(input,a){color:red}", "p:is(input,a){color:red}"),
        ("p:has(:where(input)):hover{color:red}", ""),
        ("p:nth-child(2n+1)::after{color:red}", "p:nth-child(2n+1)::after{color:red}"),
        ("@media print{input{color:red}}@media print{p{margin:0}}", "@media print{p{margin:0}}"),
        ("@layer a,b;@layer a{h6{margin:0}p{margin:0}}", "@layer a,b;@layer a{p{margin:0}}"),
        ("@font-face{src:url(input)}", "@font-face{src:url(input)}"),
        ('p{content:"}input{"}h6{content:"{"}', 'p{content:"}input{"}'),
    ],
)
def test_a_rule_goes_that_nothing_on_the_page_can_match(css: str, left: str) -> None:
    assert without_rules(css, ABSENT) == left


def test_a_property_goes_that_no_rule_asks_for_any_more() -> None:
    css = (
        ':root{--a:url("x;}");--ab:var(--c);--c:1px;--d:2px}'
        "p{margin:var(--d)}input{margin:var(--a) var(--ab)}"
    )
    assert without_rules(css, ABSENT) == ":root{--d:2px}p{margin:var(--d)}"


def test_an_event_carries_no_sheet_of_the_desk_of_forms_and_of_the_clubs_pages() -> None:
    whole, carried = (imports_of(name) for name in ("site.css", "event.css"))

    left_out = [each for each in whole if each not in carried]
    assert left_out == ["desk-layout.css", "forms.css", "leagues.css", "front.css", "club.css"]
    assert [each for each in carried if each not in whole] == []


def test_what_the_sheets_leave_out_is_in_no_template_and_no_script() -> None:
    words = "|".join(
        rf'class="[^"]*{re.escape(each[1:])}(?![\w-])'  # also where a tag writes some of them
        if each.startswith(".")
        else re.sub(r"^(\S+)=(\S+)$", r'\1="\2"', each)
        if "=" in each
        else rf"<{each}\b"
        if "-" not in each
        else each
        for each in ON_NO_PAGE.split()
    )
    sources = [*ROOT.glob("templates/**/*.html"), *ROOT.glob("static/js/**/*.js")]
    assert [
        (str(path), found[0]) for path in sources if (found := re.search(words, path.read_text()))
    ] == []


TEMPLATES = {
    str(path.relative_to(ROOT / "templates")): path.read_text()
    for path in ROOT.glob("templates/**/*.html")
}
NOT_OF_THE_SITE = ("look/", "phones/", "screens/")  # their pages have other sheets


def drawn_with(sheet: str) -> set[str]:
    """The templates of all pages that have this sheet, and what they include."""
    pages = {
        name
        for name, text in TEMPLATES.items()
        if "{% extends" in text
        and not name.startswith(NOT_OF_THE_SITE)
        and ('extends "public/_event.html"' in text) == (sheet == "event.css")
    }
    found: set[str] = set()
    while pages - found:
        found |= pages
        named = " ".join(TEMPLATES[name] for name in found)
        pages = {*re.findall(r'{% (?:include|extends) "([^"#]+)', named)} & {*TEMPLATES}
    return found


@pytest.mark.parametrize("sheet", ["site.css", "event.css"])
def test_a_class_that_a_sheet_leaves_out_is_on_none_of_its_pages(sheet: str) -> None:
    left_out = {each[1:] for each in LEFT_OUT[sheet].split() if each.startswith(".")}
    assert left_out
    assert {
        (name, each)
        for name in drawn_with(sheet)
        for classes in re.findall(r'class="([^"]*)"', re.sub("{%.*?%}", " ", TEMPLATES[name]))
        for each in left_out & {*classes.split()}
    } == set()


MATCH = ("_match.html", "_match_state.html", "_podium.html", "_pool_name.html")


@pytest.mark.parametrize(
    ("sheet", "templates"), [("embed.css", "embed/[!p]*.html"), ("screen.css", "*.html")]
)
def test_a_frame_and_a_wall_load_the_rules_of_their_parts_only(sheet: str, templates: str) -> None:
    """All their classes that site.css has rules for, in 10 kB that are sent."""
    css = flatten_sheet(SHEETS / sheet)
    assert len(gzip.compress(css.encode())) < 10_000
    pages = [*ROOT.glob(f"templates/screens/{templates}")]
    pages += [ROOT / "templates/public" / name for name in MATCH if sheet == "embed.css"]
    html = re.sub(r"{[%{].*?[%}]}", " ", " ".join(page.read_text() for page in pages))
    used = {f".{name}" for names in re.findall(r'class="([^"]*)"', html) for name in names.split()}
    site = {*CLASS.findall(flatten_sheet(SHEETS / "site.css"))}
    assert (used & site) - {*CLASS.findall(css)} == set()


def imports_of(name: str) -> list[str]:
    return re.findall(r'@import url\("([^"]+)"', (SHEETS / name).read_text())
