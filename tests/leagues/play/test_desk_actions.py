"""What the desk does during play: cards, calls, endings, the clock, announcements."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext

from leagues.actions.log.undo import undo
from leagues.actions.play import calls, clock
from leagues.actions.play.cards import accept_match, rule_round
from leagues.actions.play.endings import (
    annul_match,
    give_walkover,
    nobody_came,
    stop_match,
)
from leagues.actions.refusal import Refused, Stale
from leagues.actions.screens import announcements
from leagues.models import Action, Match, PairingRound, Round, RoundReport
from leagues.reads import tables
from leagues.reads.play.card import card_mark
from leagues.stages.ways import Knockout
from scoring.errors import ScoreError
from scoring.results import Ending
from scoring.sides import BySeat, Seat
from tests.cast import Cast
from tests.leagues.play.desk_hall import NOON, DeskHall, finish_as_it_is, open_hall

State = Match.State


@pytest.fixture
def hall(cast: Cast) -> DeskHall:
    hall = open_hall(cast)
    hall.publish((1, 2), (3, 4))
    return hall


def points(match: Match) -> list[int]:
    return list(match.sides.values_list("points", flat=True))


def reports(match: Match) -> list[str]:
    return [report.kind for report in match.reports.all()]


def reported(match: Match, *rounds: tuple[int, int], state: str = "reported") -> None:
    """What phones will do: rounds that one side has said."""
    for number, paid in enumerate(rounds, start=1):
        Round.objects.create(
            match=match,
            number=number,
            first=(number - 1) % 2,
            state=state,
            points=list(paid),
            twenties=[None, None],
        )
        RoundReport.objects.create(
            key=uuid4(),
            match=match,
            number=number,
            seat=0,
            claim={"points": list(paid)},
            made_at=NOON,
        )


# --- Cards ----------------------------------------------------------------------------


def test_a_card_is_entered_in_one_act(hall: DeskHall) -> None:
    entered = hall.type_card(hall.at(1), "20 1-1 02 65-40")

    match = entered.match
    assert (match.state, match.ending, match.winner) == ("finished", "played", 0)
    assert points(match) == [5, 3]
    assert [r.state for r in match.rounds.all()] == ["agreed"] * 4
    assert reports(match) == ["card"] * 4
    last = Action.objects.filter(event=hall.event).latest("pk")
    assert last.verb == "enter_card"
    assert [each["claim"] for each in last.said["rounds"]][3] == {"score": [65, 40]}


def test_half_a_card_leaves_the_match_playing(hall: DeskHall) -> None:
    match = hall.type_card(hall.at(1), "20 02").match
    assert match.state == State.PLAYING

    match = hall.type_card(match, "20 02 20 20").match
    assert (match.state, points(match)) == ("finished", [6, 2])
    assert reports(match) == ["card"] * 4, "rounds that stood are not reported again"


def test_the_same_card_sent_twice_is_one_card(hall: DeskHall) -> None:
    match, key, seen = hall.at(1), uuid4(), card_mark(hall.at(1))
    first = hall.type_card(match, "20 11 02 20", key=key, seen=seen)
    again = hall.type_card(match, "20 11 02 20", key=key, seen=seen)

    assert (first.is_new, again.is_new) == (True, False)
    assert match.reports.count() == 4
    undo(by=hall.by, action=Action.objects.get(verb="enter_card"))
    assert not hall.type_card(match, "20 11 02 20", key=key, seen=seen).is_new


def test_a_key_used_for_another_card_is_refused(hall: DeskHall) -> None:
    match, key = hall.at(1), uuid4()
    hall.type_card(match, "20", key=key)
    with pytest.raises(Stale):
        hall.type_card(match, "02", key=key)


def test_two_desks_that_type_the_same_card_agree(hall: DeskHall) -> None:
    match, seen = hall.at(1), card_mark(hall.at(1))
    hall.type_card(match, "20 11 02 20", seen=seen)

    assert not hall.type_card(match, "20 11 02 20", seen=seen).is_new
    assert match.reports.count() == 4


def test_the_second_of_two_desks_overwrites_nothing(hall: DeskHall) -> None:
    match, seen = hall.at(1), card_mark(hall.at(1))
    hall.type_card(match, "20 11 02 20", seen=seen)

    with pytest.raises(Stale):
        hall.type_card(match, "20 11 02 02", seen=seen)
    match.refresh_from_db()
    assert points(match) == [5, 3]


def test_what_is_settled_is_corrected_not_typed_over(hall: DeskHall) -> None:
    match = hall.type_card(hall.at(1), "20 11").match
    with pytest.raises(Refused, match="Round 2"):
        hall.type_card(match, "20 02 20 20")


@pytest.mark.parametrize(
    ("card", "says"),
    [
        ("20 30", "round 2: a round cannot be 3-0"),
        ("20 20 20 20 20", "over after 4 rounds"),
        ("20 x", "is not a round"),
        ("200-0", "round 1: .*200"),
    ],
)
def test_numbers_that_cannot_have_happened_are_refused(
    hall: DeskHall, card: str, says: str
) -> None:
    with pytest.raises(ScoreError, match=says):
        hall.type_card(hall.at(1), card)
    assert not Round.objects.exists()


def test_a_card_goes_above_what_one_side_reported(hall: DeskHall) -> None:
    match = hall.at(1)
    reported(match, (2, 0), (2, 0))

    match = hall.type_card(match, "20 02 20 20").match
    assert points(match) == [6, 2]
    assert [r.state for r in match.rounds.all()] == ["agreed"] * 4


# --- Accept and rule --------------------------------------------------------------------


def test_accepting_takes_one_sides_word(hall: DeskHall) -> None:
    match = hall.at(1)
    reported(match, (2, 0), (1, 1))

    assert accept_match(by=hall.by, match=match, seen=card_mark(match))
    assert [r.state for r in match.rounds.all()] == ["ruled", "ruled"]
    assert reports(match) == ["claim", "claim", "ruling", "ruling"]
    assert not accept_match(by=hall.by, match=match, seen=card_mark(match))


def test_nobody_accepts_what_changed_meanwhile(hall: DeskHall) -> None:
    match = hall.at(1)
    reported(match, (2, 0))
    with pytest.raises(Stale):
        accept_match(by=hall.by, match=match, seen="0")


def test_ruling_settles_the_round_the_sides_differ_in(hall: DeskHall) -> None:
    match = hall.at(1)
    reported(match, (2, 0), (2, 0), (2, 0), (2, 0), state="disputed")
    ruled = rule_round(
        by=hall.by,
        match=match,
        game=1,
        number=4,
        claim={"points": [0, 2]},
        seen=card_mark(match),
        reason="seen by Sam",
    )

    assert (ruled.state, ruled.points) == ("ruled", [0, 2])
    told = Action.objects.get(verb="rule_round").said
    assert (told["before"], told["reason"]) == ([2, 0], "seen by Sam")
    assert points(match) == [6, 2]
    match.refresh_from_db()
    with pytest.raises(Refused, match="nothing to rule on"):
        rule_round(
            by=hall.by,
            match=match,
            game=1,
            number=4,
            claim={"points": [2, 0]},
            seen=card_mark(match),
        )


# --- Calls --------------------------------------------------------------------------------


def test_a_round_is_called_to_its_boards(hall: DeskHall) -> None:
    called = calls.call_round(by=hall.by, pairing_round=hall.at(1).pairing_round)

    assert [(m.board.number, m.state) for m in called if m.board] == [
        (1, "called"),
        (2, "called"),
    ]
    assert not calls.call_round(by=hall.by, pairing_round=hall.at(1).pairing_round)


def test_a_board_holds_one_match_at_a_time(hall: DeskHall) -> None:
    calls.call_match(by=hall.by, match=hall.at(1))
    with pytest.raises(Refused, match="Board 1 is taken by match 1"):
        calls.call_match(by=hall.by, match=hall.at(2), board=hall.at(1).board)


def test_a_call_too_early_is_put_back(hall: DeskHall) -> None:
    match = calls.call_match(by=hall.by, match=hall.at(1))
    calls.call_match(by=hall.by, match=hall.at(2))
    calls.put_back(by=hall.by, match=match)
    assert (hall.at(1).state, hall.at(2).state) == (State.PLANNED, State.CALLED)


def test_the_next_wave_follows_on_the_board_that_is_free(cast: Cast) -> None:
    hall = open_hall(cast, entries=8, boards=2)
    first = hall.publish((1, 2), (3, 4), (5, 6), (7, 8), boards=(1, 2, 1, 2), waves=2)
    calls.call_round(by=hall.by, pairing_round=first)
    hall.type_card(hall.at(2), "20 20 20 20")

    states = list(first.matches.values_list("number", "board__number", "state"))
    assert states == [
        (1, 1, "called"),
        (2, 2, "finished"),
        (3, 1, "planned"),
        (4, 2, "called"),
    ]


def test_a_queue_sends_the_next_match_to_the_next_free_board(cast: Cast) -> None:
    hall = open_hall(cast, entries=6, boards=2, is_queue=True)
    nowhere = (None,) * 5
    hall.publish((1, 2), (3, 4), (5, 6), boards=nowhere[:3])
    hall.publish((1, 3), (2, 5), boards=nowhere[:2])
    calls.call_next(by=hall.by, event=hall.event)
    assert at_boards(hall) == {1: 1, 2: 2}

    hall.type_card(hall.event.matches.get(number=1), "20 20 20 20")
    assert at_boards(hall) == {1: 3, 2: 2}

    # 1 – 3 waits for player 3, who still sits at board 2; 2 – 5 for player 5.
    hall.type_card(hall.event.matches.get(number=3), "20 20 20 20")
    assert at_boards(hall) == {2: 2, 1: 5}

    hall.type_card(hall.event.matches.get(number=2), "20 20 20 20")
    assert at_boards(hall) == {1: 5, 2: 4}


def at_boards(hall: DeskHall) -> dict[int, int]:
    there = hall.event.matches.at_a_board()
    return dict(there.values_list("board__number", "number"))


def test_help_is_wanted_once_and_answered_once(hall: DeskHall) -> None:
    match = hall.at(1)
    calls.want_help(by=hall.by, match=hall.at(2))
    assert calls.want_help(by=hall.by, match=match)
    assert not calls.want_help(by=hall.by, match=match)
    assert calls.answer_help(by=hall.by, match=match)
    assert hall.at(2).help_wanted_at
    assert not calls.answer_help(by=hall.by, match=match)


# --- Endings ------------------------------------------------------------------------------


@pytest.mark.parametrize("ending", ["card", "walkover", "finish"])
def test_a_call_for_help_ends_with_its_match(hall: DeskHall, ending: str) -> None:
    match = hall.type_card(hall.at(1), "20").match
    calls.want_help(by=hall.by, match=match)
    if ending == "card":
        hall.type_card(match, "20 20 20 20")
    elif ending == "walkover":
        give_walkover(by=hall.by, match=match, winner=Seat.B, points=BySeat(0, 8))
    else:
        finish_as_it_is(hall.by, hall.event)

    match.refresh_from_db()
    assert (match.state, match.help_wanted_at) == ("finished", None)


def test_a_walkover_pays_what_the_desk_says(hall: DeskHall) -> None:
    match = hall.at(1)
    give_walkover(by=hall.by, match=match, winner=Seat.B, points=BySeat(0, 8))

    match.refresh_from_db()
    assert (match.state, match.ending, match.winner) == ("finished", "walkover", 1)
    [table] = tables(hall.stage)
    first = table.lines[0]
    assert (first.entry.pk, first.row.made.points, first.won) == (hall.entry(2), 8, 1)


def test_when_nobody_came_both_lose(hall: DeskHall) -> None:
    nobody_came(by=hall.by, match=hall.at(1))
    [table] = tables(hall.stage)
    lost = {line.entry.pk: (line.lost, line.row.made.points) for line in table.lines}
    assert lost[hall.entry(1)] == lost[hall.entry(2)] == (1, 0)


def test_what_was_played_before_an_injury_stands(hall: DeskHall) -> None:
    match = hall.type_card(hall.at(1), "20 11").match
    stop_match(by=hall.by, match=match, reason="a cut finger")

    match.refresh_from_db()
    assert (match.state, match.ending, match.winner) == ("finished", "played", 0)
    assert points(match) == [3, 1]


def test_nothing_can_stand_where_nothing_was_played(hall: DeskHall) -> None:
    with pytest.raises(Refused, match="Nothing was played"):
        stop_match(by=hall.by, match=hall.at(1))


def test_an_annulled_match_counts_for_nobody_and_stays_readable(hall: DeskHall) -> None:
    match = hall.type_card(hall.at(1), "20 20").match
    annul_match(by=hall.by, match=match, reason="wrong board")

    match.refresh_from_db()
    assert match.ending == Ending.ANNULLED.value
    assert match.reports.count() == 2
    [table] = tables(hall.stage)
    assert all(line.row.games == 0 for line in table.lines)


def test_what_is_over_does_not_end_again(hall: DeskHall) -> None:
    match = hall.at(1)
    nobody_came(by=hall.by, match=match)
    with pytest.raises(Refused, match="over already"):
        annul_match(by=hall.by, match=match)


def test_in_a_bracket_somebody_goes_on(cast: Cast) -> None:
    hall = open_hall(cast, way=Knockout())
    hall.publish((1, 2), (3, 4))
    for end in (annul_match, nobody_came):
        with pytest.raises(Refused, match="one side goes on"):
            end(by=hall.by, match=hall.at(1))


def test_a_walkover_frees_its_board(cast: Cast) -> None:
    hall = open_hall(cast, boards=1, is_queue=True)
    hall.publish((1, 2), (3, 4), boards=(None, None))
    calls.call_next(by=hall.by, event=hall.event)
    give_walkover(by=hall.by, match=hall.at(1), winner=Seat.A, points=BySeat(8, 0))
    assert at_boards(hall) == {1: 2}


# --- Clock and announcements ----------------------------------------------------------------


def test_the_clock_runs_stops_and_goes_on(hall: DeskHall) -> None:
    pairing_round = hall.at(1).pairing_round
    act: dict[str, Any] = {"by": hall.by, "pairing_round": pairing_round}
    with time_machine.travel(NOON, tick=False) as now:
        clock.start_clock(**act, minutes=12)
        now.shift(timedelta(minutes=5))
        clock.pause_clock(**act)
        now.shift(timedelta(minutes=30))
        clock.add_minute(**act)
        clock.resume_clock(**act)
    pairing_round.refresh_from_db()
    assert pairing_round.clock_ends_at == NOON + timedelta(minutes=35 + 8)

    clock.stop_clock(**act)
    stopped = PairingRound.objects.get(pk=pairing_round.pk)
    assert (stopped.clock_ends_at, stopped.clock_left) == (None, None)


def test_a_minute_more_after_time_is_up_is_a_whole_minute(hall: DeskHall) -> None:
    pairing_round = hall.at(1).pairing_round
    with time_machine.travel(NOON, tick=False) as now:
        clock.start_clock(by=hall.by, pairing_round=pairing_round, minutes=1)
        now.shift(timedelta(minutes=9))
        clock.add_minute(by=hall.by, pairing_round=pairing_round)
    pairing_round.refresh_from_db()
    assert pairing_round.clock_ends_at == NOON + timedelta(minutes=10)


def test_an_announcement_stands_until_it_is_taken_down(hall: DeskHall) -> None:
    said = announcements.say(by=hall.by, event=hall.event, text="Soup is ready")
    over = datetime(2020, 1, 1, tzinfo=UTC)
    announcements.say(by=hall.by, event=hall.event, text="Gone", until=over)
    assert [a.text for a in hall.event.announcements.standing()] == ["Soup is ready"]

    assert announcements.take_down(by=hall.by, announcement=said)
    assert not announcements.take_down(by=hall.by, announcement=said)
    assert not hall.event.announcements.standing().exists()


# --- Growth ---------------------------------------------------------------------------------


def queries_of_a_card(cast: Cast, entries: int, name: str) -> int:
    hall = open_hall(cast, entries=entries, boards=entries // 2, name=name)
    hall.publish(*((n, n + 1) for n in range(1, entries, 2)))
    calls.call_round(by=hall.by, pairing_round=hall.at(1).pairing_round)
    with CaptureQueriesContext(
        connection,
    ) as asked:
        hall.type_card(hall.at(2), "20 20 20 20")
    Match.objects.unfinished().update(state=State.PLANNED)
    return len(asked)


def test_a_card_costs_the_same_in_a_large_event(cast: Cast) -> None:
    assert queries_of_a_card(cast, 4, "small") == queries_of_a_card(cast, 40, "large")


def queries_of_a_call(cast: Cast, entries: int, name: str) -> int:
    hall = open_hall(cast, entries=entries, boards=entries // 2, name=name)
    hall.publish(*((n, n + 1) for n in range(1, entries, 2)))
    with CaptureQueriesContext(connection) as asked:
        calls.call_round(by=hall.by, pairing_round=hall.at(1).pairing_round)
    Match.objects.unfinished().update(state=State.PLANNED)
    return len(asked)


def test_calling_a_large_round_costs_no_more(cast: Cast) -> None:
    assert queries_of_a_call(cast, 4, "small") == queries_of_a_call(cast, 40, "large")
