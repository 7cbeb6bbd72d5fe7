"""The first few of a ranking, with those tied with the last of them."""

from collections.abc import Callable, Iterable
from itertools import takewhile
from typing import Any, TypeVar

T = TypeVar("T")


def first_with_ties(order: Iterable[T], most: int, value: Callable[[T], Any]) -> list[T]:
    """Cut a ranking after ``most``, and after those with the value of the last one; at the latest
    after three times as many.

    >>> first_with_ties([9, 8, 7, 7, 7, 2], 3, lambda each: each)
    [9, 8, 7, 7, 7]
    >>> first_with_ties([1, 1, 1, 1, 1, 1], 1, lambda each: each)
    [1, 1, 1]
    """
    found = list(order)
    tied = takewhile(lambda each: value(each) == value(found[most - 1]), found[most : 3 * most])
    return [*found[:most], *tied]
