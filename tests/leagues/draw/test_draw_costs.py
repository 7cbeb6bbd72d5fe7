"""Actions on a draw: their queries, and their lines in the log."""

import gc
from collections.abc import Callable

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from leagues.actions.draw.changes import swap_entries
from leagues.actions.draw.draw import draw_rounds, publish_rounds, take_back_rounds
from leagues.actions.draw.draw_updates import mend_rounds
from leagues.models import Action, Entry
from leagues.stages.pairing_ways import SomeGames
from leagues.stages.recipe import ByPool, Recipe, make_draw
from tests.cast import Cast
from tests.leagues.draw.desk_acts import draw, swap
from tests.leagues.draw.draws import a_stage, an_event

pytestmark = pytest.mark.django_db


def count_queries(cast: Cast, entries: int) -> dict[str, int]:
    """The number of queries of each action, without inserts and updates, which run in batches."""
    event = an_event(cast, entries, boards=3)
    stage = a_stage(cast, event, SomeGames(entries - 1))
    one, other, *_ = event.entries.values_list("pk", flat=True)
    ann = cast.who("ann")
    acts: dict[str, Callable[[], object]] = {
        "draw": lambda: draw_rounds(by=ann, stage=stage),
        "draw anew": lambda: draw_rounds(by=ann, stage=stage),
        "swap": lambda: swap_entries(by=ann, stage=stage, number=1, one=one, other=other),
        "publish": lambda: publish_rounds(by=ann, stage=stage),
        "mend": lambda: (
            Entry.objects.filter(pk=one).update(state="withdrawn"),
            mend_rounds(by=ann, stage=stage),
        ),
        "take back": lambda: take_back_rounds(by=ann, stage=stage),
    }
    counted = {}
    for name, act in acts.items():
        with CaptureQueriesContext(connection) as captured:
            act()
        counted[name] = sum(
            query["sql"].startswith(("SELECT", "UPDATE")) for query in captured.captured_queries
        )
    return counted


@pytest.mark.long
def test_twice_the_field_costs_no_more_queries(cast: Cast) -> None:
    assert count_queries(cast, 6) == count_queries(cast, 12)


def test_no_garbage_is_looked_for_while_a_round_is_drawn(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage = a_stage(cast, an_event(cast, 5), SomeGames(1))
    looked_for: list[bool] = []

    def note(recipe: Recipe) -> tuple[ByPool, ...]:
        looked_for.append(gc.isenabled())
        return make_draw(recipe)

    monkeypatch.setattr("leagues.actions.draw.draw.make_draw", note)
    draw(cast, stage)
    assert looked_for == [False]
    assert gc.isenabled()


def test_the_log_tells_who_changed_places(cast: Cast) -> None:
    stage = a_stage(cast, an_event(cast, 5), SomeGames(1))
    draw(cast, stage)
    swap(cast, stage, "Ada", "Eve")
    line = Action.objects.filter(verb="swap_entries").get()
    assert (line.details["names"], line.details["stage"]) == (["Ada", "Eve"], "Day")
    assert line.user == cast.ann
