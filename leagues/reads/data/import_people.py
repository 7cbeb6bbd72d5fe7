"""Match the names in a results file to the club's people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b

from leagues.models.names import fold_name, tidy_name
from leagues.reads.people.name_matches import KnownMatch, KnownPerson, Register

NEW = "new"
NO_PLAYER = "none"
"""The choice for a row that isn't a player: a total or an average."""
SAME_AS = "as:"
"""The prefix of a choice that names another person in the file, by their key."""
LONGEST_NAME = 120
UNNAMED = "?"
MOST_ASKED = 300  # names that one page asks about
MOST_OPTIONS = 20_000  # in all menus together that list everyone in the club


@dataclass(frozen=True)
class ArrivingPerson:
    """A name in the file, with the choice of who it is.

    ``choice`` is the number of a known player, another name in the file (``SAME_AS``),
    ``NO_PLAYER`` or ``NEW``.
    """

    key: str
    name: str
    found: tuple[KnownMatch, ...] = ()
    twins: tuple[ArrivingPerson, ...] = ()
    choice: str = NEW
    is_asked: bool = False
    """Whether the importer is asked to choose."""
    others: tuple[KnownPerson, ...] = ()
    """Other people in the club who may be chosen, for example because the name is a nickname."""
    may_be_none: bool = False
    """Whether the row may be something other than a player, such as a total."""

    @property
    def field(self) -> str:
        """The name of the form field."""
        return f"who-{blake2b(self.key.encode(), digest_size=8).hexdigest()}"

    @property
    def known_as(self) -> int | None:
        return int(self.choice) if self.choice.isdecimal() else None

    @property
    def is_sure(self) -> bool:
        return len(self.found) == 1 and self.found[0].likeness.is_sure

    @property
    def has_namesakes(self) -> bool:
        return len(self.found) > 1 and self.found[0].likeness.is_sure

    @property
    def is_no_player(self) -> bool:
        return self.choice == NO_PLAYER

    @property
    def has_choice(self) -> bool:
        """True if the importer can choose who has this name, even if not asked to."""
        return self.is_asked or bool(self.others) or self.may_be_none

    @property
    def options(self) -> list[str]:
        """The values from which the importer chooses."""
        known = [each.person for each in self.found]
        return [
            *(str(person.pk) for person in (*known, *self.others)),
            *(f"{SAME_AS}{twin.key}" for twin in self.twins),
            NEW,
            *([NO_PLAYER] if self.may_be_none else []),
        ]


def arriving_people(
    names: Iterable[str],
    club: Register,
    choices: Mapping[str, str],
    *,
    summaries: Collection[str] | None = None,
) -> tuple[ArrivingPerson, ...]:
    """Everyone in the file under the most frequent spelling, with ``choices`` applied.

    ``summaries`` are the keys of names that look like totals, if the file has a row for each
    player. In such a file a new name that is like one club member's is taken for that member,
    unless they have a row under their real name.

    >>> club = Register([KnownPerson(7, "Ann Smith"), KnownPerson(8, "Ben Ito")])
    >>> for each in arriving_people(["ann smith", "Benn Ito", "Cas", "Cas"], club, {}):
    ...     print(each.name, each.choice, each.is_asked)
    Benn Ito new True
    Cas new False
    ann smith 7 False
    """
    spelled: dict[str, Counter[str]] = {}
    for name in names:
        spelled.setdefault(fold_name(name), Counter())[name] += 1
    usual_names = {key: _usual_spelling(spellings) for key, spellings in spelled.items()}
    people = [
        _find_person(key, name, club)
        for key, name in sorted(usual_names.items(), key=lambda e: e[1])
    ]
    people = _with_twins(people)
    if summaries is not None:
        people = _of_rows(people, summaries)
    return _with_everyone(_mark_asked(people, choices), club, choices)


def _of_rows(people: Iterable[ArrivingPerson], summaries: Collection[str]) -> list[ArrivingPerson]:
    people = list(people)
    here = {each.choice for each in people}
    guessed = []
    for each in people:
        if each.choice != NEW:
            guessed.append(each)
            continue
        only = str(each.found[0].person.pk) if len(each.found) == 1 else NEW
        choice = NO_PLAYER if each.key in summaries else only
        choice = NEW if choice in here else choice
        guessed.append(replace(each, choice=choice, may_be_none=True))
    return guessed


def _with_everyone(
    people: Sequence[ArrivingPerson], club: Register, choices: Mapping[str, str]
) -> tuple[ArrivingPerson, ...]:
    """Offer everyone in the club for each new name, unless the page would get too long."""
    unsure = [each for each in people if not each.known_as or each.is_asked]
    keys = {each.key for each in unsure}
    if len(unsure) > MOST_ASKED or len(unsure) * len(club.people) > MOST_OPTIONS:
        return tuple(people)
    sure = {each.known_as for each in people} - {each.known_as for each in unsure}
    free = sorted(
        (person for pk, person in club.people.items() if pk not in sure),
        key=lambda person: fold_name(person.name),
    )
    named = []
    for each in people:
        if each.key in keys:
            found = {known.person.pk for known in each.found}
            others = tuple(person for person in free if person.pk not in found)
            each = replace(each, others=others)
            chosen = choices.get(each.key, each.choice)
            if chosen in each.options:
                each = replace(each, choice=chosen)
        named.append(each)
    return tuple(named)


def _usual_spelling(spellings: Counter[str]) -> str:
    most = max(spellings.values())
    name = min(name for name, often in spellings.items() if often == most)
    return tidy_name(name)[:LONGEST_NAME] or UNNAMED


def _find_person(key: str, name: str, club: Register) -> ArrivingPerson:
    found = tuple(club.find(name))
    is_sure = bool(found) and found[0].likeness.is_sure
    choice = str(found[0].person.pk) if is_sure else NEW
    return ArrivingPerson(key, name, found, choice=choice)


def _with_twins(people: list[ArrivingPerson]) -> list[ArrivingPerson]:
    """Link new names that are alike: they may be two spellings for one person."""
    new = [each for each in people if each.choice == NEW]
    register = Register(KnownPerson(at, each.name) for at, each in enumerate(new))
    twins: dict[str, list[ArrivingPerson]] = {}
    for pair in register.twins:
        first, second = sorted((pair.first.pk, pair.second.pk))
        twins.setdefault(new[second].key, []).append(new[first])
    return [replace(each, twins=tuple(twins.get(each.key, ()))) for each in people]


def _mark_asked(
    people: list[ArrivingPerson], choices: Mapping[str, str]
) -> tuple[ArrivingPerson, ...]:
    left = MOST_ASKED
    asked = []
    for each in people:
        is_doubtful = each.found or each.twins or each.is_no_player
        is_asked = bool(is_doubtful) and not each.is_sure and left > 0
        left -= is_asked
        chosen = choices.get(each.key, each.choice) if is_asked else each.choice
        choice = chosen if chosen in each.options else each.choice
        asked.append(replace(each, choice=choice, is_asked=is_asked))
    return tuple(asked)


def identify_people(people: Iterable[ArrivingPerson]) -> dict[str, int | str]:
    """Each key with the number of a known player, or the key of a new person."""
    by_key = {each.key: each for each in people}
    found: dict[str, int | str] = {}
    for key, each in by_key.items():
        seen = {key}
        while each.choice.startswith(SAME_AS):
            key_of = each.choice.removeprefix(SAME_AS)
            if key_of in seen or key_of not in by_key:
                break
            seen.add(key_of)
            each = by_key[key_of]
        known = each.known_as
        found[key] = each.key if known is None else known
    return found
