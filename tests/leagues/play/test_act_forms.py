"""Acts of the desk, posted as forms."""

import re

import pytest
from django.test import Client

from leagues.actions import notices
from leagues.actions.play import calls
from leagues.models import Action, Match
from leagues.reads.play.blockers import reported_choices
from leagues.reads.play.card import card_mark
from tests.cast import Cast
from tests.leagues.play.desk_hall import DeskHall, open_hall
from tests.leagues.play.desk_page import HTMX, desk_address, record_report


def test_acts_answer_with_a_message_or_lead_back(hall: DeskHall, ann: Client) -> None:
    where = desk_address("desk_call_round", hall, hall.at(1).pairing_round.pk)
    answer = ann.post(where, headers=HTMX)
    assert answer.headers["HX-Trigger"] == "desk-changed"
    assert "2 matches called" in answer.content.decode()
    assert ann.post(where)["Location"] == desk_address("event_desk", hall)


def test_an_event_without_boards_has_its_clock_and_takes_cards(cast: Cast, ann: Client) -> None:
    hall = open_hall(cast, entries=4, boards=0)
    hall.publish((1, 2), (3, 4), boards=(None, None))
    page = ann.get(desk_address("event_desk", hall)).content.decode()
    assert 'value="start"' in page
    assert 'id="entry"' in page


def test_the_desks_buttons_have_different_ids(hall: DeskHall, ann: Client) -> None:
    """By its id, a button keeps the focus when the page is renewed."""
    for board in (1, 2):
        calls.want_help(by=hall.by, match=calls.call_match(by=hall.by, match=hall.at(board)))
    page = ann.get(desk_address("event_desk", hall)).content.decode()
    found = re.findall(r'id="act-(\d+-help)"', page)
    assert found == [f"{hall.at(board).number}-help" for board in (1, 2)]


def test_of_a_called_match_the_card_is_the_main_act_and_moving_comes_before_undoing(
    hall: DeskHall, ann: Client
) -> None:
    match = calls.call_match(by=hall.by, match=hall.at(1))
    page = ann.get(desk_address("desk_match", hall, match.number)).content.decode()

    acts = page[page.index('id="call-title"') :]
    assert acts.index("Move the match") < acts.index("Undo the call")
    assert re.search(r'class="quiet">\s*Move the match', acts)
    assert re.search(r'class="button"[^>]*>Type the card', page)


def test_a_match_is_ruled_on_its_page(hall: DeskHall, ann: Client) -> None:
    match = hall.at(1)
    record_report(match, 1, 0, [2, 0], "reported")
    record_report(match, 1, 1, [0, 2], "disputed")
    page = ann.get(desk_address("desk_match", hall, match.number))
    [(_round, _called, choices)] = page.context["differences"]
    one, other = page.context["sitting"].names
    assert choices == [("2-0", "2–0", "", one), ("0-2", "0–2", "", other)]

    sent = {"game": "1", "number": "1", "claim": "0-2", "seen": page.context["seen"]}
    ann.post(desk_address("desk_match_rule", hall, match.number), sent)
    assert match.rounds.get().points == [0, 2]


def test_a_disputed_round_comes_first_and_does_not_look_settled(
    hall: DeskHall, ann: Client
) -> None:
    record_report(hall.at(1), 1, 0, [2, 0], "disputed")
    page = ann.get(desk_address("desk_match", hall, 1)).content.decode()

    in_order = ['class="sides"', "Decide the score of", "Type the card", "Correct the result"]
    places = [page.index(text) for text in in_order]
    assert places == sorted(places)
    assert 'class="score soft"' in page
    assert "The sides disagree</span>" in page.split("<table")[1]
    assert 'type="radio"' in page
    assert "checked" not in page.split("Decide the score of")[1].split("</form>")[0]


@pytest.mark.parametrize("state", ["planned", "called", "playing", "waiting", "help", "disputed"])
def test_a_match_has_one_main_button(state: str, hall: DeskHall, ann: Client) -> None:
    match = hall.at(1)
    if state != "planned":
        calls.call_match(by=hall.by, match=match)
    if state == "playing":
        hall.type_card(match, "20")
    if state == "waiting":
        record_report(match, 1, 0, [2, 0], "reported")
    if state == "disputed":
        for number in (1, 2):
            record_report(match, number, 0, [2, 0], "disputed")
            record_report(match, number, 1, [0, 2], "disputed")
    if state == "help":
        calls.want_help(by=hall.by, match=match)
    page = ann.get(desk_address("desk_match", hall, match.number)).content.decode()

    main = page[page.index("<main") : page.index("</main")]
    buttons = re.findall(r'<button type="submit"([^>]*)>|<a class="(button[^"]*)"', main)
    filled = [each for each in buttons if not re.search("quiet|danger", "".join(each))]
    assert len(filled) == 1


