"""A correction: a new report with a reason, after its consequences were shown."""

from itertools import groupby
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from leagues.actions.play.endings import give_walkover, stop_match
from leagues.actions.refusal import Refused, Stale
from leagues.actions.results.consequences import correct_and
from leagues.actions.results.corrections import Then, correct_match
from leagues.models import Match, Round, RoundReport, Stage
from leagues.reads import match_format_of
from leagues.reads.play.card import card_mark
from leagues.reads.results.corrections import claims_of, retype_card, typed_line
from leagues.reads.results.what_if import what_follows
from scoring.errors import ScoreError
from scoring.matches import FORMATS, to_dict
from scoring.sides import BySeat, Seat
from tests.cast import Cast
from tests.leagues.play.desk_hall import NOON, DeskHall, open_hall


def first_match(hall: DeskHall) -> Match:
    return hall.event.matches.get(number=1)


def correct_card(hall: DeskHall, *points: list[int], **how: Any) -> Match:
    match = first_match(hall)
    fields: dict[str, Any] = {
        "key": uuid4(),
        "claims": [{"points": each} for each in points],
        "seen": card_mark(match),
        "reason": "sides mixed up",
        "made_at": NOON,
        **how,
    }
    return correct_match(by=hall.by, match=match, **fields)


def card_of(match: Match) -> list[list[int]]:
    return [each.points for each in match.rounds.order_by("game", "number")]


def test_the_card_has_the_new_points_and_the_old_report_stays(hall: DeskHall) -> None:
    correct_card(hall, [0, 2], [2, 0], [1, 1], [0, 2])

    match = first_match(hall)
    assert card_of(match) == [[0, 2], [2, 0], [1, 1], [0, 2]]
    assert [side.points for side in match.sides.all()] == [3, 5]
    assert match.winner == 1
    first = match.reports.filter(number=1)
    assert [(r.kind, r.claim["points"], r.reason) for r in first] == [
        ("card", [2, 0], ""),
        ("correction", [0, 2], "sides mixed up"),
    ]
    assert match.reports.filter(number=2).count() == 1
    assert match.rounds.get(number=1).state == Round.State.RULED


def test_a_correction_leaves_when_the_match_ended(hall: DeskHall) -> None:
    Match.objects.filter(pk=first_match(hall).pk).update(finished_at=NOON)

    correct_card(hall, [0, 2], [2, 0], [1, 1], [0, 2])

    assert first_match(hall).finished_at == NOON


def test_who_shot_first_follows_when_an_earlier_game_gets_longer(cast: Cast) -> None:
    """First shots alternate from game to game, and the first game lacks a round that was played."""
    hall = open_hall(cast)
    Stage.objects.filter(pk=hall.stage.pk).update(match_format=to_dict(FORMATS["best-of-3-to-5"]))
    hall.publish((1, 2))
    hall.type_card(hall.at(1), "20 20 20 02 02 02 20 20 20")
    assert first_shots(hall) == ["010", "101", "010"]

    longer = [[2, 0], [1, 1], [1, 1], [2, 0]]
    correct_card(hall, *longer, *[[0, 2]] * 3, *[[2, 0]] * 3)
    assert first_shots(hall) == ["0101", "010", "101"]


def first_shots(hall: DeskHall) -> list[str]:
    """Who shot first in each round, a string for each game."""
    rounds = first_match(hall).rounds.order_by("game", "number")
    return [
        "".join(str(each.first) for each in of_one)
        for _, of_one in groupby(rounds, key=lambda each: each.game)
    ]


def test_a_round_too_many_goes_and_the_match_is_open_again(hall: DeskHall) -> None:
    correct_card(hall, [2, 0], [2, 0], [1, 1])

    match = first_match(hall)
    assert len(card_of(match)) == 3
    assert (match.state, match.winner) == ("playing", None)
    assert match.reports.latest("pk").claim == {}


