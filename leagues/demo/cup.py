"""Last month's tournament: two pools of twelve, semi-finals, bronze and final."""

from dataclasses import replace

from leagues.actions.advance.finish import finish_event
from leagues.actions.draw.publish import publish_round
from leagues.actions.events.events import add_stage, create_event, seat_pools, start_event
from leagues.demo.bulk_matches import Ledger, date_back
from leagues.demo.days import DemoHall
from leagues.models import Event, Pool, Stage
from leagues.pairing import values
from leagues.pairing.bracket import SlotStatus
from leagues.pairing.pools import cross_seeds, deal_snake
from leagues.reads import Sheet, bracket_plays, tables_of
from leagues.stages.entry_sources import Everyone, TopOfPools
from leagues.stages.pairing_ways import Knockout, RoundRobin
from scoring.matches import FORMATS

ENTRIES = 24
POOLS = "AB"
DAYS = -30
TIMES = ("16:00", "17:00")  # semi-finals, then bronze and final


def play_cup(hall: DemoHall) -> Event:
    event = create_event(
        by=hall.owner,
        club=hall.club,
        name="Harvest Cup",
        starts_at=hall.at(DAYS, "10:00"),
        sheet=Sheet.named("tournament-singles"),
        boards=hall.boards[: ENTRIES // 2],
        season=hall.season,
        trust=Event.Trust.DESK,
        place="The Mill",
        rng_seed=f"{hall.seed}-cup",
    )
    chosen = hall.dice("cup/who").sample(list(hall.players), ENTRIES)
    entries = hall.enrol_best(event, chosen)
    pools, playoff = add_stages(hall, event)
    ledger = hall.ledger(event, desk=True)
    play_pools(hall, ledger, pools, entries)
    play_knockout(hall, ledger, pools, playoff)
    date_back(event, hall.at(DAYS - 14, "20:00"))
    start_event(by=hall.owner, event=event)
    finish_event(by=hall.owner, event=event)
    return event


def add_stages(hall: DemoHall, event: Event) -> tuple[Stage, Stage]:
    pools = add_stage(
        by=hall.owner, event=event, name="Pools", way=RoundRobin(), takes=Everyone(len(POOLS))
    )
    playoff = add_stage(
        by=hall.owner,
        event=event,
        name="Play-offs",
        way=Knockout(),
        takes=TopOfPools(2),
        match_format=FORMATS["best-of-3-to-5"],
    )
    return pools, playoff


def play_pools(hall: DemoHall, ledger: Ledger, stage: Stage, entries: list[int]) -> None:
    seated = dict(zip(POOLS, deal_snake(entries, len(POOLS)), strict=True))
    seat_pools(by=hall.owner, stage=stage, pools=seated)
    games = ENTRIES // len(POOLS) - 1
    clocks = [divmod(10 * 60 + 14 * game, 60) for game in range(games)]
    starts = [hall.at(DAYS, f"{hours:02}:{minutes:02}") for hours, minutes in clocks]
    for pairing_round in hall.draw(stage, starts):
        ledger.play_round(pairing_round)
    ledger.write()


def play_knockout(hall: DemoHall, ledger: Ledger, pools: Stage, stage: Stage) -> None:
    """The first two of each pool cross over; the losers play for bronze."""
    qualified = [[line.entry.pk for line in table.lines[:2]] for table in tables_of(pools)]
    seeds = cross_seeds(qualified, hall.dice("cup/seeds"))
    [pool] = seat_pools(by=hall.owner, stage=stage, pools={"": seeds})
    for clock in TIMES:
        play_step(hall, ledger, stage, pool, clock)


def play_step(hall: DemoHall, ledger: Ledger, stage: Stage, pool: Pool, clock: str) -> None:
    """Play every match of the bracket whose sides are known."""
    [bracket] = bracket_plays(stage)
    spots = [s for s in bracket.spots.values() if s.status is SlotStatus.READY]
    ready = {
        replace(spot.pairing, board=board): spot.slot.key
        for board, spot in enumerate(spots, start=1)
        if spot.pairing
    }
    draw = {pool: values.PairedRound(tuple(ready))}
    pairing_round = publish_round(
        by=hall.owner,
        stage=stage,
        draw=draw,
        slots=ready,
        starts_at=hall.at(DAYS, clock),
        rng_seed=stage.event.rng_seed,
    )
    ledger.play_round(pairing_round)
    ledger.write()
