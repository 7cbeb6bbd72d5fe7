"""An entry in an event: its place, its next match and all its matches."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_safe

from leagues import reads
from leagues.access.roles import for_anyone
from leagues.live.page_cache import ready_made
from leagues.models import Entry, Event, Match, Stage
from leagues.reads.leagues.kinds.ladder import ladder_in
from leagues.reads.tables.portions import part_with
from leagues.views.public.event import find_event, render_page


@for_anyone
@ready_made("fragment")
@require_safe
def show_entry(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    event = find_event(request, slug)
    shown = get_object_or_404(event.entries.in_it().named(), pk=pk)
    of_entry = event.matches.published().filter(sides__entries=shown)
    matches = list(
        of_entry.with_sides()
        .with_disputes()
        .order_by("pairing_round__stage__number", "pairing_round__number", "number")
    )
    ladder = ladder_in(event)
    table, line, part = (None, None, 0) if ladder else last_standing(event, shown)
    return render_page(
        request,
        "public/entry.html",
        event,
        "live",
        entry=shown,
        matches=matches,
        next=next_match(matches),
        table=table,
        line=line,
        part=part,
        ladder=ladder,
        rung=next((e for e in ladder.lines if e.entry == shown), None) if ladder else None,
    )


def next_match(matches: list[Match]) -> Match | None:
    """Return the match at a board, else the first unfinished one. None if all are finished."""
    ahead = [match for match in matches if match.state != Match.State.FINISHED]
    at_a_board = [match for match in ahead if match.state != Match.State.PLANNED]
    return next(iter(at_a_board or ahead), None)


def last_standing(
    event: Event, entry: Entry, *, with_needs: bool = True
) -> tuple[reads.Table, reads.TableLine, int] | tuple[None, None, int]:
    """Return the last table with this entry, its line, and its portion of a large table.

    Table and line are None if there is none.
    """
    stages = Stage.objects.filter(event=event, pools__entries=entry).order_by("-number")
    for stage in stages:
        if not reads.has_bracket(stage):
            tables = reads.tables_of(stage, with_needs=with_needs)
            for table in tables:
                for line in table.lines:
                    if line.entry == entry and table.has_begun:
                        return table, line, part_with(tables, entry)
            break
    return None, None, 0
