"""A player's next match in the running events."""

from datetime import datetime, time

from django.utils import timezone

from leagues.models import Entry, Event, Match, Player

END_OF_DAY = time(23, 59)


def next_match(player: Player) -> Match | None:
    """The player's earliest waiting match across events and leagues, or None.

    Searches the entries of running events, never the player's whole history.
    """
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
    first = min(found, key=lambda match: _sort_key(match, now))
    return in_order.with_sides().select_related("event").get(pk=first.pk)


def _sort_key(match: Match, now: datetime) -> tuple[datetime, bool]:
    """A sort key: the time of the match, then events before league matches.

    A late match counts as one for now. A league match without a date counts as at the end of its
    last day.
    """
    dated = getattr(match, "dated", None)
    if dated is None:
        return max(match.pairing_round.starts_at or match.event.starts_at, now), False
    day, hour = dated.on or dated.due_on, dated.at or END_OF_DAY
    return max(datetime.combine(day, hour, match.event.tzinfo), now), True
