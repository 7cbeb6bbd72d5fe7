"""Whatever is done in a league of dated matches of any kind, in whatever order, nothing breaks.

``LIVES=200`` lives as many others, longer, in which the pages are looked at now and then.
"""

from __future__ import annotations

import logging
import os
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import datetime, timedelta
from random import Random
from typing import Any, TypeAlias
from uuid import uuid4

import pytest
import time_machine
from django.db import transaction
from django.test import Client
from django.utils import timezone

from leagues.access.roles import Who
from leagues.actions.leagues.begin_season import begin_season
from leagues.actions.leagues.boxes import open_next_period
from leagues.actions.leagues.closing import close_league, reopen_league
from leagues.actions.leagues.joining import ANY_TIME, join_league
from leagues.actions.leagues.ladder import challenge, withdraw_challenge
from leagues.actions.leagues.match_rules import change_match_rules
from leagues.actions.leagues.members import adjust_points, end_enrolment, enrol_members
from leagues.actions.leagues.next_season import answer_season, open_next_season
from leagues.actions.leagues.nights import (
    bring_back_night,
    cancel_night,
    change_night,
    facts_of,
)
from leagues.actions.leagues.own_time import arrange_match
from leagues.actions.leagues.teams.line_ups import name_line_up
from leagues.actions.leagues.unplayed.dates import answer_date, fix_date, offer_date
from leagues.actions.leagues.unplayed.deadlines import settle_all
from leagues.actions.leagues.unplayed.forfeits import forfeit_match, void_match
from leagues.actions.leagues.unplayed.leave import leave_league
from leagues.actions.leagues.unplayed.moves import move_matches
from leagues.actions.leagues.unplayed.no_shows import (
    answer_no_show,
    claim_no_show,
    withdraw_no_show,
)
from leagues.actions.leagues.unplayed.put_off import put_off_match
from leagues.actions.leagues.unplayed.sit_in import sit_in
from leagues.actions.log.undo import undo
from leagues.actions.people.links import give_link
from leagues.actions.people.merge import merge_players
from leagues.actions.phones.totals import Totals, enter_totals
from leagues.actions.play.cards import accept_match, enter_card
from leagues.actions.refusal import Refused
from leagues.models import (
    Action,
    DatedMatch,
    Enrolment,
    Entry,
    League,
    Match,
    MatchSide,
    Night,
    Player,
    SeasonAnswer,
    SideEntry,
    SidePlayer,
    Stage,
)
from leagues.reads import tables
from leagues.reads.leagues.boxes import Wishes
from leagues.reads.leagues.league_lines import league_lines
from leagues.reads.leagues.needs import needs
from leagues.reads.leagues.season_plan import match_intake
from leagues.reads.leagues.teams import SquadRegister, team_rules
from leagues.reads.leagues.unplayed import arrangements, rules_of
from leagues.reads.marks import mark_of
from leagues.reads.people.merging import plan_merge, state_of_plan
from leagues.reads.play.card import card_mark
from leagues.stages.boxes import BoxRules
from leagues.stages.ladder import LadderRules
from leagues.stages.leaving import LeavingWay
from leagues.stages.match_dates import OVER
from leagues.stages.match_league import MatchLeague
from leagues.stages.own_time import OwnTimeRules
from leagues.stages.substitutes import Span
from scoring.errors import ScoreError
from scoring.sides import BySeat, Seat
from tests.cast import Cast
from tests.leagues.leagues.box_leagues import open_boxes
from tests.leagues.leagues.match_leagues import open_matches, player_named
from tests.leagues.leagues.series_leagues import open_games
from tests.leagues.leagues.team_leagues import open_teams
from tests.leagues.leagues.test_ladder import opened as open_ladder_of_five
from tests.leagues.leagues.test_own_time import opened as open_any_day
from tests.leagues.leagues.unplayed import ZONE

pytestmark = pytest.mark.django_db

