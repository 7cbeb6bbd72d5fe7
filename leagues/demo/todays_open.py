"""The open, today: the morning is over and the power pools are at their sixth game."""

from leagues.actions.advance.finish import finish_event
from leagues.actions.events.events import add_stage, create_event, seat_pools, start_event
from leagues.demo.bulk_matches import Ledger, date_back
from leagues.demo.days import DemoHall
from leagues.models import Event, Match, PairingRound, Stage
from leagues.pairing.pools import deal_bands, even_sizes
from leagues.reads import Sheet, tables_of
from leagues.stages.entry_sources import Bands, KeepPools
from leagues.stages.pairing_ways import Knockout, RoundRobin, SomeGames
from scoring.matches import FORMATS
from scoring.rules_card import OPTIONS

ENTRIES = 38
BOARDS = 20
MORNING = 10  # games
POOLS = "ABCD"
RUNNING = 6  # the game of the afternoon that is being played
MINUTES = 14  # from one game to the next


def play_open(hall: DemoHall, *, is_over: bool = False) -> Event:
    sheet = Sheet.named("tournament-singles")
    agreed = (OPTIONS["one-cheek"], OPTIONS["hands-off-the-board"])
    event = create_event(
        by=hall.owner,
        club=hall.club,
        name="Millrace Open",
        starts_at=hall.at(0, "09:30"),
        sheet=Sheet(sheet.preset, sheet.rule, agreed),
        boards=hall.boards[:BOARDS],
        season=hall.season,
        trust=Event.Trust.BOTH,
        place="Town hall",
        rng_seed=f"{hall.seed}-open",
    )
    chosen = hall.dice("open/who").sample(list(hall.players), ENTRIES)
    entries = hall.enrol_best(event, chosen)
    morning, afternoon = add_stages(hall, event)
    ledger = hall.ledger(event, desk=False)
    play_morning(hall, ledger, morning, entries)
    date_back(event, hall.at(-20, "20:00"))
    start_event(by=hall.owner, event=event)
    rounds = publish_afternoon(hall, morning, afternoon)
    for stage, clock in ((morning, "09:15"), (afternoon, "13:00")):
        event.stages.filter(pk=stage.pk).update(opened_at=hall.at(0, clock))
    if is_over:
        for pairing_round in rounds:
            ledger.play_round(pairing_round)
        ledger.write()
        finish_event(by=hall.owner, event=event)
    else:
        play_afternoon(ledger, rounds)
    return event


def add_stages(hall: DemoHall, event: Event) -> tuple[Stage, Stage]:
    morning = add_stage(by=hall.owner, event=event, name="Morning", way=SomeGames(MORNING))
    afternoon = add_stage(
        by=hall.owner, event=event, name="Power pools", way=RoundRobin(), takes=Bands(len(POOLS))
    )
    add_stage(
        by=hall.owner,
        event=event,
        name="Play-offs",
        way=Knockout(),
        takes=KeepPools(4),
        match_format=FORMATS["first-to-9"],
    )
    return morning, afternoon


def play_morning(hall: DemoHall, ledger: Ledger, stage: Stage, entries: list[int]) -> None:
    seat_pools(by=hall.owner, stage=stage, pools={"": entries})
    starts = [hall.at(0, _clock_at(9 * 60 + 30, game)) for game in range(MORNING)]
    for pairing_round in hall.draw(stage, starts):
        ledger.play_round(pairing_round)
    ledger.write()


def publish_afternoon(hall: DemoHall, morning: Stage, afternoon: Stage) -> list[PairingRound]:
    """Cut the table of the morning into bands, and publish every game of every pool."""
    order = [line.entry.pk for line in tables_of(morning)[0].lines]
    sizes = even_sizes(ENTRIES, len(POOLS))
    seated = dict(zip(POOLS, deal_bands(order, sizes), strict=True))
    seat_pools(by=hall.owner, stage=afternoon, pools=seated)
    games = max(sizes) - (max(sizes) % 2 == 0)
    return hall.draw(
        afternoon, [hall.at(0, _clock_at(13 * 60 + 15, game)) for game in range(games)]
    )


def play_afternoon(ledger: Ledger, rounds: list[PairingRound]) -> None:
    for pairing_round in rounds[: RUNNING - 1]:
        ledger.play_round(pairing_round)
    for match in ledger.matches_of(rounds[RUNNING - 1]):
        play_as_now(ledger, match)
    ledger.write()


def play_as_now(ledger: Ledger, match: Match) -> None:
    """Play the current game: some boards are finished, most are playing, a few wait or disagree."""
    board = match.board.number if match.board else 0
    if board % 6 == 0:
        ledger.play(match)
    elif board % 6 == 1:
        call_match(ledger, match)
    else:
        rounds = ledger.play(match, most=1 + board % 3)
        if board % 6 == 2:
            ledger.dispute(rounds[-1])
        elif board % 6 == 3:
            ledger.only_one_reports(rounds[-1])


def call_match(ledger: Ledger, match: Match) -> None:
    """Call a match to its board, without any round."""
    match.state = Match.State.CALLED
    match.called_at = match.pairing_round.starts_at
    ledger.matches.append(match)


def _clock_at(first: int, game: int) -> str:
    hours, minutes = divmod(first + MINUTES * game, 60)
    return f"{hours:02}:{minutes:02}"
