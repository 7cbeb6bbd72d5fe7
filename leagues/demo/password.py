"""The password of the demo's organiser: made at random, shown in the terminal."""

import secrets

from django.conf import settings

EASY = "abcdefghjkmnpqrstuvwxyz23456789"  # no letter that looks like a digit
FILE = "demo-password"


def make_password() -> str:
    """Make a password that is easy to read and type, such as k3tm-9qvd-x2ra, stored for later
    starts.
    """
    letters = [secrets.choice(EASY) for _ in range(12)]
    password = "-".join("".join(letters[n : n + 4]) for n in (0, 4, 8))
    file = settings.DATA_DIR / FILE
    file.touch(mode=0o600)
    file.write_text(password)
    return password


def kept_password() -> str:
    """Return the stored password of the demo club in this data folder; empty if there is none."""
    file = settings.DATA_DIR / FILE
    return file.read_text().strip() if file.exists() else ""
