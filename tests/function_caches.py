"""The ``functools.cache`` caches of our functions, to be cleared between tests."""

import gc
from collections.abc import Iterable
from functools import _lru_cache_wrapper, cache
from typing import TypeAlias

Cache: TypeAlias = "_lru_cache_wrapper[object]"


@cache
def function_caches() -> list[Cache]:
    """The caches of all modules that the collected tests import, found once (0.2 s)."""
    found = [each for each in gc.get_objects() if type(each) is _lru_cache_wrapper]
    return [each for each in found if is_ours(each.__module__)]


def is_ours(module: str) -> bool:
    return module.partition(".")[0] in {"leagues", "scoring", "crokinole_site"}


def clear_caches(caches: Iterable[Cache]) -> None:
    for each in caches:
        each.cache_clear()