LIVES = int(os.environ.get("LIVES", "0"))
BEGINS = datetime(2026, 10, 5, 12, tzinfo=ZONE)
REFUSALS = (Refused, ScoreError)
Roll: TypeAlias = int
TOTALS = MatchLeague(catch_up_every=1, totals=True, days_late=9)

OPEN: dict[str, Callable[[Cast], League]] = {
    "matches": lambda cast: open_matches(
        cast, {"First": ("Ada", "Bo", "Cy"), "Second": ("Di", "Ed")}, matches=TOTALS
    ),
    "pairs": lambda cast: open_matches(
        cast,
        {"": ("Ada & Bo", "Cy & Di", "Ed & Fay")},
        kind=League.Kind.PAIRS,
        matches=TOTALS,
    ),
    "teams": lambda cast: open_teams(
        cast, {"": ("Mill 1", "Mill 2", "Lake")}, matches=TOTALS
    ),
    "boxes": lambda cast: open_boxes(
        cast, "ABCDEF", rules=BoxRules(size=3, weeks=2, games=1), matches=TOTALS
    ),
    "ladder": open_ladder_of_five,
    "own-time": open_any_day,
    "series": lambda cast: open_games(cast, {"": ("Ada", "Bo", "Cy")}),
}


def pick(rows: Any, roll: Roll) -> Any:
    found = list(rows)
    if not found:
        raise Refused("there is nothing of the kind")
    return found[roll % len(found)]


class LeagueLife:
    """A league of some kind, the one after it, and whoever does something to them."""

    def __init__(self, cast: Cast, kind: str) -> None:
        self.cast, self.ann = cast, cast.who("ann")
        with time_machine.travel(BEGINS - timedelta(days=6), tick=False):
            self.first = self.league = OPEN[kind](cast)
            for name in ("Kit", "Lou"):
                player_named(cast, name)

    def reload(self) -> None:
        self.league = League.objects.select_related("event", "club").get(
            pk=self.league.pk
        )

    @property
    def matches(self) -> list[Match]:
        dated = Match.objects.filter(event=self.league.event_id, dated__isnull=False)
        return list(dated.select_related("event").order_by("number"))

    def a_match(self, roll: Roll) -> Match:
        """Mostly one that is still to be played."""
        waiting = [m for m in self.matches if m.state != Match.State.FINISHED]
        match: Match = pick(
            waiting if waiting and roll % 4 else self.matches, roll // 4
        )
        return match

    def an_entry(self, roll: Roll) -> Entry:
        entries = Entry.objects.named().filter(event=self.league.event_id)
        entry: Entry = pick(entries.order_by("pk"), roll)
        return entry

    def a_person(self, roll: Roll) -> Player:
        people = Player.objects.filter(merged_into=None).order_by("pk")
        player: Player = pick(people, roll)
        return player

    def a_night(self, roll: Roll) -> Night:
        night: Night = pick(self.league.nights.in_order(), roll)
        return night

    def by(self, match: Match, seat: int) -> Who:
        return Who(player=match.sides.get(seat=seat).players.first())


Doing: TypeAlias = Callable[[LeagueLife, Roll, Roll], object]


def said(match: Match, what: str, roll: Roll) -> Any:
    return pick(getattr(match.dated, what).order_by("-pk"), roll % 2)


def put_off(life: LeagueLife, a: Roll, b: Roll) -> None:
    match, seat = life.a_match(a), Seat(b % 2)
    until = timezone.now().date() + timedelta(b % 90)
    by_desk = b % 3 == 0
    put_off_match(
        by=life.ann if by_desk else life.by(match, seat),
        match=match,
        seat=None if by_desk else seat,
        until=until,
    )


def propose(life: LeagueLife, a: Roll, b: Roll) -> None:
    match, seat = life.a_match(a), Seat(b % 2)
    on = timezone.now().date() + timedelta(b % 15)
    offer_date(by=life.by(match, seat), match=match, seat=seat, on=on)


def answer(life: LeagueLife, a: Roll, b: Roll) -> None:
    match, seat = life.a_match(a), Seat(b % 2)
    offer = said(match, "date_offers", b)
    takes = b % 3 > 0
    answer_date(by=life.by(match, seat), offer=offer, seat=seat, takes=takes)


