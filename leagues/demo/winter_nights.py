"""Winter nights: a league in the middle of its season, with a night that is on now."""

from datetime import time, timedelta

from leagues.actions.advance.finish import finish_event
from leagues.actions.events.events import add_stage, create_event, seat_pools, start_event
from leagues.actions.leagues.joining.members import enrol_members
from leagues.actions.leagues.nights.changes import cancel_night
from leagues.actions.leagues.settings import open_league
from leagues.demo.bulk_matches import date_back
from leagues.demo.days import DemoHall
from leagues.models import Answer, Event, League, Night, Player
from leagues.reads import Sheet
from leagues.reads.leagues.night_format import Evening
from leagues.stages.calendar import CalendarRule
from leagues.stages.pairing_ways import SomeGames
from scoring.tiebreaks import CHAINS

MEMBERS = 16
PLANNED = 14
PLAYED = 6  # one of them was cancelled
SNOW = 4
JOINED = 3  # the first night of the newcomer as a member
GAMES = 4
BOARDS = 6
PLACE = "The Mill, upstairs"
CLOCKS = ("19:30", "19:50", "20:10", "20:30")


def play_nights(hall: DemoHall, *, is_over: bool = False) -> League:
    """Play a weekly league on today's weekday, so that a night is on; ``is_over``: all nights
    are past.
    """
    people = [player for player in hall.players if not player.is_guest]
    *members, newcomer = hall.dice("nights/who").sample(people, MEMBERS)
    first = hall.today - timedelta(weeks=PLANNED if is_over else PLAYED)
    league = open_league(
        by=hall.owner,
        club=hall.club,
        name="Winter nights",
        calendar=CalendarRule(
            first,
            first + timedelta(weeks=PLANNED - 1),
            at=time.fromisoformat(CLOCKS[0]),
            weekday=first.weekday(),
        ),
        boards=[board.number for board in hall.boards[-BOARDS:]],
        members=members,
        season=hall.season,
        place=PLACE,
        evening=Evening(games=GAMES).to_dict(),
        line_after=8,
        most=2 * BOARDS,
    )
    nights = list(league.nights.in_order())
    joins = nights[JOINED - 1]
    enrol_members(by=hall.owner, league=league, players=[newcomer], first=joins)
    guests = [player for player in hall.players if player.is_guest]
    for number, night in enumerate(nights if is_over else nights[: PLAYED + 1], 1):
        if number == SNOW:
            cancel_night(by=hall.owner, night=night, reason="snow")
        else:
            play_night(hall, night, number, [*members, newcomer], guests)
    for player in () if is_over else members[:7]:
        Answer.objects.create(night=nights[PLAYED + 1], player=player, reply="in")
    return league


def play_night(
    hall: DemoHall, night: Night, number: int, members: list[Player], guests: list[Player]
) -> Event:
    """Play a night with ten or eleven members, sometimes a guest; one absent member cancels."""
    dice = hall.dice(f"nights/{number}")
    here = dice.sample(members, 10 + number % 2)
    if number % 3 == 1:
        here.append(dice.choice(guests))
    away = next(player for player in members if player not in here)
    Answer.objects.create(night=night, player=away, reply="out", is_excused=True)
    days = (night.on - hall.today).days
    event = create_event(
        by=hall.owner,
        club=hall.club,
        name=f"Winter nights, {number}",
        starts_at=night.starts_at,
        sheet=Sheet.named("tournament-singles"),
        boards=hall.boards[-BOARDS:],
        season=hall.season,
        kind=Event.Kind.LEAGUE,
        night=night,
        place=PLACE,
        rng_seed=f"{hall.seed}-night-{number}",
    )
    stage = add_stage(
        by=hall.owner,
        event=event,
        name="Tonight",
        way=SomeGames(GAMES),
        chain=CHAINS["preliminary"],
    )
    entries = hall.enrol_best(event, here)
    seat_pools(by=hall.owner, stage=stage, pools={"": entries})
    rounds = hall.draw(stage, [hall.at(days, clock) for clock in CLOCKS])
    date_back(event, hall.at(days, "19:15"))
    start_event(by=hall.owner, event=event)
    ledger = hall.ledger(event, desk=False)
    is_on = night.on == hall.today
    for pairing_round in rounds[: 2 if is_on else GAMES]:
        ledger.play_round(pairing_round)
    ledger.write()
    if not is_on:
        finish_event(by=hall.owner, event=event)
    return event
