"""Random acts in a league of dated matches of any kind break nothing.

``LIVES=200`` runs that many other, longer lives, which also open pages now and then.
"""

import logging
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime, timedelta
from random import Random

import pytest
import time_machine
from django.db import transaction
from django.utils import timezone

from leagues.actions.leagues.unplayed.deadlines import settle_all
from tests.cast import Cast
from tests.leagues.leagues.league_laws import check_laws, open_pages, undo_restores
from tests.leagues.leagues.league_life import BEGINS, LIVES, OPEN, REFUSALS, Doing, LeagueLife, Roll
from tests.leagues.leagues.random_match_acts import (
    accept_card,
    answer_claim,
    answer_offer,
    change_rules,
    change_week,
    claim_absence,
    enter_result,
    enter_rounds,
    fix_day,
    give_forfeit,
    let_sit,
    move_two_matches,
    propose_date,
    put_off,
    void_any_match,
    withdraw_entry,
)
from tests.leagues.leagues.random_season_acts import (
    change_membership,
    close_or_reopen,
    give_adjustment,
    go_on,
    merge_people,
    next_season,
    take_back,
)

pytestmark = [pytest.mark.django_db, pytest.mark.long]

DOINGS: list[Doing] = [
    put_off,
    propose_date,
    answer_offer,
    fix_day,
    claim_absence,
    answer_claim,
    give_forfeit,
    void_any_match,
    enter_result,
    enter_result,
    enter_result,
    enter_rounds,
    accept_card,
    withdraw_entry,
    let_sit,
    move_two_matches,
    change_week,
    change_rules,
    take_back,
    take_back,
    close_or_reopen,
    go_on,
    go_on,
    go_on,
    go_on,
    change_membership,
    give_adjustment,
    merge_people,
    next_season,
]

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
            check_laws(life)
        yield then


@pytest.mark.parametrize("kind", OPEN)
def test_a_league_survives_whatever_is_done(cast: Cast, kind: str) -> None:
    for number in range(LIVES or 1):
        LOG.info("life %s", number)
        dice = Random(f"{kind} {LIVES} {number}")
        with transaction.atomic():
            life, then = LeagueLife(cast, kind), BEGINS
            for then in each_step(life, dice, 45 if LIVES else 12):
                if LIVES and dice.randrange(6) == 0:
                    with time_machine.travel(then, tick=False):
                        open_pages(life)
            with time_machine.travel(then, tick=False):
                open_pages(life)
            transaction.set_rollback(True)
