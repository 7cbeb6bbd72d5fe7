"""An entry in an event: its place, its next match and all its matches."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_safe

from leagues.access.roles import for_anyone
from leagues.live.page_cache import ready_made
from leagues.reads.leagues.kinds.ladder import ladder_in
from leagues.reads.leagues.kinds.teams import squad_tables
from leagues.reads.play.event_players import matches_in_order, next_of, standing_of
from leagues.views.public.event import find_event, render_page


@for_anyone
@ready_made("fragment")
@require_safe
def show_entry(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    event = find_event(request, slug)
    shown = get_object_or_404(event.entries.in_it().named(), pk=pk)
    matches = list(matches_in_order(shown).with_sides().with_disputes())
    ladder = ladder_in(event)
    standing = standing_of(shown, with_needs=True)
    return render_page(
        request,
        "public/entry.html",
        event,
        "live",
        entry=shown,
        matches=matches,
        next=next_of(matches),
        table=standing.table,
        line=standing.line,
        part=standing.part,
        squad=squad_tables(shown),
        ladder=ladder,
        rung=next((e for e in ladder.lines if e.entry == shown), None) if ladder else None,
    )
