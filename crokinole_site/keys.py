"""The data folder, and the secrets that the site makes for itself and keeps there."""

import glob
import os
import secrets
import sys
from contextlib import suppress
from pathlib import Path


def data_folder(path: str) -> Path:
    """The folder, made where there is none; a sentence where nothing can be kept."""
    folder = Path(path).resolve()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if not os.access(folder, os.W_OK):
            raise PermissionError(0, "it is read-only")
    except OSError as problem:
        sys.exit(
            f"{folder} can't be written to ({problem.strerror}), so nothing could be kept. "
            "Another folder: make run DATA_DIR=/path/to/one"
        )
    return folder


def kept_secret(path: Path) -> str:
    """The secret in this file. Whoever comes first makes it, readable by the owner only.

    Several processes may start at once: each writes a file of its own and links it
    into place, which only the first can do, so nobody ever reads half a secret.
    """
    if not path.exists():
        draft = path.with_name(f"{path.name}.{os.getpid()}.{secrets.token_hex(4)}")
        draft.touch(mode=0o600)
        draft.write_text(secrets.token_urlsafe(64))
        try:
            os.link(draft, path)
        except FileExistsError:
            pass
        finally:
            draft.unlink()
    return path.read_text().strip()


def close_to_others(database: Path) -> None:
    """Take a SQLite database from the server's other accounts: it holds hashes and sessions.

    A new one is made so (``manage.py`` sets the umask), older releases made theirs for all to read.
    """
    for each in database.parent.glob(f"{glob.escape(database.name)}*"):
        with suppress(OSError):  # only its owner can, and SQLite may just have removed it
            if each.stat().st_mode & 0o077:
                each.chmod(0o600)
