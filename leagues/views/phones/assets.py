"""The service worker that keeps the entry page and its files on a phone, so that it opens offline."""

import hashlib

from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.templatetags.static import static
from django.urls import reverse
from django.views.decorators.http import require_safe

from leagues.access.roles import for_anyone
from leagues.templatetags.look import SPRITE

FILES = [
    "css/play-entry.css",
    "js/theme.js",
    "js/play/main.js",
    "js/play/hand-over.js",
    "js/play/back.js",
    "icons/mark.svg",
    SPRITE,
    "vendor/source-sans-5.3.0-latin.woff2",
]
JAVASCRIPT = "text/javascript; charset=utf-8"


@for_anyone
@require_safe
def serve_worker(request: HttpRequest) -> HttpResponse:
    """Serve the service worker. Its version changes with the content of any of its files."""
    files = [reverse("play_offline"), *map(static, FILES)]
    version = hashlib.sha256(" ".join(files).encode()).hexdigest()[:12]
    answer = TemplateResponse(
        request,
        "phones/worker.js",
        {"files": files, "version": version},
        content_type=JAVASCRIPT,
    )
    answer["Cache-Control"] = "no-cache"
    answer["Service-Worker-Allowed"] = "/"  # labels are outside /play/
    return answer


@for_anyone
@require_safe
def show_offline(request: HttpRequest) -> HttpResponse:
    """Show the page for a label that is scanned without a connection."""
    return TemplateResponse(request, "phones/offline.html", {})
