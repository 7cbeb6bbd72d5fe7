"""Metrics in the Prometheus format."""

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from leagues.access.metrics import may_read_metrics
from leagues.access.roles import for_anyone
from leagues.reads.club.metrics import CONTENT_TYPE, metrics_text
from leagues.reads.club.server import server_status


@for_anyone
@require_safe
def show_metrics(request: HttpRequest) -> HttpResponse:
    headers = {name.lower(): value for name, value in request.headers.items()}
    if not may_read_metrics(request.META["REMOTE_ADDR"], headers):
        raise Http404
    return HttpResponse(metrics_text(server_status()), content_type=CONTENT_TYPE)
