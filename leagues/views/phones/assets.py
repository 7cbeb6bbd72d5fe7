"""The files of the entry page: one bundled script, and the service worker that keeps the page
on a phone, so that it opens offline.
"""

import hashlib
from functools import cache

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.templatetags.static import static
from django.urls import reverse
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from leagues.access.roles import for_anyone
from leagues.templatetags.look import SPRITE
from leagues.views.phones.scripts import in_one, modules_of

ENTRY = "js/play/main.js"
HAND_OVER = "js/play/hand-over.js"
FILES = [
    "css/play-entry.css",
    "js/theme.js",
    "js/play/back.js",
    "icons/mark.svg",
    SPRITE,
    "vendor/source-sans-5.3.0-latin.woff2",
    *modules_of(HAND_OVER),
]
JAVASCRIPT = "text/javascript; charset=utf-8"


@cache
def entry_address() -> str:
    """Return the script's address, with a hash of its content, so that it can be cached for good.

    With ``DEBUG`` it is the unbundled module.
    """
    if settings.DEBUG:
        return static(ENTRY)
    return reverse("play_script", args=[_print_of(in_one(ENTRY))])


def _print_of(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:12]


@gzip_page
@for_anyone
@require_safe
def serve_script(request: HttpRequest, version: str) -> HttpResponse:
    """Serve the entry page's script and its imports in one file."""
    answer = HttpResponse(in_one(ENTRY), content_type=JAVASCRIPT)
    is_this = request.path == entry_address()
    answer["Cache-Control"] = "max-age=31536000, immutable" if is_this else "no-cache"
    return answer


@for_anyone
@require_safe
def serve_worker(request: HttpRequest) -> HttpResponse:
    """Serve the service worker. Its version changes with the content of any of its files."""
    files = [entry_address(), reverse("play_offline"), *map(static, FILES)]
    answer = TemplateResponse(
        request,
        "phones/worker.js",
        {"files": files, "version": _print_of(" ".join(files))},
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
