"""Entries that are kept apart, or may never meet."""

import pytest

from leagues.actions.draw.changes import keep_apart, let_meet
from leagues.actions.refusal import Refused, Stale
from leagues.models import KeepApart
from leagues.stages.pairing_ways import Swiss
from tests.cast import Cast
from tests.leagues.draw.desk_acts import draw, publish
from tests.leagues.draw.draws import a_stage, an_event, entry_of, finish_matches, names_at_boards

pytestmark = pytest.mark.django_db


def test_two_who_are_kept_apart_do_not_meet_while_others_are_left(cast: Cast) -> None:
    event = an_event(cast, 4)
    stage = a_stage(cast, event, Swiss(3))
    ada, eve = entry_of(event, "Ada"), entry_of(event, "Eve")
    keep_apart(by=cast.who("ann"), event=event, one=eve.pk, other=ada.pk, never=False)
    for _ in range(2):
        draw(cast, stage)
        publish(cast, stage)
        finish_matches(stage)
    assert {"Ada", "Eve"} not in [two for r in names_at_boards(stage) for two in r]
    draw(cast, stage)
    assert {"Ada", "Eve"} in names_at_boards(stage)[2], "no one else is left"


def test_a_forbidden_pairing_is_refused_even_if_no_other_is_possible(cast: Cast) -> None:
    event = an_event(cast, 2)
    stage = a_stage(cast, event, Swiss(3))
    one, other = event.entries.values_list("pk", flat=True)
    keep_apart(by=cast.who("ann"), event=event, one=one, other=other, never=True)
    with pytest.raises(Refused, match="leave someone without an opponent"):
        draw(cast, stage)
    let_meet(by=cast.who("ann"), event=event, kept=KeepApart.objects.get().pk)
    draw(cast, stage)


def test_asking_again_changes_how_strictly_they_are_kept_apart(cast: Cast) -> None:
    event = an_event(cast, 2)
    one, other = event.entries.values_list("pk", flat=True)
    for never in (False, True):
        keep_apart(by=cast.who("ann"), event=event, one=one, other=other, never=never)
    assert KeepApart.objects.get().never


def test_no_one_is_kept_apart_from_themselves_or_from_a_stranger(cast: Cast) -> None:
    event, elsewhere = an_event(cast, 2), an_event(cast, 1)
    ada = entry_of(event, "Ada").pk
    for other in (ada, elsewhere.entries.get().pk, 0):
        with pytest.raises(Refused, match="Choose two entries"):
            keep_apart(by=cast.who("ann"), event=event, one=ada, other=other, never=True)
    with pytest.raises(Stale):
        let_meet(by=cast.who("ann"), event=event, kept=0)
