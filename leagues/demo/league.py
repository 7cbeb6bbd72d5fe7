"""The Thursday league, in the middle of its season: two games a night, everybody meets everybody."""

from __future__ import annotations

from leagues.actions.planning.events import (
    add_stage,
    create_event,
    publish_round,
    seat_pools,
    start_event,
)
from leagues.bridge import Sheet
from leagues.demo.days import Hall, at_boards
from leagues.demo.ledger import date_back
from leagues.models import Event, Match, PairingRound, Stage
from leagues.pairing.round_robin import round_robin
from leagues.stages.ways import RoundRobin
from scoring.sides import BySeat

ENTRIES = 18
BOARDS = 9
NIGHTS = 5  # played so far, the last of them yesterday
GAMES = 2  # a night
SHARED_PLACES = ("points", "mini-points", "shared")
CLOCKS = ("19:30", "20:15")


def play_league(hall: Hall) -> Event:
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
    play_so_far(hall, event, stage)
    return event


def publish_season(
    hall: Hall, stage: Stage, entries: list[int], first_night: int
) -> None:
    [pool] = seat_pools(by=hall.owner, stage=stage, pools={"": entries})
    seed = stage.event.rng_seed
    dice = hall.dice("league/draw")
    rounds = at_boards(round_robin(entries, dice), range(1, BOARDS + 1), dice)
    for number, drawn in enumerate(rounds):
        night, game = divmod(number, GAMES)
        publish_round(
            by=hall.owner,
            stage=stage,
            draw={pool: drawn},
            starts_at=hall.at(first_night + 7 * night, CLOCKS[game]),
            rng_seed=seed,
        )


def play_so_far(hall: Hall, event: Event, stage: Stage) -> None:
    """All nights until yesterday; one match was put off, one side did not come."""
    played = list(stage.pairing_rounds.all()[: NIGHTS * GAMES])
    put_off, missed = on_board(played[-3], 4), on_board(played[-1], 7)
    ledger = hall.ledger(event, desk=False)
    ledger.walk_over(missed, BySeat(8, 0), by=hall.owner)
    ledger.write()
    for pairing_round in played:
        skipped = [4] if pairing_round == put_off.pairing_round else []
        ledger.play_round(pairing_round, skipped)
    ledger.write()


def on_board(pairing_round: PairingRound, number: int) -> Match:
    return pairing_round.matches.get(board__number=number)
