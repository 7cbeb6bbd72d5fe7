"""The chances of each entry in an event's current stage."""

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from leagues import reads
from leagues.access.roles import for_anyone
from leagues.live.page_cache import ready_made
from leagues.reads.tables.chances import chances_in
from leagues.views.public.event import find_event, render_page, stage_asked


@for_anyone
@ready_made("fragment", "stage")
@require_safe
def show_chances(request: HttpRequest, slug: str) -> HttpResponse:
    """Show how often each entry wins or qualifies, and what it still needs."""
    found = find_event(request, slug)
    stages = list(found.stages.all())
    tables = [stage for stage in stages if not reads.has_bracket(stage)]
    stage = stage_asked(tables, request.GET.get("stage"))
    shown = chances_in(stage) if stage else None
    if not shown:
        raise Http404
    return render_page(
        request, "public/chances.html", found, "live", stages=stages, stage=stage, chances=shown
    )
