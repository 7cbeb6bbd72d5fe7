"""An in-process cache for slow parts of pages."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class KeptParts(Generic[K, V]):
    """A cache of the most recently used values (LRU), at most ``most`` in each process."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._kept: OrderedDict[K, V] = OrderedDict()
        self._lock = Lock()

    def get(self, key: K, make: Callable[[], V], again: Callable[[], K]) -> V:
        """Return the cached value, or make it.

        It is cached only if ``again()`` still gives ``key``.
        """
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
        made = make()
        if again() == key:
            with self._lock:
                self._kept[key] = made
                while len(self._kept) > self.most:
                    self._kept.popitem(last=False)
        return made

    def clear(self) -> None:
        self._kept.clear()
