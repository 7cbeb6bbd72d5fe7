"""A whole season, from its opening to its last night: 24 people, 20 Mondays."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from datetime import UTC, date, datetime
from fractions import Fraction
from math import ceil
from random import Random
from uuid import uuid4

import pytest
import time_machine

from leagues.actions.leagues.joining.members import adjust_points, enrol_members
from leagues.actions.leagues.nights import tonight
from leagues.actions.leagues.nights.changes import cancel_night
from leagues.actions.leagues.nights.running import call_on
from leagues.actions.leagues.settings import open_league
from leagues.actions.play.cards import enter_card
from leagues.actions.results.corrections import correct_match
from leagues.models import League, Match, MatchSide, Night, Player
from leagues.reads.leagues.night_format import Evening
from leagues.reads.leagues.table.season import season_of
from leagues.reads.play.card import card_mark
from leagues.stages.calendar import CalendarRule
from tests.cast import Cast

pytestmark = pytest.mark.long

MEMBERS, NIGHTS, SNOW, JOINS = 22, 20, 9, 5
CHRISTMAS = frozenset({date(2026, 12, 21), date(2026, 12, 28)})
NOON = datetime(2026, 10, 5, 12, tzinfo=UTC)
ROUND = ([2, 0], [0, 2], [1, 1])


class Mondays:
    """A league of Ann's; who comes and each round's points are random."""

    def __init__(self, cast: Cast) -> None:
        self.by, self.dice = cast.who("ann"), Random(20)
        made = Player.objects.bulk_create(
            Player(club=cast.club, name=f"Player {n}") for n in range(MEMBERS + 2)
        )
        *self.members, self.newcomer, self.guest = made
        rule = CalendarRule(date(2026, 10, 5), date(2027, 2, 28), weekday=0, skipped=CHRISTMAS)
        self.league = open_league(
            by=self.by,
            club=cast.club,
            name="Mondays",
            calendar=rule,
            boards=range(1, 9),
            members=self.members,
            evening=Evening(games=2).to_dict(),
        )

    @property
    def nights(self) -> list[Night]:
        return list(self.league.nights.in_order())

    def here(self, number: int) -> list[Player]:
        people = self.dice.sample(self.members, self.dice.randint(9, 13))
        if number >= JOINS - 1:
            people.append(self.newcomer)
        return [*people, self.guest] if number % 6 == 0 else people

    def play(self, number: int, night: Night) -> None:
        here = [player.pk for player in self.here(number)]
        tonight.say_here(by=self.by, night=night, here=here)
        [event] = tonight.draw_night(by=self.by, night=night)
        tonight.start_night(by=self.by, night=night)
        while called := list(event.matches.at_a_board()):
            for match in called:
                self.enter(match)
            call_on(by=self.by, night=night)
        tonight.end_night(by=self.by, night=night)

    def enter(self, match: Match) -> None:
        enter_card(
            by=self.by,
            match=match,
            key=uuid4(),
            claims=[{"points": self.dice.choice(ROUND)} for _ in range(4)],
            seen=card_mark(match),
            made_at=NOON,
        )

    def correct(self, night: Night) -> None:
        """Seat A wins every round."""
        match = Match.objects.filter(event__night=night, ending="played")[0]
        correct_match(
            by=self.by,
            match=match,
            key=uuid4(),
            claims=[{"points": [2, 0]} for _ in range(4)],
            seen=card_mark(match),
            reason="sides mixed up",
            made_at=NOON,
        )


@pytest.fixture
def mondays(cast: Cast) -> Iterator[Mondays]:
    with time_machine.travel(NOON, tick=False):
        yield Mondays(cast)


def by_hand(mondays: Mondays) -> dict[str, Fraction]:
    """The table as a club would compute it on paper: each player's best nights of those held.

    A bye counts as the average of the player's games of the night.
    """
    scores: defaultdict[str, list[Fraction]] = defaultdict(list)
    members = {player.name for player in mondays.members}
    for number, night in enumerate(mondays.nights, 1):
        made: defaultdict[str, list[int]] = defaultdict(list)
        sat_out: Counter[str] = Counter()
        sides = MatchSide.objects.filter(match__event__night=night)
        for name, points, ending in sides.values_list("players__name", "points", "match__ending"):
            if ending == "bye":
                sat_out[name] += 1
            else:
                made[name].append(points)
        for name, games in made.items():
            total = Fraction(sum(games) * (len(games) + sat_out[name]), len(games))
            joined = name == mondays.newcomer.name and number >= JOINS
            if name in members or joined:
                scores[name].append(total)
    best = ceil((NIGHTS - 1) * 2 / 3)
    return {name: sum(sorted(made)[-best:], Fraction()) for name, made in scores.items()}


def test_a_season_of_twenty_mondays(mondays: Mondays) -> None:
    nights = mondays.nights
    assert len(nights) == NIGHTS - 1  # two were skipped, one is added by hand below
    assert date(2026, 12, 21) not in {night.on for night in nights}
    added = Night.objects.create(league=mondays.league, on=date(2027, 3, 1), at=nights[0].at)
    nights.append(added)
    for number, night in enumerate(nights, 1):
        with time_machine.travel(night.starts_at, tick=False):
            if number == SNOW:
                cancel_night(by=mondays.by, night=night, reason="snow")
                continue
            if number == JOINS:
                enrol_members(
                    by=mondays.by, league=mondays.league, players=[mondays.newcomer], first=night
                )
            mondays.play(number, night)
            if number == 12:
                mondays.correct(nights[2])

    expected = by_hand(mondays)
    season = season_of(League.objects.get())
    names = {player.pk: player.name for player in Player.objects.all()}
    shown = {names[row.player]: row.tour_points for row in season.rows}

    assert Match.objects.filter(ending="played").count() > 200
    assert season.is_final
    assert shown == expected
    assert mondays.guest.name not in shown

    first = season.rows[0]
    adjust_points(
        by=mondays.by,
        league=mondays.league,
        player=Player.objects.get(pk=first.player),
        points=-5,
        reason="kept the key",
    )
    after = season_of(League.objects.get())
    [row] = [row for row in after.rows if row.player == first.player]
    assert row.tour_points == first.tour_points - 5
