"""The next match on a player's page."""

from datetime import date

import pytest

from leagues.actions.play.calls import call_match
from leagues.models import DatedMatch, Event, PairingRound, Player
from leagues.reads.people.next_match import next_match
from tests.cast import Cast
from tests.leagues.leagues.match_leagues import open_matches
from tests.leagues.play.desk_hall import DeskHall
from tests.scenes import scene

pytestmark = pytest.mark.django_db


def next_of(name: str) -> int | None:
    """The number of a player's next match."""
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


def test_what_is_played_now_comes_before_a_match_of_a_league(drawn: DeskHall, cast: Cast) -> None:
    league = open_matches(cast, {"": ("Ann A", "Eve", "Fay")})
    drawn.type_card(drawn.at(1), "20 20 20 11")
    ann = Player.objects.get(name="Ann A")

    found = next_match(ann)
    assert found
    assert found.event == drawn.event, "its second game is now, the league's by December"

    DatedMatch.objects.update(due_on=date(2020, 1, 1))
    found = next_match(ann)
    assert found
    assert found.event == drawn.event, "what is late waits for them too"

    Event.objects.filter(pk=drawn.event.pk).update(state=Event.State.FINISHED)
    first, *later = DatedMatch.objects.filter(match__sides__players=ann)
    DatedMatch.objects.filter(pk=first.pk).update(due_on=date(2999, 1, 1))
    found = next_match(ann)
    assert found
    assert found.event == league.event
    assert found.pk in {each.match_id for each in later}, "sooner, though drawn later"


def test_a_draft_shows_no_next_match(drawn: DeskHall) -> None:
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
