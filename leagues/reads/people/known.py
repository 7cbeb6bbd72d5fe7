"""Who a written name may be: the same, another name of theirs, or one letter off.

>>> club = Register([
...     KnownPerson(1, "Beverly Smith", ("Bev Smith",)), KnownPerson(2, "Ben Ito"), KnownPerson(3, "Ben Ito"),
... ])
>>> [(found.person.pk, found.likeness.name) for found in club.find("smith, BEV")]
[(1, 'OTHER_NAME')]
>>> [found.person.pk for found in club.find("Ben Ito")]
[2, 3]
>>> [(found.person.pk, found.likeness.name) for found in club.find("Beverley Smith")]
[(1, 'CLOSE')]
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property, lru_cache
from math import ceil

from leagues.models import Alias, Club, Player
from leagues.models.names import fold

CLOSE_ENOUGH = 0.72  # of two letters in a row that two names share; one slip leaves 0.75
A_WORD_CLOSE = 0.5
ROUNDING = 1e-9
MOST_CANDIDATES = 5


class Likeness(IntEnum):
    """How a name was found, the surest first."""

    SAME = 1
    OTHER_NAME = 2
    SHORTER = 3
    CLOSE = 4

    @property
    def is_sure(self) -> bool:
        return self <= Likeness.OTHER_NAME


@dataclass(frozen=True)
class KnownPerson:
    """Somebody the club knows, as far as finding them goes."""

    pk: int
    name: str
    other_names: tuple[str, ...] = ()
    is_guest: bool = False

    @property
    def all_names(self) -> tuple[str, ...]:
        return (self.name, *self.other_names)


@dataclass(frozen=True)
class KnownMatch:
    person: KnownPerson
    likeness: Likeness


@dataclass(frozen=True)
class Twins:
    """Two who may be one person."""

    first: KnownPerson
    second: KnownPerson
    likeness: Likeness


def _better_known(person: KnownPerson) -> tuple[bool, int, int]:
    return (person.is_guest, -len(person.name), person.pk)


class Register:
    """Everybody the club knows, found by any of their names."""

    def __init__(self, people: Iterable[KnownPerson]) -> None:
        self.people = {person.pk: person for person in people}
        self._names: dict[int, list[str]] = {}
        self._pairs: dict[str, frozenset[str]] = {}
        self._by_name: defaultdict[str, set[int]] = defaultdict(set)
        self._by_pair: defaultdict[str, set[str]] = defaultdict(set)
        self._by_word: defaultdict[str, set[int]] = defaultdict(set)
        for person in self.people.values():
            self._write_down(person)

    def _write_down(self, person: KnownPerson) -> None:
        self._names[person.pk] = [fold(name) for name in person.all_names]
        for folded in self._names[person.pk]:
            self._by_name[folded].add(person.pk)
            self._pairs[folded] = pairs(folded)
            for pair in self._pairs[folded]:
                self._by_pair[pair].add(folded)
            for word in folded.split():
                self._by_word[word].add(person.pk)

    def find(self, name: str) -> list[KnownMatch]:
        """Whoever this may be, the surest first; nobody else where somebody is sure."""
        sure = self._by_name.get(fold(name), set())
        found = [KnownMatch(self.people[pk], self._how(pk, name)) for pk in sure]
        if not found:
            found = [*self._shorter(name), *self._close(name)]
        seen = {each.person.pk: each for each in reversed(found)}
        ordered = sorted(seen.values(), key=lambda f: (f.likeness, f.person.pk))
        return ordered[:MOST_CANDIDATES]

    def twins_of(self, pk: int) -> list[KnownMatch]:
        """Others who may be the same person as this one."""
        person = self.people[pk]
        found = [
            each
            for name in person.all_names
            for each in (*self._same(name), *self._shorter(name), *self._close(name))
            if each.person.pk != pk
        ]
        seen = {each.person.pk: each for each in reversed(found)}
        return sorted(seen.values(), key=lambda f: (f.likeness, f.person.pk))

    @cached_property
    def twins(self) -> list[Twins]:
        """All pairs who may be one person, the likeliest first; who is better known stands first."""
        found: dict[tuple[int, int], Twins] = {}
        for pk, person in self.people.items():
            for each in self.twins_of(pk):
                first, second = sorted((person, each.person), key=_better_known)
                twins = Twins(first, second, each.likeness)
                found.setdefault((first.pk, second.pk), twins)
        return sorted(found.values(), key=lambda t: (t.likeness, t.first.name, t.second.pk))

    def _how(self, pk: int, name: str) -> Likeness:
        same = self._names[pk][0] == fold(name)
        return Likeness.SAME if same else Likeness.OTHER_NAME

    def _same(self, name: str) -> Iterator[KnownMatch]:
        for pk in self._by_name.get(fold(name), ()):
            yield KnownMatch(self.people[pk], self._how(pk, name))

    def _shorter(self, name: str) -> Iterator[KnownMatch]:
        """Ann for Ann Smith, Ann S. for Ann Smith, Ann Smith for Ann Marie Smith."""
        words = fold(name).split()
        longest = max(words, key=len, default="")
        for pk in self._by_word.get(longest, ()):
            if any(shortens(words, known) for known in self._words_of(pk)):
                yield KnownMatch(self.people[pk], Likeness.SHORTER)

    def _words_of(self, pk: int) -> Iterator[list[str]]:
        for name in self._names[pk]:
            yield name.split()

    def _close(self, name: str) -> Iterator[KnownMatch]:
        folded = fold(name)
        ours = pairs(folded)
        for other in self._with_a_rare_pair_of(ours):
            is_like = likeness(ours, self._pairs[other]) >= CLOSE_ENOUGH
            if is_like and is_close(folded, other):
                for pk in self._by_name[other]:
                    yield KnownMatch(self.people[pk], Likeness.CLOSE)

    def _with_a_rare_pair_of(self, ours: frozenset[str]) -> set[str]:
        """Names worth comparing: whoever is close shares at least ``least`` of these pairs,
        and so one of any that are more than all but so many. Of those the rarest are looked up.
        """
        least = ceil(len(ours) * CLOSE_ENOUGH / (2 - CLOSE_ENOUGH) - ROUNDING)
        by_rarity = sorted(ours, key=lambda pair: len(self._by_pair.get(pair, ())))
        rare = by_rarity[: len(ours) - least + 1]
        return {name for pair in rare for name in self._by_pair.get(pair, ())}


def shortens(one: list[str], other: list[str]) -> bool:
    """Whether every word of the shorter name is a word, or the initial, of the longer."""
    shorter, longer = sorted((one, other), key=lambda words: len("".join(words)))
    if shorter == longer or len(shorter) > len(longer):
        return False
    left = list(longer)
    for word in sorted(shorter, key=len, reverse=True):
        fits = [w for w in left if w == word or (len(word) == 1 and w[0] == word)]
        if not fits:
            return False
        left.remove(fits[0])
    return True


def pairs(folded: str) -> frozenset[str]:
    """Two letters in a row, with the edges of words: what a slip of the pen leaves alone."""
    return frozenset(
        f" {word} "[at : at + 2] for word in folded.split() for at in range(len(word) + 1)
    )


def is_close(one: str, other: str) -> bool:
    """Whether one is the other with a slip of the pen: as a whole, and word for word.

    >>> is_close("catherine smith", "katherine smith"), is_close("jon ek", "ek john")
    (True, True)
    >>> is_close("amara okonkwo", "maya okonkwo")
    False
    """
    if likeness(pairs(one), pairs(other)) < CLOSE_ENOUGH:
        return False
    fewer, more = sorted((one.split(), other.split()), key=len)
    return all(any(likeness(pairs(word), pairs(w)) >= A_WORD_CLOSE for w in more) for word in fewer)


def likeness(one: frozenset[str], other: frozenset[str]) -> float:
    """The share of pairs of letters that two names have in common, from 0 to 1."""
    return 2 * len(one & other) / (len(one) + len(other)) if one or other else 0.0


def register_of(club: Club) -> Register:
    """Everybody of the club who is neither in the bin nor merged: two queries."""
    others: defaultdict[int, list[str]] = defaultdict(list)
    for player, name in Alias.objects.filter(player__club=club).values_list("player", "name"):
        others[player].append(name)
    people = Player.objects.present().filter(club=club).order_by("pk")
    return _register(
        tuple(
            KnownPerson(pk, name, (*([alias] if alias else []), *others[pk]), is_guest)
            for pk, name, alias, is_guest in people.values_list("pk", "name", "alias", "is_guest")
        )
    )


@lru_cache(maxsize=1)
def _register(people: tuple[KnownPerson, ...]) -> Register:
    """Kept, and whom it found alike with it, until somebody comes or goes by another name."""
    return Register(people)
