"""What somebody plays next, of the events that are on."""

from datetime import datetime, time

from django.utils import timezone

from leagues.models import Entry, Event, Match, Player

END_OF_DAY = time(23, 59)


def next_match(player: Player) -> Match | None:
    """The first of theirs that waits, by time across events and leagues. Found by who is in
    what is on: never through all they have played."""
    running = Event.objects.listed().running()
    theirs = Entry.objects.filter(event__in=list(running), players=player)
    events = list(theirs.values_list("event", flat=True))
    if not events:
        return None
    waiting = Match.objects.filter(event__in=events, ending="", state=Match.State.PLANNED).pks_of(
        player
    )
    in_order = (
        Match.objects.filter(pk__in=waiting)
        .published()
        .order_by("pairing_round__stage__number", "pairing_round__number", "number")
    )
    found = list(in_order.select_related("event", "pairing_round__stage", "dated"))
    if not found:
        return None
    now = timezone.now()
    first = min(found, key=lambda match: _when(match, now))
    return in_order.with_sides().select_related("event").get(pk=first.pk)


def _when(match: Match, now: datetime) -> tuple[datetime, bool]:
    """When it is to be played; at the same time an event comes before a league's match.

    A match that is late counts as one of now. A league's match without a day has until the
    end of its last one.
    """
    dated = getattr(match, "dated", None)
    if dated is None:
        return max(match.pairing_round.starts_at or match.event.starts_at, now), False
    day, hour = dated.on or dated.due_on, dated.at or END_OF_DAY
    return max(datetime.combine(day, hour, match.event.tzinfo), now), True
