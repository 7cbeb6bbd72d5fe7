"""Preview what a list of names would add to an event.

>>> from leagues.files.people_list import read_list
>>> from leagues.reads.people.name_matches import KnownPerson, Register
>>> club = Register([KnownPerson(1, "Ann Smith"), KnownPerson(2, "Ben Ito")])
>>> for line in propose_entries(read_list("ann smith\\nBen Ito & Cas\\nBenn Ito"), club, {1}, size=2):
...     print([(p.name, p.choice) for p in line.people], line.is_wanted, line.doubt.name)
[('ann smith', '1')] False IN_ALREADY
[('Ben Ito', '2'), ('Cas', 'new')] True NONE
[('Benn Ito', 'new')] True LOOKS_LIKE
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import accumulate

from leagues.files.people_list import ListedPerson, ListLine, Trouble
from leagues.reads.people.name_matches import KnownMatch, Register

NEW, GUEST = "new", "guest"
MOST_FIELDS = 900  # in a form; Django rejects more than a thousand


class Doubt(Enum):
    """Why a line should be checked before it is accepted."""

    NONE = "none"
    TROUBLE = "trouble"
    IN_ALREADY = "in_already"
    REPEATED = "repeated"
    SEVERAL = "several"
    LOOKS_LIKE = "looks_like"
    READING = "reading"


@dataclass(frozen=True)
class Proposed:
    """A name in a line, and who it is: a known player's number, ``NEW`` or ``GUEST``."""

    name: str
    found: tuple[KnownMatch, ...]
    choice: str
    is_in: bool = False
    email: str = ""
    telephone: str = ""

    @property
    def is_sure(self) -> bool:
        return len(self.found) == 1 and self.found[0].likeness.is_sure

    @property
    def has_namesakes(self) -> bool:
        return len(self.found) > 1 and self.found[0].likeness.is_sure


@dataclass(frozen=True)
class Proposal:
    """An entry to add."""

    line: ListLine
    people: tuple[Proposed, ...]
    doubt: Doubt = Doubt.NONE
    is_asked: bool = True
    """Whether the form asks about this line; otherwise it is accepted as read."""
    ticked: bool | None = None
    """The answer in the form; None if it was not asked."""

    @property
    def is_wanted(self) -> bool:
        """Whether the line is entered: as ticked, or by default if there is nothing to check."""
        if self.ticked is not None:
            return self.ticked
        if self.waits:
            return False
        return self.doubt not in {Doubt.TROUBLE, Doubt.IN_ALREADY, Doubt.REPEATED}

    @property
    def waits(self) -> bool:
        """Whether the line needs a choice but did not fit in the form."""
        return not self.is_asked and self.doubt in NEED_A_CHOICE

    @property
    def fields(self) -> int:
        """The number of form fields that asking about this line takes."""
        asked = 1 + len(self.people) if self.people else 0
        return asked + self.is_mendable

    @property
    def is_mendable(self) -> bool:
        """Whether the line's text can be corrected in the preview."""
        if self.line.trouble in {Trouble.TOO_LONG, Trouble.TOO_MANY}:
            return False
        is_odd = self.line.unsure or bool(self.line.left_out)
        return is_odd or self.doubt in {Doubt.TROUBLE, Doubt.LOOKS_LIKE}


NEED_A_CHOICE = frozenset({Doubt.SEVERAL, Doubt.LOOKS_LIKE})


def propose_entries(
    lines: Iterable[ListLine], club: Register, entered: Collection[int], *, size: int
) -> tuple[Proposal, ...]:
    """A proposal for each line; a line with more than ``size`` names gives one for each name."""
    singles = (each for line in lines for each in _split_line(line, size))
    return _as_far_as_fits([_propose_entry(line, club, entered) for line in singles])


def _as_far_as_fits(proposals: Sequence[Proposal]) -> tuple[Proposal, ...]:
    """Mark the lines that fit in the form, first those that need a choice."""
    first = [Doubt.SEVERAL, Doubt.LOOKS_LIKE, Doubt.READING, Doubt.NONE]
    urgent = {doubt: at for at, doubt in enumerate(first)}
    order = sorted(
        range(len(proposals)), key=lambda at: urgent.get(proposals[at].doubt, len(first))
    )
    room = accumulate(proposals[at].fields for at in order)
    asked = {at for at, fields in zip(order, room, strict=True) if fields <= MOST_FIELDS}
    return tuple(replace(p, is_asked=at in asked) for at, p in enumerate(proposals))


def _split_line(line: ListLine, size: int) -> Iterator[ListLine]:
    if len(line.names) <= size:
        yield line
    else:
        yield from (replace(line, people=(person,)) for person in line.people)


def _propose_entry(line: ListLine, club: Register, entered: Collection[int]) -> Proposal:
    people = tuple(_propose_person(p, line, club, entered) for p in line.people)
    return Proposal(line, people, _find_doubt(line, people))


def _propose_person(
    person: ListedPerson, line: ListLine, club: Register, entered: Collection[int]
) -> Proposed:
    found = club.find(person.name)
    sure = [each.person.pk for each in found if each.likeness.is_sure]
    free = [pk for pk in sure if pk not in entered]
    unknown = GUEST if line.guest else NEW
    choice = str((free or sure)[0]) if sure else unknown
    return Proposed(
        person.name,
        tuple(found),
        choice,
        is_in=bool(sure) and not free,
        email=person.email,
        telephone=person.telephone,
    )


def _find_doubt(line: ListLine, people: Sequence[Proposed]) -> Doubt:
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
    return Doubt.READING if line.unsure or line.left_out else Doubt.NONE


def apply_choices(
    proposals: Iterable[Proposal], answers: Mapping[str, str], *, but: Collection[int]
) -> tuple[Proposal, ...]:
    """Apply a form's answers, except on the lines with numbers in ``but``."""
    return tuple(
        replace(
            proposal,
            ticked=f"enter-{at}" in answers,
            people=tuple(
                replace(each, choice=answers.get(f"who-{at}-{n}", each.choice))
                for n, each in enumerate(proposal.people)
            ),
        )
        if proposal.is_asked and proposal.people and proposal.line.number not in but
        else proposal
        for at, proposal in enumerate(proposals)
    )


def state_of_list(proposals: Iterable[Proposal]) -> dict[str, object]:
    """The people found for each name, for checking that a preview is still valid."""
    return {
        str(at): [
            [p.choice, p.is_in, [each.person.pk for each in p.found]] for p in proposal.people
        ]
        for at, proposal in enumerate(proposals)
    }
