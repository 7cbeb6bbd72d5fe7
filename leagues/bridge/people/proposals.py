"""What a list of names would do to an event, before anybody says yes.

>>> from leagues.files.people_list import read_list
>>> from leagues.bridge.people.known import Known, Register
>>> club = Register([Known(1, "Ann Smith"), Known(2, "Ben Ito")])
>>> for line in propose(read_list("ann smith\\nBen Ito & Cas\\nBenn Ito"), club, {1}, size=2):
...     print([(p.name, p.choice) for p in line.people], line.is_wanted, line.doubt.name)
[('ann smith', '1')] False IN_ALREADY
[('Ben Ito', '2'), ('Cas', 'new')] True NONE
[('Benn Ito', 'new')] True LOOKS_LIKE
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum

from leagues.bridge.people.known import Found, Register
from leagues.files.people_list import Line

NEW, GUEST = "new", "guest"


class Doubt(Enum):
    """What somebody should look at before they say yes to a line."""

    NONE = "none"
    TROUBLE = "trouble"
    IN_ALREADY = "in_already"
    REPEATED = "repeated"
    SEVERAL = "several"
    LOOKS_LIKE = "looks_like"


@dataclass(frozen=True)
class Proposed:
    """One name of a line, and who it would be: a number of somebody known, or new."""

    name: str
    found: tuple[Found, ...]
    choice: str
    is_in: bool = False

    @property
    def is_sure(self) -> bool:
        return len(self.found) == 1 and self.found[0].likeness.is_sure

    @property
    def has_namesakes(self) -> bool:
        return len(self.found) > 1 and self.found[0].likeness.is_sure


@dataclass(frozen=True)
class Proposal:
    """One entry to be."""

    line: Line
    people: tuple[Proposed, ...]
    doubt: Doubt = Doubt.NONE

    @property
    def is_wanted(self) -> bool:
        """Whether it is entered unless somebody says otherwise."""
        return self.doubt not in {Doubt.TROUBLE, Doubt.IN_ALREADY, Doubt.REPEATED}


def propose(
    lines: Iterable[Line], club: Register, entered: Collection[int], *, size: int
) -> tuple[Proposal, ...]:
    """A proposal for each line; where an entry is one person, a pair becomes two."""
    singles = (each for line in lines for each in _split(line, size))
    return tuple(_proposal(line, club, entered) for line in singles)


def _split(line: Line, size: int) -> Iterator[Line]:
    if len(line.names) <= size:
        yield line
    else:
        yield from (replace(line, names=(name,)) for name in line.names)


def _proposal(line: Line, club: Register, entered: Collection[int]) -> Proposal:
    people = tuple(_proposed(n, line, club, entered) for n in line.names)
    return Proposal(line, people, _doubt(line, people))


def _proposed(
    name: str, line: Line, club: Register, entered: Collection[int]
) -> Proposed:
    found = club.find(name)
    sure = [each.person.pk for each in found if each.likeness.is_sure]
    free = [pk for pk in sure if pk not in entered]
    unknown = GUEST if line.guest else NEW
    choice = str((free or sure)[0]) if sure else unknown
    return Proposed(name, tuple(found), choice, is_in=bool(sure) and not free)


def _doubt(line: Line, people: Sequence[Proposed]) -> Doubt:
    if line.trouble:
        return Doubt.TROUBLE
    if any(person.is_in for person in people):
        return Doubt.IN_ALREADY
    if line.repeats is not None:
        return Doubt.REPEATED
    if any(person.has_namesakes for person in people):
        return Doubt.SEVERAL
    if any(person.found and not person.is_sure for person in people):
        return Doubt.LOOKS_LIKE
    return Doubt.NONE


def mark_of(proposals: Iterable[Proposal]) -> dict[str, object]:
    """What a preview rests upon: whom each name was found to be."""
    return {
        str(at): [
            [p.choice, p.is_in, [each.person.pk for each in p.found]]
            for p in proposal.people
        ]
        for at, proposal in enumerate(proposals)
    }
