"""Style sheets without the rules for elements, classes and attributes that a page lacks."""

import re
from pathlib import Path

import pytest

from crokinole_site.styles import without_rules

SHEETS = Path(__file__).resolve().parents[2] / "static" / "css"

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


def test_an_event_carries_every_sheet_but_those_of_forms_and_of_the_clubs_pages() -> None:
    whole, carried = (imports_of(name) for name in ("site.css", "event.css"))

    assert [each for each in whole if each not in carried] == ["forms.css", "front.css", "club.css"]
    assert [each for each in carried if each not in whole] == []


def imports_of(name: str) -> list[str]:
    return re.findall(r'@import url\("([^"]+)"', (SHEETS / name).read_text())
