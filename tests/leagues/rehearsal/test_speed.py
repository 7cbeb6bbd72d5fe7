"""A rehearsal is played at once, or at the speed that its organiser chooses."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from leagues.actions.rehearsal.background import minute_now, play_due
from leagues.actions.rehearsal.copy import rehearse_event
from leagues.actions.rehearsal.play import go_on, play_all, play_step, stop_rehearsal
from leagues.models import Event, Match, PairingRound, Rehearsal, Round
from leagues.reads.events.first_time import has_run_event
from tests.cast import Cast
from tests.leagues.rehearsal.rehearsals import SEED, a_plan, rehearse

pytestmark = pytest.mark.django_db(transaction=True)
State = Rehearsal.State


def begin_rehearsal(cast: Cast, event: Event, speed: int) -> Rehearsal:
    return rehearse_event(by=cast.who("ann"), event=event, speed=speed, seed=SEED)


def play_until(rehearsal: Rehearsal, minute: float) -> Rehearsal:
    while play_step(rehearsal.pk, minute):
        pass
    return Rehearsal.objects.get(pk=rehearsal.pk)


def results_of(rehearsal: Rehearsal) -> list[Any]:
    matches = Match.objects.filter(event=rehearsal.event_id).order_by("number", "sides__seat")
    return list(matches.values_list("number", "winner", "sides__points"))


def test_nothing_is_played_before_its_minute(cast: Cast) -> None:
    rehearsal = play_until(begin_rehearsal(cast, a_plan(cast, 8), speed=1), 0)
    called = Match.objects.filter(event=rehearsal.event_id, state="called")
    assert (called.count(), Round.objects.count()) == (3, 0)


def test_a_viewer_sees_round_after_round(cast: Cast) -> None:
    rehearsal = play_until(begin_rehearsal(cast, a_plan(cast), speed=1), 4)
    matches = Match.objects.filter(event=rehearsal.event_id)
    assert Round.objects.exists()
    assert not matches.filter(ending=Match.Ending.PLAYED).exists()
    assert matches.filter(state=Match.State.PLAYING).exists()


def test_its_rounds_are_on_the_day_of_the_event(cast: Cast) -> None:
    event = a_plan(cast)
    rehearsal = play_until(begin_rehearsal(cast, event, speed=1), 20)
    rounds = PairingRound.objects.filter(stage__event=rehearsal.event_id)
    begin = [each.starts_at - event.starts_at for each in rounds if each.starts_at]
    minutes = [round(each.total_seconds() / 60) for each in begin]
    assert rounds.count() == len(minutes) == 2
    assert minutes[0] == 0
    assert 10 <= minutes[1] <= 23


@pytest.mark.long
@pytest.mark.parametrize("trust", [Event.Trust.BOTH, Event.Trust.CONFIRM])
def test_slowly_it_is_the_same_day_as_at_once(cast: Cast, trust: Event.Trust) -> None:
    event = a_plan(cast, trust=trust)
    at_once = rehearse(cast, event)
    day = (at_once.clock, results_of(at_once))
    slowly = play_until(begin_rehearsal(cast, event, speed=1), 24 * 60)
    if slowly.state == State.STOPPED:  # a tie at the cut: who watches may settle it
        go_on(slowly, speed=1)
        slowly = play_until(slowly, 24 * 60)
    assert (slowly.state, slowly.problem) == (State.OVER, "")
    assert (slowly.clock, results_of(slowly)) == day


def test_its_clock_goes_as_fast_as_was_chosen(cast: Cast) -> None:
    rehearsal = begin_rehearsal(cast, a_plan(cast), speed=10)
    rehearsal.clock_from = 60
    rehearsal.clock_set_at = timezone.now() - timedelta(seconds=30)
    minute = minute_now(rehearsal)
    assert minute is not None
    assert 360 <= minute < 370
    rehearsal.speed = 0
    assert minute_now(rehearsal) is None


@pytest.mark.long
def test_it_stops_and_goes_on_where_it_was(cast: Cast) -> None:
    event = a_plan(cast)
    whole = rehearse(cast, event).clock
    rehearsal = play_until(begin_rehearsal(cast, event, speed=1), 30)
    stop_rehearsal(rehearsal)
    assert not play_step(rehearsal.pk)
    go_on(rehearsal, speed=0)
    rehearsal.refresh_from_db()
    assert rehearsal.clock_from == rehearsal.clock > 0
    play_all(rehearsal.pk)
    rehearsal.refresh_from_db()
    assert rehearsal.clock == whole


@pytest.mark.long
def test_the_thread_plays_all_there_are_to_their_end(cast: Cast) -> None:
    begin_rehearsal(cast, a_plan(cast), speed=0)
    play_due()
    assert Rehearsal.objects.get().state == State.OVER


@pytest.mark.long
def test_an_unforeseen_error_stops_one_rehearsal_and_is_shown(cast: Cast) -> None:
    """A user draws a game again at the desk of the copy, so its matches are replaced."""
    event = a_plan(cast)
    rehearsal = play_until(begin_rehearsal(cast, event, speed=1), 0)
    Match.objects.filter(event=rehearsal.event_id, state="called").delete()
    other = begin_rehearsal(cast, a_plan(cast, name="Another Open"), speed=0)
    go_on(rehearsal, speed=0)

    play_due()

    rehearsal.refresh_from_db()
    assert rehearsal.state == State.STUCK
    assert Rehearsal.objects.get(pk=other.pk).state == State.OVER
    text = cast.browser_of("ann").get(page_of(event)).text
    assert "It got stuck at" in text
    assert "This rehearsal was changed by hand. Start a new one." in text


def page_of(event: Event, name: str = "rehearsal") -> str:
    return reverse(name, args=[event.slug])


@pytest.mark.long
def test_an_organiser_rehearses_from_a_page(cast: Cast) -> None:
    event, ann = a_plan(cast), cast.browser_of("ann")
    assert "rehearsal/" in ann.get(reverse("event_stages", args=[event.slug])).text
    answer = ann.post(page_of(event), {"speed": "10"})
    assert answer["Location"] == page_of(event)
    rehearsal = Rehearsal.objects.get()
    assert (rehearsal.speed, rehearsal.by) == (10, cast.ann)
    assert "In progress" in ann.get(page_of(event)).text
    ann.post(page_of(event, "rehearsal_speed"), {"stop": "1"})
    assert "Stopped at" in ann.get(page_of(event)).text
    ann.post(page_of(event, "rehearsal_speed"), {"speed": "0"})
    play_all(rehearsal.pk)
    assert "Finished at" in ann.get(page_of(event)).text
    ann.post(page_of(event, "rehearsal_delete"))
    assert not Rehearsal.objects.exists()


def test_a_refusal_shows_its_reason_on_the_page(cast: Cast) -> None:
    event = a_plan(cast, boards=0)
    answer = cast.browser_of("ann").post(page_of(event), {"speed": "0"})
    assert answer.status_code == 422
    assert "This event has no boards yet." in answer.text


@pytest.mark.long
def test_a_watching_page_is_reloaded_at_the_end(cast: Cast) -> None:
    event = a_plan(cast)
    rehearsal = begin_rehearsal(cast, event, speed=0)
    ann = cast.browser_of("ann")
    watching = {"HX-Request": "true"}
    assert "HX-Refresh" not in ann.get(page_of(event), headers=watching)
    play_all(rehearsal.pk)
    assert ann.get(page_of(event), headers=watching)["HX-Refresh"] == "true"


@pytest.mark.long
def test_the_pages_of_the_copy_lead_to_the_report(cast: Cast) -> None:
    event = a_plan(cast)
    rehearsal = rehearse(cast, event)
    ann: Client = cast.browser_of("ann")
    assert ann.get(page_of(rehearsal.event))["Location"] == page_of(event)
    ann.post(reverse("event_bin", args=[rehearsal.event.slug]))
    assert Event.objects.get(pk=rehearsal.event_id).binned_at is None


@pytest.mark.long
def test_who_only_rehearsed_has_run_no_event(cast: Cast) -> None:
    rehearse(cast, a_plan(cast))
    assert not has_run_event(cast.ann)
