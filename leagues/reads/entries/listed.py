"""Everybody of an event as its list of players has them: in the order of what the web reads."""

from collections.abc import Iterable
from dataclasses import dataclass

from leagues.models import Entry, Player
from leagues.models.people import NameStyle

LONG = 40  # entries; a shorter list is read whole


@dataclass(frozen=True)
class EntryList:
    """All of them, or those that begin with the letter that was asked for."""

    entries: tuple[Entry, ...]
    total: int
    letters: tuple[str, ...]
    """None where the list is short."""
    letter: str


def entry_list(entries: Iterable[Entry], letter: str = "") -> EntryList:
    """An alias stands where it belongs itself, so that no place in the list tells another name."""
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
    return (_name_of(first) if first else entry.name).upper()


def _name_of(player: Player) -> str:
    if player.alias and player.name_on_web == NameStyle.ALIAS:
        return player.alias
    return player.family_name or player.name
