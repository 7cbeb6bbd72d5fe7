"""The demo's coming event: doubles, with the first pairs entered."""

from leagues.actions.entries.entries import enrol_players
from leagues.actions.events.events import add_stage, create_event
from leagues.demo.bulk_matches import date_back
from leagues.demo.days import DemoHall
from leagues.models import Event
from leagues.reads import Sheet
from leagues.stages.pairing_ways import RoundRobin

PAIRS = 7


def plan_doubles(hall: DemoHall) -> Event:
    event = create_event(
        by=hall.owner,
        club=hall.club,
        name="Lantern Doubles",
        starts_at=hall.at(23, "10:00"),
        sheet=Sheet.named("tournament-doubles"),
        boards=hall.boards[:10],
        season=hall.season,
        sides=Event.Sides.DOUBLES,
        place="Town hall",
        takes_entries=True,
    )
    add_stage(by=hall.owner, event=event, name="Round robin", way=RoundRobin())
    people = hall.dice("doubles/who").sample(list(hall.players), 2 * PAIRS)
    for one, other in zip(people[::2], people[1::2], strict=True):
        enrol_players(by=hall.owner, event=event, players=[one, other])
    date_back(event, hall.at(-4, "21:00"))
    return event
