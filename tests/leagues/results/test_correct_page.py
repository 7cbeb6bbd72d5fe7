"""The page where the result of a match is corrected."""

import re
from uuid import uuid4

import pytest
from django.test import Client

from leagues.actions.leagues.joining.members import enrol_members
from leagues.actions.play.calls import call_round
from leagues.actions.play.endings import give_walkover
from leagues.models import Event, Player
from leagues.reads.play.card import card_mark
from leagues.stages.pairing_ways import Heats
from scoring.sides import BySeat, Seat
from tests.cast import Cast
from tests.leagues.days.plain_browser import PlainBrowser
from tests.leagues.leagues.mondays import Mondays
from tests.leagues.play.desk_hall import DeskHall, open_hall
from tests.leagues.results.test_correct import card_of, correct_card, first_match, second_round
from tests.scenes import scene


@scene
def ann(cast: Cast) -> Client:
    return cast.browser_of("ann")


def correct_address(hall: DeskHall, number: int = 1) -> str:
    return f"/desk/events/{hall.event.slug}/matches/{number}/correct/"


def correct_form(hall: DeskHall, *lines: str, **more: str) -> dict[str, str]:
    form = {f"round_{n}": line for n, line in enumerate(lines, start=1)}
    return form | {"key": str(uuid4()), "seen": card_mark(first_match(hall))} | more


def fields_of(page: str, number: int) -> list[str]:
    """What the fields of a round show: its result, and the 20s of A and B."""
    inputs = re.findall(rf'<input[^>]*name="round_{number}(?:_[AB])?"[^>]*>', page)
    return [each[1] if (each := re.search('value="(.*?)"', one)) else "" for one in inputs]


def test_a_round_has_a_field_for_its_result_and_for_the_20s_of_each_side(
    hall: DeskHall, ann: Client
) -> None:
    match = first_match(hall)
    match.rounds.filter(number=1).update(twenties=[3, 1])
    page = ann.get(correct_address(hall)).text
    assert fields_of(page, 1) == ["2–0", "3", "1"]
    assert fields_of(page, 2) == ["2–0", "", ""]
    assert 'aria-label="Round 1, 20s of A"' in page

    form = correct_form(hall, "0-2", "2-0", "1-1", "0-2", step="save", reason="misread")
    form |= {"round_1_B": "4", "round_2_A": "0", "round_2_B": "5"}
    ann.post(correct_address(hall), form)
    made = [each.twenties for each in first_match(hall).rounds.order_by("number")]
    assert made[:2] == [[None, 4], [0, 5]]


def test_20s_without_a_result_are_no_round(hall: DeskHall, ann: Client) -> None:
    form = correct_form(hall, "", "2-0", "1-1", "0-2", step="save", reason="misread")
    answer = ann.post(correct_address(hall), form | {"round_1_A": "2", "round_1_B": "0"})

    assert answer.status_code == 422
    assert "“? 2 0” isn’t a round" in answer.text
    assert card_of(first_match(hall))[0] == [2, 0]


def test_a_round_of_three_sides_is_one_line(cast: Cast, ann: Client) -> None:
    way = Heats(1, size=3)
    hall = open_hall(cast, preset="three-colours-8-6-4-2", sides="three", way=way)
    hall.publish((1, 2, 3))
    assert fields_of(ann.get(correct_address(hall)).text, 1) == [""]


def test_the_page_shows_the_card_and_full_names(hall: DeskHall, ann: Client) -> None:
    text = ann.get(correct_address(hall)).content.decode()

    assert "Ann Lee" in text
    assert 'value="2–0"' in text


def test_what_follows_is_shown_before_anything_is_saved(hall: DeskHall, ann: Client) -> None:
    form = correct_form(hall, "0-2", "0-2", "1-1", "2-0", step="look")

    page = ann.post(correct_address(hall), form)

    text = page.content.decode()
    assert page.status_code == 200
    assert "Ben Ito moves up from place" in text
    assert "3–5" in text
    assert 'value="0-2"' in text
    assert card_of(first_match(hall))[0] == [2, 0]


def test_the_same_while_typing(hall: DeskHall, ann: Client) -> None:
    form = correct_form(hall, "0-2", "0-2", "1-1", "2-0")

    part = ann.get(correct_address(hall), form, headers={"HX-Request": "true"})

    text = part.content.decode()
    assert "Ben Ito moves up from place" in text
    assert "<html" not in text


