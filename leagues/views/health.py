"""For whoever watches over the server."""

from __future__ import annotations

from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from leagues.access import anyone


@anyone
@require_safe
@never_cache
def health(request: HttpRequest) -> HttpResponse:
    """Fine when this process answers and the database answers it."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return HttpResponse("fine", content_type="text/plain")