def fix(life: LeagueLife, a: Roll, b: Roll) -> None:
    on = timezone.now().date() + timedelta(b % 40 - 3)
    fix_date(by=life.ann, match=life.a_match(a), on=on)


def claim(life: LeagueLife, a: Roll, b: Roll) -> None:
    match, seat = life.a_match(a), Seat(b % 2)
    claim_no_show(by=life.by(match, seat), match=match, seat=seat)


def answer_claim(life: LeagueLife, a: Roll, b: Roll) -> None:
    match, seat = life.a_match(a), Seat(b % 2)
    if b % 5 == 4:
        withdraw_no_show(by=life.ann, claim=said(match, "claims", b))
        return
    answer_no_show(
        by=life.by(match, seat),
        claim=said(match, "claims", b),
        seat=seat,
        admits=b % 3 == 0,
    )


def give(life: LeagueLife, a: Roll, b: Roll) -> None:
    winner = Seat(b % 2) if b % 3 else None
    forfeit_match(by=life.ann, match=life.a_match(a), winner=winner)


def void(life: LeagueLife, a: Roll, b: Roll) -> None:
    void_match(by=life.ann, match=life.a_match(a))


def enter(life: LeagueLife, a: Roll, b: Roll) -> None:
    """A result without its rounds: of either side, or of the desk."""
    match = life.a_match(a)
    seat = None if b % 3 == 2 else b % 2
    made = (b // 3) % 9
    points = BySeat(made, 8 - made)
    if life.league.kind == League.Kind.SERIES:
        points = BySeat(100, 5 * made) if b % 2 else BySeat(5 * made, 100)
    enter_totals(
        by=life.ann if seat is None else life.by(match, seat),
        match=match,
        key=uuid4(),
        totals=Totals(points),
        seat=seat,
    )


def enter_rounds(life: LeagueLife, a: Roll, b: Roll) -> None:
    match = life.a_match(a)
    points = ([2, 0], [1, 1], [0, 2])
    card = [{"points": points[b // 3**n % 3]} for n in range(4 if b % 4 else b % 5)]
    enter_card(
        by=life.ann,
        match=match,
        key=uuid4(),
        claims=card,
        seen=card_mark(match),
        made_at=timezone.now(),
    )


def accept(life: LeagueLife, a: Roll, b: Roll) -> None:
    match = life.a_match(a)
    accept_match(by=life.ann, match=match, seen=card_mark(match))


def leave(life: LeagueLife, a: Roll, b: Roll) -> None:
    way = list(LeavingWay)[b % 3]
    leave_league(by=life.ann, league=life.league, entry=life.an_entry(a), way=way)


def let_sit(life: LeagueLife, a: Roll, b: Roll) -> None:
    match = life.a_match(a)
    leaves = pick(match.sides.get(seat=b % 2).players.order_by("pk"), b)
    span = list(Span)[b % 3]
    sit_in(
        by=life.ann,
        league=life.league,
        match=match,
        leaves=leaves,
        comes=life.a_person(b),
        span=span,
    )


def move(life: LeagueLife, a: Roll, b: Roll) -> None:
    moving = [life.a_match(a).pk, life.a_match(b).pk]
    move_matches(by=life.ann, league=life.league, matches=moving, to=life.a_night(b))


def change_week(life: LeagueLife, a: Roll, b: Roll) -> None:
    night = life.a_night(a)
    if b % 4 == 0:
        cancel_night(by=life.ann, night=night, reason="snow")
    elif b % 4 == 1:
        bring_back_night(by=life.ann, night=night)
    else:
        facts = facts_of(night)
        facts["on"] += timedelta(days=b % 20 - 9)
        change_night(by=life.ann, night=night, facts=facts)


def change_rules(life: LeagueLife, a: Roll, b: Roll) -> None:
    kept = rules_of(life.league).to_dict()
    changes: list[dict[str, Any]] = [
        {"forfeit_points": a % 9},
        {"forfeit_games": a % 3},
        {"forfeits_capped": a % 2 == 0},
        {"days_to_play": a % 12},
        {"days_late": a % 20},
        {"totals": a % 3 > 0},
        {"forfeits_at_once": a % 2 == 0, "answer_hours": 1 + a % 72},
        {"most_put_off": a % 3, "most_as_substitute": a % 3},
        {"confirm_hours": 1 + a % 99},
    ]
    rules: Any = None
    if b % 3 == 0:
        own: dict[str, Any] = {
            "boxes": BoxRules(size=3 + a % 3, weeks=1 + a % 3, games=a % 3),
            "ladder": LadderRules(reach=1 + a % 4, days=1 + a % 20, again_after=a % 9),
            "own-time": OwnTimeRules(games=1 + a % 4, times=1 + a % 3),
        }
        rules = own.get(life.league.kind)
    change_match_rules(
        by=life.ann,
        league=life.league,
        matches=MatchLeague(**(kept | changes[b % len(changes)])),
        rules=rules,
    )


def take_back(life: LeagueLife, a: Roll, b: Roll) -> None:
    lines = Action.objects.filter(undone_by=None).order_by("-pk")[: 3 + a % 12]
    undo(by=life.ann, action=pick(lines, b))


def close(life: LeagueLife, a: Roll, b: Roll) -> None:
    if a % 4 == 0:
        close_league(by=life.ann, league=life.league)
    else:
        reopen_league(by=life.ann, league=life.league)


def go_on(life: LeagueLife, a: Roll, b: Roll) -> None:
    """What moves a league of this kind along."""
    league = life.league
    match league.kind:
        case League.Kind.BOXES:
            leaving = [life.an_entry(b).pk] if b % 4 == 0 else []
            joining = [-life.a_person(b).pk] if b % 3 == 0 else []
            wishes = Wishes(leaving=leaving, joining=joining)
            open_next_period(by=life.ann, league=league, wishes=wishes, void=b % 5 > 0)
        case League.Kind.LADDER if b % 5 == 0:
            withdraw_challenge(by=life.ann, match=life.a_match(a))
        case League.Kind.LADDER:
            one, other = life.an_entry(a), life.an_entry(b)
            challenge(by=life.ann, league=league, entry=one, other=other)
        case League.Kind.OWN_TIME:
            one, other = life.an_entry(a), life.an_entry(b)
            arrange_match(by=life.ann, league=league, entry=one, other=other)
        case League.Kind.TEAMS:
            line_up(life, a, b)
        case _:
            enter(life, a, b)


def line_up(life: LeagueLife, a: Roll, b: Roll) -> None:
    """Players of the team or of another, with gaps."""
    meetings = [m for m in life.matches if m.pairing_round.stage.number == 2]
    meeting = pick(meetings, a)
    entry = pick(Entry.objects.filter(sides__match=meeting).order_by("pk"), b)
    able = [*SquadRegister(life.league).players_for(meeting, entry), None]
    sizes = team_rules(life.league).sizes
    chosen = [able[(b // 2 + n) % len(able)] for n in range(len(sizes))]
    places = [() if key is None else (key,) for key in chosen]
    name_line_up(
        by=life.ann, league=life.league, meeting=meeting, entry=entry, places=places
    )


def join(life: LeagueLife, a: Roll, b: Roll) -> None:
    players = [life.a_person(a)]
    first = life.a_night(b) if b % 2 else None
    if life.league.kind in ANY_TIME:
        join_league(by=life.ann, league=life.league, players=players, first=first)
    elif b % 3:
        enrol_members(by=life.ann, league=life.league, players=players, first=first)
    else:
        enrolment = pick(Enrolment.objects.filter(league=life.league), b)
        end_enrolment(by=life.ann, enrolment=enrolment, last=life.a_night(a))


def adjust(life: LeagueLife, a: Roll, b: Roll) -> None:
    adjust_points(
        by=life.ann,
        league=life.league,
        player=life.a_person(a),
        points=b % 5 - 2,
        reason="keys",
    )


def merge(life: LeagueLife, a: Roll, b: Roll) -> None:
    stays, leaves = life.a_person(a), life.a_person(b)
    if stays != leaves:
        plan = plan_merge(stays, leaves)
        if plan.possible:
            seen = mark_of(state_of_plan(plan))
            merge_players(by=life.ann, plan=plan, seen=seen)


def next_season(life: LeagueLife, a: Roll, b: Roll) -> None:
    """Opened, then its people say in, then it begins; from then on all is done there."""
    if life.league == life.first:
        name = f"Season {League.objects.count()}"
        then = open_next_season(
            by=life.ann, league=life.league, name=name, first=timezone.now().date()
        )
        life.league = then
        life.reload()
    intake = match_intake(life.league)
    for each in intake.asked.values():
        for player in each.people:
            says = SeasonAnswer.Says("out" if (a + player.pk) % 4 == 0 else "in")
            answer_season(by=life.ann, league=life.league, player=player, says=says)
    intake = match_intake(life.league)
    out = [each.key for each in intake.asked.values() if each.says != "in"]
    plan = intake.plan(Wishes(leaving=out))
    divisions = {
        intake.group_name(number): [intake.asked[key].people for key in group]
        for number, group in enumerate(plan.groups, 1)
    }
    begin_season(by=life.ann, league=life.league, divisions=divisions)


DOINGS: list[Doing] = [
    put_off,
    propose,
    answer,
    fix,
    claim,
    answer_claim,
    give,
    void,
    enter,
    enter,
    enter,
    enter_rounds,
    accept,
    leave,
    let_sit,
    move,
    change_week,
    change_rules,
    take_back,
    take_back,
    close,
    go_on,
    go_on,
    go_on,
    go_on,
    join,
    adjust,
    merge,
    next_season,
]


# --- What is always true ------------------------------------------------------------------


def check(life: LeagueLife) -> None:
    now = timezone.now()
    life.reload()
    event = life.league.event
    assert event is not None
    wanting = {need.match.pk for need in needs(life.league, now)}
    for each in arrangements(DatedMatch.objects.filter(match__event=event)):
        match = each.match
        is_over = match.state == Match.State.FINISHED
        assert is_over == bool(match.ending), (match.number, match.state, match.ending)
        assert (each.state_on(now.date()) in OVER) == is_over
        assert not (is_over and each.claim), match.number
    nobody_sits_twice(event.pk)
    for stage in Stage.objects.filter(event=event):
        points_add_up(stage)
    over = Match.objects.filter(pk__in=wanting, state="finished", ending="annulled")
    assert not over.exists()
    league_lines(life.league)


def nobody_sits_twice(event: int) -> None:
    seats = SidePlayer.objects.filter(match__event=event)
    times = Counter(seats.values_list("match", "player"))
    twice = [found for found, many in times.items() if many > 1]
    assert not twice
    entries = SideEntry.objects.filter(side__match__event=event)
    both = Counter(entries.values_list("side__match", "entry"))
    assert not [found for found, many in both.items() if many > 1]


COUNTS_NOT = ("annulled", "withdrawn", "not_recorded", "bye", "")


def points_add_up(stage: Stage) -> None:
    """What the tables pay is what stands at the matches that count, each of them once."""
    if stage.event.league.kind not in ("matches", "pairs", "boxes", "own-time"):
        return
    lines = [line for table in tables(stage) for line in table.lines]
    paid = sum(line.points.made or 0 for line in lines)
    sides = MatchSide.objects.filter(match__pairing_round__stage=stage)
    made = sides.exclude(match__ending__in=COUNTS_NOT).values_list("points", flat=True)
    assert paid == sum(made)


def look(life: LeagueLife) -> None:
    """Its pages are answered."""
    slug = life.league.slug
    desk = f"/desk/leagues/{slug}/"
    pages = [f"/leagues/{slug}/", f"/api/v1/leagues/{slug}/matches/"]
    pages += [f"/leagues/{slug}/files/season.csv", f"/leagues/{slug}/calendar.ics"]
    inside = [desk, *(f"{desk}{name}/" for name in ("matches", "log", "people", "end"))]
    numbers = [match.number for match in life.matches]
    inside += [f"{desk}matches/{number}/" for number in numbers[:1] + numbers[-1:]]
    ann, stranger = life.cast.browser_of("ann"), Client()
    for browser, found in ((stranger, pages), (ann, [*pages[:1], *inside])):
        for page in found:
            answered = browser.get(page)
            assert answered.status_code < 400, f"{answered.status_code} at {page}"
    player = life.a_person(len(numbers))
    link = give_link(by=life.ann, player=player)
    assert Client().get(f"/me/{link}/").status_code == 200


def rows(life: LeagueLife) -> list[Any]:
    """All that an undo puts back, as far as somebody sees it."""
    event = life.league.event_id
    sides = MatchSide.objects.filter(match__event=event).order_by("pk")
    matches = Match.objects.filter(event=event).order_by("pk")
    dated = DatedMatch.objects.filter(match__event=event).order_by("pk")
    seats = SidePlayer.objects.filter(match__event=event).order_by("side", "number")
    entries = Entry.objects.filter(event=event).order_by("pk")
    return [
        list(matches.values("pk", "state", "ending", "winner")),
        list(sides.values("pk", "points", "twenties", "other_result")),
        list(dated.values("pk", "week", "due_on", "on", "is_contested")),
        list(seats.values("side", "player")),
        list(entries.values("pk", "state")),
        list(life.league.enrolments.order_by("pk").values("player", "last", "first")),
        list(League.objects.filter(pk=life.league.pk).values("matches", "kind_rules")),
    ]


def undo_restores(life: LeagueLife, do: Callable[[], object]) -> None:
    """Done and taken back at once, all is as it was."""
    before, last = rows(life), Action.objects.latest("pk").pk
    league = life.league
    with suppress(_Back), transaction.atomic():
        do()
        lines = list(Action.objects.filter(pk__gt=last, undoes=None).order_by("-pk"))
        if len(lines) == 1 and lines[0].verb not in NOT_TAKEN_BACK:
            with suppress(Refused):
                undo(by=life.ann, action=lines[0])
                life.league = league
                assert rows(life) == before, lines[0].verb
        raise _Back
    life.league = league


NOT_TAKEN_BACK = {"give_link"}


class _Back(Exception):
    """The savepoint is rolled back."""


LOG = logging.getLogger(__name__)
LATER = (0, 0, 0, 0, 1, 1, 2, 8)  # days until the next act


def each_step(life: LeagueLife, dice: Random, steps: int) -> Iterator[datetime]:
    then = BEGINS
    for _step in range(steps):
        then += timedelta(days=dice.choice(LATER), minutes=1)
        doing, a, b = dice.choice(DOINGS), dice.randrange(9999), dice.randrange(9999)
        LOG.info("%s %s %s %s", then.date(), doing.__name__, a, b)

        def do(doing: Doing = doing, a: Roll = a, b: Roll = b) -> None:
            with transaction.atomic():
                doing(life, a, b)

        with time_machine.travel(then, tick=False):
            settle_all(now=timezone.now())
            life.reload()
            league = life.league
            if b % 3 == 0 or LIVES:
                with suppress(*REFUSALS):
                    undo_restores(life, do)
                life.league = league
            try:
                do()
            except REFUSALS:
                life.league = league
            check(life)
        yield then


@pytest.mark.parametrize("kind", OPEN)
def test_a_league_survives_whatever_is_done(cast: Cast, kind: str) -> None:
    for number in range(LIVES or 1):
        LOG.info("life %s", number)
        dice = Random(f"{kind} {LIVES} {number}")
        with transaction.atomic():
            life, then = LeagueLife(cast, kind), BEGINS
            for then in each_step(life, dice, 45 if LIVES else 18):
                if LIVES and dice.randrange(6) == 0:
                    with time_machine.travel(then, tick=False):
                        look(life)
            with time_machine.travel(then, tick=False):
                look(life)
            transaction.set_rollback(True)
