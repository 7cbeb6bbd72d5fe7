"""The ways in for a phone: what each opens, what it allows, and how it is closed."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from hypothesis import given, settings
from hypothesis import strategies as st

from leagues.access.phone_passes import HALF, Chose, Pass, WayIn, code_of, match_of_code, open_pass
from leagues.access.throttle import WRONG_LINKS
from leagues.actions.people.links import give_link, revoke_link
from leagues.actions.phones.labels import void_labels
from leagues.actions.play.calls import call_match
from leagues.models import Board, Event, Match, PersonalLink, Round
from leagues.views.phones.entry_page import not_you
from tests.cast import Cast, Page
from tests.leagues.phones.at_boards import Hall, Phone, board_one, pass_in, scan_label

pytestmark = pytest.mark.django_db


# --- Labels -------------------------------------------------------------------------------


def test_a_label_opens_the_match_that_is_on_its_board_now(hall: Hall) -> None:
    page = scan_label(board_one())

    assert pass_in(page).match == hall.match.pk
    text = page.content.decode()
    assert "Board 1 · " in text
    assert "Ann – Ben" in text


def test_a_player_who_chose_the_wrong_side_can_choose_again(hall: Hall) -> None:
    page = hall.phone(0).browser.get(hall.phone(0).address)

    again = page.context["not_you"]

    assert open_pass(again.split("/")[2]) == hall.phone(0).pass_.choosing(Chose.UNCHOSEN)


@pytest.mark.parametrize(
    ("way", "leads"),
    [
        (WayIn.LABEL, "their side"),
        (WayIn.CODE, "their side"),
        (WayIn.KIOSK, "what is on the board"),
        (WayIn.LINK, "the code of a match"),
        (WayIn.ACCOUNT, "the code of a match"),
    ],
)
def test_not_you_leads_to_what_this_way_in_lets_one_choose(way: WayIn, leads: str) -> None:
    pass_ = Pass(way, 7, 7, 0)
    assert (
        not_you(pass_)
        == {
            "their side": reverse("play", args=[pass_.choosing(Chose.UNCHOSEN).signed]),
            "what is on the board": reverse("play_board", args=[pass_.signed]),
            "the code of a match": reverse("play_code"),
        }[leads]
    )


def test_it_asks_who_you_are_with_a_button_a_side(hall: Hall) -> None:
    page = scan_label(board_one())

    chosen = [pass_ for _letter, _name, pass_ in page.context["sides"]]
    for seat, signed in enumerate(chosen):
        state = Client().get(f"/play/{signed}/state.json").json()
        assert state["seat"] == seat
    everybody = Client().get(f"/play/{page.context['everybody']}/state.json").json()
    assert everybody["seat"] is None


def test_tomorrow_the_same_label_opens_another_match(hall: Hall) -> None:
    for number in range(1, 5):
        hall.phone(0).send_report(number, "2-0")
    hall.desk.publish((1, 3), boards=[1])
    call_match(by=hall.desk.by, match=hall.event.matches.get(number=3))

    assert pass_in(scan_label(board_one())).match == hall.event.matches.get(number=3).pk


def test_an_empty_board_shows_who_is_next(hall: Hall) -> None:
    Match.objects.update(state=Match.State.PLANNED)

    page = scan_label(board_one())

    text = " ".join(page.content.decode().split())
    assert "No match on board 1 now" in text
    assert "Next here: <strong>Ann – Ben</strong>" in text
    assert 'text-anchor="middle">1</text>' in text  # the board's number, in its hole
    assert f'href="{hall.event.get_absolute_url()}">{hall.event.name}</a>' in text


def test_a_player_who_has_just_finished_may_still_look_and_confirm(hall: Hall) -> None:
    for number in range(1, 5):
        hall.phone(0).send_report(number, "2-0")

    assert pass_in(scan_label(board_one())).match == hall.match.pk
    assert hall.phone(1).confirms().status_code == 200


def test_asking_for_the_next_match_ends_the_last(hall: Hall) -> None:
    for number in range(1, 5):
        hall.phone(0).send_report(number, "2-0")
    again = reverse("play_board", args=[pass_in(scan_label(board_one())).signed])

    text = " ".join(Client().get(again).content.decode().split())

    assert "No match on board 1 now" in text
    assert "Back to the last match here: Ann – Ben" in text


def test_once_everybody_has_confirmed_the_board_is_empty(hall: Hall) -> None:
    for number in range(1, 5):
        hall.phone(0).send_report(number, "2-0")
    hall.phone(0).confirms()
    hall.phone(1).confirms()

    text = " ".join(scan_label(board_one()).content.decode().split())

    assert "No match on board 1 now" in text
    assert "Back to the last match here: Ann – Ben" in text


def test_an_hour_later_the_label_opens_it_no_more(hall: Hall) -> None:
    for number in range(1, 5):
        hall.phone(0).send_report(number, "2-0")
    Match.objects.filter(pk=hall.match.pk).update(finished_at=timezone.now() - timedelta(hours=1))

    assert hall.phone(0).asks().status_code == 410
    assert "No match on board 1 now" in " ".join(scan_label(board_one()).content.decode().split())


def test_a_voided_label_and_its_passes_open_nothing(hall: Hall) -> None:
    old, phone = board_one(), hall.phone(0)
    assert phone.asks().status_code == 200

    void_labels(by=hall.desk.by, event=hall.event)

    page = scan_label(old)
    assert page.status_code == 410
    assert "This label was replaced" in page.content.decode()
    assert Client().get(f"/b/{old.pk}-{'0' * 20}/").status_code == 404
    assert "replaced" in phone.asks().json()["error"]
    assert "replaced" in phone.browser.get(phone.address).content.decode()
    assert scan_label(board_one()).status_code == 200


def test_a_match_that_moves_takes_its_phones_along(hall: Hall) -> None:
    phone = hall.phone(0)
    Match.objects.filter(pk=hall.other_match.pk).update(state=Match.State.PLANNED)
    two = Board.objects.get(number=2)
    call_match(by=hall.desk.by, match=hall.match, board=two)

    answer = phone.asks()

    assert answer.status_code == 410
    assert answer.json()["error"] == "This match has moved to board 2."


# --- Links and accounts -------------------------------------------------------------------


def of_link(hall: Hall, name: str, seat: int) -> Phone:
    player = hall.player(name)
    give_link(by=hall.desk.by, player=player)
    link = PersonalLink.objects.get(player=player, revoked_at=None)
    return Phone(Pass(WayIn.LINK, link.pk, hall.match.pk, seat))


def test_a_personal_link_speaks_for_its_player_and_is_named_in_the_trail(hall: Hall) -> None:
    of_link(hall, "Ann", 0).send_report(1, "2-0")

    [report] = hall.match.reports.all()
    assert report.player == hall.player("Ann")
    assert (report.seat, report.way) == (0, "link")


def test_a_revoked_link_scores_no_more(hall: Hall) -> None:
    phone = of_link(hall, "Ann", 0)
    revoke_link(by=hall.desk.by, player=hall.player("Ann"))

    assert phone.asks().status_code == 410
    assert not Round.objects.exists()


def test_a_replaced_player_can_no_longer_score(hall: Hall) -> None:
    phone = of_link(hall, "Ann", 0)
    hall.match.sides.get(seat=0).side_players.update(player=hall.player("Cat"))

    assert phone.asks().json()["error"].startswith("You don’t play in this match")


def test_an_account_scores_for_the_player_it_is_tied_to(hall: Hall, cast: Cast) -> None:
    ann = hall.player("Ann")
    phone = Phone(Pass(WayIn.ACCOUNT, cast.dan.pk, hall.match.pk, 0))
    assert phone.asks().status_code == 410

    ann.user = cast.dan
    ann.save()
    phone.send_report(1, "2-0")

    [report] = hall.match.reports.all()
    assert (report.user, report.player) == (cast.dan, ann)


# --- Codes --------------------------------------------------------------------------------


def enter_code(code: str) -> Page:
    return Client().post("/play/", {"code": code}, follow=True)


def test_the_code_of_the_card_opens_the_match(hall: Hall) -> None:
    code = code_of(hall.match)

    assert pass_in(enter_code(code)).match == hall.match.pk
    assert pass_in(enter_code(f"{code[:3]} {code[3:].lower()}")).match == hall.match.pk


@settings(max_examples=200)
@given(st.integers(0, HALF**2 - 1))
def test_every_match_has_a_code_of_its_own(pk: int) -> None:
    code = code_of(Match(pk=pk))
    assert len(code) == 6
    assert match_of_code(code) == pk


@pytest.mark.parametrize("code", ["", "K7M", "K7M4QX9", "000000", "!!!!!!", "é" * 6])
def test_an_invalid_code_gets_a_message(hall: Hall, code: str) -> None:
    page = enter_code(code)

    assert page.status_code == 422
    assert "That isn’t a code" in page.content.decode()


def test_a_code_of_nothing_is_refused_and_guessing_is_stopped(hall: Hall) -> None:
    browser = Client()
    wrong = code_of(Match(pk=hall.match.pk + 1000))
    for _ in range(WRONG_LINKS.times):
        assert browser.post("/play/", {"code": wrong}).status_code == 422

    assert browser.post("/play/", {"code": wrong}).status_code == 429


def test_a_mistyped_code_is_named_and_kept(hall: Hall) -> None:
    wrong = code_of(Match(pk=hall.match.pk + 1000))

    text = enter_code(wrong.lower()).content.decode()

    assert f"No match has the code {wrong}. Check the card." in text
    assert f'value="{wrong.lower()}"' in text
    assert "no longer exists" not in text


def test_codes_open_only_while_the_event_runs(hall: Hall) -> None:
    Event.objects.update(state=Event.State.PLANNED)

    page = enter_code(code_of(hall.match))

    assert page.status_code == 422
    assert "hasn’t started yet" in page.content.decode()
