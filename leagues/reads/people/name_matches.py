"""Find the people a written name may refer to: the same name, another name, or a misspelling.

>>> club = Register([
...     KnownPerson(1, "Beverly Smith", ("Bev Smith",)), KnownPerson(2, "Ben Ito"),
...     KnownPerson(3, "Ben Ito"),
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
from leagues.models.names import fold_name

CLOSE_ENOUGH = 0.72  # similarity by letter pairs; one wrong letter still gives about 0.75
A_WORD_CLOSE = 0.5
ROUNDING = 1e-9
MOST_CANDIDATES = 5


class Likeness(IntEnum):
    """How a name was matched, surest first."""

    SAME = 1
    OTHER_NAME = 2
    SHORTER = 3
    CLOSE = 4

    @property
    def is_sure(self) -> bool:
        return self <= Likeness.OTHER_NAME


@dataclass(frozen=True)
class KnownPerson:
    """A person in the club, with what finding them needs."""

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
    """Two entries in the club's list that may be one person."""

    first: KnownPerson
    second: KnownPerson
    likeness: Likeness


def _better_known(person: KnownPerson) -> tuple[bool, int, int]:
    return (person.is_guest, -len(person.name), person.pk)


class Register:
    """An index of the club's people by all their names."""

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
        self._names[person.pk] = [fold_name(name) for name in person.all_names]
        for folded in self._names[person.pk]:
            self._by_name[folded].add(person.pk)
            self._pairs[folded] = letter_pairs(folded)
            for pair in self._pairs[folded]:
                self._by_pair[pair].add(folded)
            for word in folded.split():
                self._by_word[word].add(person.pk)

    def find(self, name: str) -> list[KnownMatch]:
        """People the name may refer to, surest first. If any match is sure, only sure ones."""
        sure = self._by_name.get(fold_name(name), set())
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
        """All pairs that may be one person, likeliest first; in each, the better known first."""
        found: dict[tuple[int, int], Twins] = {}
        for pk, person in self.people.items():
            for each in self.twins_of(pk):
                first, second = sorted((person, each.person), key=_better_known)
                twins = Twins(first, second, each.likeness)
                found.setdefault((first.pk, second.pk), twins)
        return sorted(found.values(), key=lambda t: (t.likeness, t.first.name, t.second.pk))

    def _how(self, pk: int, name: str) -> Likeness:
        same = self._names[pk][0] == fold_name(name)
        return Likeness.SAME if same else Likeness.OTHER_NAME

    def _same(self, name: str) -> Iterator[KnownMatch]:
        for pk in self._by_name.get(fold_name(name), ()):
            yield KnownMatch(self.people[pk], self._how(pk, name))

    def _shorter(self, name: str) -> Iterator[KnownMatch]:
        """Yield matches such as Ann, Ann S. or Ann Marie Smith for Ann Smith."""
        words = fold_name(name).split()
        longest = max(words, key=len, default="")
        for pk in self._by_word.get(longest, ()):
            if any(is_shortened(words, known) for known in self._words_of(pk)):
                yield KnownMatch(self.people[pk], Likeness.SHORTER)

    def _words_of(self, pk: int) -> Iterator[list[str]]:
        for name in self._names[pk]:
            yield name.split()

    def _close(self, name: str) -> Iterator[KnownMatch]:
        folded = fold_name(name)
        ours = letter_pairs(folded)
        for other in self._with_a_rare_pair_of(ours):
            is_like = similarity_of(ours, self._pairs[other]) >= CLOSE_ENOUGH
            if is_like and is_close(folded, other):
                for pk in self._by_name[other]:
                    yield KnownMatch(self.people[pk], Likeness.CLOSE)

    def _with_a_rare_pair_of(self, ours: frozenset[str]) -> set[str]:
        """Names worth comparing with a name that has these letter pairs.

        A close name shares at least ``least`` of the pairs, so it has one of any
        ``len(ours) - least + 1`` of them. The rarest are looked up, as they find the fewest names.
        """
        least = ceil(len(ours) * CLOSE_ENOUGH / (2 - CLOSE_ENOUGH) - ROUNDING)
        by_rarity = sorted(ours, key=lambda pair: len(self._by_pair.get(pair, ())))
        rare = by_rarity[: len(ours) - least + 1]
        return {name for pair in rare for name in self._by_pair.get(pair, ())}


def is_shortened(one: list[str], other: list[str]) -> bool:
    """Whether every word of the shorter name is a word or an initial in the longer one."""
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


def letter_pairs(folded: str) -> frozenset[str]:
    """Pairs of adjacent letters, with word boundaries as spaces. A typo changes few of them."""
    return frozenset(
        f" {word} "[at : at + 2] for word in folded.split() for at in range(len(word) + 1)
    )


def is_close(one: str, other: str) -> bool:
    """Whether two names differ by a typo at most, compared as a whole and word by word.

    >>> is_close("catherine smith", "katherine smith"), is_close("jon ek", "ek john")
    (True, True)
    >>> is_close("amara okonkwo", "maya okonkwo")
    False
    """
    if similarity_of(letter_pairs(one), letter_pairs(other)) < CLOSE_ENOUGH:
        return False
    fewer, more = sorted((one.split(), other.split()), key=len)
    return all(
        any(similarity_of(letter_pairs(word), letter_pairs(w)) >= A_WORD_CLOSE for w in more)
        for word in fewer
    )


def similarity_of(one: frozenset[str], other: frozenset[str]) -> float:
    """The share of letter pairs that two names have in common (Dice coefficient), from 0 to 1."""
    return 2 * len(one & other) / (len(one) + len(other)) if one or other else 0.0


def register_of(club: Club) -> Register:
    """The register of the club's people, without deleted and merged ones. Two queries."""
    others: defaultdict[int, list[str]] = defaultdict(list)
    for player, name in Alias.objects.filter(player__club=club).values_list("player", "name"):
        others[player].append(name)
    people = Player.objects.present().filter(club=club).order_by("pk")
    return _cached_register(
        tuple(
            KnownPerson(pk, name, (*([alias] if alias else []), *others[pk]), is_guest)
            for pk, name, alias, is_guest in people.values_list("pk", "name", "alias", "is_guest")
        )
    )


@lru_cache(maxsize=1)
def _cached_register(people: tuple[KnownPerson, ...]) -> Register:
    """A cached register, with its ``twins``, until anyone's names change."""
    return Register(people)
