"""The health check for monitoring."""

import os
import shutil

from django.conf import settings
from django.db import Error, connection
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from leagues.access.roles import anyone

LEAST = 16 * 1024 * 1024  # bytes; a busy evening writes less


@anyone
@require_safe
def health(request: HttpRequest) -> HttpResponse:
    found = trouble()
    return HttpResponse(found or "fine", content_type="text/plain", status=503 if found else 200)


def trouble() -> str:
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
