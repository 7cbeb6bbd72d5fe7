"""What is answered when a page could not be made."""

from __future__ import annotations

import sys

from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.views.defaults import server_error

AGAIN = "5"  # seconds
NO_TURN = "55P03"  # PostgreSQL's word for it; its sentence is in its own language


def broken(request: HttpRequest) -> HttpResponse:
    """Who waited too long for a turn has written nothing, and may send it again."""
    trouble = sys.exc_info()[1]
    if isinstance(trouble, OperationalError) and _had_no_turn(trouble):
        page = render_to_string("503.html")
        return HttpResponse(page, status=503, headers={"Retry-After": AGAIN})
    return server_error(request)


def _had_no_turn(trouble: OperationalError) -> bool:
    by_postgresql = getattr(trouble.__cause__, "sqlstate", None) == NO_TURN
    return by_postgresql or "locked" in str(trouble)
