"""Acts that cannot be undone, with the reasons."""

import pytest

from leagues.actions.draw.changes import seeds_by_lot
from leagues.actions.draw.draw import draw_rounds, publish_rounds
from leagues.actions.draw.draw_updates import mend_rounds
from leagues.actions.draw.opening import empty_stage, open_stage
from leagues.actions.entries.entries import NewEntry, enter_list
from leagues.actions.entries.line_ups import pair_up, split_pair
from leagues.actions.events.stages import move_stage, remove_stage
from leagues.actions.log.undo import preview_undo, undo
from leagues.actions.play.calls import call_match, call_round, put_back, want_help
from leagues.actions.play.clock import start_clock, stop_clock
from leagues.actions.refusal import Refused
from leagues.models import (
    Action,
    Board,
    Entry,
    EntryPlayer,
    Event,
    Match,
    Player,
    PoolEntry,
    SidePlayer,
    Stage,
)
from tests.cast import Cast
from tests.leagues.log.as_seen import event_state
from tests.leagues.log.undo_halls import (
    Doing,
    Setting,
    a_pair,
    a_round,
    called_hall,
    change_first_stage,
    change_name_and_start,
    full_hall,
    in_a_bracket,
    last_action,
    let_everybody_in,
    match_one,
    move_to_board,
    new_guest,
    one_comes,
    one_leaves,
    plan_final,
    planned_hall,
    play_for,
    play_one,
    published_hall,
    sit_for,
    stage_called,
    strike_entry_two,
    with_three_stages,
)
from tests.leagues.play.desk_hall import NOON, DeskHall


def open_first(hall: DeskHall) -> None:
    open_stage(by=hall.by, stage=hall.event.stages.get(number=1))


def open_all(hall: DeskHall) -> None:
    Stage.objects.filter(event=hall.event).update(opened_at=NOON)


def enter_again(hall: DeskHall) -> None:
    player = Player.objects.get(name="Player 2")
    enter_list(by=hall.by, event=hall.event, entries=[NewEntry((player,))], how="list")


def play_a_mended_one(hall: DeskHall) -> None:
    number = last_action("mend_rounds").details["added"][0]
    match = hall.event.matches.get(number=number)
    others = hall.event.matches.filter(pairing_round=match.pairing_round)
    for each in others.exclude(ending="bye"):
        hall.type_card(each, "20 20 11 02")


