"""Knockout: 1 against the last, so that the best two can meet only in the final.

With fewer entries than places in the bracket the best seeds have a bye. Losers share their
places, or the losing semi-finalists play for bronze, or every place is played for.

>>> cup = knockout_bracket(6, Placing.BRONZE)
>>> for slot in cup.slots[1:3]:
...     print(slot.label, *map(cup.describe, slot.sources), sep=", ")
Quarter-final 2, seed 4, seed 5
Quarter-final 3, seed 2, seed 7
>>> [str(slot.label) for slot in cup.slots[4:]]
['Semi-final 1', 'Semi-final 2', 'Bronze', 'Final']
"""

import re
from collections.abc import Sequence
from enum import Enum

from leagues.pairing.bracket import Bracket, LoserOf, Seeded, Slot, Source, WinnerOf
from scoring.text import Text, marked

_HEADINGS = {4: Text("Semi-final"), 8: Text("Quarter-final")}
_NUMBERED = {4: marked("Semi-final {number}"), 8: marked("Quarter-final {number}")}
_KEYS = {4: "SF", 8: "QF"}
_KEY = re.compile(r"(?P<own>SF|QF|R(?P<size>\d+)-)(?P<number>\d*)")


class Placing(Enum):
    """The places below the final that are played for."""

    SHARED = "losers share their places"
    BRONZE = "losing semi-finalists play for bronze"
    ALL = "every place is played for"


def knockout_bracket(entries: int, placing: Placing = Placing.BRONZE) -> Bracket:
    """Create the bracket for a number of entries."""
    if entries < 2:
        raise ValueError("a knockout needs two entries")
    section = _Section(placing)
    section.play([Seeded(seed) for seed in seed_order(bracket_size(entries))], place=1, step=1)
    section.slots.sort(key=lambda slot: slot.step)
    places = [section.places[place] for place in sorted(section.places)]
    return Bracket(tuple(section.slots), tuple(places))


def bracket_size(entries: int) -> int:
    """Return the smallest power of two that is at least ``entries``."""
    return 1 << max(1, (entries - 1).bit_length())


def seed_order(size: int) -> list[int]:
    """Return the seeds down the page: each half of the bracket has one of every two neighbours."""
    order = [1]
    while len(order) < size:
        total = 2 * len(order) + 1
        order = [seed for one in order for seed in (one, total - one)]
    return order


class _Section:
    """Builder of a bracket: collects its slots and places."""

    def __init__(self, placing: Placing) -> None:
        self.placing = placing
        self.slots: list[Slot] = []
        self.places: dict[int, tuple[Source, ...]] = {}

    def play(self, sources: Sequence[Source], place: int, step: int) -> None:
        """Add the matches of these sources for ``place`` and the places below it."""
        slots = [
            Slot(
                _slot_key(n, len(sources), place),
                _slot_label(n, len(sources), place),
                step,
                two,
                heading=_step_heading(len(sources), place),
            )
            for n, two in enumerate(zip(sources[::2], sources[1::2], strict=True), 1)
        ]
        winners = [WinnerOf(slot.key) for slot in slots]
        losers = [LoserOf(slot.key) for slot in slots]
        below = place + len(slots)
        if len(slots) > 1 and self._plays_for(below):
            self.play(losers, below, step + 1)
        else:
            self.places[below] = tuple(losers)
        if len(slots) > 1:
            self.play(winners, place, step + 1)
        else:
            self.places[place] = tuple(winners)
        self.slots += slots

    def _plays_for(self, place: int) -> bool:
        return self.placing is Placing.ALL or (self.placing is Placing.BRONZE and place == 3)


def _slot_label(number: int, size: int, place: int) -> Text:
    if place == 1 and size in _NUMBERED:
        return Text(_NUMBERED[size], number=number)
    if size == 2 and place == 1:
        return Text("Final")
    if size == 2:
        return Text("Bronze") if place == 3 else Text("Place {place}", place=place)
    return Text("{round}, match {match}", round=_step_heading(size, place), match=number)


def label_of(key: str) -> Text | None:
    """Return the label of a match by its key alone; None if a match for lower places has it.

    >>> [str(label_of(key)) for key in ("QF2", "R16-3", "SF", "P3")]
    ['Quarter-final 2', 'Round of 16, match 3', 'Semi-final', 'Bronze']
    >>> label_of("P5-SF1") is None
    True
    """
    if key in ("F", "P3"):
        return _slot_label(1, 2, 1 if key == "F" else 3)
    found = _KEY.fullmatch(key)
    if not found:
        return None
    size = int(found["size"] or {own: size for size, own in _KEYS.items()}[found["own"]])
    if not found["number"]:
        return _step_heading(size, 1)
    return _slot_label(int(found["number"]), size, 1)


def _step_heading(size: int, place: int) -> Text:
    """Return the heading above the matches of one step, such as *Semi-finals*."""
    if size == 2:
        return _slot_label(1, size, place)
    if place == 1:
        return _HEADINGS.get(size) or Text("Round of {size}", size=size)
    return Text("Places {first}-{last}", first=place, last=place + size - 1)


def _slot_key(number: int, size: int, place: int) -> str:
    """Return the key of a slot: SF1 or F; P5-SF1 or P5 in matches for places from the fifth."""
    if size == 2:
        return "F" if place == 1 else f"P{place}"
    own = "" if place == 1 else f"P{place}-"
    return f"{own}{_KEYS.get(size, f'R{size}-')}{number}"
