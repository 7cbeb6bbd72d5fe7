"""A restarted site collects its static files again only if one of them may have changed."""

from collections.abc import Callable
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from pytest_django import Settings

from leagues.management import static_files
from leagues.management.static_files import collect_static


class Interrupted(Exception):
    """Raised to end a start before its files are collected."""


class Collected(list[str]):
    """The collections of static files; with ``fails`` each raises ``Interrupted``."""

    fails = False

    def __call__(self, command: str, **options: Any) -> None:
        self.append(command)
        call_command(command, **options)
        if self.fails:
            raise Interrupted


@pytest.fixture
def collected(monkeypatch: pytest.MonkeyPatch, settings: Settings, tmp_path: Path) -> Collected:
    settings.STATICFILES_DIRS = [tmp_path / "written"]
    settings.STATIC_ROOT = tmp_path / "served"
    settings.JOINED_FILES = tmp_path / "joined"
    (tmp_path / "written/css").mkdir(parents=True)
    (tmp_path / "written/css/site.css").write_text("p { color: red }")
    made = Collected()
    monkeypatch.setattr(static_files, "call_command", made)
    collect_static()
    assert (tmp_path / "served/css/site.css").read_text() == "p{color:red}"
    return made


def test_nothing_is_collected_twice(collected: Collected) -> None:
    collect_static()
    assert len(collected) == 1


def change_file(path: Path) -> None:
    path.write_text("p { color: tan }")


@pytest.mark.parametrize(
    "act", [change_file, Path.unlink, lambda old: old.rename(old.with_name("other.css"))]
)
def test_another_file_is(
    collected: Collected, tmp_path: Path, act: Callable[[Path], object]
) -> None:
    act(tmp_path / "written/css/site.css")
    collect_static()
    assert len(collected) == 2


@pytest.mark.parametrize("library", ["django", "whitenoise", "lightningcss"])
def test_another_release_of_a_tool_builds_the_files_again(
    collected: Collected, monkeypatch: pytest.MonkeyPatch, library: str
) -> None:
    version = metadata.version
    monkeypatch.setattr(metadata, "version", lambda of: "9.9" if of == library else version(of))
    collect_static()
    assert len(collected) == 2


def test_so_does_other_code_of_ours(
    collected: Collected, settings: Settings, tmp_path: Path
) -> None:
    *others, last = settings.STATICFILES_CODE
    changed = tmp_path / last.name
    changed.write_text(f"{last.read_text()}\n")
    settings.STATICFILES_CODE = [*others, changed]
    collect_static()
    assert len(collected) == 2


def test_whatever_was_removed_from_where_they_are_served_comes_back(
    collected: Collected, tmp_path: Path
) -> None:
    (tmp_path / "served").rename(tmp_path / "gone")
    collect_static()
    assert (tmp_path / "served/css/site.css").exists()


def test_what_was_interrupted_is_done_again(collected: Collected, tmp_path: Path) -> None:
    change_file(tmp_path / "written/css/site.css")
    collected.fails = True
    with pytest.raises(Interrupted):
        collect_static()
    (tmp_path / "written/css/site.css").write_text("p { color: red }")
    collected.fails = False
    collect_static()
    assert len(collected) == 3