TOO_LATE: list[tuple[str, Setting, Doing, Doing, str]] = [
    ("change_event", planned_hall, change_name_and_start, lambda h: Event.objects.update(name="Other"), "changed again since"),
    ("change_event", planned_hall, change_name_and_start, lambda h: None, ""),
    ("plan_stage", planned_hall, plan_final, open_all, "has already been opened"),
    ("move_stage", with_three_stages, lambda h: move_stage(by=h.by, stage=stage_called(h, "Noon"), earlier=True), lambda h: Stage.objects.filter(name="Morning").update(opened_at=NOON), "can’t be moved"),
    ("move_stage", with_three_stages, lambda h: move_stage(by=h.by, stage=stage_called(h, "Noon"), earlier=True), plan_final, "First undo what came after it: Added the stage Final"),
    ("remove_stage", with_three_stages, lambda h: remove_stage(by=h.by, stage=stage_called(h, "Noon")), open_all, "A later stage has already been opened"),
    ("change_stage", with_three_stages, change_first_stage, lambda h: Stage.objects.filter(name="Forenoon").update(options={"games": 5}), "changed again since"),
    ("set_registration", full_hall, let_everybody_in, open_first, "moved up is already drawn"),
    ("set_registration", planned_hall, let_everybody_in, lambda h: Event.objects.update(entry_limit=7), "changed again since"),
    ("strike_entry", planned_hall, strike_entry_two, enter_again, "entered again since"),
    ("strike_entry", full_hall, strike_entry_two, open_first, "moved up is already drawn"),
    ("set_team", planned_hall, play_for, lambda h: Entry.objects.update(team=None), "changed again since"),
    ("pair_up", planned_hall, lambda h: pair_up(by=h.by, event=h.event, pairs=[(h.entry(1), h.entry(2))]), open_first, "already drawn"),
    ("pair_up", planned_hall, lambda h: pair_up(by=h.by, event=h.event, pairs=[(h.entry(1), h.entry(2))]), lambda h: split_pair(by=h.by, event=h.event, entry=Entry.objects.get(pk=h.entry(1))), "has changed since"),
    ("part_pair", a_pair, lambda h: split_pair(by=h.by, event=h.event, entry=Entry.objects.get(pk=h.entry(1))), open_first, "or is already drawn"),
    ("substitute", published_hall, lambda h: sit_for(h, for_good=False), play_one, "have begun"),
    ("substitute", published_hall, lambda h: sit_for(h, for_good=True), lambda h: EntryPlayer.objects.filter(player__name="Sub Sue").update(player=new_guest(h)), "Another substitute has this place"),
    ("open_stage", planned_hall, open_first, lambda h: draw_rounds(by=h.by, stage=h.stage), "This stage is drawn. Undo the draw first"),
    ("empty_stage", in_a_bracket, lambda h: empty_stage(by=h.by, stage=h.stage), lambda h: open_stage(by=h.by, stage=h.stage), "already open again"),
    ("seeds_by_lot", in_a_bracket, lambda h: seeds_by_lot(by=h.by, stage=h.stage), lambda h: publish_rounds(by=h.by, stage=h.stage), "Unpublish it first"),
    ("seeds_by_lot", in_a_bracket, lambda h: seeds_by_lot(by=h.by, stage=h.stage), lambda h: PoolEntry.objects.filter(seed=1).delete(), "changed again since"),
    ("mend_rounds", one_leaves, lambda h: mend_rounds(by=h.by, stage=h.stage), play_a_mended_one, "Play has already begun"),
    ("mend_rounds", one_comes, lambda h: mend_rounds(by=h.by, stage=h.stage), lambda h: draw_rounds(by=h.by, stage=h.stage), "drawn again since"),
    ("call_match", published_hall, lambda h: call_match(by=h.by, match=match_one(h)), play_one, "has begun"),
    ("call_match", called_hall, lambda h: move_to_board(h, 9), lambda h: call_match(by=h.by, match=h.event.matches.get(number=2), board=Board.objects.get(number=1)), "is in use"),
    ("call_matches", published_hall, lambda h: call_round(by=h.by, pairing_round=a_round(h)), lambda h: Match.objects.update(state="planned"), "have begun"),
    ("put_back", called_hall, lambda h: put_back(by=h.by, match=match_one(h)), lambda h: call_match(by=h.by, match=h.event.matches.get(number=2), board=Board.objects.get(number=1)), "is in use now"),
    ("put_back", called_hall, lambda h: put_back(by=h.by, match=match_one(h)), lambda h: Match.objects.update(board=None), "has no board"),
    ("want_help", called_hall, lambda h: want_help(by=h.by, match=match_one(h)), lambda h: Match.objects.update(help_wanted_at=None), "so it can’t be undone"),
    ("start_clock", published_hall, lambda h: start_clock(by=h.by, pairing_round=a_round(h), minutes=9), lambda h: stop_clock(by=h.by, pairing_round=a_round(h)), "undo what came after it"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("verb", "setting", "act", "then", "why"),
    TOO_LATE,
    ids=[f"{n}-{each[0]}" for n, each in enumerate(TOO_LATE)],
)
def test_what_was_built_upon_is_not_pulled_away(
    cast: Cast, verb: str, setting: Setting, act: Doing, then: Doing, why: str
) -> None:
    hall = setting(cast)
    act(hall)
    action = last_action(verb)
    then(hall)
    before = event_state(hall.event)

    if not why:
        assert preview_undo(action)
        return
    with pytest.raises(Refused, match=why):
        undo(by=hall.by, action=action)
    assert event_state(hall.event) == before


def test_no_stage_of_a_finished_event_is_offered_to_be_closed(cast: Cast) -> None:
    hall = planned_hall(cast)
    open_first(hall)
    Event.objects.update(state="finished")

    with pytest.raises(Refused, match="This event is finished"):
        preview_undo(last_action("open_stage"))


def test_a_substitute_keeps_what_was_begun(cast: Cast) -> None:
    hall = published_hall(cast)
    hall.publish((1, 3), (2, 4), boards=[None, None])
    sit_for(hall, for_good=False)
    play_one(hall)

    assert "Matches that have begun keep their players." in preview_undo(last_action("substitute"))
    undo(by=hall.by, action=last_action("substitute"))

    sat = SidePlayer.objects.filter(player__name="Sub Sue")
    assert list(sat.values_list("match__number", flat=True)) == [1]


def test_those_called_that_have_begun_stay_at_their_boards(cast: Cast) -> None:
    hall = published_hall(cast)
    call_round(by=hall.by, pairing_round=a_round(hall))
    free = "Matches 1, 2 will wait again, and their boards will be free."
    assert preview_undo(last_action("call_matches")) == free
    hall.type_card(match_one(hall), "20")

    assert "The other matches have begun" in preview_undo(last_action("call_matches"))
    undo(by=hall.by, action=last_action("call_matches"))

    states = list(hall.event.matches.values_list("state", flat=True))
    assert states == ["playing", "planned"]


def test_what_an_old_line_did_not_keep_cannot_be_undone(cast: Cast) -> None:
    hall = planned_hall(cast)
    for verb in ("strike_entry", "pair_up", "start_clock", "move_up", "mend_rounds"):
        old = Action.objects.create(
            club=cast.club,
            event=hall.event,
            verb=verb,
            details={"stage": "Morning", "stage_id": hall.stage.pk},
        )
        with pytest.raises(Refused, match="earlier value wasn’t saved"):
            preview_undo(old)


def test_an_empty_stage_is_not_emptied(cast: Cast) -> None:
    hall = planned_hall(cast)
    lines = hall.event.log.count()

    with pytest.raises(Refused, match="Morning is already empty"):
        empty_stage(by=hall.by, stage=hall.stage)

    assert hall.event.log.count() == lines
