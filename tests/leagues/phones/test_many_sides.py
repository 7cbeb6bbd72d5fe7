"""Three and four sides at a board, and pairs: seats instead of "mine" and "theirs"."""

import pytest

from leagues.access.phone_passes import Chose
from leagues.actions.draw.publish import publish_round
from leagues.models import Event, Follow, Match, PushAddress
from leagues.pairing import values
from leagues.reads.phones.news import of_result
from scoring.sides import BySeat, Seat
from tests.cast import Cast
from tests.leagues.phones.at_boards import NAMES, Hall
from tests.leagues.play.desk_hall import open_hall

pytestmark = pytest.mark.django_db


def three_at_a_board(cast: Cast, trust: str) -> Hall:
    desk = open_hall(
        cast, entries=3, boards=1, names=NAMES, preset="three-colours", sides=Event.Sides.THREE
    )
    pairing = values.Pairing(
        BySeat(*((entry,) for entry in desk.entries)), first=Seat.A, why=values.BY_HAND, board=1
    )
    draw = {desk.pool: values.PairedRound((pairing,))}
    publish_round(by=desk.by, stage=desk.stage, draw=draw)
    Match.objects.update(state=Match.State.CALLED)
    hall = Hall(desk)
    hall.trusts(trust)
    return hall


def test_three_sides_have_three_buttons_and_three_numbers(cast: Cast) -> None:
    hall = three_at_a_board(cast, "first")

    hall.phone(2).send_report(1, "2-1-0 3-2-0")

    state = hall.phone(0).looks()
    assert [side["name"] for side in state["sides"]] == ["Ann", "Ben", "Cat"]
    assert [side["points"] for side in state["sides"]] == [2, 1, 0]
    assert state["next"]["hammer"]["says"] == "A"
    assert [2, 1, 0] in state["rule"]["results"]


def test_a_phone_for_three_sides_scores_for_all(cast: Cast) -> None:
    phone = three_at_a_board(cast, "first").phone(Chose.EVERYBODY)
    page = phone.browser.get(phone.address).content.decode()
    assert "You’re scoring for all sides" in page
    assert "both sides" not in page

    hungarian = phone.browser.get(phone.address, headers={"accept-language": "hu"})
    assert "</span> 20-as</span>" in hungarian.content.decode()


@pytest.mark.parametrize(
    ("results", "line"),
    [
        (["2-1-0"], "2-1-0 reported"),
        (["2-1-0", "2-1-0"], "2-1-0 agreed"),
        (["2-1-0", "0-1-2"], "2-1-0 disputed"),
        (["2-1-0", "0-1-2", "0-1-2"], "2-1-0 disputed"),
        (["2-1-0", "0-1-2", "2-1-0"], "2-1-0 disputed"),
    ],
)
def test_two_of_three_who_say_the_same_agree(cast: Cast, results: list[str], line: str) -> None:
    hall = three_at_a_board(cast, "both")

    for seat, what in enumerate(results):
        hall.phone(seat).send_report(1, what)

    assert hall.card == [line]


@pytest.mark.parametrize(
    ("winner", "title"),
    [
        (0, "Ann won against Ben and Cat"),
        (2, "Ann lost against Ben and Cat"),
        (None, "Ann has played Ben and Cat"),
    ],
)
def test_of_three_a_follower_is_notified_who_won_without_a_score(
    cast: Cast, winner: int | None, title: str
) -> None:
    hall = three_at_a_board(cast, "first")
    Match.objects.update(state=Match.State.FINISHED, ending=Match.Ending.PLAYED, winner=winner)
    fan = PushAddress.objects.create(endpoint_hash="fan")
    Follow.objects.create(address=fan, player=hall.player("Ann"))

    assert [each.message.title for each in of_result(hall.match.pk)] == [title]


def test_two_numbers_for_three_sides_are_refused(cast: Cast) -> None:
    hall = three_at_a_board(cast, "first")

    zones = [1, 1, 1, 1]
    for claim in ("2-0", {"score": [60, 40]}, {"discs": [zones, zones]}, "8-6-4-2"):
        assert hall.phone(0).send_report(1, claim)["took"] == "refused"