def test_saving_leads_to_the_reports(hall: DeskHall, ann: Client) -> None:
    form = correct_form(hall, "0-2", "0-2", "1-1", "2-0", step="save", reason="mixed up")

    page = ann.post(correct_address(hall), form, follow=True)

    text = page.content.decode()
    assert "mixed up" in text
    assert "Corrected by the desk" in text
    assert card_of(first_match(hall))[0] == [0, 2]


@pytest.mark.parametrize(
    ("lines", "more", "message"),
    [
        (["0-2", "0-2", "1-1", "2-0"], {}, "Give a reason"),
        (["2-0", "2-0", "1-1", "0-2"], {"reason": "x"}, "already"),
        (["3-0"], {"reason": "x"}, "round 1"),
        (["a", "b"], {"reason": "x"}, "isn’t a round"),
        (["", "2-0"], {"reason": "x"}, "round 1 is empty"),
        (["2-0"] * 5, {"reason": "x"}, "was finished after 4"),
        (["0-2"], {"reason": "x", "then": "nonsense"}, "Select a valid choice"),
        (["9" * 60], {"reason": "x"}, "at most"),
    ],
)
def test_an_impossible_card_gets_a_message_and_is_kept_as_typed(
    hall: DeskHall, ann: Client, lines: list[str], more: dict[str, str], message: str
) -> None:
    page = ann.post(correct_address(hall), correct_form(hall, *lines, step="save", **more))

    text = page.content.decode()
    assert page.status_code == 422
    assert message in text
    assert f'value="{lines[-1]}"' in text
    assert card_of(first_match(hall))[0] == [2, 0]


def test_two_desks_never_overwrite_each_other_silently(hall: DeskHall, ann: Client) -> None:
    mine = correct_form(hall, "0-2", "0-2", "1-1", "2-0", step="save", reason="mixed up")
    correct_card(hall, [2, 0], [2, 0], [2, 0], [2, 0])

    refused = ann.post(correct_address(hall), mine)

    text = refused.content.decode()
    assert refused.status_code == 422
    assert "This card has changed since you opened it" in text
    assert 'value="0-2"' in text
    assert card_of(first_match(hall))[0] == [2, 0]
    again = ann.post(correct_address(hall), mine | {"seen": card_mark(first_match(hall))})
    assert again.status_code == 302


def test_a_walkover_by_mistake_is_taken_back_from_its_match(hall: DeskHall, ann: Client) -> None:
    second = hall.event.matches.get(number=2)
    give_walkover(by=hall.by, match=second, winner=Seat.A, points=BySeat(8, 0))

    desk = PlainBrowser(ann)
    desk.open(f"/desk/events/{hall.event.slug}/matches/2/")
    desk.follow("^Correct the result$")
    assert "This match ended without rounds (Walkover)." in desk.main.text
    assert not desk.main.buttons("Save the correction")
    desk.follow("^Undo this$")
    assert "Match 2 will be open again, to be played as drawn." in desk.main.text
    desk.press("^Undo it$")

    assert desk.url.endswith("/matches/2/")
    assert desk.main.links("^Type the card$")
    assert not desk.main.links("^Correct the result$")


def test_a_walkover_that_came_of_leaving_is_taken_back_in_the_log(
    hall: DeskHall, ann: Client
) -> None:
    hall.event.matches.filter(number=2).update(state="finished", ending="withdrawn")

    desk = PlainBrowser(ann)
    desk.open(correct_address(hall, 2))
    assert desk.main.links("^The log of this match$")
    assert not desk.main.links("^Undo this$")


def test_swapping_keeps_what_was_typed_and_unreadable_lines(hall: DeskHall, ann: Client) -> None:
    swap = correct_form(hall, "2-0 3 ?", "65 40", "as it was", step="swap", reason="Ben saw it")
    swap |= {"round_2_A": "1", "round_2_B": "4"}

    page = ann.post(correct_address(hall), swap).content.decode()

    assert fields_of(page, 1) == ["0-2", "?", "3"]
    assert fields_of(page, 2) == ["40-65", "4", "1"]
    assert 'value="as it was"' in page
    assert "“as it was” isn’t a round" in page
    assert 'value="Ben saw it"' in page


