"""``/favicon.ico``, which browsers request next to JSON or a feed."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.templatetags.static import static
from django.views.decorators.http import require_safe

from leagues.access.roles import for_anyone


@for_anyone
@require_safe
def redirect_to_icon(request: HttpRequest) -> HttpResponse:
    return redirect(static("icons/mark.svg"))