def test_a_round_that_was_forgotten_is_added(hall: DeskHall) -> None:
    hall.type_card(hall.at(2), "20 11")
    second = hall.event.matches.get(number=2)
    correct_match(
        by=hall.by,
        match=second,
        key=uuid4(),
        claims=[{"points": p} for p in ([2, 0], [1, 1], [2, 0], [2, 0])],
        seen=card_mark(second),
        reason="two rounds were on the back",
        made_at=NOON,
    )
    second.refresh_from_db()
    assert second.state == "finished"


def test_a_match_that_was_stopped_stays_stopped(hall: DeskHall) -> None:
    hall.type_card(hall.at(2), "20 11")
    second = hall.event.matches.get(number=2)
    stop_match(by=hall.by, match=second, reason="injury")
    claims = [{"points": p} for p in ([0, 2], [1, 1])]
    card = retype_card(match_format_of(hall.stage), list(second.rounds.all()), claims, 0).card
    second.refresh_from_db()
    foretold = what_follows(second, card)

    correct_match(
        by=hall.by,
        match=second,
        key=uuid4(),
        claims=claims,
        seen=card_mark(second),
        reason="sides mixed up",
        made_at=NOON,
    )

    second.refresh_from_db()
    assert (second.state, second.ending, second.winner) == ("finished", "played", 1)
    assert [side.points for side in second.sides.all()] == [1, 3]
    assert second.finished_at is not None
    assert {move.entry for move in foretold.moves} == {hall.entry(3), hall.entry(4)}


def test_a_stopped_match_whose_last_rounds_turn_up_is_played_out(hall: DeskHall) -> None:
    hall.type_card(hall.at(2), "20 11")
    second = hall.event.matches.get(number=2)
    stop_match(by=hall.by, match=second, reason="injury")
    correct_match(
        by=hall.by,
        match=second,
        key=uuid4(),
        claims=[{"points": p} for p in ([2, 0], [1, 1], [0, 2], [0, 2])],
        seen=card_mark(Match.objects.get(pk=second.pk)),
        reason="they had played on",
        made_at=NOON,
    )

    second.refresh_from_db()
    assert (second.state, second.winner, second.decided_by) == ("finished", 1, "points")


def test_the_same_key_twice_is_one_correction(hall: DeskHall) -> None:
    key, seen = uuid4(), card_mark(first_match(hall))
    for _again in range(2):
        correct_card(hall, [0, 2], [2, 0], [1, 1], [0, 2], key=key, seen=seen)

    assert hall.event.log.filter(verb="correct_match").count() == 1
    assert first_match(hall).reports.filter(kind="correction").count() == 1


@pytest.mark.parametrize(
    ("how", "refusal", "why"),
    [
        ({"seen": "0"}, Stale, "has changed since"),
        ({"reason": "  "}, Refused, "Enter a reason"),
        ({"claims": [{"points": [2, 0]}, {"points": [2, 0]}, {"points": [1, 1]}, {"points": [0, 2]}]}, Refused, "already"),
        ({"claims": [{"points": [3, 0]}]}, ScoreError, "round 1"),
        ({"claims": [{"points": [2, 0]}] * 5}, ScoreError, "was finished after 4"),
        ({"claims": [{"nonsense": 1}]}, ScoreError, "not the numbers"),
    ],
)  # fmt: skip
def test_what_is_refused_changes_nothing(
    hall: DeskHall, how: dict[str, Any], refusal: type[Exception], why: str
) -> None:
    before = RoundReport.objects.count(), hall.event.log.count()

    with pytest.raises(refusal, match=why):
        correct_card(hall, [0, 2], [2, 0], [1, 1], [0, 2], **how)

    assert (RoundReport.objects.count(), hall.event.log.count()) == before
    assert card_of(first_match(hall)) == [[2, 0], [2, 0], [1, 1], [0, 2]]


