"""The data folder, and the secrets that the site makes and keeps in it."""

import glob
import os
import secrets
import sys
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any

from crokinole_site.layout import START_COMMAND


def data_folder(path: str) -> Path:
    """Return the folder, created if missing; exit with a sentence if nothing can be written in
    it.
    """
    folder = Path(path).resolve()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if not os.access(folder, os.W_OK):
            raise PermissionError(0, "it is read-only")
    except OSError as problem:
        sys.exit(
            f"{folder} can't be written to ({problem.strerror}), so nothing could be kept. "
            f"Another folder: {START_COMMAND} DATA_DIR=/path/to/one"
        )
    return folder


def kept_secret(path: Path) -> str:
    """Return the secret in this file. The first process creates it, readable by the owner only.

    Several processes may start at once: each writes a draft and links it into place. Only the first
    link succeeds, so no process reads half a secret.
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
    """Make a SQLite database unreadable for other accounts: it holds hashes and sessions.

    New ones are created so (``run_command`` sets the umask); those of older releases were readable.
    """
    for each in database.parent.glob(f"{glob.escape(database.name)}*"):
        with suppress(OSError):  # only its owner can, and SQLite may just have removed it
            if each.stat().st_mode & 0o077:
                each.chmod(0o600)


MACHINE_ID = Path("/etc/machine-id")
ON_THIS_MACHINE = {"", "localhost", "127.0.0.1", "::1"}


def identity_of_site(address: str, folder: Path, database: Any) -> str:
    """Return a hash that differs on each site, also on a copy of this one: see ``Club.sends_from``.

    Servers that share a database on another machine are one site, whatever their own folders.
    """
    host = str(database.get("HOST") or "")
    facts = [address, host, str(database.get("PORT") or ""), str(database["NAME"])]
    if host in ON_THIS_MACHINE or host.startswith("/"):
        facts.append(str(folder))
        with suppress(OSError):
            facts.append(MACHINE_ID.read_text())
    return sha256("\n".join(facts).encode()).hexdigest()
