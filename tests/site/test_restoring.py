"""A backup is restored whole into an empty place, on either database, and moved to the other."""

import shutil
import sqlite3
import zipfile
from contextlib import closing
from pathlib import Path

import psycopg
import pytest
from django.db.migrations.loader import MigrationLoader

from leagues.backup.earlier import LAST_COMMIT
from leagues.backup.move import open_target
from leagues.backup.placing import DATABASE
from leagues.backup.problem import BackupProblem
from leagues.files.earlier_columns import MODELS, RENAMED
from tests.postgres import empty_postgres
from tests.releases import FOLDER, KEPT
from tests.served import copy_of, free_port, get_page, run_site
from tests.site.managed import refused_command, rows_of, run_command

MIGRATIONS = MigrationLoader(None).disk_migrations or {}
[SQUASHED] = (name for app, name in MIGRATIONS if app == "leagues" and "_squashed_from_" in name)
LAST_SQUASHED = MIGRATIONS["leagues", SQUASHED].replaces[-1][1]
BEFORE_SQUASHED = FOLDER / f"{LAST_SQUASHED}.zip"
"""A club with all migrations that were squashed, one by one."""


@pytest.fixture(scope="module")
def restored(backup: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("restored")
    assert "Restored" in run_command(folder, "restore", str(backup))
    return folder


def test_a_restored_club_is_the_same_club(restored: Path, club: Path) -> None:
    assert rows_of(restored / DATABASE) == rows_of(club / DATABASE)
    for key in ("secret-key", "push-key", "demo-password"):
        assert (restored / key).read_text() == (club / key).read_text()


@pytest.mark.long
def test_nothing_is_restored_over_a_club(restored: Path, backup: Path) -> None:
    assert "isn’t empty. It contains twenties.sqlite3" in refused_command(
        restored, "restore", str(backup)
    )


@pytest.mark.long
def test_what_is_refused_leaves_the_folder_as_it_was(backup: Path, tmp_path: Path) -> None:
    cut, empty = tmp_path / "cut.zip", tmp_path / "empty"
    cut.write_bytes(backup.read_bytes()[:-1000])

    assert "isn’t a complete backup" in refused_command(empty, "restore", str(cut))
    assert "There’s no file" in refused_command(empty, "restore", "no-such.zip")
    left = {each.name for each in empty.iterdir()}
    assert left <= {"secret-key", "push-key", ".backup-lock"}
    run_command(empty, "restore", str(backup))


@pytest.mark.rare
@pytest.mark.long
def test_a_club_goes_to_postgresql_and_back_by_backups(
    club_on_postgresql: str, backup: Path, club: Path, tmp_path: Path
) -> None:
    there = {"DATABASE_URL": club_on_postgresql}
    again = refused_command(tmp_path / "there", "restore", str(backup), **there)
    assert "isn’t empty. It has rows in" in again
    file = tmp_path / "there.zip"
    run_command(tmp_path / "there", "back_up", str(file), **there)
    run_command(tmp_path / "back", "restore", str(file))

    assert in_words(tmp_path / "back") == in_words(club)


def in_words(data_dir: Path) -> dict[str, int]:
    return {
        table: len(rows)
        for table, rows in rows_of(data_dir / DATABASE).items()
        if table != "leagues_periodicjob"
    }


@pytest.mark.rare
@pytest.mark.long
def test_a_club_moves_to_postgresql_and_goes_on_there(club: Path, tmp_path: Path) -> None:
    """The next player added gets an unused number: sequences were moved on."""
    copy_of(club, tmp_path)
    with empty_postgres("moved") as url:
        printed = run_command(tmp_path, "move_to", url)
        counted = in_words(club)
        for table, rows in counted.items():
            if rows:
                assert f"{rows:>10}  {table}\n" in printed
        assert "isn’t empty" in refused_command(tmp_path, "move_to", url)
        with psycopg.connect(url) as server:
            found = server.execute(
                "SELECT nextval(pg_get_serial_sequence('leagues_player', 'id')),"
                " (SELECT max(id) FROM leagues_player)"
            ).fetchone()
            assert found is not None
            assert found[0] == found[1] + 1
            knows_the_count = server.execute(
                "SELECT reltuples = (SELECT count(*) FROM leagues_player)"
                " FROM pg_class WHERE relname = 'leagues_player'"
            ).fetchone()
            assert knows_the_count == (True,), "plans are not for an empty table"
    assert in_words(tmp_path) == counted, "the file stays as it was"


@pytest.mark.parametrize("url", ["mysql://club@localhost/club", "no address"])
def test_what_is_no_address_of_postgresql_gets_a_sentence(url: str) -> None:
    with pytest.raises(BackupProblem, match="isn’t a PostgreSQL address"):
        open_target(url)


@pytest.mark.rare
@pytest.mark.long
def test_nowhere_to_move_to_gets_a_sentence(bare: Path, tmp_path: Path) -> None:
    nowhere = "postgres://club@127.0.0.1:1/club"
    assert "doesn’t answer" in refused_command(copy_of(bare, tmp_path), "move_to", nowhere)


# --- Clubs of earlier releases ------------------------------------------------------------

CHANGED = {("leagues_club", "words"), ("leagues_match", "why"), ("django_content_type", "model")}
"""(table, column) of what a migration changed or removed on purpose."""


SUMS = {("leagues_daysum", "is_told"): "is_public", ("leagues_keptparcel", "said"): "body"}


def present_table(table: str) -> str:
    model = table.removeprefix("leagues_")
    return table.replace(model, MODELS.get(model, model))


def present_name(table: str, column: str) -> str:
    names = RENAMED.get(table.removeprefix("leagues_"), {})
    return SUMS.get((table, column), names.get(column, column))


def unpack_club(kept: Path, folder: Path) -> Path:
    """The data folder of a club as that release left it."""
    with zipfile.ZipFile(kept) as archive:
        archive.extractall(folder)
    return folder


@pytest.mark.long
@pytest.mark.parametrize("kept", KEPT, ids=[each.stem for each in KEPT])
def test_a_club_of_an_earlier_release_is_restored_with_nothing_lost(
    kept: Path, tmp_path: Path
) -> None:
    before = rows_of(unpack_club(kept, tmp_path / "then") / DATABASE)

    printed = run_command(tmp_path / "now", "restore", str(kept))

    assert "of an earlier release" in printed
    after = rows_of(tmp_path / "now" / DATABASE)
    lost = [
        (table, key, column)
        for table, rows in before.items()
        for key, row in rows.items()
        for column, value in row.items()
        if (table, column) not in CHANGED
        and after.get(present_table(table), {})
        .get(key, {})
        .get(present_name(table, column), "lost")
        != value
    ]
    assert lost == []


def club_before_an_update(folder: Path) -> Path:
    """The newest club that is kept, without the last migration of a library."""
    data_dir = unpack_club(KEPT[-1], folder)
    with closing(sqlite3.connect(data_dir / DATABASE)) as rows, rows:
        rows.execute("DROP INDEX unique_primary_email")
        rows.execute(
            "DELETE FROM django_migrations WHERE name='0009_emailaddress_unique_primary_email'"
        )
    return data_dir


@pytest.mark.long
def test_a_start_after_an_update_makes_a_backup_first(tmp_path: Path) -> None:
    data_dir = club_before_an_update(tmp_path / "club")
    before = rows_of(data_dir / DATABASE)

    with run_site(data_dir, demo=True) as site:
        file = Path(site.find_in_terminal(r"Before the update, a backup: (\S+)"))
        assert "<html" in get_page(site.url)

    assert rows_of(unpack_club(file, tmp_path / "backup") / DATABASE) == before


@pytest.mark.long
def test_a_site_goes_on_from_the_migrations_that_were_squashed(tmp_path: Path) -> None:
    """A new site gets its tables in two migrations, which replace those of others."""
    data_dir = unpack_club(BEFORE_SQUASHED, tmp_path / "club")

    plan = run_command(data_dir, "migrate", "leagues", SQUASHED, "--plan", "--skip-checks")

    assert "No planned migration operations" in plan


def without_its_last_migration(backup: Path, made: Path) -> Path:
    """A backup of a club from before the last migration that was squashed."""
    with zipfile.ZipFile(backup) as archive, zipfile.ZipFile(made, "w") as other:
        for name in archive.namelist():
            content = archive.read(name)
            if name == "manifest.json":
                content = content.replace(f'"leagues.{LAST_SQUASHED}",'.encode(), b"")
            other.writestr(name, content)
    return made


@pytest.mark.long
def test_a_club_from_before_the_first_release_is_refused_with_a_way(tmp_path: Path) -> None:
    """Neither a backup nor a database is changed."""
    older = without_its_last_migration(BEFORE_SQUASHED, tmp_path / "older.zip")
    data_dir = unpack_club(BEFORE_SQUASHED, tmp_path / "club")
    with closing(sqlite3.connect(data_dir / DATABASE)) as rows, rows:
        rows.execute("DELETE FROM django_migrations WHERE name=?", [LAST_SQUASHED])
    before = rows_of(data_dir / DATABASE)

    for message in (
        refused_command(tmp_path / "empty", "restore", str(older)),
        refused_command(data_dir, "serve", PORT=str(free_port())),
        refused_command(data_dir, "check_site"),
    ):
        assert f"Update it with commit {LAST_COMMIT} first" in message
    assert rows_of(data_dir / DATABASE) == before


@pytest.mark.long
def test_an_update_without_room_for_a_backup_is_not_made(tmp_path: Path) -> None:
    """The rows stay as they were, and it says what to do."""
    data_dir = club_before_an_update(tmp_path / "club")
    (data_dir / "backups").touch()  # a file, where the folder has to be

    message = refused_command(data_dir, "serve", PORT="8163")

    assert "couldn’t be saved" in message
    with closing(sqlite3.connect(data_dir / DATABASE)) as rows:
        newest = rows.execute("SELECT max(name) FROM django_migrations WHERE app='account'")
        assert newest.fetchone() == ("0008_emailaddress_unique_primary_email_fixup",)
    shutil.rmtree(data_dir)
