"""Names in the code follow docs/names.md."""

import ast
import re
from pathlib import Path

import pytest
from django.apps import apps

ROOT = Path(__file__).resolve().parents[2]
MODELS = tuple(apps.get_app_config("leagues").get_models())
WORDS = (ROOT / "docs" / "names.md").read_text()


def words_in_code() -> set[str]:
    rows = [line.split("|") for line in WORDS.splitlines() if line.startswith("| ")]
    return {word for row in rows for word in re.findall(r"`(\w+)`", row[2])}


def banned_words() -> list[str]:
    return [word.strip() for word in WORDS.rsplit("\n\n", 1)[1].strip().split(",")]


def names_in(path: Path) -> set[str]:
    """Every name that this file defines."""
    names = set()
    for node in ast.walk(ast.parse(path.read_text())):
        match node:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                names.add(name)
            case ast.arg(arg=name) | ast.Name(id=name, ctx=ast.Store()):
                names.add(name)
    return names


@pytest.mark.parametrize("model", MODELS)
def test_every_row_has_its_word(model: type) -> None:
    assert model.__name__ in words_in_code(), f"docs/names.md has no row for {model.__name__}"


@pytest.mark.long
@pytest.mark.parametrize("room", ["scoring", "leagues", "crokinole_site"])
def test_nothing_has_a_name_we_never_say(room: str) -> None:
    never = re.compile("|".join(banned_words()))
    found = [
        f"{path.relative_to(ROOT)}: {name}"
        for path in sorted((ROOT / room).rglob("*.py"))
        for name in sorted(names_in(path))
        if never.search(name.lower())
    ]
    assert found == []


def test_no_model_field_is_named_draw_for_a_tie() -> None:
    """A draw is a tie to some readers and a pairing to others, so no field is named so."""
    fields = {field.name for model in MODELS for field in model._meta.get_fields()}
    assert fields.isdisjoint({"draw", "draws", "drawn"})


@pytest.mark.long
def test_a_class_name_exists_once() -> None:
    """``Command`` may repeat, as Django requires it; choices inside a model are qualified by it."""
    where: dict[str, list[str]] = {}
    for room in ("scoring", "leagues", "crokinole_site"):
        for path in sorted((ROOT / room).rglob("*.py")):
            if "migrations" in path.parts:
                continue
            for node in ast.parse(path.read_text()).body:
                if isinstance(node, ast.ClassDef) and node.name != "Command":
                    where.setdefault(node.name, []).append(str(path.relative_to(ROOT)))

    assert {name: paths for name, paths in where.items() if len(paths) > 1} == {}
