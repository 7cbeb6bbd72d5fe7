"""The Thursday leagues in the middle of their season: singles, two matches a week, and pairs
in two divisions."""

from collections.abc import Sequence
from datetime import time, timedelta

from leagues.actions.advance.finish import finish_event
from leagues.actions.leagues.kinds.openers import open_dated_league
from leagues.actions.leagues.matches.draw import Divisions
from leagues.demo.bulk_matches import Ledger, date_back
from leagues.demo.days import DemoHall
from leagues.models import Event, League, Match, PairingRound
from leagues.reads import Sheet
from leagues.stages.calendar import CalendarRule
from leagues.stages.match_league import MatchLeague
from scoring.sides import BySeat

ENTRIES = 18
BOARDS = 9
WEEKS = 5  # played so far, the last of them yesterday
A_WEEK = 2
TO_COME = 4  # weeks after those
AT = "19:30"
PLACE = "The Mill, upstairs"
PAIRS = 5  # in each division
PAIRS_PLAYED = 4  # of five rounds; the fifth week of the season was to catch up
SHARED_PLACES = ("points", "mini-points", "shared")
DIVISIONS = ("First division", "Second division")


def play_league(hall: DemoHall, *, is_over: bool = False) -> Event:
    """Play singles: all members meet each other, two matches a week."""
    members = [player for player in hall.players if not player.is_guest]
    chosen = hall.dice("league/who").sample(members, ENTRIES)
    event = open_thursdays(
        hall,
        "Weekly league",
        League.Kind.MATCHES,
        {"": [(player,) for player in hall.by_strength(chosen, "weekly-league")]},
        MatchLeague(a_week=A_WEEK, catch_up_every=0, days_to_play=0, days_late=28),
    )
    if is_over:
        ledger = hall.ledger(event, desk=False)
        for pairing_round in rounds_of(event):
            ledger.play_round(pairing_round)
        ledger.write()
        finish_event(by=hall.owner, event=event)
    else:
        play_so_far(hall, event)
    return event


def play_pairs(hall: DemoHall) -> Event:
    """Play fixed pairs: each match within the days of its week; one is overdue."""
    members = [player for player in hall.players if not player.is_guest]
    chosen = hall.dice("pairs/who").sample(members, 2 * PAIRS * len(DIVISIONS))
    strong = hall.by_strength(chosen, "pairs-league")
    pairs = list(zip(strong[::2], strong[1::2], strict=True))
    event = open_thursdays(
        hall,
        "Pairs league",
        League.Kind.PAIRS,
        {
            name: pairs[PAIRS * number : PAIRS * (number + 1)]
            for number, name in enumerate(DIVISIONS)
        },
        MatchLeague(catch_up_every=3, days_late=14, totals=True),
    )
    ledger = hall.ledger(event, desk=False)
    past = rounds_of(event)[:PAIRS_PLAYED]
    late = ledger.matches_of(past[-2])[-1]
    for pairing_round in past:
        play_all(ledger, pairing_round, but=[late])
    ledger.write()
    return event


def open_thursdays(
    hall: DemoHall, name: str, kind: League.Kind, divisions: Divisions, matches: MatchLeague
) -> Event:
    """Create a league whose last evening was yesterday."""
    first = hall.today - timedelta(days=1 + 7 * (WEEKS - 1))
    last = first + timedelta(weeks=WEEKS - 1 + TO_COME)
    singles = kind == League.Kind.MATCHES
    league = open_dated_league(
        by=hall.owner,
        club=hall.club,
        name=name,
        kind=kind,
        calendar=CalendarRule(first, last, time.fromisoformat(AT), first.weekday()),
        divisions=divisions,
        sheet=Sheet.named("tournament-singles" if singles else "tournament-doubles"),
        matches=matches,
        boards=[board.number for board in hall.boards[:BOARDS]],
        place=PLACE,
        season=hall.season,
        rng_seed=f"{hall.seed}-{name}",
    )
    assert league.event is not None
    league.event.stages.update(chain=SHARED_PLACES)
    date_back(league.event, hall.at(-WEEKS * 7 - 9, "18:00"))
    return league.event


def play_so_far(hall: DemoHall, event: Event) -> None:
    """Play all weeks until yesterday; one match is open, and in one a side did not come."""
    played = rounds_of(event)[: WEEKS * A_WEEK]
    ledger = hall.ledger(event, desk=False)
    later, missed = (ledger.matches_of(played[at])[3] for at in (-3, -1))
    ledger.walk_over(missed, BySeat(8, 0), by=hall.owner)
    ledger.write()
    for pairing_round in played:
        play_all(ledger, pairing_round, but=[later])
    ledger.write()


def play_all(ledger: Ledger, pairing_round: PairingRound, but: Sequence[Match]) -> None:
    for match in ledger.matches_of(pairing_round):
        if match not in but:
            ledger.play(match)


def rounds_of(event: Event) -> list[PairingRound]:
    return list(event.stages.get().pairing_rounds.all())
