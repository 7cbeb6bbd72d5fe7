"""Move restored files into place, or finish that at the next start.

Standard library only: the settings call this before they read a key.
"""

import os
from contextlib import suppress
from pathlib import Path

RESTORED = ".restored"
DATABASE = "twenties.sqlite3"
BESIDE = ("-wal", "-shm")  # SQLite's files beside a database, which belong to that one only


def finish_restore(data_dir: Path) -> None:
    """Move the files that a restore has prepared into place; after a crash, continue.

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
    """Move every file of a folder, replacing files of the same name; then remove the folder."""
    target.mkdir(exist_ok=True)
    for each in sorted(folder.iterdir()):
        # Several processes may start at once, and another may have moved the file already.
        with suppress(FileNotFoundError):
            if each.is_dir():
                move_into(each, target / each.name)
            else:
                each.replace(target / each.name)
    sync_folder(target)
    with suppress(FileNotFoundError):
        folder.rmdir()


def sync_folder(folder: Path) -> None:
    """Sync a folder, so that its file names survive a power cut."""
    if os.name == "nt":  # which opens no folders
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
