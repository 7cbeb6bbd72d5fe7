"""Parts of pages that are kept while what they follow from is the same."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class KeptParts(Generic[K, V]):
    """The ones asked for last, in each process."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._kept: OrderedDict[K, V] = OrderedDict()
        self._lock = Lock()

    def get(self, key: K, make: Callable[[], V], again: Callable[[], K]) -> V:
        """As it was made from this; or made now, and kept unless it has changed meanwhile."""
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
