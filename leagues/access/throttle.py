"""Rate limits."""

from dataclasses import dataclass
from hashlib import sha256

from allauth.account.adapter import get_adapter
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from leagues.access.networks import network_of
from leagues.access.shared_counts import SHARED_COUNTS


@dataclass(frozen=True)
class Limit:
    """At most ``times`` in ``seconds`` from one network, or from all. ``of`` names a subject that
    is
    counted separately, such as an email address.

    The count is in Django's cache, and each process adds what the other processes of its server
    have counted. Several servers count separately.
    """

    name: str
    times: int
    seconds: int
    by_network: bool = True

    def _key(self, request: HttpRequest, of: str) -> str:
        network = ""
        if self.by_network:
            network = network_of(get_adapter().get_client_ip(request))
        about = sha256(of.encode()).hexdigest() if of else ""
        return f"limit:{self.name}:{network}:{about}"

    def is_spent(self, request: HttpRequest, of: str = "") -> bool:
        return self._is_spent(self._key(request, of))

    def spend(self, request: HttpRequest, of: str = "") -> None:
        self._spend(self._key(request, of))

    def admits(self, request: HttpRequest, of: str = "") -> bool:
        """Count one. False if the limit is reached."""
        key = self._key(request, of)
        if self._is_spent(key):
            return False
        self._spend(key)
        return True

    def _is_spent(self, key: str) -> bool:
        count: int = cache.get(key, 0)
        return count + SHARED_COUNTS.elsewhere(key) >= self.times

    def _spend(self, key: str) -> None:
        cache.add(key, 0, self.seconds)
        try:
            count = cache.incr(key)
        except ValueError:  # it expired between the two calls
            count = 1
            cache.set(key, count, self.seconds)
        SHARED_COUNTS.note(key, count, self.seconds)

    def refuse(self, request: HttpRequest) -> HttpResponse:
        answer = render(request, "429.html", status=429)
        answer["Retry-After"] = str(self.seconds)
        return answer


SETUP_CODES = Limit("setup-code", times=10, seconds=600)
# A program sends as fast as it can, and a scoreboard has all boards of the hall.
API_WRITES = Limit("api-writes", times=1200, seconds=60, by_network=False)
WRONG_TOKENS = Limit("wrong-token", times=30, seconds=60)
WRONG_LINKS = Limit("wrong-link", times=30, seconds=60)
# A whole hall may enter from one IP address.
ENTRIES = Limit("entries", times=120, seconds=600)
# Only entries with an email address are counted here.
ENTRY_MAILS = Limit("entry-mails", times=60, seconds=3600)
# Each is a row for two weeks. A hall of phones may open its personal links within an hour.
NEW_SESSIONS = Limit("new-sessions", times=300, seconds=3600)
# Drawing 500 entries again takes seconds.
DRAWS_AGAIN = Limit("draws-again", times=20, seconds=60)
# A hall has a handful of screens; each code is a row in the database for two hours.
SCREENS = Limit("screens", times=30, seconds=600)
SCREEN_CODES = Limit("screen-codes", times=30, seconds=600)
# Every page that offers push messages checks once, and a whole hall may do so at once.
PUSH_REQUESTS = Limit("push-requests", times=600, seconds=60)
# Each may be a new row: a hall of phones that all turn on notifications.
NEW_PUSH_ADDRESSES = Limit("new-push-addresses", times=300, seconds=3600)
# A request that was counted before it reached Django isn't counted again.
COUNTED = "leagues.counted"
# Two players can't play faster. Each friendly creates a match, and may create guests.
FRIENDLIES_AT_A_BOARD = Limit("friendlies", times=12, seconds=3600, by_network=False)
# A hall of fifty phones that all come back online at once.
REPORTS = Limit("reports", times=1200, seconds=60)
# Emails that visitors without an account request for one address (leagues.access.mail_limits).
EMAILS = Limit("emails", times=3, seconds=60)
EMAILS_AN_HOUR = Limit("emails-an-hour", times=10, seconds=3600)
MAILBOX = Limit("mailbox", times=40, seconds=3600, by_network=False)
EMAILS_TO_KNOWN_BROWSERS = Limit("emails-known", times=10, seconds=600, by_network=False)
