"""Sessions in the database, read by a prepared query: every page of a signed-in user needs one."""

import asyncio
import re
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.auth.signals import user_logged_in
from django.contrib.sessions.backends import db
from django.contrib.sessions.middleware import SessionMiddleware
from django.contrib.sessions.models import Session
from django.db import Error, close_old_connections
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from leagues.access.league_roles import BY_LINK
from leagues.access.roles import SHOWED_THE_CODE
from leagues.access.throttle import NEW_SESSIONS
from leagues.live.asgi import Scope
from leagues.live.page_cache import parse_cookies
from leagues.models.prepared_queries import Prepared

KEY = re.compile(r"[a-z0-9]{8,40}")
PROOFS = {SESSION_KEY, SHOWED_THE_CODE, *BY_LINK}
"""Session keys of users who signed in, entered the set-up code, or came by a personal link."""
RENEWED = timedelta(days=1)  # a session is renewed at most once in this time
REMEMBERED = 600.0  # seconds
MOST = 10_000

GOOD_YET = Prepared(
    lambda key, now: Session.objects.filter(session_key=key, expire_date__gt=now), str, datetime
)


class SessionStore(db.SessionStore):
    ends: datetime | None = None
    """When the session expires, as read from its row; None for a new one."""

    def _get_session_from_db(self) -> Session | None:
        found = next(iter(GOOD_YET(self.session_key or "", timezone.now())), None)
        if found is None:
            self._session_key = None
        else:
            self.ends = found.expire_date
        return found

    def renew(self) -> bool:
        """Extend a session in use to its full lifetime; False if that was done within the day.

        Only the date is written: saving the data could undo what another request has just stored.
        """
        until = self.get_expiry_date()
        if self.ends is None or until - self.ends < RENEWED:
            return False
        row = Session.objects.filter(session_key=self.session_key, expire_date=self.ends)
        return bool(row.update(expire_date=until))


class LimitedSessions(SessionMiddleware):
    """Limit new sessions of strangers and renew those in use.

    A network can start as many as ``NEW_SESSIONS`` allows. Sessions with one of ``PROOFS`` are
    renewed while they are used.
    """

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        session = request.session
        is_new = session.modified and session.session_key is None
        # Signing in has already saved its row under a new key.
        is_strangers = not session.is_empty() and PROOFS.isdisjoint(session.keys())
        if is_new and is_strangers and not NEW_SESSIONS.admits(request):
            session.flush()
            if request.path.startswith("/accounts/"):  # these pages need the session
                response = NEW_SESSIONS.refuse(request)
        response = super().process_response(request, response)
        is_read = not session.modified and not is_strangers and response.status_code < 500
        if is_read and isinstance(session, SessionStore) and session.renew():
            response.set_cookie(
                settings.SESSION_COOKIE_NAME,
                str(session.session_key),
                max_age=session.get_expiry_age(),
                secure=settings.SESSION_COOKIE_SECURE,
                httponly=True,
                samesite="Lax",  # all as in settings.py
            )
        return response


@receiver(user_logged_in)
def end_links(request: HttpRequest, **kwargs: Any) -> None:
    """Forget what personal links opened when a user signs in: the link may be another person's."""
    for fact in BY_LINK:
        request.session.pop(fact, None)


def is_proved(key: str) -> bool:
    """True if the session with this key has one of ``PROOFS``."""
    return not PROOFS.isdisjoint(SessionStore(key).load())


class KnownSessions:
    """The sessions that a worker found in the database, each remembered for ten minutes.

    Look-ups share one thread, so requests with made-up cookies only delay each other; they are
    handled as strangers' requests.
    """

    def __init__(self, ask: Callable[[str], bool]) -> None:
        self.ask = ask
        self.thread = ThreadPoolExecutor(1, "sessions")
        self.until: OrderedDict[str, float] = OrderedDict()

    async def has(self, scope: Scope) -> bool:
        """True if the request's cookie is the key of a known session."""
        sent = b"; ".join(value for name, value in scope["headers"] if name == b"cookie")
        key = parse_cookies(sent).get(settings.SESSION_COOKIE_NAME, "")
        if not KEY.fullmatch(key):
            return False
        loop = asyncio.get_running_loop()
        if loop.time() < self.until.get(key, 0.0):
            return True
        self.until.pop(key, None)
        if not await loop.run_in_executor(self.thread, self._look_up, key):
            return False
        self.until[key] = loop.time() + REMEMBERED
        if len(self.until) > MOST:
            self.until.popitem(last=False)
        return True

    def _look_up(self, key: str) -> bool:
        """Look the key up, in the thread; False if the database can't be reached."""
        try:
            close_old_connections()
            return self.ask(key)
        except Error:
            return False
