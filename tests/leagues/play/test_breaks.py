"""During a break between two stages its end is shown: at the desk, in public, on the wall."""

from collections.abc import Iterator
from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from leagues.actions.draw.draw import draw_rounds, publish_rounds
from leagues.actions.draw.opening import open_stage
from leagues.actions.events.events import start_event
from leagues.actions.people.links import give_link
from leagues.actions.play.calls import call_round
from leagues.models import Event, Match, Player, Pool, Stage
from leagues.reads.phones.next_match import next_for
from leagues.reads.play.blockers import blockers_of
from leagues.reads.play.desk import desk_of
from leagues.reads.play.stage_breaks import break_at_hand
from leagues.reads.screens.wall import View
from leagues.stages.entry_sources import Top
from leagues.stages.pairing_ways import Knockout, Swiss
from tests.cast import Cast
from tests.leagues.draw.draws import NOON, a_stage, an_event, finish_matches
from tests.leagues.play.desk_hall import DeskHall
from tests.leagues.screens.walls import wall_page
from tests.scenes import scene

HALF_PAST_ONE = 13 * 60 + 30


@scene
def lunch(cast: Cast) -> Event:
    """A Swiss of one game from noon on, then finals at 13:30, in UTC."""
    event = an_event(cast, 4, boards=2, zone="UTC")
    morning = a_stage(cast, event, Swiss(1), name="Morning")
    a_stage(cast, event, Knockout(), Top(2), name="Finals")
    draw_rounds(by=cast.who("ann"), stage=morning)
    publish_rounds(by=cast.who("ann"), stage=morning)
    start_event(by=cast.who("ann"), event=event)
    plan_break(event, not_before=HALF_PAST_ONE)
    return event


@pytest.fixture(autouse=True)
def clock() -> Iterator[time_machine.Traveller]:
    """Half past twelve on the day."""
    with time_machine.travel(NOON + timedelta(minutes=30), tick=False) as clock:
        yield clock


def plan_break(event: Event, **planned: int | None) -> None:
    event.stages.filter(number=2).update(**planned)


def play_morning(event: Event) -> Stage:
    """Finish the morning's matches now, and return the finals."""
    finish_matches(event.stages.get(number=1))
    Match.objects.update(finished_at=timezone.now())
    return event.stages.get(number=2)


def desk_line(event: Event) -> str:
    """The desk's line about a break."""
    event = Event.objects.get(pk=event.pk)
    found = blockers_of(desk_of(event), timezone.now())
    return " ".join(each.sentence for each in found if each.kind == "break")


def test_the_desk_the_wall_and_the_public_page_show_its_end(
    cast: Cast, lunch: Event, ann: Client
) -> None:
    finals = play_morning(lunch)

    line = "Break until 13:30, then Finals"
    hall = DeskHall(cast.who("ann"), lunch, finals, Pool(), [])
    desk = ann.get(f"/desk/events/{lunch.slug}/play/").content.decode()
    assert line in desk
    assert "Morning is finished." in desk
    assert line in Client().get(lunch.get_absolute_url()).content.decode()
    assert "Break until 13:30" in wall_page(cast, hall, View.AUTO)
    on_the_clock = wall_page(cast, hall, View.CLOCK)
    assert line in on_the_clock
    assert 'data-left="3600">1:00:00<' in on_the_clock


def test_it_lasts_from_the_last_match_to_the_first_call(
    cast: Cast, lunch: Event, clock: time_machine.Traveller
) -> None:
    by = cast.who("ann")
    assert desk_line(lunch) == "", "the morning is played"
    finals = play_morning(lunch)
    open_stage(by=by, stage=finals)
    publish_rounds(by=by, stage=finals)
    assert desk_line(lunch) == "Break until 13:30, then Finals", "drawn, not called"
    clock.shift(timedelta(minutes=60))
    assert desk_line(lunch) == "", "the desk knows that it is over"
    clock.shift(timedelta(minutes=-10))
    call_round(by=by, pairing_round=finals.pairing_rounds.get())
    assert desk_line(lunch) == "", "the finals began early"


@pytest.mark.parametrize(
    ("planned", "line"),
    [
        ({"not_before": None, "break_minutes": 45}, "Break until 13:15, then Finals"),
        ({"not_before": HALF_PAST_ONE, "break_minutes": 90}, "Break until 14:00"),
        ({"not_before": (24 + 9) * 60}, "Break until Sun 09:00, then Finals"),
        ({"not_before": None}, ""),
        ({"not_before": None, "break_minutes": 0}, ""),
    ],
    ids=str,
)
def test_a_break_is_announced_as_it_was_planned(
    planned: dict[str, int | None], line: str, lunch: Event
) -> None:
    plan_break(lunch, **planned)
    play_morning(lunch)

    assert desk_line(lunch).startswith(line)
    assert bool(desk_line(lunch)) == bool(line), "the usual 20 minutes are no promise"


def test_a_player_reads_it_on_their_own_page(cast: Cast, lunch: Event) -> None:
    play_morning(lunch)
    player = Player.objects.get(entries__event=lunch, entries__seed=1)
    link = give_link(by=cast.who("ann"), player=player)
    page = Client().get(f"/me/{link}/").content.decode()

    assert "Break until 13:30, then Finals" in page


def test_a_queue_is_called_from_the_end_of_the_break_on(cast: Cast, lunch: Event) -> None:
    """Two boards for one final: each frees itself every seven minutes."""
    finals = play_morning(lunch)
    Stage.objects.filter(pk=finals.pk).update(is_queue=True)
    open_stage(by=cast.who("ann"), stage=finals)
    publish_rounds(by=cast.who("ann"), stage=finals)
    final = finals.pairing_rounds.get().matches.select_related("pairing_round__stage")

    coming = next_for(lunch, None, list(final), timezone.now())

    assert coming.at == NOON + timedelta(minutes=97)


def test_a_game_that_is_not_drawn_yet_comes_before_lunch(lunch: Event) -> None:
    lunch.stages.filter(number=1).update(options={"games": 2})
    play_morning(lunch)

    assert desk_line(lunch) == ""


def test_lunch_before_a_shoot_out_ends_with_its_first_shots(lunch: Event) -> None:
    shoot_out = play_morning(lunch)
    Stage.objects.filter(pk=shoot_out.pk).update(format="shoot_out", options={})
    assert desk_line(lunch) == "Break until 13:30, then Finals"

    shoot_out.settlements.create(kind="shoot_out", result=[[1, [7]]])
    assert desk_line(lunch) == ""


def test_after_a_shoot_out_only_a_set_time_is_known(lunch: Event) -> None:
    lunch.matches.all().delete()
    lunch.stages.filter(number=1).update(format="shoot_out", options={})
    shot = [[entry.pk, [7]] for entry in lunch.entries.all()]
    lunch.stages.get(number=1).settlements.create(kind="shoot_out", result=shot)
    assert desk_line(lunch) == "Break until 13:30, then Finals"
    plan_break(lunch, not_before=None, break_minutes=60)
    assert break_at_hand(lunch, list(lunch.stages.all())) is None


def test_a_finished_event_and_a_league_have_no_break(lunch: Event) -> None:
    play_morning(lunch)
    for facts in ({"state": "finished"}, {"state": "running", "kind": "league"}):
        Event.objects.filter(pk=lunch.pk).update(**facts)
        event = Event.objects.get(pk=lunch.pk)
        assert break_at_hand(event, list(event.stages.all())) is None
