"""The pictures that go with a shared link: an event as it stands, a player as they play."""

from __future__ import annotations

from collections.abc import Iterator

from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from leagues import bridge
from leagues.access import anyone
from leagues.bridge.people.careers import career
from leagues.files.share_picture import share_picture
from leagues.live.ready_made import ready_made
from leagues.models import Event, Surface
from leagues.templatetags.look import points
from leagues.views.public.event import find_event
from leagues.views.public.player import seen_player

WEB = Surface.WEB
FIRST = 3


def png(drawn: bytes) -> HttpResponse:
    return HttpResponse(drawn, content_type="image/png")


@anyone
@ready_made
@require_safe
def event_picture(request: HttpRequest, slug: str) -> HttpResponse:
    event = find_event(request, slug)
    lines = [_when_and_where(event), *_in_front(event)]
    return png(share_picture(event.name, lines, event.club.name))


def _when_and_where(event: Event) -> str:
    starts = timezone.localtime(event.starts_at, event.tzinfo)
    day = date_format(starts, "D j M Y, H:i")
    return f"{day} · {event.place}" if event.place else day


def _in_front(event: Event) -> Iterator[str]:
    """The podium of an event that is over, or who leads its first table just now."""
    if event.state == Event.State.FINISHED:
        for placed in bridge.podium(event)[:FIRST]:
            yield f"{placed.place}  {placed.entry.shown_on(WEB)}"
        return
    yield str(event.get_state_display())
    tables = [s for s in event.stages.all() if not bridge.has_bracket(s)]
    for stage in [s for s in reversed(tables) if s.pools.exists()][:1]:
        table = bridge.tables(stage)[0]
        for line in table.lines[:FIRST] if table.has_begun else ():
            name = line.entry.shown_on(WEB)
            yield f"{line.row.place}  {name} · {points(line.row.points)}"


@anyone
@ready_made
@require_safe
def player_picture(request: HttpRequest, pk: int) -> HttpResponse:
    player = seen_player(pk)
    if player.merged_into:
        raise Http404
    played = career(player)
    lines = []
    if played.played:
        won = played.tally
        lines.append(
            _("%(won)s won, %(tied)s tied, %(lost)s lost")
            % {"won": won.won, "tied": won.tied, "lost": won.lost}
        )
    if played.twenties.rounds:
        each = f"{played.twenties.each:.2f}"
        lines.append(_("%(each)s 20s a round") % {"each": each})
    return png(share_picture(player.shown_on(WEB), lines, player.club.name))
