"""A long list, part by part: no page reads or weighs more because the club grows older."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet
from django.http import HttpRequest

SIZE = 30
MOST = 9_999  # parts anybody may ask for


@dataclass(frozen=True)
class Part:
    """Some lines of a list, and whether there are others before and after them."""

    asked: str
    """The question of the address that says which part."""
    number: int
    lines: list[Any]
    has_after: bool

    @property
    def has_others(self) -> bool:
        return self.number > 1 or self.has_after

    @property
    def before(self) -> int:
        return self.number - 1

    @property
    def after(self) -> int:
        return self.number + 1


def part_asked(request: HttpRequest, asked: str) -> int:
    said = request.GET.get(asked, "")
    number = int(said) if said.isdecimal() and len(said) <= len(str(MOST)) else 1
    return max(1, number)


def part_of(
    request: HttpRequest, asked: str, query: QuerySet[Any, Any] | Sequence[Any], size: int = SIZE
) -> Part:
    """The part that the address asks for, the first without a word; in one question."""
    number = part_asked(request, asked)
    first = (number - 1) * size
    found = list(query[first : first + size + 1])
    return Part(asked, number, found[:size], len(found) > size)
