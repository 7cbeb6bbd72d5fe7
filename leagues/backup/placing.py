"""Restored files are put in their place, or it is done at the next start.

Standard library only: the settings do this before they read a key.
"""

import os
from contextlib import suppress
from pathlib import Path

RESTORED = ".restored"
DATABASE = "twenties.sqlite3"
BESIDE = ("-wal", "-shm")  # what SQLite keeps beside a database, and belongs to that one


def finish_restore(data_dir: Path) -> None:
    """Move what a restore has made ready to its place. Who is killed here begins again.

    The restore renames its folder to this name when everything in it is complete and on disk.
    """
    restored = data_dir / RESTORED
    if not restored.is_dir():
        return
    if (restored / DATABASE).exists():
        for ending in BESIDE:
            (data_dir / f"{DATABASE}{ending}").unlink(missing_ok=True)
    move_into(restored, data_dir)


def move_into(folder: Path, target: Path) -> None:
    """Every file of a folder, replacing one of the same name; then the folder is gone."""
    target.mkdir(exist_ok=True)
    for each in sorted(folder.iterdir()):
        # Several processes may start at once, and each finds the other's work done.
        with suppress(FileNotFoundError):
            if each.is_dir():
                move_into(each, target / each.name)
            else:
                each.replace(target / each.name)
    sync_folder(target)
    with suppress(FileNotFoundError):
        folder.rmdir()


def sync_folder(folder: Path) -> None:
    """The names in a folder survive a power cut, as the files in it do."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