def test_a_match_without_a_result_shows_none(hall: DeskHall, ann: Client) -> None:
    hall.type_card(hall.at(2), "20")
    pages = [ann.get(desk_address("desk_match", hall, n)).content.decode() for n in (1, 2)]
    assert ['class="score"' in page for page in pages] == [False, True]


def test_equal_reports_of_both_sides_are_listed_once(hall: DeskHall, ann: Client) -> None:
    match = hall.at(1)
    for seat in (0, 1):
        record_report(match, 1, seat, [2, 0], "agreed")
        record_report(match, 2, seat, [2, 0] if seat else [0, 2], "disputed")
    page = ann.get(desk_address("desk_match", hall, match.number))

    one, other = page.context["sitting"].names
    lines = [(called, figures, who) for _report, called, figures, who in page.context["reports"]]
    assert lines == [
        ("round 2", "0–2", f"{one} · Reported by a side"),
        ("round 1", "2–0", "Agreed by both sides"),
        ("round 2", "2–0", f"{other} · Reported by a side"),
    ]


@pytest.mark.parametrize(("seat", "kind"), [(0, "claim"), (1, "late"), (1, "ruling")])
def test_only_equal_reports_of_two_sides_in_time_are_one(
    hall: DeskHall, ann: Client, seat: int, kind: str
) -> None:
    match = hall.at(1)
    record_report(match, 1, 0, [2, 0], "reported")
    record_report(match, 1, seat, [2, 0], "reported", kind=kind)
    page = ann.get(desk_address("desk_match", hall, match.number))

    assert len(page.context["reports"]) == 2


def test_a_card_without_totals_has_no_column_for_them(hall: DeskHall, ann: Client) -> None:
    hall.type_card(hall.at(1), "20")
    hall.type_card(hall.at(2), "65-40")
    pages = [ann.get(desk_address("desk_match", hall, n)).content.decode() for n in (1, 2)]
    assert ["Totals</th>" in page for page in pages] == [False, True]
    assert ["<td" in page and "65–40" in page for page in pages] == [False, True]


def test_who_reported_which_20s_is_shown_if_only_these_differ() -> None:
    claims = {
        0: {"points": [2, 0], "twenties": [3, 1]},
        None: {"points": [2, 0], "twenties": [2, 1]},
    }
    assert reported_choices(claims, ["Ann", "Ben"]) == [
        ("2-0 3 1", "2–0", "20s 3–1", "Ann"),
        ("2-0 2 1", "2–0", "20s 2–1", "someone"),
    ]


def test_a_match_is_called_by_its_board_and_game(hall: DeskHall, ann: Client) -> None:
    page = ann.get(desk_address("desk_match", hall, 1)).content.decode()
    assert "Board 1 · Game 1" in " ".join(page.split("<h2>")[1].split("</h2>")[0].split())


def test_a_disputed_match_is_disputed_on_its_correction_too(hall: DeskHall, ann: Client) -> None:
    record_report(hall.at(1), 1, 0, [2, 0], "disputed")
    for name in ("desk_match", "match_correct"):
        main = ann.get(desk_address(name, hall, 1)).content.decode().split("<main")[1]
        assert "The sides disagree</span>" in main.replace("\n", "").split("<table")[0]


def test_a_result_is_accepted_as_it_was_shown(hall: DeskHall, ann: Client) -> None:
    match = hall.at(1)
    record_report(match, 1, 0, [2, 0], "reported")
    where = desk_address("desk_match_accept", hall, match.number)

    answer = ann.post(where, {"seen": "old"}, headers=HTMX)
    assert answer.status_code == 422
    assert match.rounds.get().state == "reported"
    ann.post(where, {"seen": card_mark(match)})
    assert match.rounds.get().state == "ruled"


@pytest.mark.parametrize(
    ("sent", "message"),
    [
        ({}, "Choose a game first."),
        ({"game": "1", "number": "x", "claim": "2-0"}, "Choose a game first."),
        ({"game": "1", "claim": "zzz"}, "Choose a game first."),
        ({"game": "1", "number": "1", "claim": "zzz"}, "zzz"),
        ({"game": "1", "number": "1"}, "Choose what counts, or enter another score."),
    ],
)
def test_an_unreadable_ruling_changes_nothing(
    sent: dict[str, str], message: str, hall: DeskHall, ann: Client
) -> None:
    record_report(hall.at(1), 1, 0, [2, 0], "disputed")
    answer = ann.post(desk_address("desk_match_rule", hall, 1), sent)
    assert answer.status_code == 422
    assert message in answer.content.decode()
    assert hall.at(1).rounds.get().state == "disputed"


