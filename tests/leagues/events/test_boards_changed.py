"""Changing the boards of an event never leaves a match at a removed board."""

from dataclasses import replace

import pytest

from leagues.actions.advance.play_off import play_off
from leagues.actions.draw.draw import draw_rounds, publish_rounds
from leagues.actions.events.events import add_stage, seat_pools
from leagues.actions.events.plan import change_event, state_of
from leagues.actions.log.undo import undo
from leagues.actions.play.calls import call_match, call_round
from leagues.actions.refusal import Refused
from leagues.models import PairingRound, Stage
from leagues.reads import sheet_of
from leagues.reads.state_marks import mark_of
from leagues.stages.pairing_ways import RoundRobin
from tests.cast import Cast
from tests.leagues.events.planning import save_event, words_of
from tests.leagues.play.desk_hall import NOON, DeskHall, open_hall
from tests.scenes import scene

At = list[tuple[int, int | None, int]]
"""Each match by its number, its board and its wave."""


def set_boards(hall: DeskHall, *numbers: int) -> None:
    state = state_of(hall.event)
    facts = {name: old for name, old in state.items() if name not in {"rules", "boards"}}
    change_event(
        by=hall.by,
        event=hall.event,
        seen=mark_of(state),
        sheet=sheet_of(hall.event),
        boards=numbers,
        facts=facts,
    )


def boards_of(pairing_round: PairingRound) -> At:
    matches = pairing_round.matches.order_by("number")
    return list(matches.values_list("number", "board__number", "wave"))


@scene
def hall(cast: Cast) -> DeskHall:
    return open_hall(cast, entries=6, boards=3)


def test_a_match_to_come_gets_another_board_and_the_others_keep_theirs(hall: DeskHall) -> None:
    out = hall.publish((1, 2), (3, 4), (5, 6))

    set_boards(hall, 1, 2, 7)

    assert boards_of(out) == [(1, 1, 1), (2, 2, 1), (3, 7, 1)]


def test_with_fewer_boards_than_matches_they_play_one_after_another(hall: DeskHall) -> None:
    out = hall.publish((1, 2), (3, 4), (5, 6))

    set_boards(hall, 2)
    assert boards_of(out) == [(1, 2, 2), (2, 2, 1), (3, 2, 3)]

    called = call_round(by=hall.by, pairing_round=out)
    assert [match.number for match in called] == [2]
    hall.type_card(hall.event.matches.get(number=2), "20 20 20 20")
    assert hall.event.matches.get(number=1).state == "called"


@scene
def in_waves(hall: DeskHall) -> PairingRound:
    """Three matches at two boards: the third follows on board 1."""
    set_boards(hall, 1, 2)
    out = hall.publish((1, 2), (3, 4), (5, 6), boards=(1, 2, 1))
    out.matches.filter(number=3).update(wave=2)
    return out


def test_a_new_board_serves_the_second_wave(hall: DeskHall, in_waves: PairingRound) -> None:
    """The third match can be called there during the first wave; one undo restores all."""
    call_round(by=hall.by, pairing_round=in_waves)
    before = boards_of(in_waves)
    set_boards(hall, 1, 2, 9)
    assert boards_of(in_waves) == [(1, 1, 1), (2, 2, 1), (3, 9, 1)]

    undo(by=hall.by, action=hall.event.log.filter(verb="change_event").latest("pk"))
    assert boards_of(in_waves) == before
    set_boards(hall, 1, 2, 9)
    called = call_round(by=hall.by, pairing_round=in_waves)
    assert [match.number for match in called] == [3]


def test_another_board_instead_is_no_new_one_for_later_waves(
    hall: DeskHall, in_waves: PairingRound
) -> None:
    set_boards(hall, 1, 9)

    assert boards_of(in_waves) == [(1, 1, 1), (2, 9, 1), (3, 1, 2)]


def test_those_who_have_sat_there_before_sit_elsewhere_if_they_can(hall: DeskHall) -> None:
    hall.publish((1, 2), (3, 4), (5, 6))
    for match in hall.event.matches.all():
        hall.type_card(match, "20 20 20 20")
    out = hall.publish((1, 3), (2, 5), (4, 6), boards=(1, 2, 9))

    set_boards(hall, 3, 4, 5)

    [(_four, one_three, _), (_five, two_five, _), (_six, four_six, _)] = boards_of(out)
    assert {one_three, two_five, four_six} == {3, 4, 5}
    assert one_three == 3 or 3 not in {two_five, four_six}, "5 and 6 sat at board 3"


