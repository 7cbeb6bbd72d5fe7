"""Retention of backups: the last days, weeks and months that have one keep their newest."""

from collections.abc import Callable, Hashable, Iterable
from datetime import date, datetime
from pathlib import Path

from leagues.backup.make import backups_folder

NIGHTLY, BEFORE_UPDATE = "nightly", "before-update"
STAMP = "%Y-%m-%d-%H%M%S"
ENCRYPTED = ".age"
UPDATES = 5


def kept_moments(moments: Iterable[datetime]) -> set[datetime]:
    """Return the newest moments of each of seven days, four weeks and twelve months."""
    periods: tuple[tuple[int, Callable[[date], Hashable]], ...] = (
        (7, lambda day: day),
        (4, lambda day: day.isocalendar()[:2]),
        (12, lambda day: (day.year, day.month)),
    )
    kept: set[datetime] = set()
    in_order = sorted(moments)
    for number, period in periods:
        newest = {period(moment.date()): moment for moment in in_order}
        kept |= set(list(newest.values())[-number:])
    return kept


def made_at(name: str, kind: str) -> datetime | None:
    """Return when a backup of this kind was made, from its file's name; None for other files."""
    try:
        return datetime.strptime(f"{name.removesuffix(ENCRYPTED)}+0000", f"{kind}-{STAMP}.zip%z")
    except ValueError:
        return None


def made_of(kind: str, folder: Path | None = None) -> dict[datetime, Path]:
    """Return the backups of this kind in a folder, by default the site's own, the oldest first."""
    found = {}
    for file in sorted((folder or backups_folder()).glob(f"{kind}-*")):
        if moment := made_at(file.name, kind):
            found[moment] = file
    return found


def remove_old_nightly(folder: Path | None = None) -> None:
    files = made_of(NIGHTLY, folder)
    for moment in files.keys() - kept_moments(files):
        files[moment].unlink()


def remove_old_updates() -> None:
    for file in list(made_of(BEFORE_UPDATE).values())[:-UPDATES]:
        file.unlink()
