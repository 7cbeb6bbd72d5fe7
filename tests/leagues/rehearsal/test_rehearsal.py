"""A copy of a planned event is played to its podium; the event stays unchanged."""

from collections import Counter
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.apps import apps

from leagues.actions.events.events import start_event
from leagues.actions.refusal import Refused
from leagues.actions.rehearsal.copy import delete_rehearsal, rehearse_event
from leagues.actions.rehearsal.play import play_all, play_step
from leagues.models import Action, Event, MatchSide, Rehearsal
from tests.cast import Cast
from tests.leagues.draw.draws import NOON
from tests.leagues.rehearsal.rehearsals import LONG, SEED, TINY, a_plan, rehearse

pytestmark = pytest.mark.django_db(transaction=True)
State = Rehearsal.State


def row_counts(*, but: frozenset[str] = frozenset()) -> dict[str, int]:
    """The number of rows of every table, by model."""
    return {
        model.__name__: model._base_manager.count()
        for model in apps.get_models(include_auto_created=True)
        if model.__name__ not in but
    }


@pytest.mark.long
def test_it_is_played_from_the_draw_to_the_podium(cast: Cast) -> None:
    played = rehearse(cast, a_plan(cast, 8, stages=LONG))
    assert (played.state, played.problem) == (State.OVER, "")
    assert played.event.state == Event.State.FINISHED
    assert not played.event.matches.unfinished().exists()


@pytest.mark.long
def test_it_takes_the_lunch_that_is_planned(cast: Cast) -> None:
    """The Swiss begins at 8:00 in Toronto and is over by 9:00; the final waits for 9:30."""
    lunch = replace(TINY[1], not_before=9 * 60 + 30)
    played = rehearse(cast, a_plan(cast, stages=(TINY[0], lunch)))
    final = played.event.matches.get(pairing_round__stage__number=2)
    assert final.called_at == NOON + timedelta(minutes=90)


@pytest.mark.long
def test_one_of_every_mishap_happens(cast: Cast) -> None:
    event = a_plan(cast, 12, stages=LONG)
    played = rehearse_event(by=cast.who("ann"), event=event, seed=SEED)
    played.mishaps |= {"differ": [1, 2], "dead_spot": [3, 4]}
    played.save()
    play_all(played.pk)
    played.refresh_from_db()
    counts = Counter(each["kind"] for each in played.happened)
    kinds = ("late", "withdrawal", "difference", "dead_spot")
    assert [counts[kind] for kind in kinds] == [1, 1, 2, 2]
    done = set(Action.objects.filter(event=played.event).values_list("verb", flat=True))
    assert {"pause_entry", "return_entry", "withdraw_entry", "rule_round"} <= done


@pytest.mark.long
def test_a_wrong_card_is_corrected(cast: Cast) -> None:
    event = a_plan(cast)
    rehearsal = rehearse_event(by=cast.who("ann"), event=event, seed=SEED)
    rehearsal.mishaps |= {"wrong": [1, 2, 3], "differ": []}
    rehearsal.save()
    play_all(rehearsal.pk)
    rehearsal.refresh_from_db()
    counts = Counter(each["kind"] for each in rehearsal.happened)
    corrected = Action.objects.filter(event=rehearsal.event, verb="correct_match")
    assert counts["card"] == corrected.count() > 0


@pytest.mark.long
def test_the_same_dice_play_the_same_day(cast: Cast) -> None:
    event = a_plan(cast)
    days = []
    for _day in range(2):
        played = rehearse(cast, event)
        results = played.event.matches.order_by("number", "sides__seat").values_list(
            "number", "sides__points"
        )
        days.append((played.clock, list(results)))
    assert days[0] == days[1]


@pytest.mark.long
def test_the_event_itself_stays_as_it_was(cast: Cast) -> None:
    event = a_plan(cast)
    before = Event.objects.filter(pk=event.pk).values().get()
    rehearse(cast, event)
    assert Event.objects.filter(pk=event.pk).values().get() == before
    assert not event.matches.exists()


@pytest.mark.long
def test_deleting_it_leaves_nothing_but_two_lines_of_the_log(cast: Cast) -> None:
    event = a_plan(cast, stages=TINY)
    before = row_counts(but=frozenset({"Action"}))
    log = Action.objects.count()
    rehearse(cast, event)
    delete_rehearsal(by=cast.who("ann"), event=event)
    assert row_counts(but=frozenset({"Action"})) == before
    assert Action.objects.count() == log + 2


@pytest.mark.long
def test_a_new_rehearsal_replaces_the_old(cast: Cast) -> None:
    event = a_plan(cast)
    first = rehearse(cast, event)
    second = rehearse_event(by=cast.who("ann"), event=event)
    assert list(Rehearsal.objects.all()) == [second]
    assert not Event.objects.filter(pk=first.event_id).exists()


def test_an_event_that_has_begun_is_not_rehearsed(cast: Cast) -> None:
    event = a_plan(cast)
    start_event(by=cast.who("ann"), event=event)
    with pytest.raises(Refused, match="has begun"):
        rehearse_event(by=cast.who("ann"), event=event)


@pytest.mark.parametrize(
    ("facts", "message"),
    [
        ({"boards": 0}, "no boards"),
        ({"entries": 1, "boards": 1}, "at least two entries"),
        ({"kind": Event.Kind.LEAGUE}, "one-day events"),
    ],
)
def test_what_cannot_be_rehearsed_is_refused_with_a_sentence(
    cast: Cast, facts: dict[str, Any], message: str
) -> None:
    with pytest.raises(Refused, match=message):
        rehearse_event(by=cast.who("ann"), event=a_plan(cast, **facts))


@pytest.mark.long
def test_a_rehearsal_is_not_rehearsed(cast: Cast) -> None:
    played = rehearse(cast, a_plan(cast))
    with pytest.raises(Refused, match="already"):
        rehearse_event(by=cast.who("ann"), event=played.event)


@pytest.mark.long
@pytest.mark.parametrize("trust", list(Event.Trust))
def test_every_way_of_trusting_phones_comes_to_an_end(cast: Cast, trust: Event.Trust) -> None:
    rehearsal = rehearse(cast, a_plan(cast, trust=trust))
    assert rehearsal.state == State.OVER
    sides = MatchSide.objects.filter(match__event=rehearsal.event)
    is_confirmed = sides.exclude(confirmed_at=None).exists()
    assert is_confirmed == (trust == Event.Trust.CONFIRM)


@pytest.mark.long
def test_a_rehearsal_resumed_after_a_restart_goes_on_where_it_was(cast: Cast) -> None:
    event = a_plan(cast)
    whole = rehearse(cast, event).clock
    rehearsal = rehearse_event(by=cast.who("ann"), event=event, seed=SEED)
    for _step in range(20):
        play_step(rehearsal.pk)
    again = Rehearsal.objects.get(pk=rehearsal.pk)  # as another process reads it
    play_all(again.pk)
    again.refresh_from_db()
    assert again.clock == whole
