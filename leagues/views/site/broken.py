"""Responses for server errors (500, 503)."""

import errno
import sys
from dataclasses import dataclass

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.defaults import server_error

from leagues.access.languages import FOR_PROGRAMS

AGAIN = "5"  # seconds
NO_TURN = "55P03"  # SQLSTATE lock_not_available; the message itself is translated
DISK_FULL = "53100"
NO_ROOM = {errno.ENOSPC, errno.EDQUOT}
READ_ONLY = {errno.EROFS, errno.EACCES, errno.EPERM}


@dataclass(frozen=True)
class Unavailable:
    """The reason why nothing can be saved at the moment."""

    title: str | Promise
    what: str | Promise


BUSY = Unavailable(_("Too busy just now"), _("The site was busy for too long. Nothing was saved."))
FULL = Unavailable(_("The disk is full"), _("The server’s disk is full. Nothing was saved."))
READS_ONLY = Unavailable(
    _("Nothing can be saved"),
    _("The server isn’t allowed to write to its data folder. Nothing was saved."),
)
GONE = Unavailable(
    _("The database isn’t responding"),
    _("The server can’t reach its database just now. Nothing was saved."),
)


def show_error(request: HttpRequest) -> HttpResponse:
    """Answer 503 with ``Retry-After`` if the server can't save at the moment, else 500."""
    why = _find_cause(sys.exc_info()[1])
    if why is None:
        return server_error(request)
    again = {"Retry-After": AGAIN}
    if is_a_program(request):
        return error_json(request, str(why.what), 503, again)
    page = render_to_string("503.html", {"title": why.title, "what": why.what})
    return HttpResponse(page, status=503, headers=again)


def is_a_program(request: HttpRequest) -> bool:
    """True for requests to the API, and for those that send or accept JSON."""
    sent_json = request.content_type == "application/json"
    is_api = request.path.startswith(FOR_PROGRAMS)
    return is_api or sent_json or "json" in request.headers.get("Accept", "")


def error_json(
    request: HttpRequest, why: str, status: int, headers: dict[str, str] | None = None
) -> HttpResponse:
    name = "detail" if request.path.startswith(FOR_PROGRAMS) else "error"
    return JsonResponse({name: why}, status=status, headers=headers)


def _find_cause(trouble: BaseException | None) -> Unavailable | None:
    if isinstance(trouble, OSError):
        return _by_the_system(trouble)
    if isinstance(trouble, OperationalError):
        return _by_the_database(trouble)
    return GONE if isinstance(trouble, InterfaceError) else None


def _by_the_system(trouble: OSError) -> Unavailable | None:
    if trouble.errno in NO_ROOM:
        return FULL
    return READS_ONLY if trouble.errno in READ_ONLY else None


def _by_the_database(trouble: OperationalError) -> Unavailable | None:
    state, text = getattr(trouble.__cause__, "sqlstate", None), str(trouble)
    if state == NO_TURN or "locked" in text:
        return BUSY
    if state == DISK_FULL or "full" in text:
        return FULL
    if "readonly" in text:
        return READS_ONLY
    # psycopg has no SQLSTATE without a connection; 57P and 08 mean that the server went away.
    is_gone = state is None or state.startswith(("57P", "08"))
    return GONE if is_gone and not text.startswith("no such") else None
