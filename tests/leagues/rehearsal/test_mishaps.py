"""Mishaps of a rehearsal cost minutes, and every rehearsal with a cut has a tie to settle."""

from typing import Any

import pytest
from django.urls import reverse

from leagues.actions.events.events import add_stage
from leagues.actions.rehearsal.copy import rehearse_event
from leagues.actions.rehearsal.day import RehearsedDay
from leagues.actions.rehearsal.forced_tie import force_tie
from leagues.actions.rehearsal.play import go_on, play_all, play_step
from leagues.actions.rehearsal.true_rounds import played_and_reported
from leagues.models import Action, Event, Rehearsal
from leagues.stages.entry_sources import Top
from leagues.stages.event_templates import PLAY_OFF, PRELIMINARY
from leagues.stages.pairing_ways import Knockout, RoundRobin, Swiss
from leagues.stages.stage_plan import StagePlan
from tests.cast import Cast
from tests.leagues.play.desk_hall import open_hall
from tests.leagues.rehearsal.rehearsals import SEED, a_plan

pytestmark = pytest.mark.django_db(transaction=True)
State = Rehearsal.State
CUT = (
    StagePlan(name="Morning", way=Swiss(2), chain=PRELIMINARY),
    StagePlan(name="Final", way=Knockout(), takes=Top(2), match_format=PLAY_OFF),
)
ALL_MEET = (StagePlan(name="Morning", way=RoundRobin(), chain=PRELIMINARY), CUT[1])
NOTHING: dict[str, Any] = {"late": [], "leaves": [], "wrong": [], "differ": [], "dead_spot": []}


def begin_rehearsal(cast: Cast, event: Event, speed: int = 0, **mishaps: Any) -> Rehearsal:
    by = cast.who("ann")
    rehearsal = rehearse_event(by=by, event=event, speed=speed, seed=SEED)
    rehearsal.mishaps = NOTHING | mishaps
    rehearsal.save()
    return rehearsal


def play_rehearsal(cast: Cast, event: Event, **mishaps: Any) -> Rehearsal:
    rehearsal = begin_rehearsal(cast, event, **mishaps)
    play_all(rehearsal.pk)
    rehearsal.refresh_from_db()
    assert (rehearsal.state, rehearsal.problem) == (State.OVER, "")
    return rehearsal


def ties_in(rehearsal: Rehearsal) -> list[Any]:
    noted = [each for each in rehearsal.happened if each["kind"] == "tie"]
    return [(each["stage"], each["on_purpose"]) for each in noted]


@pytest.mark.long
def test_a_ruling_and_a_wrong_card_make_a_match_longer(cast: Cast) -> None:
    def minutes(rehearsal: Rehearsal) -> dict[int, float]:
        begin = rehearsal.event.starts_at
        first = rehearsal.event.matches.filter(number__lte=2)
        return {
            match.number: (match.finished_at - begin).total_seconds() / 60
            for match in first
            if match.finished_at
        }

    event = a_plan(cast, 4, stages=CUT)
    usual = minutes(play_rehearsal(cast, event))
    rehearsal = play_rehearsal(cast, event, differ=[1], wrong=[2])
    assert minutes(rehearsal) == pytest.approx({1: usual[1] + 3, 2: usual[2] + 2})
    assert rehearsal.progress["lost"] == 5
    page = cast.browser_of("ann").get(reverse("rehearsal", args=[event.slug])).text
    assert "Decisions and corrected cards cost 5 minutes of play at the boards." in page


@pytest.mark.parametrize(
    ("preset", "mixed_up"), [("tournament-singles", [1]), ("race-to-7-singles", [])]
)
def test_a_wrong_card_has_one_round_mixed_up_where_its_match_is_as_long_with_it(
    cast: Cast, preset: str, mixed_up: list[int]
) -> None:
    """Four rounds won end a race to 7; with three of them the match goes on."""
    hall = open_hall(cast, preset=preset)
    hall.publish((1, 2))
    won: dict[str, Any] = {"points": [2, 0]}
    day = RehearsedDay(
        Rehearsal(
            event=hall.event,
            mishaps=NOTHING | {"wrong": [1]},
            progress={"steered": {"1": [won] * 4}},
        )
    )

    was, reported = played_and_reported(day, hall.at(1))

    assert was.claims == [won] * 4
    lost = {"points": [0, 2]}
    assert reported == [lost if each in mixed_up else won for each in range(4)]


@pytest.mark.long
def test_where_only_the_desk_enters_no_phones_differ(cast: Cast) -> None:
    event = a_plan(cast, 4, stages=CUT, trust=Event.Trust.DESK)
    assert play_rehearsal(cast, event, differ=[1]).progress["lost"] == 0


@pytest.mark.long
@pytest.mark.parametrize("stages", [CUT, ALL_MEET], ids=["Swiss", "round robin"])
def test_without_a_tie_at_the_cut_two_are_made_tied(
    cast: Cast, stages: tuple[StagePlan, ...]
) -> None:
    event = a_plan(cast, 6, stages=stages, trust=Event.Trust.DESK)
    rehearsal = play_rehearsal(cast, event)
    assert ties_in(rehearsal)[0] == ("Morning", True)
    assert rehearsal.event.log.filter(verb="settle_tie").exists()
    page = cast.browser_of("ann").get(reverse("rehearsal", args=[event.slug])).text
    assert "One tie at a cut was made on purpose because none came by chance." in page


def test_the_last_game_before_a_cut_is_made_to_tie_two(cast: Cast) -> None:
    """Of four who play one game, the second and the third may come to the same."""
    hall = open_hall(cast, way=Swiss(1))
    final = Knockout()
    add_stage(by=hall.by, event=hall.event, name="Final", way=final, takes=Top(2))
    hall.publish((1, 2), (3, 4))
    day = RehearsedDay(Rehearsal(event=hall.event, mishaps=NOTHING))

    force_tie(day, hall.stage)

    assert day.progress["steered_in"] == hall.stage.pk
    assert day.progress["steered"]


def test_a_day_without_a_cut_has_no_tie_made(cast: Cast) -> None:
    rehearsal = play_rehearsal(cast, a_plan(cast, 4, stages=CUT[:1], trust=Event.Trust.DESK))
    assert not any(on_purpose for _stage, on_purpose in ties_in(rehearsal))
    assert rehearsal.progress["steered"] == {}


@pytest.mark.long
def test_a_viewer_may_settle_the_first_tie(cast: Cast) -> None:
    event = a_plan(cast, 6, stages=CUT, trust=Event.Trust.DESK)
    rehearsal = begin_rehearsal(cast, event, speed=10)
    play_all(rehearsal.pk)
    rehearsal.refresh_from_db()
    assert rehearsal.state == State.STOPPED
    ann = cast.browser_of("ann")
    page = ann.get(reverse("rehearsal", args=[event.slug])).text
    assert "There is a tie at the cut" in page
    settle = reverse("event_advance", args=[rehearsal.event.slug])
    assert settle in page
    assert ann.get(settle).status_code == 200

    go_on(rehearsal, speed=10)  # without having settled it
    assert play_step(rehearsal.pk)
    play_all(rehearsal.pk)
    rehearsal.refresh_from_db()
    assert rehearsal.state == State.OVER
    assert Action.objects.filter(event=rehearsal.event, verb="settle_tie").exists()
