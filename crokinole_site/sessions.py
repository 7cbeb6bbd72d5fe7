"""Sessions in the database, as Django keeps them, read by a query that is put together once: every
page of whoever is signed in asks for one."""

from __future__ import annotations

from datetime import datetime

from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.utils import timezone

from leagues.models.prepared import Prepared

GOOD_YET = Prepared(
    lambda key, now: Session.objects.filter(session_key=key, expire_date__gt=now),
    str,
    datetime,
)


class SessionStore(db.SessionStore):
    def _get_session_from_db(self) -> Session | None:
        found = next(iter(GOOD_YET(self.session_key or "", timezone.now())), None)
        if found is None:
            self._session_key = None
        return found
