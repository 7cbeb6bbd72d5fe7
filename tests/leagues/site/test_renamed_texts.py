"""A renamed message keeps its translations."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from django.core.management import call_command

from leagues.catalogues import po_of
from leagues.renamed_texts import in_code, in_template, in_test
from leagues.texts.messages import renamed_file

RENAMES = {
    "Take out": ("Remove",),
    "%(n)s board": ("%(n)s table", "%(n)s tables"),
    "column\x04Place": ("column\x04Position",),
    "This is no day.": ("This isn’t a day.",),
}


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('_("Take out")', '_("Remove")'),
        ('_(\n    "Take "\n    "out"\n)', '_(\n    "Remove"\n)'),
        ('name("Take out")', 'name("Take out")'),
        (
            'ngettext("%(n)s board", "%(n)s boards", n)',
            'ngettext("%(n)s table", "%(n)s tables", n)',
        ),
        ('pgettext("column", "Place")', 'pgettext("column", "Position")'),
        ('_("Place")', '_("Place")'),
        ('_("{n} day").format(n=_("Take out"))', '_("{n} day").format(n=_("Remove"))'),
    ],
)
def test_code_gets_the_new_texts(before: str, after: str) -> None:
    assert in_code(before, RENAMES) == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("{% translate 'Take out' as title %}", '{% translate "Remove" as title %}'),
        ('{% translate "Place" context "column" %}', '{% translate "Position" context "column" %}'),
        ('{% translate "Place" %}', '{% translate "Place" %}'),
        (
            "{% blocktranslate trimmed count n=boards %}\n  {{ n }} board\n{% plural %}\n"
            "  {{ n }} boards\n{% endblocktranslate %}",
            "{% blocktranslate trimmed count n=boards %}\n  {{ n }} table\n{% plural %}\n"
            "  {{ n }} tables\n{% endblocktranslate %}",
        ),
    ],
)
def test_templates_get_the_new_texts(before: str, after: str) -> None:
    assert in_template(before, RENAMES) == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('page.click("Take out")', 'page.click("Remove")'),
        (
            'assert "<li>This is no day.</li>" in page',
            'assert "<li>This isn’t a day.</li>" in page',
        ),
        ('"Take out the bin"', '"Take out the bin"'),
    ],
)
def test_tests_get_the_new_texts(before: str, after: str) -> None:
    assert in_test(before, RENAMES) == after


@pytest.fixture
def small_site(tmp_path: Path, settings: object, write: Callable[..., Path]) -> Path:
    """A folder with one page, and a German catalogue of it."""
    settings.BASE_DIR = tmp_path  # type: ignore[attr-defined]
    for room in ("scoring", "leagues"):
        write(f"{room}/locale/de/LC_MESSAGES/django.po", 'msgid "Take out"\nmsgstr "Löschen"\n')
    write("leagues/texts/renamed.json", '{"Old": "New"}')
    write("templates/page.html", '{% translate "Take out" %}')
    return tmp_path


@pytest.fixture
def write(tmp_path: Path) -> Callable[..., Path]:
    def written(place: str, text: str) -> Path:
        file = tmp_path / place
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        return file

    return written


def test_a_renamed_text_keeps_its_translation(small_site: Path, write: Callable[..., Path]) -> None:
    renames = write("renames.json", json.dumps({"Take out": "action\x04Remove"}))

    call_command("rename_texts", str(renames))

    with po_of("leagues", "de").open("rb") as file:
        catalog = read_po(file, locale="de")
    kept = catalog.get("Remove", "action")
    assert kept is not None
    assert kept.string == "Löschen"
    assert catalog.get("Take out") is None
    assert json.loads(renamed_file().read_text()) == {"Old": "New", "Take out": "action\x04Remove"}


def test_a_new_text_that_no_source_has_is_listed(
    small_site: Path, write: Callable[..., Path], capsys: pytest.CaptureFixture[str]
) -> None:
    renames = write("renames.json", json.dumps({"Put away": "Store"}))

    call_command("rename_texts", str(renames))

    assert "'Store'" in capsys.readouterr().out
