"""What a walkover pays: the stage's points, or as much as a clean win."""

import pytest
from django.test import Client
from django.urls import reverse

from leagues.actions.entries.presence import Unplayed, change_presence
from leagues.models import Entry
from leagues.reads.entries.effects import Act, facts_of, state_of
from leagues.reads.play.walkover import walkover_in
from leagues.reads.state_marks import mark_of
from leagues.stages.pairing_ways import Heats
from scoring.sides import Seat
from tests.cast import Cast
from tests.leagues.play.desk_hall import DeskHall, open_hall

pytestmark = pytest.mark.django_db


def save_walkover_points(hall: DeskHall, ann: Client, points: str) -> None:
    """Save the stage's page with these points for a walkover."""
    path = reverse("stage_change", args=[hall.event.slug, hall.stage.number])
    form = ann.get(path).context["form"]
    fields = {name: form[name].value() for name in form.fields}
    fields = {name: value for name, value in fields.items() if value not in {None, False}}
    answer = ann.post(path, fields | {"walkover": points})
    assert answer.status_code == 302, answer.context["form"].errors


def proposed_points(hall: DeskHall, ann: Client) -> str:
    page = ann.get(reverse("desk_match", args=[hall.event.slug, 1]))
    return str(page.context["end"]["points"].value())


@pytest.mark.parametrize(("typed", "paid"), [("", "8-0"), ("6", "6-0"), ("0", "0-0")])
def test_the_desk_is_offered_what_the_stage_pays(
    typed: str, paid: str, hall: DeskHall, ann: Client
) -> None:
    save_walkover_points(hall, ann, typed)
    assert proposed_points(hall, ann) == paid


def test_what_it_pays_may_change_while_the_stage_is_played(hall: DeskHall, ann: Client) -> None:
    hall.type_card(hall.at(1), "20 20 20 20")
    save_walkover_points(hall, ann, "5")
    assert [line.verb for line in hall.event.log.all()][-1] == "change_stage"


def test_a_player_who_leaves_gives_the_walkovers_of_the_stage(
    cast: Cast, hall: DeskHall, ann: Client
) -> None:
    save_walkover_points(hall, ann, "6")
    gone = Entry.objects.named().get(pk=hall.entry(2))
    change_presence(
        by=hall.by,
        event=hall.event,
        entry=gone,
        act=Act.WITHDRAW,
        seen=mark_of(state_of(facts_of(gone))),
        unplayed=Unplayed.WALKOVER,
    )
    assert [side.points for side in hall.event.matches.get(number=1).sides.all()] == [6, 0]


def test_of_three_at_a_board_one_is_paid(cast: Cast) -> None:
    hall = open_hall(cast, preset="three-colours-8-6-4-2", sides="three", way=Heats(1, size=3))
    hall.stage.walkover_points = 20
    assert list(walkover_in(hall.stage, Seat.C)) == [0, 0, 20]


def test_of_four_at_a_board_the_desk_is_offered_points_for_one(cast: Cast, ann: Client) -> None:
    hall = open_hall(cast, preset="four-colours-8-6-4-2", sides="four", way=Heats(1, size=4))
    hall.publish((1, 2, 3, 4))
    save_walkover_points(hall, ann, "20")
    assert proposed_points(hall, ann) == "20-0"
