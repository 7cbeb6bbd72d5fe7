"""A pairing round is "game 6" for all readers: in public, on phones, on the wall, at the desk.

"Round" only means what a game consists of: every disc shot once.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TRANSLATED = re.compile(
    r"{%\s*translate\s+(?P<quote>[\"'])(?P<one>.*?)(?P=quote)(?P<more>[^%]*)%}"
    r"|{%\s*blocktranslate[^%]*%}(?P<block>.*?){%\s*endblocktranslate\s*%}",
    re.DOTALL,
)
GAP = re.compile(r"%\(\w+\)s|{{.*?}}")
ROUND = re.compile(r"\brounds?\b", re.IGNORECASE)
OF_A_STAGE = re.compile(r"(%\(stage\)s|{{ stage }}), round|round\S* \S+ of %\(stage\)s")
ABOUT_PAIRING = [
    *(ROOT / "templates/desk/draw").glob("*.html"),
    *(ROOT / "templates" / each for each in ("public/draws.html", "public/draw_again.html")),
    *(
        ROOT / "templates/desk/leagues/nights" / f"{each}.html"
        for each in ("_drawn", "_on", "_answer_buttons")
    ),
    *(ROOT / "templates/desk/leagues/nights" / f"{each}.html" for each in ("coming", "tonight")),
    *(ROOT / "templates/desk/screens" / f"{each}.html" for each in ("paper", "_round")),
    *(ROOT / "leagues/actions/draw").glob("*.py"),
    ROOT / "leagues/forms/leagues/nights/answers.py",
    *(ROOT / "leagues/pairing" / f"{each}.py" for each in ("many_sided", "partners")),
    ROOT / "leagues/pairing/round_robin.py",
    ROOT / "leagues/reads/entries/effects.py",
    ROOT / "leagues/stages/pairing_ways.py",
    ROOT / "templates/desk/events/_ahead.html",
    *(ROOT / "leagues/views/desk/draw").glob("*.py"),
    ROOT / "leagues/reads/draw/forecasts.py",
    ROOT / "leagues/reads/events/stage_words.py",
    ROOT / "leagues/reads/leagues/attendance/attendance_list.py",
    ROOT / "leagues/reads/results/differences.py",
]
CALLS = {"_", "later", "gettext", "gettext_lazy", "ngettext", "pgettext", "Text", "Count"}


def texts_in(path: Path) -> Iterator[tuple[str, str]]:
    """(text, comment for translators) of every text of a file, without placeholders."""
    text = path.read_text()
    if path.suffix == ".html":
        for each in TRANSLATED.finditer(text):
            yield each["one"] or each["block"], each["more"] or ""
        return
    for call in ast.walk(ast.parse(text)):
        if not isinstance(call, ast.Call):
            continue
        if isinstance(call.func, ast.Name) and call.func.id in CALLS:
            for given in call.args:
                if isinstance(given, ast.Constant) and isinstance(given.value, str):
                    yield given.value, ""


def all_files() -> list[Path]:
    pages = (ROOT / "templates").rglob("*.html")
    code = (ROOT / "leagues").rglob("*.py")
    return [*pages, *(each for each in code if "migrations" not in each.parts)]


@pytest.mark.parametrize("path", ABOUT_PAIRING, ids=lambda path: str(path.relative_to(ROOT)))
def test_texts_about_pairing_use_game(path: Path) -> None:
    texts = [GAP.sub("", text) for text, _ in texts_in(path)]
    assert [text for text in texts if ROUND.search(text)] == []


@pytest.mark.long
def test_a_game_of_a_stage_is_named_so_everywhere() -> None:
    found = [
        f"{path.relative_to(ROOT)}: {text}"
        for path in all_files()
        for text, more in texts_in(path)
        if OF_A_STAGE.search(text) or ("pairing round" in more and ROUND.search(GAP.sub("", text)))
    ]
    assert found == []


def test_only_the_last_match_is_called_the_final() -> None:
    """What is over, a match or a table, is finished."""
    found = [
        f"{path.relative_to(ROOT)}: {text}"
        for path in (ROOT / "templates").rglob("*.html")
        for text, _comment in texts_in(path)
        if text.strip() == "Final"
    ]
    assert found == []
