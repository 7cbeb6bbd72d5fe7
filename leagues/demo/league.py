"""The Thursday league, in the middle of its season: two games a night, everybody meets everybody."""

from __future__ import annotations

from leagues.actions.advance.finish import finish_event
from leagues.actions.events.events import (
    add_stage,
    create_event,
    seat_pools,
    start_event,
)
from leagues.demo.days import DemoHall
from leagues.demo.ledger import date_back
from leagues.models import Event, Match, PairingRound, Stage
from leagues.reads import Sheet
from leagues.stages.ways import RoundRobin
from scoring.sides import BySeat

ENTRIES = 18
BOARDS = 9
NIGHTS = 5  # played so far, the last of them yesterday
GAMES = 2  # a night
SHARED_PLACES = ("points", "mini-points", "shared")
CLOCKS = ("19:30", "20:15")


def play_league(hall: DemoHall, *, is_over: bool = False) -> Event:
    first_night = -1 - 7 * (NIGHTS - 1)
    event = create_event(
        by=hall.owner,
        club=hall.club,
        name="Weekly league",
        starts_at=hall.at(first_night, CLOCKS[0]),
        sheet=Sheet.named("tournament-singles"),
        boards=hall.boards[:BOARDS],
        season=hall.season,
        kind=Event.Kind.LEAGUE,
        place="The Mill, upstairs",
        rng_seed=f"{hall.seed}-league",
    )
    members = [player for player in hall.players if not player.is_guest]
    chosen = hall.dice("league/who").sample(members, ENTRIES)
    entries = hall.enrol_best(event, chosen)
    stage = add_stage(
        by=hall.owner, event=event, name="League", way=RoundRobin(), chain=SHARED_PLACES
    )
    publish_season(hall, stage, entries, first_night)
    date_back(event, hall.at(first_night - 9, "18:00"))
    start_event(by=hall.owner, event=event)
    if is_over:
        ledger = hall.ledger(event, desk=False)
        for pairing_round in stage.pairing_rounds.all():
            ledger.play_round(pairing_round)
        ledger.write()
        finish_event(by=hall.owner, event=event)
    else:
        play_so_far(hall, event, stage)
    return event


def publish_season(
    hall: DemoHall, stage: Stage, entries: list[int], first_night: int
) -> None:
    seat_pools(by=hall.owner, stage=stage, pools={"": entries})
    nights = [divmod(number, GAMES) for number in range(ENTRIES - 1)]
    hall.draw(
        stage,
        [hall.at(first_night + 7 * night, CLOCKS[game]) for night, game in nights],
    )


def play_so_far(hall: DemoHall, event: Event, stage: Stage) -> None:
    """All nights until yesterday; one match is still to come, one side did not come."""
    played = list(stage.pairing_rounds.all()[: NIGHTS * GAMES])
    later, missed = on_board(played[-3], 4), on_board(played[-1], 7)
    ledger = hall.ledger(event, desk=False)
    ledger.walk_over(missed, BySeat(8, 0), by=hall.owner)
    ledger.write()
    for pairing_round in played:
        skipped = [4] if pairing_round == later.pairing_round else []
        ledger.play_round(pairing_round, skipped)
    ledger.write()


def on_board(pairing_round: PairingRound, number: int) -> Match:
    return pairing_round.matches.get(board__number=number)
