"""A site's files are readable only by its own account, whichever command made them."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from crokinole_site.data_folder import close_to_others
from tests.examples import rare_but
from tests.served import copy_of, get_page, run_site
from tests.site.managed import run_command


def open_to_others(folder: Path) -> list[str]:
    return sorted(
        str(each.relative_to(folder))
        for each in (folder, *folder.rglob("*"))
        if each.stat().st_mode & 0o077
    )


@pytest.fixture
def older(club: Path, tmp_path: Path) -> Path:
    """The data folder of an earlier release, whose database every account could read."""
    data_dir = copy_of(club, tmp_path / "older")
    (data_dir / "twenties.sqlite3").chmod(0o644)
    return data_dir


@pytest.mark.rare
@pytest.mark.long
def test_a_new_database_is_the_sites_own(tmp_path: Path) -> None:
    run_command(tmp_path / "new", "migrate", "--verbosity=0")
    assert (tmp_path / "new" / "twenties.sqlite3").exists()
    assert open_to_others(tmp_path / "new") == []


@pytest.mark.long
@pytest.mark.parametrize("command", rare_but(["back_up", "export_club"], "back_up"))
def test_so_is_a_file_of_the_whole_club(command: str, older: Path, tmp_path: Path) -> None:
    file = tmp_path / "club.zip"
    run_command(older, command, str(file))
    assert file.stat().st_mode & 0o777 == 0o600


@pytest.mark.long
def test_so_is_what_is_restored(backup: Path, tmp_path: Path) -> None:
    run_command(tmp_path / "new", "restore", str(backup))
    assert (tmp_path / "new" / "twenties.sqlite3").exists()
    assert open_to_others(tmp_path / "new") == []


@pytest.mark.long
def test_a_start_takes_an_open_database_from_the_others(older: Path) -> None:
    with run_site(older, demo=True) as site:
        assert get_page(site.url)
        kept = sorted(older.glob("twenties.sqlite3*"))
        assert {each.name for each in kept} > {"twenties.sqlite3", "twenties.sqlite3-wal"}
        assert [each.name for each in kept if each.stat().st_mode & 0o077] == []


def test_what_lies_beside_the_database_is_closed_with_it(tmp_path: Path) -> None:
    database, other = tmp_path / "club[1].sqlite3", tmp_path / "club1.sqlite3"
    other.touch(0o644)
    with closing(sqlite3.connect(database)) as rows:
        rows.execute("PRAGMA journal_mode=WAL")
        rows.execute("CREATE TABLE player (name)")
        for each in tmp_path.iterdir():
            each.chmod(0o644)

        close_to_others(database)

        found = {each.name: each.stat().st_mode & 0o777 for each in tmp_path.iterdir()}
    assert found.pop("club1.sqlite3") == 0o644
    assert sorted(found) == [f"club[1].sqlite3{end}" for end in ("", "-shm", "-wal")]
    assert set(found.values()) == {0o600}


def test_one_that_is_not_ours_is_left_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(path: Path, mode: int) -> None:
        raise PermissionError

    monkeypatch.setattr(Path, "chmod", refuse)
    (tmp_path / "club.sqlite3").touch(0o644)
    close_to_others(tmp_path / "club.sqlite3")