@pytest.mark.parametrize(
    ("sent", "ending", "paid"),
    [
        ({"how": "walkover-0", "points": "8-0"}, "walkover", [8, 0]),
        ({"how": "walkover-1", "points": "6 2"}, "walkover", [2, 6]),
        ({"how": "nobody"}, "forfeit", [0, 0]),
        ({"how": "annulled", "reason": "wrong board"}, "annulled", [0, 0]),
    ],
)
def test_a_match_is_ended_on_its_page(
    sent: dict[str, str], ending: str, paid: list[int], hall: DeskHall, ann: Client
) -> None:
    match = hall.at(1)
    answer = ann.post(desk_address("desk_match_end", hall, match.number), sent)
    assert answer.status_code == 302
    match.refresh_from_db()
    assert match.ending == ending
    assert [side.points for side in match.sides.all()] == paid


def test_a_clock_runs_a_sensible_time(hall: DeskHall, ann: Client) -> None:
    pairing_round = hall.at(1).pairing_round
    where = desk_address("desk_clock", hall, pairing_round.pk)
    for minutes in ("", "0", "241", "x", "9" * 30):
        answer = ann.post(where, {"minutes": minutes}, headers=HTMX)
        assert answer.status_code == 422
    pairing_round.refresh_from_db()
    assert pairing_round.clock_ends_at is None


@pytest.mark.long
def test_the_desk_holds_the_clock(hall: DeskHall, ann: Client) -> None:
    pairing_round = hall.at(1).pairing_round
    where = desk_address("desk_clock", hall, pairing_round.pk)
    for act in ("start", "minute", "pause", "resume", "stop"):
        assert ann.post(where, {"act": act, "minutes": "12"}).status_code == 302
        assert ann.get(desk_address("event_desk", hall)).status_code == 200
    verbs = Action.objects.filter(event=hall.event).order_by("-pk")[:5]
    assert [each.verb for each in verbs] == [
        "stop_clock",
        "resume_clock",
        "pause_clock",
        "add_minute",
        "start_clock",
    ]


def test_an_announcement_is_on_the_desk_until_taken_down(hall: DeskHall, ann: Client) -> None:
    ann.post(desk_address("desk_say", hall), {"text": "Soup is ready"})
    [announcement] = hall.event.notices.shown()
    assert "Soup is ready" in ann.get(desk_address("event_desk", hall)).content.decode()

    ann.post(desk_address("desk_take_down", hall, announcement.pk))
    assert not hall.event.notices.shown()


@pytest.mark.parametrize("page", ["event", "matches", "standings", "event_players", "about"])
def test_an_announcement_is_on_every_page_of_the_event(
    page: str, cast: Cast, hall: DeskHall
) -> None:
    notices.make_announcement(by=hall.by, event=hall.event, text="Soup is ready")
    shown = cast.browser_of("stranger").get(desk_address(page, hall))
    assert "Soup is ready" in shown.content.decode()


def test_another_events_match_is_not_here(cast: Cast, hall: DeskHall) -> None:
    other = open_hall(cast, name="Next door")
    announcement = notices.make_announcement(by=other.by, event=other.event, text="Not yours")
    ann = cast.browser_of("ann")
    assert ann.post(desk_address("desk_take_down", hall, announcement.pk)).status_code == 404
    assert ann.get(desk_address("desk_match", hall, 99)).status_code == 404


def test_a_scorer_sees_no_act_that_is_the_organisers(cast: Cast, hall: DeskHall) -> None:
    sam = cast.browser_of("sam")
    assert b"every screen" not in sam.get(desk_address("event_desk", hall)).content
    page = sam.get(desk_address("desk_match", hall, 1))
    assert b"Walkover" not in page.content


def test_a_bye_has_no_score_at_the_desk(cast: Cast) -> None:
    hall = open_hall(cast, entries=3)
    hall.publish((1, 2), byes=(3,))
    bye = Match.objects.get(ending="bye")
    page = cast.browser_of("ann").get(desk_address("desk_match", hall, bye.number)).text

    assert "Player 3" in page
    assert 'class="score' not in page
