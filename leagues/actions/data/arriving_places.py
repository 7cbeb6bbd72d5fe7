"""An event of a file as rows, where places alone are known of it."""

from collections.abc import Mapping

from leagues.actions.data.portions import Portions
from leagues.actions.data.rows import noon
from leagues.models import Club, Entry, EntryPlayer, Event, Player, RecordedPlace
from leagues.reads.data.arriving_values import ArrivingRanking, Who
from leagues.reads.events.sheet_choice import sheet_for

USUAL = "tournament"


def make_ranking(
    club: Club, arriving: ArrivingRanking, players: Mapping[Who, Player], portions: Portions
) -> Event:
    """An event that is over: nobody is paired in it, and its places are those of the file."""
    event = Event(
        club=club,
        zone=club.zone,
        name=arriving.name,
        kind=Event.Kind.TOURNAMENT,
        sides=arriving.sides,
        trust=Event.Trust.DESK,
        state=Event.State.FINISHED,
        starts_at=noon(arriving.day, club.tzinfo),
        rules=sheet_for(USUAL, arriving.sides).to_dict(),
    )
    portions.write_event(event)
    entries = portions.write([Entry(event=event) for _each in arriving.places])
    both = list(zip(entries, arriving.places, strict=True))
    portions.write(
        [
            EntryPlayer(entry=entry, event=event, player=players[who], number=number)
            for entry, each in both
            for number, who in enumerate(each.who, start=1)
        ]
    )
    portions.write(
        [
            RecordedPlace(
                entry=entry,
                place=each.place,
                points="" if each.points is None else str(each.points),
                twenties=each.twenties,
            )
            for entry, each in both
        ]
    )
    return event