def test_what_follows_of_swapped_sides_is_shown_and_saved(hall: DeskHall, ann: Client) -> None:
    desk = PlainBrowser(ann)
    desk.open(correct_address(hall))
    desk.press("^Swap the sides$")
    assert "The match is 3–5, it was 5–3." in desk.main.text

    desk.press("^Save the correction$")

    assert card_of(first_match(hall)) == [[0, 2], [0, 2], [1, 1], [2, 0]]
    assert "Sides mixed up on the card" in desk.main.text


def test_how_a_round_played_since_would_have_been_drawn_comes_by_itself(
    swiss: DeskHall, ann: Client
) -> None:
    second = swiss.stage.pairing_rounds.get(number=2)
    call_round(by=swiss.by, pairing_round=second)
    form = correct_form(swiss, "0-2", "0-2", "1-1", "2-0")
    looking = {"HX-Request": "true"}

    seen = ann.get(correct_address(swiss), form, headers=looking).content.decode()
    assert "Game 2 of Morning was drawn from this result" in seen
    assert "Working out the corrected draw" in seen
    assert "would have been Player" not in seen

    asked = form | {"since": str(second.pk)}
    part = ann.get(correct_address(swiss), asked, headers=looking).content.decode()
    assert "Game 2 of Morning would have been Player" in part
    assert part.strip().startswith("<li")

    plain = ann.post(correct_address(swiss), asked).content.decode()
    assert "Game 2 of Morning would have been Player" in plain
    assert "moves up from place" in plain


def test_a_round_that_would_be_drawn_the_same_shows_it(swiss: DeskHall, ann: Client) -> None:
    second = swiss.stage.pairing_rounds.get(number=2)
    form = correct_form(swiss, "2-0", "2-0", "1-1", "0-2", since=str(second.pk))

    part = ann.get(correct_address(swiss), form, headers={"HX-Request": "true"})

    assert "would have been the same" in part.content.decode()


@pytest.mark.parametrize(
    ("since", "line", "status"),
    [("9999", "2-0", 404), ("x", "2-0", 200), ("", "2-0", 200), ("here", "a", 204)],
)
def test_a_round_that_is_not_there_is_not_worked_out(
    swiss: DeskHall, ann: Client, since: str, line: str, status: int
) -> None:
    here = str(swiss.stage.pairing_rounds.get(number=2).pk)
    form = correct_form(swiss, line, since=here if since == "here" else since)

    part = ann.get(correct_address(swiss), form, headers={"HX-Request": "true"})

    assert part.status_code == status


@pytest.mark.long
def test_who_may_pair_again_is_asked(swiss: DeskHall, ann: Client) -> None:
    form = correct_form(swiss, "0-2", "0-2", "1-1", "2-0")

    seen = ann.get(correct_address(swiss), form, headers={"HX-Request": "true"})
    assert "Redraw games that haven’t started" in seen.content.decode()

    before = second_round(swiss)
    save = form | {"step": "save", "reason": "mixed up", "then": "pair_again"}
    assert ann.post(correct_address(swiss), save).status_code == 302
    assert second_round(swiss) != before


def test_who_moves_in_the_season_s_table_is_shown_and_nothing_is_kept(
    cast: Cast, hall: DeskHall, ann: Client
) -> None:
    hall.type_card(hall.at(2), "20 20 20 20")
    mondays = Mondays.open(cast)
    players = Player.objects.filter(entries__event=hall.event)
    enrol_members(by=hall.by, league=mondays.league, players=list(players))
    Event.objects.filter(pk=hall.event.pk).update(night=mondays.night(1), state="finished")
    before = [(row.player, row.place) for row in mondays.season().rows]
    form = correct_form(hall, "0-2", "0-2", "1-1", "2-0")

    whole = ann.post(correct_address(hall), form | {"step": "look"}).text
    part = ann.get(
        correct_address(hall), form | {"season": "1"}, headers={"HX-Request": "true"}
    ).text
    typing = ann.get(correct_address(hall), form, headers={"HX-Request": "true"}).text

    for text in (whole, part):
        assert "In the table of Mondays" in text
        assert "Ben Ito moves up from place" in text.split("Mondays:")[1]
    assert "In the table of" not in typing  # asked for apart: it tries the correction
    assert "season" in typing
    assert [(row.player, row.place) for row in mondays.season().rows] == before