def test_a_walkover_has_no_card_to_correct(hall: DeskHall) -> None:
    second = hall.event.matches.get(number=2)
    give_walkover(by=hall.by, match=second, winner=Seat.A, points=BySeat(8, 0))

    with pytest.raises(Refused, match="ended without rounds"):
        correct_match(
            by=hall.by,
            match=second,
            key=uuid4(),
            claims=[{"points": [2, 0]}],
            seen=card_mark(Match.objects.get(pk=second.pk)),
            reason="they came",
            made_at=NOON,
        )


# --- Lines ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kept", "line"),
    [
        (Round(points=[2, 0]), "2–0"),
        (Round(points=[2, 0], twenties=[None, None]), "2–0"),
        (Round(points=[2, 0], twenties=[3, None]), "2–0 3 ?"),
        (Round(points=[2, 0], score=[65, 40], twenties=[1, 0]), "65–40 1 0"),
        (Round(), ""),
    ],
)
def test_a_round_as_it_is_typed(kept: Round, line: str) -> None:
    assert typed_line(kept) == line


def test_an_untouched_line_keeps_its_discs(hall: DeskHall) -> None:
    match_format = match_format_of(hall.stage)
    discs = {"discs": [[1, 0, 0, 0], [0, 1, 0, 0]]}
    kept = Round(game=1, number=1, points=[2, 0], score=[20, 15], twenties=[1, 0], **discs)
    [claim] = claims_of(match_format, [kept], [typed_line(kept), "  "])

    assert claim == discs
    assert not retype_card(match_format, [kept], [claim], 0)


def test_a_score_typed_with_another_dash_changes_nothing(hall: DeskHall) -> None:
    match_format = match_format_of(hall.stage)
    kept = Round(game=1, number=1, points=[2, 0], score=[65, 40], twenties=[1, 0])
    claims = claims_of(match_format, [kept], ["65-40 1 0"])

    assert not retype_card(match_format, [kept], claims, 0)


def test_an_empty_line_in_the_middle_is_no_round(hall: DeskHall) -> None:
    with pytest.raises(ScoreError, match="round 1 is empty"):
        claims_of(match_format_of(hall.stage), [], ["", "2 0"])


# --- What was drawn from the error --------------------------------------------------------


def second_round(hall: DeskHall) -> set[tuple[int, ...]]:
    return {
        tuple(sorted(side.entries.get().pk for side in match.sides.all()))
        for match in hall.event.matches.filter(pairing_round__number=2)
    }


@pytest.mark.parametrize("then", [Then.KEEP, Then.PAIR_AGAIN])
def test_the_next_round_is_kept_or_paired_again(swiss: DeskHall, then: Then) -> None:
    before = second_round(swiss)
    match = first_match(swiss)

    correct_and(
        by=swiss.by,
        match=match,
        then=then,
        key=uuid4(),
        claims=[{"points": p} for p in ([0, 2], [0, 2], [1, 1], [2, 0])],
        seen=card_mark(match),
        reason="sides mixed up",
        made_at=NOON,
    )

    assert (second_round(swiss) == before) == (then is Then.KEEP)
    published = swiss.stage.pairing_rounds.filter(state="published")
    assert published.count() == 2


def test_the_preview_asks_the_same_however_many_play(cast: Cast) -> None:
    counts = []
    for entries in (4, 12):
        hall = open_hall(cast, entries=entries, boards=entries // 2, name=f"Event of {entries}")
        pairs = [(n, n + 1) for n in range(1, entries, 2)]
        hall.publish(*pairs)
        for match in list(hall.event.matches.all()):
            hall.type_card(match, "20 20 11 02")
        match = first_match(hall)
        rounds = list(match.rounds.all())
        claims = [{"points": [0, 2]}] * 4
        card = retype_card(match_format_of(hall.stage), rounds, claims, match.first).card
        with CaptureQueriesContext(connection) as asked:
            what_follows(match, card)
        counts.append(len(asked))
    assert counts[0] == counts[1]
