"""The health check for monitoring."""

import os
import shutil

from django.conf import settings
from django.db import Error, connection
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from leagues.access.roles import for_anyone

LEAST = 16 * 1024 * 1024  # bytes; a busy evening writes less


@for_anyone
@require_safe
def check_health(request: HttpRequest) -> HttpResponse:
    status, text = describe_health(request.META["QUERY_STRING"])
    return HttpResponse(text, content_type="text/plain", status=status)


def describe_health(query: str) -> tuple[int, str]:
    """Return status and text of ``/healthz``, with the release for ``?version``."""
    found = why_unhealthy()
    text = found or "fine"
    if query == "version":
        text += f" {settings.RELEASE}"
    return 503 if found else 200, text


def why_unhealthy() -> str:
    """Return the reason why this process can't save. Empty if it can."""
    if not os.access(settings.DATA_DIR, os.W_OK):
        return "The data folder can't be written to."
    if shutil.disk_usage(settings.DATA_DIR).free < LEAST:
        return "The disk is full."
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except Error:
        return "The database does not answer."
    return ""
