"""Who has a place in the final order: players who played, or were there to play."""

import pytest

from leagues.actions.advance.finish import finish_event
from leagues.actions.advance.ties import settle_by_shoot_out
from leagues.actions.draw.draw import discard_drafts, draw_rounds, publish_rounds
from leagues.actions.draw.opening import open_stage
from leagues.actions.entries.presence import Unplayed
from leagues.actions.play.endings import give_walkover
from leagues.models import Entry, Match, Stage
from leagues.reads.advance.finals import finals_of
from leagues.reads.entries.effects import Act
from leagues.stages.pairing_ways import AllShoot, Knockout, RoundRobin, SomeGames
from scoring.sides import BySeat, Seat
from tests.cast import Cast
from tests.leagues.days.hall import Hall
from tests.leagues.entries.people_in import apply_act


def current_places(hall: Hall) -> list[tuple[int, str]]:
    hall.event.refresh_from_db()
    order = hall.entries
    return [
        (each.place, str(1 + order.index(each.entry.pk))) for each in finals_of(hall.event).places
    ]


def last_withdraws(cast: Cast, hall: Hall) -> None:
    fourth = Entry.objects.get(pk=hall.entries[3])
    apply_act(cast, fourth, Act.WITHDRAW, Unplayed.WALKOVER)


def draw_stage(hall: Hall, way: RoundRobin | SomeGames | None = None) -> Stage:
    stage = hall.stage("Pool", way or RoundRobin())
    draw_rounds(by=hall.by, stage=stage)
    return stage


def test_who_left_with_the_drafts_has_no_place(cast: Cast, hall: Hall) -> None:
    stage = draw_stage(hall)
    discard_drafts(by=hall.by, stage=stage)
    last_withdraws(cast, hall)
    draw_rounds(by=hall.by, stage=stage)
    publish_rounds(by=hall.by, stage=stage)
    hall.play(stage, hall.better_seed)

    assert current_places(hall) == [(1, "1"), (2, "2"), (3, "3")]


def test_who_only_lost_walkovers_has_no_place(cast: Cast, hall: Hall) -> None:
    stage = draw_stage(hall)
    publish_rounds(by=hall.by, stage=stage)
    last_withdraws(cast, hall)
    assert Match.objects.filter(ending="walkover").count() == 3
    hall.play(stage, hall.better_seed)

    assert current_places(hall) == [(1, "1"), (2, "2"), (3, "3")]


def test_who_played_one_match_and_left_keeps_a_place(cast: Cast, hall: Hall) -> None:
    stage = draw_stage(hall)
    publish_rounds(by=hall.by, stage=stage)
    hall.card(hall.waiting(stage)[0], (2, 0))
    hall.card(hall.waiting(stage)[0], (2, 0))
    last_withdraws(cast, hall)
    hall.play(stage, hall.better_seed)

    assert len(current_places(hall)) == 4


def test_the_winner_of_only_a_walkover_has_a_place(hall: Hall) -> None:
    """The only match of a day is a walkover: its winner was there."""
    stage = draw_stage(hall, SomeGames(1))
    publish_rounds(by=hall.by, stage=stage)
    one, other = hall.waiting(stage)
    give_walkover(by=hall.by, match=one, winner=Seat.A, points=BySeat(8, 0))
    hall.card(other, (2, 0))
    assert len(current_places(hall)) == 4, "who is still in may play yet"
    finish_event(by=hall.by, event=hall.event)

    assert len(current_places(hall)) == 3


def test_who_is_seated_in_a_bracket_has_a_place(cast: Cast, hall: Hall) -> None:
    stage = hall.stage("Knockout", Knockout())
    open_stage(by=hall.by, stage=stage)
    publish_rounds(by=hall.by, stage=stage)
    last_withdraws(cast, hall)

    assert len(current_places(hall)) == 4


@pytest.mark.parametrize("is_over", [False, True])
def test_a_shoot_out_is_play(hall: Hall, is_over: bool) -> None:
    stage = hall.stage("20s", AllShoot())
    open_stage(by=hall.by, stage=stage)
    made = {entry: [7 - at] for at, entry in enumerate(hall.entries)}
    settle_by_shoot_out(by=hall.by, stage=stage, twenties=made)
    if is_over:
        finish_event(by=hall.by, event=hall.event)

    assert [name for _place, name in current_places(hall)] == ["1", "2", "3", "4"]
