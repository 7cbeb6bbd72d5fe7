"""What a player's page says comes next."""

from __future__ import annotations

import pytest

from leagues.actions.play.calls import call_match
from leagues.models import Event, PairingRound, Player
from leagues.reads.people.next_match import next_match
from tests.leagues.play.desk_hall import DeskHall
from tests.scenes import scene

pytestmark = pytest.mark.django_db


def next_of(name: str) -> int | None:
    """The number of the match."""
    found = next_match(Player.objects.get(name=name))
    return found.number if found else None


@scene
def drawn(hall: DeskHall) -> DeskHall:
    """Ann plays Ben and then Cy, in matches 1 and 3; Cy plays Di before, in match 2."""
    hall.publish((1, 2), (3, 4))
    hall.publish((1, 3), (2, 4))
    return hall


def test_the_first_match_that_waits_comes_next(drawn: DeskHall) -> None:
    assert (next_of("Ann A"), next_of("Cy C")) == (1, 2)
    call_match(by=drawn.by, match=drawn.at(1))

    assert (next_of("Ann A"), next_of("Cy C")) == (3, 2), "she is at a board"
    drawn.type_card(drawn.at(1), "20 20 20 11")
    drawn.type_card(drawn.at(2), "20 20 20 11")
    assert (next_of("Ann A"), next_of("Cy C")) == (3, 3)


def test_a_draft_says_nothing_of_what_comes_next(drawn: DeskHall) -> None:
    drawn.type_card(drawn.at(1), "20 20 20 11")
    PairingRound.objects.filter(number=2).update(state=PairingRound.State.DRAFT)

    assert next_of("Ann A") is None


@pytest.mark.parametrize(
    "facts",
    [
        {"state": Event.State.PLANNED},
        {"state": Event.State.FINISHED},
        {"visibility": Event.Visibility.PRIVATE},
    ],
)
def test_nothing_comes_next_in_an_event_that_is_not_on_for_everybody(
    drawn: DeskHall, facts: dict[str, str]
) -> None:
    Event.objects.update(**facts)

    assert next_of("Ann A") is None
