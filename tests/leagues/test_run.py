"""The desk page during play, and what its forms answer."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from leagues.actions.planning.events import finish_event
from leagues.actions.playing import announcements, calls, clock
from leagues.actions.undoing.undo import undo
from leagues.bridge.hall.blockers import blockers
from leagues.bridge.hall.card import mark_of
from leagues.bridge.hall.desk import At, desk_of
from leagues.bridge.hall.typed import as_typed, echo_card, fixed_length, read_line
from leagues.models import Action, Board, Match, Round, RoundReport
from scoring.errors import ScoreError
from scoring.matches import FORMATS, SingleGame
from scoring.presets import PRESETS
from scoring.sides import Seat
from tests.cast import Cast
from tests.leagues.desk_hall import NOON, DeskHall, open_hall

HTMX = {"HX-Request": "true"}
SINGLES = PRESETS["tournament-singles"].rule


@pytest.fixture
def hall(cast: Cast) -> DeskHall:
    hall = open_hall(cast, names=("Ann Ode", "Ben Ito", "Cat Li", "Dan Roy"))
    hall.publish((1, 2), (3, 4))
    return hall


@pytest.fixture
def ann(cast: Cast) -> Client:
    return cast.browser_of("ann")


def address(name: str, hall: DeskHall, *args: object) -> str:
    return reverse(name, args=[hall.event.slug, *args])


def says(hall: DeskHall) -> list[str]:
    hall.event.refresh_from_db()
    return [each.says for each in blockers(desk_of(hall.event), timezone.now())]


def kinds(hall: DeskHall) -> list[str]:
    hall.event.refresh_from_db()
    return [each.kind for each in blockers(desk_of(hall.event), timezone.now())]


def report(match: Match, number: int, seat: int, paid: list[int], state: str) -> None:
    """What a phone will have done."""
    Round.objects.update_or_create(
        match=match,
        game=1,
        number=number,
        defaults={"first": 0, "state": state, "points": paid, "twenties": [None, None]},
    )
    RoundReport.objects.create(
        key=uuid4(),
        match=match,
        number=number,
        seat=seat,
        claim={"points": paid},
        made_at=NOON,
    )


# --- Lines as they are typed ------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "claim"),
    [
        ("20", {"points": [2, 0]}),
        ("2 0", {"points": [2, 0]}),
        ("1-1", {"points": [1, 1]}),
        ("0–2", {"points": [0, 2]}),
        ("20 3 1", {"points": [2, 0], "twenties": [3, 1]}),
        ("2-0 3-1", {"points": [2, 0], "twenties": [3, 1]}),
        ("20 3 ?", {"points": [2, 0], "twenties": [3, None]}),
        ("65 40", {"score": [65, 40]}),
        ("65-40 3 1", {"score": [65, 40], "twenties": [3, 1]}),
    ],
)
def test_a_line_is_read_as_people_write_it(line: str, claim: dict[str, object]) -> None:
    assert read_line(line, SINGLES) == claim
    assert read_line(as_typed(claim), SINGLES) == claim


@pytest.mark.parametrize(
    ("sheet", "line", "claim"),
    [
        ("conventional-singles", "20 0", {"points": [20, 0]}),
        ("conventional-singles", "95 75", {"score": [95, 75]}),
        ("three-colours", "2 1 0", {"points": [2, 1, 0]}),
        ("three-colours", "110 5 4 0", {"points": [1, 1, 0], "twenties": [5, 4, 0]}),
        ("four-colours-8-6-4-2", "8642", {"points": [8, 6, 4, 2]}),
    ],
)
def test_the_sheet_says_what_a_line_means(
    sheet: str, line: str, claim: dict[str, object]
) -> None:
    assert read_line(line, PRESETS[sheet].rule) == claim


@pytest.mark.parametrize("line", ["", "x", "2", "2 0 1", "1 2 3 4 5", "9" * 99, "? ?"])
def test_what_is_no_round_is_refused_in_a_sentence(line: str) -> None:
    with pytest.raises(ScoreError, match="is not a round"):
        read_line(line, SINGLES)


def test_a_shoot_out_counts_20s_and_not_points() -> None:
    card = echo_card("20, 02, 20, 02, 10 5", FORMATS["four-rounds-shoot-out"], Seat.A)

    assert not card.fault
    assert card.card.rounds[-1].claim == {"points": [10, 5]}
    assert list(card.card.state.points) == [4, 4]
    assert card.card.state.winner == Seat.A


def test_more_20s_than_shots_are_refused() -> None:
    card = echo_card("20, 02, 20, 02, 13 5", FORMATS["four-rounds-shoot-out"], Seat.A)
    assert "13-5 20s is not possible" in card.fault


@pytest.mark.parametrize(
    ("name", "length"), [("four-rounds", 4), ("first-to-9", None), ("to-100", None)]
)
def test_which_cards_have_a_known_length(name: str, length: int | None) -> None:
    assert fixed_length(FORMATS[name]) == length


def test_an_echo_stops_at_the_first_fault() -> None:
    echo = echo_card("20\n11\n30\n20", SingleGame(SINGLES), Seat.A)
    assert list(echo.card.state.points) == [3, 1]
    assert echo.fault.startswith("round 3: ")


# --- What blocks the round ----------------------------------------------------------------


def test_what_blocks_the_round_is_said_in_words(hall: DeskHall) -> None:
    assert says(hall) == ["Morning, round 1: 2 matches can be called to their boards"]

    calls.call_round(by=hall.by, pairing_round=hall.at(1).pairing_round)
    assert says(hall) == []

    calls.want_help(by=hall.by, match=hall.at(2))
    report(hall.at(1), 1, 0, [2, 0], "reported")
    report(hall.at(1), 1, 1, [0, 2], "disputed")
    assert says(hall) == [
        "Board 1: Ann Ode and Ben Ito differ in round 1: 2–0 or 0–2",
        "Board 2 wants help: Cat Li – Dan Roy",
    ]


def test_one_sides_word_blocks_after_the_other_had_its_time(hall: DeskHall) -> None:
    report(hall.at(1), 1, 0, [2, 0], "reported")
    assert "waiting" not in kinds(hall)

    hall.event.confirm_minutes = 0
    hall.event.save()
    assert "waiting" in kinds(hall)


def test_time_that_is_up_is_said(hall: DeskHall) -> None:
    pairing_round = hall.at(1).pairing_round
    calls.call_round(by=hall.by, pairing_round=pairing_round)
    clock.start_clock(by=hall.by, pairing_round=pairing_round, minutes=1)
    type(pairing_round).objects.update(
        clock_ends_at=timezone.now() - timedelta(seconds=1)
    )
    assert says(hall) == ["Morning, round 1: time is up, and 2 boards still play"]


def test_a_match_put_off_is_not_forgotten(hall: DeskHall) -> None:
    hall.type_card(hall.at(1), "20 20 20 20")
    assert says(hall) == ["Morning, round 1: Cat Li – Dan Roy is still to be played"]


def test_when_all_is_played_the_next_round_is_to_be_drawn(hall: DeskHall) -> None:
    for board in (1, 2):
        hall.type_card(hall.at(board), "20 20 20 20")
    assert kinds(hall) == ["draw"]


def test_an_event_that_has_not_begun_says_so(cast: Cast) -> None:
    hall = open_hall(cast, running=False)
    assert kinds(hall) == ["draw"]
    hall.publish((1, 2), (3, 4))
    assert kinds(hall) == ["not-begun", "call"]


def test_a_queue_calls_the_next(cast: Cast) -> None:
    hall = open_hall(cast, boards=1, is_queue=True)
    hall.publish((1, 2), (3, 4), boards=(None, None))
    assert kinds(hall) == ["queue"]
    calls.call_next(by=hall.by, event=hall.event)
    assert kinds(hall) == []


def test_who_still_plays_is_not_waited_for(cast: Cast) -> None:
    hall = open_hall(cast, boards=2, is_queue=True)
    hall.publish((1, 2), boards=(None,))
    hall.publish((1, 3), boards=(None,))
    calls.call_next(by=hall.by, event=hall.event)
    assert kinds(hall) == [], "player 1 cannot be called to the board that is free"


def test_a_round_that_waits_for_another_events_boards_says_so(
    cast: Cast, hall: DeskHall
) -> None:
    other = open_hall(cast, name="Next door")
    calls.call_round(by=other.by, pairing_round=other.publish((1, 2), (3, 4)))

    assert says(hall) == [
        "Morning, round 1: 2 matches wait. Board 1 is taken by Next door, match 1. "
        "Board 2 is taken by Next door, match 2."
    ]
    calls.put_back(by=other.by, match=other.at(1))
    assert says(hall) == [
        "Morning, round 1: 1 match can be called to its board",
        "Morning, round 1: 1 match waits. Board 2 is taken by Next door, match 2.",
    ]
    hall.type_card(hall.at(1), "20 20 20 20")
    assert kinds(hall) == ["elsewhere", "left-over"]


def test_boards_that_another_event_plays_on_are_said_in_their_order(cast: Cast) -> None:
    hall = open_hall(cast, boards=2)
    hall.publish((1, 2), (3, 4), boards=(2, 1))
    other = open_hall(cast, name="Next door")
    calls.call_round(by=other.by, pairing_round=other.publish((1, 2), (3, 4)))

    assert says(hall) == [
        "Morning, round 1: 2 matches wait. Board 1 is taken by Next door, match 1. "
        "Board 2 is taken by Next door, match 2."
    ]


def test_a_round_that_is_not_due_waits_for_nobody_elses_board(
    cast: Cast, hall: DeskHall
) -> None:
    calls.call_match(by=hall.by, match=hall.at(1))
    hall.type_card(hall.at(2), "20 20 20 20")
    hall.publish((1, 3), (2, 4))
    other = open_hall(cast, name="Next door")
    other.publish((1, 2), (3, 4))
    calls.call_match(by=other.by, match=other.at(2))

    assert kinds(hall) == []


def test_a_queue_says_where_its_boards_have_gone(cast: Cast) -> None:
    hall = open_hall(cast, boards=1, is_queue=True)
    hall.publish((1, 2), (3, 4), boards=(None, None))
    other = open_hall(cast, boards=1, name="Next door")
    calls.call_round(by=other.by, pairing_round=other.publish((1, 2)))

    assert says(hall) == [
        "Morning, round 1: 2 matches wait. Board 1 is taken by Next door, match 1."
    ]


def test_a_match_says_who_is_at_its_board(cast: Cast, ann: Client) -> None:
    hall = open_hall(cast, boards=2)
    hall.publish((1, 2), (3, 4), boards=(1, 1), waves=2)
    other = open_hall(cast, boards=2, name="Next door")
    other.publish((1, 2), boards=(1,))
    two = address("desk_match", hall, 2)
    assert "is taken" not in ann.get(two).content.decode()

    calls.call_match(by=other.by, match=other.at(1))
    assert "Board 1 is taken by Next door, match 1." in ann.get(two).content.decode()
    desk = ann.get(address("event_desk", hall)).content.decode()
    assert "Next door, match 1" in desk
    answer = ann.post(f"{two}call/", {"board": hall.at(1).board_id}, follow=True)
    assert "Board 1 is taken by Next door, match 1." in answer.content.decode()

    calls.put_back(by=other.by, match=other.at(1))
    calls.call_match(by=hall.by, match=hall.at(1))
    assert "Board 1 is taken by match 1." in ann.get(two).content.decode()


# --- Boards ----------------------------------------------------------------------------------


def boards(hall: DeskHall) -> list[At]:
    return [card.at for card in desk_of(hall.event).boards]


def test_a_board_says_what_goes_on_there(hall: DeskHall) -> None:
    assert boards(hall) == [At.FREE, At.FREE]
    calls.call_match(by=hall.by, match=hall.at(1))
    hall.type_card(hall.at(2), "20")
    assert boards(hall) == [At.CALLED, At.PLAYING]
    calls.want_help(by=hall.by, match=hall.at(2))
    assert boards(hall) == [At.CALLED, At.HELP]


def test_a_board_another_event_plays_on_is_taken(cast: Cast, hall: DeskHall) -> None:
    other = open_hall(cast, name="Next door")
    other.publish((1, 2), (3, 4))
    calls.call_match(by=other.by, match=other.at(1))

    assert boards(hall) == [At.ELSEWHERE, At.FREE]
    called = calls.call_round(by=hall.by, pairing_round=hall.at(1).pairing_round)
    assert [match.board for match in called] == [Board.objects.get(number=2)]


# --- The page ------------------------------------------------------------------------------------


def test_a_page_that_has_seen_all_is_left_alone(hall: DeskHall, ann: Client) -> None:
    page = ann.get(address("event_desk", hall))
    assert page.status_code == 200
    seen = page.context["mark"]
    again = ann.get(address("event_desk", hall), {"seen": seen}, headers=HTMX)
    assert again.status_code == 204

    calls.call_match(by=hall.by, match=hall.at(1))
    moved = ann.get(address("event_desk", hall), {"seen": seen}, headers=HTMX)
    assert moved.status_code == 200
    body = moved.content.decode()
    assert 'id="live"' in body
    assert 'id="boards"' in body
    assert "<html" not in body


@pytest.mark.parametrize("show", ["", "needs", "playing", "free", "nonsense"])
def test_boards_can_be_filtered(show: str, hall: DeskHall, ann: Client) -> None:
    calls.call_match(by=hall.by, match=hall.at(1))
    page = ann.get(address("event_desk", hall), {"show": show})
    shown = [card.board.number for card in page.context["boards"]]
    assert shown == {"needs": [], "playing": [1], "free": [2]}.get(show, [1, 2])


def queries_of_the_desk(cast: Cast, entries: int, name: str) -> int:
    hall = open_hall(cast, entries=entries, boards=entries // 2, name=name)
    for _ in range(2):
        hall.publish(*((n, n + 1) for n in range(1, entries, 2)))
    calls.call_round(by=hall.by, pairing_round=hall.at(1).pairing_round)
    report(hall.at(1), 1, 0, [2, 0], "disputed")
    ann = cast.browser_of("ann")
    with CaptureQueriesContext(connection) as asked:
        assert ann.get(address("event_desk", hall)).status_code == 200
    Match.objects.unfinished().update(state=Match.State.PLANNED)
    return len(asked)


def test_a_large_hall_costs_no_more_queries(cast: Cast) -> None:
    assert queries_of_the_desk(cast, 4, "a") == queries_of_the_desk(cast, 40, "b")


# --- Cards, sent as forms ----------------------------------------------------------------------------


def card(hall: DeskHall, match: Match, text: str, **more: str) -> dict[str, str]:
    return {
        "match": str(match.number),
        "card": text,
        "key": str(uuid4()),
        "seen": mark_of(match),
    } | more


def error_of(page: Any) -> str:
    return str(page.context["entry"]["fault"])


def test_a_card_is_opened_by_its_board_and_saved(hall: DeskHall, ann: Client) -> None:
    opened = ann.get(address("desk_card", hall), {"board": "2"})
    assert opened.context["entry"]["match"] == hall.at(2)

    match = hall.at(2)
    saved = ann.post(
        address("desk_card", hall), card(hall, match, "20\r\n11\r\n02\r\n20")
    )
    assert saved.status_code == 302
    match.refresh_from_db()
    assert match.state == "finished"


def test_the_panel_asks_for_the_next_board_after_saving(
    hall: DeskHall, ann: Client
) -> None:
    answer = ann.post(
        address("desk_card", hall), card(hall, hall.at(1), "20,20,20,20"), headers=HTMX
    )
    assert answer.headers["HX-Trigger"] == "desk-changed"
    body = answer.content.decode()
    assert "Board 1: Ann Ode – Ben Ito 8–0. Saved." in body
    assert 'id="which"' in body


def test_a_board_where_nobody_is_due(hall: DeskHall, ann: Client) -> None:
    for board in ("40", "x", "9" * 40):
        answer = ann.get(address("desk_card", hall), {"board": board})
        assert answer.status_code == 200
        assert "Nobody is due on board" in error_of(answer)


def test_impossible_numbers_come_back_as_they_were_typed(
    hall: DeskHall, ann: Client
) -> None:
    answer = ann.post(address("desk_card", hall), card(hall, hall.at(1), "20\n30"))

    assert answer.status_code == 422
    assert error_of(answer).startswith("Round 2: a round cannot be 3-0")
    assert answer.context["entry"]["text"] == "20\n30"
    assert not Round.objects.exists()


def test_the_second_desk_is_told_and_loses_nothing(hall: DeskHall, ann: Client) -> None:
    match = hall.at(1)
    late = card(hall, match, "20 02 02 02".replace(" ", "\n"))
    hall.type_card(match, "20 11 02 20")

    answer = ann.post(address("desk_card", hall), late)
    assert answer.status_code == 422
    entry = answer.context["entry"]
    assert entry["fault"] == (
        "Somebody wrote on this card meanwhile. Nothing was overwritten."
    )
    assert entry["there"] == ["2-0", "1-1", "0-2", "2-0"]
    assert entry["text"] == late["card"]

    # Sent again, having seen it: what is settled takes a correction.
    again = ann.post(
        address("desk_card", hall), card(hall, match, late["card"], seen=entry["seen"])
    )
    assert again.status_code == 422
    assert again.context["entry"]["may_correct"]
    match.refresh_from_db()
    assert [r.points for r in match.rounds.all()][1] == [1, 1]


@pytest.mark.parametrize(
    "sent",
    [
        {},
        {"match": "1"},
        {"match": "1", "card": "20", "key": "no key", "seen": "0"},
        {"match": "99999", "card": "20"},
        {"match": "1", "card": "\0", "key": str(uuid4())},
        {"match": "1", "card": "20\n" * 5000, "key": str(uuid4()), "seen": "0"},
        {"match": "²", "card": "20"},
    ],
)
def test_nonsense_is_refused_and_writes_nothing(
    sent: dict[str, str], hall: DeskHall, ann: Client
) -> None:
    before = Action.objects.count()
    assert ann.post(address("desk_card", hall), sent).status_code == 422
    assert Action.objects.count() == before


def test_the_sum_runs_along(hall: DeskHall, ann: Client) -> None:
    answer = ann.get(
        address("desk_card_sum", hall), {"match": "1", "card": "20\n11 3 2\n9"}
    )
    body = answer.content.decode()
    assert [line in body for line in ("2–0", "1–1", "3 – 1")] == [True] * 3
    assert "Round 3" in body
    assert "<html" not in body


# --- Acts, sent as forms ---------------------------------------------------------------------------------


def test_acts_answer_with_a_message_or_lead_back(hall: DeskHall, ann: Client) -> None:
    where = address("desk_call_round", hall, hall.at(1).pairing_round.pk)
    answer = ann.post(where, headers=HTMX)
    assert answer.headers["HX-Trigger"] == "desk-changed"
    assert "2 matches are called" in answer.content.decode()
    assert ann.post(where)["Location"] == address("event_desk", hall)


def test_where_a_called_match_goes_is_the_main_act(hall: DeskHall, ann: Client) -> None:
    match = calls.call_match(by=hall.by, match=hall.at(1))
    page = ann.get(address("desk_match", hall, match.number)).content.decode()

    acts = page[page.index('id="call-title"') :]
    move, back = acts.index("Move there"), acts.index("Put back")
    assert move < back
    assert "quiet" not in acts[:move]


def test_a_match_is_ruled_on_its_page(hall: DeskHall, ann: Client) -> None:
    match = hall.at(1)
    report(match, 1, 0, [2, 0], "reported")
    report(match, 1, 1, [0, 2], "disputed")
    page = ann.get(address("desk_match", hall, match.number))
    [(_, choices)] = page.context["differences"]
    assert choices == [("2-0", "2–0"), ("0-2", "0–2")]

    sent = {"game": "1", "number": "1", "said": "0-2", "seen": page.context["seen"]}
    ann.post(address("desk_match_rule", hall, match.number), sent)
    assert match.rounds.get().points == [0, 2]


@pytest.mark.parametrize(
    "sent",
    [{}, {"game": "1", "number": "x", "said": "2-0"}, {"game": "1", "said": "zzz"}],
)
def test_a_ruling_nobody_can_read_changes_nothing(
    sent: dict[str, str], hall: DeskHall, ann: Client
) -> None:
    report(hall.at(1), 1, 0, [2, 0], "disputed")
    answer = ann.post(address("desk_match_rule", hall, 1), sent)
    assert answer.status_code == 422
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
    answer = ann.post(address("desk_match_end", hall, match.number), sent)
    assert answer.status_code == 302
    match.refresh_from_db()
    assert match.ending == ending
    assert [side.points for side in match.sides.all()] == paid


@pytest.mark.parametrize(
    "sent",
    [
        {"how": "walkover-0", "points": "0-8"},
        {"how": "walkover-0", "points": "eight"},
        {"how": "walkover-7"},
        {"how": "stopped"},
        {"how": "annulled", "seen": "7"},
    ],
)
def test_an_ending_that_cannot_be_is_refused(
    sent: dict[str, str], hall: DeskHall, ann: Client
) -> None:
    answer = ann.post(address("desk_match_end", hall, 1), sent)
    assert answer.status_code == 422
    assert hall.at(1).state == "planned"


@pytest.mark.parametrize("minutes", ["", "0", "241", "x", "9" * 30])
def test_a_clock_runs_a_sensible_time(
    minutes: str, hall: DeskHall, ann: Client
) -> None:
    pairing_round = hall.at(1).pairing_round
    where = address("desk_clock", hall, pairing_round.pk)
    answer = ann.post(where, {"minutes": minutes}, headers=HTMX)
    assert answer.status_code == 422
    pairing_round.refresh_from_db()
    assert pairing_round.clock_ends_at is None


def test_the_desk_holds_the_clock(hall: DeskHall, ann: Client) -> None:
    pairing_round = hall.at(1).pairing_round
    where = address("desk_clock", hall, pairing_round.pk)
    for act in ("start", "minute", "pause", "resume", "stop"):
        assert ann.post(where, {"act": act, "minutes": "12"}).status_code == 302
        assert ann.get(address("event_desk", hall)).status_code == 200
    verbs = Action.objects.filter(event=hall.event).order_by("-pk")[:5]
    assert [each.verb for each in verbs] == [
        "stop_clock",
        "resume_clock",
        "pause_clock",
        "add_minute",
        "start_clock",
    ]


def test_what_is_said_stands_on_the_desk_until_taken_down(
    hall: DeskHall, ann: Client
) -> None:
    ann.post(address("desk_say", hall), {"text": "Soup is ready"})
    [said] = hall.event.announcements.standing()
    assert "Soup is ready" in ann.get(address("event_desk", hall)).content.decode()

    ann.post(address("desk_take_down", hall, said.pk))
    assert not hall.event.announcements.standing()


@pytest.mark.parametrize(
    "page", ["event", "matches", "standings", "event_players", "about"]
)
def test_what_is_said_stands_on_every_page_of_the_event(
    page: str, cast: Cast, hall: DeskHall
) -> None:
    announcements.say(by=hall.by, event=hall.event, text="Soup is ready")
    shown = cast.browser_of("stranger").get(address(page, hall))
    assert "Soup is ready" in shown.content.decode()


def test_what_is_said_without_an_end_ends_with_the_event(hall: DeskHall) -> None:
    by, event = hall.by, hall.event
    announcements.say(by=by, event=event, text="Soup is ready")
    evening = timezone.now() + timedelta(hours=3)
    announcements.say(by=by, event=event, text="Prizes at six", until=evening)

    def says() -> list[str]:
        standing = event.announcements.standing()
        return sorted(standing.values_list("text", flat=True))

    finish_event(by=by, event=event)
    assert says() == ["Prizes at six"]

    undo(by=by, action=event.log.get(verb="finish_event"))
    assert says() == ["Prizes at six", "Soup is ready"]


@pytest.mark.parametrize("text", ["", "x" * 201])
def test_an_announcement_has_words_and_not_too_many(
    text: str, hall: DeskHall, ann: Client
) -> None:
    assert ann.post(address("desk_say", hall), {"text": text}).status_code == 422


def test_another_events_match_is_not_here(cast: Cast, hall: DeskHall) -> None:
    other = open_hall(cast, name="Next door")
    said = announcements.say(by=other.by, event=other.event, text="Not yours")
    ann = cast.browser_of("ann")
    assert ann.post(address("desk_take_down", hall, said.pk)).status_code == 404
    assert ann.get(address("desk_match", hall, 99)).status_code == 404


def test_a_scorer_sees_no_act_that_is_the_organisers(
    cast: Cast, hall: DeskHall
) -> None:
    sam = cast.browser_of("sam")
    assert b"every screen" not in sam.get(address("event_desk", hall)).content
    page = sam.get(address("desk_match", hall, 1))
    assert b"Walkover" not in page.content


# --- The list -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("asked", "numbers"),
    [
        ({}, [1, 2]),
        ({"state": "over"}, [1]),
        ({"state": "open"}, [2]),
        ({"q": "cat"}, [2]),
        ({"q": "nobody"}, []),
        ({"round": "x", "state": "y", "page": "z"}, [1, 2]),
    ],
)
def test_matches_are_found(
    asked: dict[str, str], numbers: list[int], hall: DeskHall, ann: Client
) -> None:
    hall.type_card(hall.at(1), "20 20 20 20")
    page = ann.get(address("event_matches", hall), asked)
    assert [each.match.number for each in page.context["sittings"]] == numbers


def test_the_matches_stand_under_their_rounds(ann: Client, hall: DeskHall) -> None:
    hall.publish((1, 3), (2, 4))
    page = " ".join(ann.get(address("event_matches", hall)).content.decode().split())

    parts = [part.split("</ul>")[0] for part in page.split("<h2>")[1:]]
    assert [part.split("</h2>")[0].strip() for part in parts] == [
        "Morning, round 1",
        "Morning, round 2",
    ]
    assert [part.count("score-line") for part in parts] == [2, 2]
