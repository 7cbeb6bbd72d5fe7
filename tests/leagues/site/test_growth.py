"""Growth: with five times the entries no act of the desk needs more queries."""

from collections import Counter

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from leagues.reads.people.stored_sums import clear_caches
from tests.cast import Cast
from tests.leagues.site.big_event import Act, BigEvent, as_if, whole_day

pytestmark = [pytest.mark.django_db, pytest.mark.long]

FEW, MANY = 12, 60
ROUNDS = 3
MOST = {"advance": 31, "advance, open": 36, "desk, nothing moved": 10}
"""Query limits of acts that are done most often, or that once needed too many.

Two of them are for a new organiser, who is shown the next step.
"""


def test_a_larger_field_costs_the_desk_no_more_queries(cast: Cast) -> None:
    # Undone, because the next request for ratings would add up one more event of today.
    with as_if():
        few = queries_by_act(cast, FEW)
    clear_caches()
    many = queries_by_act(cast, MANY)

    assert few.keys() == many.keys()
    grown = {act: (few[act], many[act]) for act in few if few[act] != many[act]}
    assert grown == {}
    counted = {act: many[act].total() for act in MOST}
    assert {act: n for act, n in counted.items() if n > MOST[act]} == {}


def queries_by_act(cast: Cast, entries: int) -> dict[str, Counter[str]]:
    """The queries of each act of the desk, by kind of statement."""
    browser = cast.browser_of("ann")
    big = BigEvent.plan(cast.who("ann"), cast.club, browser, entries, ROUNDS)
    return {
        name: queries_of_act(act) for acts in whole_day(big, ROUNDS) for name, act in acts.items()
    }


def queries_of_act(act: Act) -> Counter[str]:
    """The queries of one act by kind, without inserts and deletes, which come in batches."""
    with as_if(), CaptureQueriesContext(connection) as captured:
        answer = act()
        kinds = Counter(each["sql"].split()[0] for each in captured.captured_queries)
    assert answer.status_code in (200, 204, 302), answer.content
    del kinds["INSERT"], kinds["DELETE"]
    return kinds
