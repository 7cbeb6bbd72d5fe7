"""How often is often enough: guesses are counted, and past the limit they are refused."""

from __future__ import annotations

from dataclasses import dataclass

from allauth.account.adapter import get_adapter
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


@dataclass(frozen=True)
class Limit:
    """So many times in so many seconds from one network address.

    The count lives in Django's cache, so with a cache per process each process counts
    for itself. That is enough to make guessing a long secret hopeless.
    """

    name: str
    times: int
    seconds: int

    def _key(self, request: HttpRequest) -> str:
        return f"limit:{self.name}:{get_adapter().get_client_ip(request)}"

    def is_spent(self, request: HttpRequest) -> bool:
        return self._is_spent(self._key(request))

    def spend(self, request: HttpRequest) -> None:
        self._spend(self._key(request))

    def admits(self, request: HttpRequest) -> bool:
        """Spend one, unless all are spent."""
        key = self._key(request)
        if self._is_spent(key):
            return False
        self._spend(key)
        return True

    def _is_spent(self, key: str) -> bool:
        count: int = cache.get(key, 0)
        return count >= self.times

    def _spend(self, key: str) -> None:
        cache.add(key, 0, self.seconds)
        try:
            cache.incr(key)
        except ValueError:  # it ran out between the two calls
            cache.set(key, 1, self.seconds)

    def refuse(self, request: HttpRequest) -> HttpResponse:
        answer = render(request, "429.html", status=429)
        answer["Retry-After"] = str(self.seconds)
        return answer


SETUP_CODES = Limit("setup-code", times=10, seconds=600)
WRONG_LINKS = Limit("wrong-link", times=30, seconds=60)
# A whole hall may enter from one address.
ENTRIES = Limit("entries", times=120, seconds=600)
# Drawing 500 entries again takes seconds.
DRAWS_AGAIN = Limit("draws-again", times=20, seconds=60)
# A hall has a handful of screens; each code stands as a row for two hours.
SCREENS = Limit("screens", times=30, seconds=600)
SCREEN_CODES = Limit("screen-codes", times=30, seconds=600)
# Every page that offers it looks once, and a whole hall may ask at once.
PUSH_WISHES = Limit("push-wishes", times=600, seconds=60)
# What was counted on its way here is not counted again.
COUNTED = "leagues.counted"
# A hall of fifty phones that all come back from a dead spot at once.
REPORTS = Limit("reports", times=1200, seconds=60)
