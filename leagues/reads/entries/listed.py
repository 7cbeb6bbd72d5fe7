"""An event's list of players, sorted by the names that the public site shows."""

from collections.abc import Iterable
from dataclasses import dataclass

from leagues.models import Entry, Surface

LONG = 40  # entries; shorter lists are not split by letter


@dataclass(frozen=True)
class EntryList:
    """All entries, or those whose names begin with one letter."""

    entries: tuple[Entry, ...]
    total: int
    letters: tuple[str, ...]
    """The first letters to choose from; empty for a short list."""
    letter: str


def entry_list(entries: Iterable[Entry], letter: str = "") -> EntryList:
    """The entries by family name, or by the alias or initial that the web shows instead.

    So an entry's position doesn't reveal the real name.
    """
    listed = sorted((_listed_as(each), each.pk, each) for each in entries)
    letters = tuple(sorted({name[:1] for name, _pk, _each in listed}))
    if len(listed) <= LONG:
        letters = ()
    if letter not in letters:
        letter = ""
    return EntryList(
        entries=tuple(each for name, _pk, each in listed if name.startswith(letter)),
        total=len(listed),
        letters=letters,
        letter=letter,
    )


def _listed_as(entry: Entry) -> str:
    first = next(iter(entry.people), None)
    return (first.listed_on(Surface.WEB) if first else entry.name).upper()
