"""Translatable sentences as data: a template with gaps, and the values that fill them.

``str(text)`` is the English sentence. A site in other languages looks the template
up in its catalogue and fills the gaps itself, so ordinals, lists and plurals are values too.
Templates and both forms of a count are literal strings in the code, so that they
are found for translators.

>>> str(Text("{place} of {many}", place=Ordinal(3), many=Count("{n} entry", "{n} entries", 8)))
'third of 8 entries'
>>> str(Text("{names} did not meet", names=Listing(("Ann", "Ben", "Cy"))))
'Ann, Ben and Cy did not meet'
"""

from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import Any, TypeAlias, Union, cast

Figure: TypeAlias = int | Fraction | tuple[int, ...]
Gap: TypeAlias = Union["Text", "Count", "Ordinal", "Listing", Figure, str]

ORDINALS = "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth"
VULGAR = {
    Fraction(1, 2): "½",
    Fraction(1, 3): "⅓",
    Fraction(2, 3): "⅔",
    Fraction(1, 4): "¼",
    Fraction(3, 4): "¾",
}


@dataclass(frozen=True, slots=True, init=False)
class Text:
    """A sentence, or a part of one. Without gaps the template is used as it is, braces and all."""

    template: str
    gaps: tuple[tuple[str, Gap], ...]

    def __init__(self, template: str, /, **gaps: Gap) -> None:
        object.__setattr__(self, "template", template)
        object.__setattr__(self, "gaps", tuple(gaps.items()))

    def __str__(self) -> str:
        return _fill_template(self.template, self.gaps)

    def __bool__(self) -> bool:
        """An empty text is false, as an empty string is."""
        return bool(self.template)


@dataclass(frozen=True, slots=True, init=False)
class Count:
    """A number of something: the singular form, the plural form, and the number as ``{n}``."""

    one: str
    more: str
    number: Figure
    gaps: tuple[tuple[str, Gap], ...]

    def __init__(self, one: str, more: str, number: Figure, /, **gaps: Gap) -> None:
        object.__setattr__(self, "one", one)
        object.__setattr__(self, "more", more)
        object.__setattr__(self, "number", number)
        object.__setattr__(self, "gaps", (("n", number), *gaps.items()))

    def __str__(self) -> str:
        return _fill_template(self.one if self.number == 1 else self.more, self.gaps)


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit of counting, in its singular and plural.

    >>> str(Unit("{n} win", "{n} wins").of(1))
    '1 win'
    """

    one: str
    more: str

    def of(self, number: Figure) -> Count:
        return Count(self.one, self.more, number)


@dataclass(frozen=True, slots=True)
class Ordinal:
    """A place: third, 21st."""

    number: int

    def __str__(self) -> str:
        return ordinal_word(self.number)


class Joined(Enum):
    """How the parts of a list are joined."""

    AND = " and "
    COMMA = ", "
    SEMICOLON = "; "
    SPACE = " "


@dataclass(frozen=True, slots=True)
class Listing:
    """A list of values, one after the other."""

    parts: tuple[Gap, ...]
    joined: Joined = Joined.AND

    def __str__(self) -> str:
        words = [to_english(part) for part in self.parts]
        if self.joined is Joined.AND:
            return " and ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))
        between: str = self.joined.value
        return between.join(words)


def to_data(gap: Gap) -> Any:
    """Return a text as JSON-able data; other values are JSON-able already."""
    if isinstance(gap, Text):
        return {"say": gap.template, **{name: to_data(each) for name, each in gap.gaps}}
    return gap


def from_data(data: Any) -> Gap:
    """
    >>> text = Text("winner of {match}", match=Text("Semi-final {number}", number=1))
    >>> from_data(to_data(text)) == text
    True
    """
    if isinstance(data, dict):
        gaps = {name: from_data(each) for name, each in data.items() if name != "say"}
        return Text(data["say"], **gaps)
    return cast("int | str", data)


def marked(text: str) -> str:
    """Mark a word for translation that is stored in English, such as a stage's name."""
    return text


def to_english(gap: Gap) -> str:
    """Return the English form of a value that fills a gap."""
    return format_number(gap) if isinstance(gap, Fraction | tuple) else str(gap)


def ordinal_word(place: int) -> str:
    """Return an English ordinal: a word up to tenth, figures above.

    >>> ordinal_word(3), ordinal_word(13), ordinal_word(21), ordinal_word(102)
    ('third', '13th', '21st', '102nd')
    """
    words = ORDINALS.split()
    if place <= len(words):
        return words[place - 1]
    return f"{place}{('th', 'st', 'nd', 'rd')[ordinal_ending(place)]}"


def ordinal_ending(place: int) -> int:
    """Return 1, 2 or 3 for a place that ends like 1st, 2nd, 3rd, and 0 for all others."""
    teen = place % 100 in (11, 12, 13)
    return 0 if teen or place % 10 > 3 else place % 10


def format_number(value: Figure) -> str:
    """Format a number exactly, as people write fractions: 19½, 43.2, 5 5/7.

    >>> format_number(5), format_number(Fraction(39, 2)), format_number(Fraction(216, 5)), format_number((9, 1))
    ('5', '19½', '43.2', '9+1')
    """
    if isinstance(value, int):
        return str(value)
    if isinstance(value, tuple):
        return "+".join(map(str, value))
    whole, part = divmod(value, 1)
    if not part or whole < 0:
        return str(value)
    if part not in VULGAR and part * 100 == part * 100 // 1:
        return f"{float(value):g}"
    return f"{whole or ''}{VULGAR.get(Fraction(part), f' {part}')}".strip()


def _fill_template(template: str, gaps: tuple[tuple[str, Gap], ...]) -> str:
    if not gaps:
        return template
    return template.format(**{name: to_english(gap) for name, gap in gaps})
