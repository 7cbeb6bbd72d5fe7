"""Random acts on the matches of a league, whether or not they are allowed."""

from datetime import timedelta
from typing import Any
from uuid import uuid4

from django.utils import timezone

from leagues.actions.leagues.match_rules import change_match_rules
from leagues.actions.leagues.nights.changes import (
    bring_back_night,
    cancel_night,
    change_night,
    facts_of,
)
from leagues.actions.leagues.unplayed.dates import answer_date, fix_date, offer_date
from leagues.actions.leagues.unplayed.forfeits import forfeit_match, void_match
from leagues.actions.leagues.unplayed.leave import leave_league
from leagues.actions.leagues.unplayed.moves import move_matches
from leagues.actions.leagues.unplayed.no_shows import (
    answer_no_show,
    claim_no_show,
    withdraw_no_show,
)
from leagues.actions.leagues.unplayed.postponing import put_off_match
from leagues.actions.leagues.unplayed.substitutes import sit_in
from leagues.actions.phones.totals import enter_totals
from leagues.actions.play.cards import accept_match, enter_card
from leagues.models import League, Match
from leagues.reads.leagues.kinds.rules import rules_of
from leagues.reads.play.card import card_mark
from leagues.reads.play.typed_cards import Totals
from leagues.stages.boxes import BoxRules
from leagues.stages.ladder import LadderRules
from leagues.stages.leaving import LeavingWay
from leagues.stages.match_league import MatchLeague
from leagues.stages.own_time import OwnTimeRules
from leagues.stages.substitutes import Span
from scoring.sides import BySeat, Seat
from tests.leagues.leagues.league_life import LeagueLife, Roll, pick_by_roll


def pick_offer_or_claim(match: Match, what: str, roll: Roll) -> Any:
    return pick_by_roll(getattr(match.dated, what).order_by("-pk"), roll % 2)


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


def propose_date(life: LeagueLife, a: Roll, b: Roll) -> None:
    match, seat = life.a_match(a), Seat(b % 2)
    on = timezone.now().date() + timedelta(b % 15)
    offer_date(by=life.by(match, seat), match=match, seat=seat, on=on)


def answer_offer(life: LeagueLife, a: Roll, b: Roll) -> None:
    match, seat = life.a_match(a), Seat(b % 2)
    offer = pick_offer_or_claim(match, "date_offers", b)
    takes = b % 3 > 0
    answer_date(by=life.by(match, seat), offer=offer, seat=seat, takes=takes)


def fix_day(life: LeagueLife, a: Roll, b: Roll) -> None:
    on = timezone.now().date() + timedelta(b % 40 - 3)
    fix_date(by=life.ann, match=life.a_match(a), on=on)


def claim_absence(life: LeagueLife, a: Roll, b: Roll) -> None:
    match, seat = life.a_match(a), Seat(b % 2)
    claim_no_show(by=life.by(match, seat), match=match, seat=seat)


def answer_claim(life: LeagueLife, a: Roll, b: Roll) -> None:
    match, seat = life.a_match(a), Seat(b % 2)
    if b % 5 == 4:
        withdraw_no_show(by=life.ann, claim=pick_offer_or_claim(match, "claims", b))
        return
    answer_no_show(
        by=life.by(match, seat),
        claim=pick_offer_or_claim(match, "claims", b),
        seat=seat,
        admits=b % 3 == 0,
    )


def give_forfeit(life: LeagueLife, a: Roll, b: Roll) -> None:
    winner = Seat(b % 2) if b % 3 else None
    forfeit_match(by=life.ann, match=life.a_match(a), winner=winner)


def void_any_match(life: LeagueLife, a: Roll, b: Roll) -> None:
    void_match(by=life.ann, match=life.a_match(a))


def enter_result(life: LeagueLife, a: Roll, b: Roll) -> None:
    """Enter totals without rounds, for either side or for the desk."""
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


def accept_card(life: LeagueLife, a: Roll, b: Roll) -> None:
    match = life.a_match(a)
    accept_match(by=life.ann, match=match, seen=card_mark(match))


def withdraw_entry(life: LeagueLife, a: Roll, b: Roll) -> None:
    way = list(LeavingWay)[b % 3]
    leave_league(by=life.ann, league=life.league, entry=life.an_entry(a), way=way)


def let_sit(life: LeagueLife, a: Roll, b: Roll) -> None:
    match = life.a_match(a)
    leaves = pick_by_roll(match.sides.get(seat=b % 2).players.order_by("pk"), b)
    span = list(Span)[b % 3]
    sit_in(
        by=life.ann,
        league=life.league,
        match=match,
        leaves=leaves,
        comes=life.a_person(b),
        span=span,
    )


def move_two_matches(life: LeagueLife, a: Roll, b: Roll) -> None:
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
