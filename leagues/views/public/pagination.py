"""Pagination with a fixed number of queries and lines, however long the list is."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet
from django.http import HttpRequest

SIZE = 30
MOST = 9_999  # highest page number


@dataclass(frozen=True)
class Part:
    """One page of a list, and whether there are pages before and after it."""

    asked: str
    """The query parameter with the page number."""
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
    text = request.GET.get(asked, "")
    number = int(text) if text.isdecimal() and len(text) <= len(str(MOST)) else 1
    return max(1, number)


def part_of(
    request: HttpRequest, asked: str, query: QuerySet[Any, Any] | Sequence[Any], size: int = SIZE
) -> Part:
    """Return the requested page, by default the first, in one query."""
    number = part_asked(request, asked)
    first = (number - 1) * size
    found = list(query[first : first + size + 1])
    return Part(asked, number, found[:size], len(found) > size)
