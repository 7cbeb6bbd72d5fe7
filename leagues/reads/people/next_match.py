"""What somebody plays next, of the events that are on."""

from __future__ import annotations

from leagues.models import Entry, Event, Match, Player


def next_match(player: Player) -> Match | None:
    """The first of theirs that waits. Found by who is in what is on: never through all they
    have played."""
    running = Event.objects.listed().running()
    theirs = Entry.objects.filter(event__in=list(running), players=player)
    events = list(theirs.values_list("event", flat=True))
    if not events:
        return None
    waiting = Match.objects.filter(event__in=events, ending="").pks_of(player)
    in_order = (
        Match.objects.filter(pk__in=waiting)
        .published()
        .order_by("pairing_round__stage__number", "pairing_round__number", "number")
    )
    found = in_order.with_sides().select_related("event")
    return next((m for m in found if m.state == Match.State.PLANNED), None)
