"""Line-ups that lack somebody: a player was named, and has left the squad."""

from collections.abc import Iterator
from dataclasses import dataclass

from leagues.models import Entry, League, Match, MeetingLineUp, Surface


@dataclass(frozen=True)
class GapInLineUp:
    """A meeting for which a team has to name its line-up again."""

    team: Entry
    other: str
    meeting: Match
    names: str
    """Who is gone."""


def gaps_of(league: League) -> Iterator[GapInLineUp]:
    """By their week, in a number of queries that never grows."""
    if league.kind != League.Kind.TEAMS:
        return
    found = (
        MeetingLineUp.objects.filter(meeting__event=league.event_id)
        .exclude(lacks=[])
        .exclude(meeting__state=Match.State.FINISHED)
        .select_related("entry", "meeting__dated__week")
        .prefetch_related("meeting__sides__entries")
        .order_by("meeting__dated__week__on", "pk")
    )
    line_ups = list(found)
    keys = {key for each in line_ups for key in each.lacks}
    gone = Entry.objects.named().filter(pk__in=keys)
    names = {entry.pk: entry.shown_on(Surface.DESK) for entry in gone}
    for each in line_ups:
        [other] = [
            entry.name
            for side in each.meeting.sides.all()
            for entry in side.entries.all()
            if entry.pk != each.entry_id
        ]
        yield GapInLineUp(
            each.entry, other, each.meeting, ", ".join(names.get(key, "?") for key in each.lacks)
        )
