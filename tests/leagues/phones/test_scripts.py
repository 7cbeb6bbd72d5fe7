"""The entry page's program: one file of all its modules, and the files that a phone caches."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.template.loader import render_to_string
from django.test import Client
from django.utils import translation

from crokinole_site.scripts import join_modules, modules_of
from leagues.actions.phones.answers import Took
from tests.cast import make_club

MODULES = Path(settings.BASE_DIR) / "static/js/play"
ENTRY = MODULES / "main.js"
ON_PAGES_OF_THEIR_OWN = {"again", "back", "scan", "hand-over"}


def test_one_file_has_every_module_and_asks_for_none() -> None:
    program = join_modules(ENTRY)
    assert not re.search(r"^(import|export)\b(?!\()", program, re.MULTILINE)
    used = {path.stem for path in modules_of(ENTRY) if path.parent == MODULES}
    assert used == {path.stem for path in MODULES.glob("*.js")} - ON_PAGES_OF_THEIR_OWN


def test_an_imported_module_comes_before_the_one_that_imports_it() -> None:
    paths = modules_of(ENTRY)
    assert paths[-1] == ENTRY
    assert paths.index(MODULES / "rules.js") < paths.index(MODULES / "match.js")
    assert len(set(paths)) == len(paths)


@pytest.mark.django_db
def test_a_phone_keeps_everything_the_page_is_made_of(client: Client) -> None:
    make_club()
    worker = client.get("/play/sw.js")
    assert worker["Content-Type"].startswith("text/javascript")
    script = worker.content.decode().replace("\\u002D", "-")
    for name in ("play/main", "play-entry", "hand-over"):
        assert name in script


def test_a_count_has_a_text_for_one_for_few_and_for_the_rest(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As in Polish: 1 mecz, 3 mecze, 5 meczów."""
    # A lazy text keeps the ngettext of the moment when its module is imported: import them all first.
    render_to_string("phones/_words.html")
    monkeypatch.setattr(translation, "ngettext", lambda one, many, n: str(n))
    page = render_to_string("phones/_words.html")
    counts = re.findall(r'data-word="[\w-]+\.(\w+)">(\d)<', page)
    assert set(counts) == {("one", "1"), ("few", "3"), ("other", "5")}


def test_every_text_of_the_phone_is_on_its_page_and_no_other() -> None:
    """A missing text would otherwise be noticed only by a user who needs it."""
    templates = Path(settings.BASE_DIR) / "templates/phones"
    given = {
        word
        for name in ("_words.html", "hand_over.html")
        for word in re.findall(r'data-word="([\w-]+)"', (templates / name).read_text())
    }
    program = "".join(path.read_text() for path in MODULES.glob("*.js"))
    asked_for = set(re.findall(r'\bsay\(\s*"([\w-]+)"', program))
    assert asked_for <= given
    unsaid = {word for word in given if f'"{word}"' not in program}
    assert unsaid <= {took.value for took in Took}
