"""A night of a league on Mondays, run by its host."""

from collections import Counter

from django.utils import timezone

from leagues.actions.leagues.nights import tonight
from leagues.models import Board, Event, Match, Night, Player
from tests.cast import Page
from tests.leagues.leagues.mondays import Mondays


def set_boards(mondays: Mondays, many: int) -> None:
    """The league has this number of boards."""
    made = [
        Board.objects.get_or_create(club=mondays.cast.club, number=number)[0]
        for number in range(1, many + 1)
    ]
    mondays.league.boards.set(made)


def mark_here(mondays: Mondays, number: int, *names: str) -> Night:
    night = mondays.night(number)
    here = [mondays.player(name).pk for name in names]
    tonight.say_here(by=mondays.cast.who("ann"), night=night, here=here)
    return night


def drawn_event(mondays: Mondays, number: int, *names: str) -> Event:
    """Draw a night with these players here, and return its event."""
    night = mark_here(mondays, number, *names)
    [event] = tonight.draw_night(by=mondays.cast.who("ann"), night=night)
    return event


def played_event(mondays: Mondays, number: int, *names: str) -> Event:
    """Draw a night and play it to its end; seat A always wins."""
    event = drawn_event(mondays, number, *names)
    by, night = mondays.cast.who("ann"), mondays.night(number)
    tonight.start_night(by=by, night=night)
    for match in event.matches.unfinished():
        win_match(match)
    tonight.end_night(by=by, night=night)
    event.refresh_from_db()
    return event


def win_match(match: Match, seat: int = 0) -> None:
    for side in match.sides.all():
        side.points, side.twenties = (8 if side.seat == seat else 2), 1
        side.save()
    now = timezone.now()
    Match.objects.filter(pk=match.pk).update(
        state="finished", ending="played", winner=seat, finished_at=now
    )


def times_met(*events: Event) -> Counter[frozenset[str]]:
    """How often each two players met, by name."""
    names = dict(Player.objects.values_list("pk", "name"))
    matches: dict[int, set[str]] = {}
    for event in events:
        rows = event.matches.values_list("pk", "sides__players")
        for pk, player in rows:
            matches.setdefault(pk, set()).add(names[player])
    return Counter(frozenset(two) for two in matches.values() if len(two) == 2)


def sat_out(*events: Event) -> Counter[str]:
    """The number of byes of each player, by name."""
    byes = Match.objects.filter(event__in=events, ending=Match.Ending.BYE)
    return Counter(byes.values_list("sides__players__name", flat=True))


def finish_round(event: Event, number: int) -> None:
    """Play all matches of a round; seat A wins."""
    for match in event.matches.unfinished().filter(pairing_round__number=number):
        win_match(match)


def half_played(event: Event, rounds: int) -> Match:
    """The first open match after this number of rounds of four, each won by seat A."""
    match = event.matches.unfinished().order_by("number")[0]
    for number in range(1, rounds + 1):
        match.rounds.create(game=1, number=number, points=[2, 0], first=0)
    match.sides.filter(seat=0).update(points=2 * rounds)
    Match.objects.filter(pk=match.pk).update(state=Match.State.PLAYING)
    return match


# --- Pages ------------------------------------------------------------------------------


def tonight_address(mondays: Mondays, act: str = "", number: int = 1) -> str:
    night = mondays.night(number)
    return f"/desk/leagues/{mondays.league.slug}/nights/{night.pk}/tonight/{act}"


def arrived_names(mondays: Mondays, number: int = 1) -> set[str]:
    night = mondays.night(number)
    return set(night.arrivals.values_list("player__name", flat=True))


def player_key(mondays: Mondays, name: str) -> str:
    return str(mondays.player(name).pk)


def page_state(page: Page) -> str:
    state: str = page.context_data["stands"]
    return state
