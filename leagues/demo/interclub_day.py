"""Last week's inter-club day: all players met those of the other clubs."""

from leagues.actions.advance.finish import finish_event
from leagues.actions.entries.entries import NewEntry, enter_list
from leagues.actions.events.events import add_stage, create_event, seat_pools, start_event
from leagues.demo.bulk_matches import date_back
from leagues.demo.days import DemoHall
from leagues.models import Event
from leagues.reads import Sheet
from leagues.stages.pairing_ways import Outsiders
from scoring.tiebreaks import CHAINS

CLUBS = ("Millrace", "Lakeside", "Old Foundry", "Stone Bridge")
EACH = 2
DAY = -6
MINUTES = 15


def play_clubs(hall: DemoHall) -> Event:
    boards = EACH * len(CLUBS) // 2
    event = create_event(
        by=hall.owner,
        club=hall.club,
        name="Inter-club day",
        starts_at=hall.at(DAY, "10:00"),
        sheet=Sheet.named("tournament-singles"),
        boards=hall.boards[:boards],
        season=hall.season,
        place="Town hall",
        rng_seed=f"{hall.seed}-clubs",
    )
    here = [player for player in hall.players if not player.is_guest]
    chosen = hall.dice("clubs/who").sample(here, EACH * len(CLUBS))
    listed = [
        NewEntry((player,), team=CLUBS[at % len(CLUBS)])
        for at, player in enumerate(hall.by_strength(chosen, "clubs"))
    ]
    entries = enter_list(by=hall.owner, event=event, entries=listed, how="list")
    stage = add_stage(
        by=hall.owner, event=event, name="Day", way=Outsiders(), chain=CHAINS["points-shared"]
    )
    seat_pools(by=hall.owner, stage=stage, pools={"": [each.pk for each in entries]})
    games = EACH * (len(CLUBS) - 1)
    starts = [hall.at(DAY, _clock_at(game)) for game in range(games)]
    rounds = hall.draw(stage, starts)
    date_back(event, hall.at(DAY - 12, "20:00"))
    start_event(by=hall.owner, event=event)
    ledger = hall.ledger(event, desk=True)
    for pairing_round in rounds:
        ledger.play_round(pairing_round)
    ledger.write()
    finish_event(by=hall.owner, event=event)
    return event


def _clock_at(game: int) -> str:
    hours, minutes = divmod(10 * 60 + MINUTES * game, 60)
    return f"{hours:02}:{minutes:02}"