def test_rounds_of_two_stages_are_each_given_boards_of_their_own(hall: DeskHall) -> None:
    morning = hall.publish((1, 2), (3, 4), (5, 6))
    stage = add_stage(by=hall.by, event=hall.event, name="Evening", way=RoundRobin())
    [pool] = seat_pools(by=hall.by, stage=stage, pools={"": hall.entries})
    evening = replace(hall, stage=stage, pool=pool).publish((1, 3), (2, 5), (4, 6))

    set_boards(hall, 7, 8, 9)

    for pairing_round in (morning, evening):
        assert {board for _match, board, _wave in boards_of(pairing_round)} == {7, 8, 9}
        assert {wave for _match, _board, wave in boards_of(pairing_round)} == {1}


@pytest.mark.long
def test_pools_keep_their_boards_side_by_side(cast: Cast) -> None:
    hall = open_hall(cast, entries=8, boards=4)
    stage = add_stage(by=hall.by, event=hall.event, name="Pools", way=RoundRobin())
    seat_pools(by=hall.by, stage=stage, pools={"A": hall.entries[:4], "B": hall.entries[4:]})
    Stage.objects.filter(pk=stage.pk).update(opened_at=NOON)
    draw_rounds(by=hall.by, stage=stage)

    set_boards(hall, 11, 12, 13, 14)

    for pool, boards in zip(stage.pools.all(), ({11, 12}, {13, 14}), strict=True):
        matches = hall.event.matches.filter(pool=pool)
        assert {match.board.number for match in matches if match.board} == boards


def test_a_draft_is_given_boards_too(cast: Cast) -> None:
    hall = open_hall(cast, entries=4, boards=2, way=RoundRobin())
    Stage.objects.filter(pk=hall.stage.pk).update(opened_at=NOON)
    drafts = draw_rounds(by=hall.by, stage=hall.stage)

    set_boards(hall, 5, 6)

    for draft in drafts:
        assert {board for _match, board, _wave in boards_of(draft)} == {5, 6}
    publish_rounds(by=hall.by, stage=hall.stage)


def test_matches_without_a_board_get_one_as_soon_as_there_is_one(cast: Cast) -> None:
    hall = open_hall(cast, entries=4, boards=0)
    out = hall.publish((1, 2), (3, 4), boards=(None, None))

    set_boards(hall, 1, 2)

    assert sorted(board or 0 for _match, board, _wave in boards_of(out)) == [1, 2]


def test_a_queue_hands_out_its_boards_itself(cast: Cast) -> None:
    hall = open_hall(cast, boards=2, is_queue=True)
    out = hall.publish((1, 2), (3, 4), boards=(1, None))

    set_boards(hall, 5)

    assert [board for _match, board, _wave in boards_of(out)] == [None, None]


def test_a_play_off_gets_another_board(hall: DeskHall) -> None:
    hall.publish((1, 2), (3, 4), (5, 6))
    for match in hall.event.matches.all():
        hall.type_card(match, "20 20 20 20")
    match = play_off(by=hall.by, stage=hall.stage, entries=[hall.entry(1), hall.entry(3)])

    set_boards(hall, 8)

    match.refresh_from_db()
    assert match.board
    assert match.board.number == 8


def test_a_board_in_use_stays(hall: DeskHall) -> None:
    hall.publish((1, 2), (3, 4), (5, 6))
    call_match(by=hall.by, match=hall.at(3))

    with pytest.raises(Refused, match="Match 3 is at board 3"):
        set_boards(hall, 1, 2)
    assert hall.event.boards.count() == 3


def test_the_form_shows_which_match_is_at_the_board(hall: DeskHall, cast: Cast) -> None:
    hall.publish((1, 2), (3, 4), (5, 6))
    call_match(by=hall.by, match=hall.at(3))

    answer = save_event(cast.browser_of("ann"), hall.event, boards="2")

    assert answer.status_code == 422
    assert "Match 3 is at board 3" in words_of(answer)


def test_the_organiser_sees_how_many_matches_were_moved(hall: DeskHall, cast: Cast) -> None:
    ann = cast.browser_of("ann")
    hall.publish((1, 2), (3, 4), (5, 6))

    save_event(ann, hall.event, boards="2, 7")

    page = words_of(ann.get(f"/desk/events/{hall.event.slug}/stages/"))
    assert "2 upcoming matches have new boards." in page


def test_undoing_the_change_leads_everybody_back(hall: DeskHall) -> None:
    out = hall.publish((1, 2), (3, 4), (5, 6))
    before = boards_of(out)
    set_boards(hall, 2, 9)
    assert boards_of(out) != before

    undo(by=hall.by, action=hall.event.log.get(verb="change_event"))

    assert boards_of(out) == before


def test_the_phones_are_notified_of_the_new_board(
    hall: DeskHall, monkeypatch: pytest.MonkeyPatch
) -> None:
    notified: list[int] = []
    monkeypatch.setattr("leagues.actions.events.boards.tell_of_matches", notified.extend)
    hall.publish((1, 2), (3, 4), (5, 6))

    set_boards(hall, 1, 2, 7)

    assert notified == [hall.at(7).pk]
