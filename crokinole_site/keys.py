"""Secrets the site makes for itself at its first start and keeps in its data folder."""

import os
import secrets
from pathlib import Path


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
