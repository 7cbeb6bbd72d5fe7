"""Everything an organiser does can be undone, or it is said why not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from leagues.actions.club.members import change_role
from leagues.actions.club.people import add_player, change_player
from leagues.actions.drawing.draw import draw_rounds, publish_rounds
from leagues.actions.drawing.draw_changes import seeds_by_lot
from leagues.actions.drawing.mend import mend_rounds
from leagues.actions.drawing.opening import CannotDraw, empty_stage, open_stage
from leagues.actions.entering.entries import (
    NewEntry,
    enter_list,
    set_team,
    strike_entry,
)
from leagues.actions.entering.line_ups import pair_by_lot, pair_up, part, substitute
from leagues.actions.meanwhile import print_of
from leagues.actions.planning.events import add_stage
from leagues.actions.planning.plan import FACTS, change_event, state_of
from leagues.actions.planning.registration import registration_of, set_registration
from leagues.actions.planning.stages import (
    change_stage,
    columns_of,
    move_stage,
    plan_stage,
    remove_stage,
)
from leagues.actions.playing.calls import (
    answer_help,
    call_match,
    call_round,
    put_back,
    want_help,
)
from leagues.actions.playing.clock import (
    add_minute,
    pause_clock,
    resume_clock,
    start_clock,
    stop_clock,
)
from leagues.actions.undoing import undo as undoing
from leagues.actions.undoing.not_undone import NOT_UNDONE
from leagues.actions.undoing.undo import follows, may_ever, says, undo
from leagues.actions.undoing.undoable import CannotUndo
from leagues.bridge import sheet_of
from leagues.bridge.rules.plans import plan_of
from leagues.bridge.told.story import SPECIAL
from leagues.bridge.told.story_verbs import SENTENCES
from leagues.models import (
    Action,
    Board,
    Entry,
    EntryPlayer,
    Event,
    Match,
    Membership,
    PairingRound,
    Player,
    PoolEntry,
    SidePlayer,
    Stage,
)
from leagues.stages.plan import StagePlan
from leagues.stages.ways import Knockout, RoundRobin, SomeGames
from tests.cast import Cast
from tests.leagues.as_seen import state
from tests.leagues.desk_hall import NOON, DeskHall, open_hall

Setting = Callable[[Cast], DeskHall]
Doing = Callable[[DeskHall], object]


def last(verb: str) -> Action:
    line: Action = Action.objects.filter(verb=verb).latest("pk")
    return line


# --- Halls ------------------------------------------------------------------------------


def opened(cast: Cast, **facts: Any) -> DeskHall:
    hall = open_hall(cast, **facts)
    Stage.objects.filter(pk=hall.stage.pk).update(opened_at=NOON)
    hall.stage.refresh_from_db()
    return hall


def published(cast: Cast) -> DeskHall:
    hall = opened(cast)
    hall.publish((1, 2), (3, 4))
    return hall


def called(cast: Cast) -> DeskHall:
    hall = published(cast)
    call_match(by=hall.by, match=one(hall))
    return hall


def asking(cast: Cast) -> DeskHall:
    hall = called(cast)
    want_help(by=hall.by, match=one(hall))
    return hall


def ticking(cast: Cast) -> DeskHall:
    hall = published(cast)
    start_clock(by=hall.by, pairing_round=a_round(hall), minutes=15)
    return hall


def stopped(cast: Cast) -> DeskHall:
    hall = ticking(cast)
    pause_clock(by=hall.by, pairing_round=a_round(hall))
    return hall


def planned(cast: Cast) -> DeskHall:
    """Nobody is seated yet; four are on the list, two of them new."""
    hall = open_hall(cast, running=False, sides="doubles")
    hall.pool.places.all().delete()
    hall.pool.delete()
    return hall


def with_three_stages(cast: Cast) -> DeskHall:
    hall = planned(cast)
    for name, way in (("Noon", SomeGames(games=3)), ("Evening", Knockout())):
        add_stage(by=hall.by, event=hall.event, name=name, way=way)
    return hall


def a_pair(cast: Cast) -> DeskHall:
    hall = planned(cast)
    pair_up(by=hall.by, event=hall.event, pairs=[(hall.entry(1), hall.entry(2))])
    return hall


def in_a_bracket(cast: Cast) -> DeskHall:
    hall = open_hall(cast, way=Knockout())
    hall.event.rng_seed = "SPRING"  # whose lot changes the order of four
    hall.event.save(update_fields=["rng_seed"])
    hall.pool.places.all().delete()
    hall.pool.delete()
    open_stage(by=hall.by, stage=hall.stage)
    return hall


def one_leaves(cast: Cast) -> DeskHall:
    """Five of six rounds of a round robin for six wait, and Player 6 has left."""
    hall = opened(cast, entries=6, boards=3, way=RoundRobin())
    draw_rounds(by=hall.by, stage=hall.stage)
    publish_rounds(by=hall.by, stage=hall.stage)
    Entry.objects.filter(pk=hall.entry(6)).update(state=Entry.State.WITHDRAWN)
    return hall


def one_comes(cast: Cast) -> DeskHall:
    hall = opened(cast, entries=5, boards=3, way=RoundRobin())
    draw_rounds(by=hall.by, stage=hall.stage)
    late = Player(club=cast.club, name="Late Eve")
    enter_list(by=hall.by, event=hall.event, entries=[NewEntry((late,))], how="list")
    return hall


def one(hall: DeskHall) -> Match:
    return hall.event.matches.get(number=1)


def a_round(hall: DeskHall) -> PairingRound:
    return PairingRound.objects.get(stage=hall.stage)


def player_of(hall: DeskHall, number: int) -> Player:
    return Player.objects.get(entries=hall.entry(number))


def guest(hall: DeskHall) -> Player:
    return Player.objects.create(club=hall.event.club, name="Sub Sue")


def stage_called(hall: DeskHall, name: str) -> Stage:
    return hall.event.stages.get(name=name)


# --- Doing ------------------------------------------------------------------------------


def change(hall: DeskHall) -> None:
    event = Event.objects.get(pk=hall.event.pk)
    now = state_of(event)
    facts = {name: now[name] for name in FACTS}
    facts |= {"name": "Autumn Open", "starts_at": NOON + timedelta(hours=3)}
    change_event(
        by=hall.by,
        event=event,
        seen=print_of(now),
        sheet=sheet_of(event),
        boards=[1, 2, 3],
        facts=facts,
    )


def change_first_stage(hall: DeskHall) -> None:
    stage = hall.event.stages.get(number=1)
    change_stage(
        by=hall.by,
        stage=stage,
        plan=replace(plan_of(stage), name="Forenoon", way=SomeGames(games=2)),
        seen=print_of(columns_of(stage)),
    )


def plan_final(hall: DeskHall) -> None:
    plan_stage(
        by=hall.by, event=hall.event, plan=StagePlan(name="Final", way=Knockout())
    )


def let_everybody_in(hall: DeskHall) -> None:
    event = Event.objects.get(pk=hall.event.pk)
    set_registration(
        by=hall.by,
        event=event,
        seen=print_of(registration_of(event)),
        takes_entries=True,
        entry_limit=None,
        entries_close_at=timezone.now() + timedelta(days=3),
    )


def full(cast: Cast) -> DeskHall:
    hall = planned(cast)
    Event.objects.filter(pk=hall.event.pk).update(entry_limit=3)
    Entry.objects.filter(pk=hall.entry(4)).update(state=Entry.State.WAITING)
    return hall


def strike(hall: DeskHall) -> None:
    entry = Entry.objects.get(pk=hall.entry(2))
    strike_entry(by=hall.by, event=hall.event, entry=entry)


def play_for(hall: DeskHall) -> None:
    entry = Entry.objects.get(pk=hall.entry(1))
    set_team(by=hall.by, event=hall.event, entry=entry, team="Reds", before="")


def sit_for(hall: DeskHall, *, for_good: bool) -> None:
    substitute(
        by=hall.by,
        event=hall.event,
        entry=Entry.objects.get(pk=hall.entry(1)),
        leaves=player_of(hall, 1),
        comes=guest(hall),
        for_good=for_good,
    )


def move_to_board(hall: DeskHall, number: int) -> None:
    board, _made = Board.objects.get_or_create(club=hall.event.club, number=number)
    call_match(by=hall.by, match=one(hall), board=board)


ACTS: list[tuple[str, Setting, Doing]] = [
    ("create_event", planned, lambda h: None),
    ("change_event", planned, change),
    ("plan_stage", planned, plan_final),
    ("add_stage", planned, lambda h: add_stage(by=h.by, event=h.event, name="Final", way=Knockout())),
    ("move_stage", with_three_stages, lambda h: move_stage(by=h.by, stage=stage_called(h, "Noon"), earlier=True)),
    ("remove_stage", with_three_stages, lambda h: remove_stage(by=h.by, stage=stage_called(h, "Noon"))),
    ("change_stage", with_three_stages, change_first_stage),
    ("set_registration", planned, let_everybody_in),
    ("set_registration", full, let_everybody_in),
    ("strike_entry", planned, strike),
    ("strike_entry", full, strike),
    ("set_team", planned, play_for),
    ("pair_up", planned, lambda h: pair_up(by=h.by, event=h.event, pairs=[(h.entry(1), h.entry(2))])),
    ("pair_by_lot", planned, lambda h: pair_by_lot(by=h.by, event=h.event, seed="SPRING")),
    ("part_pair", a_pair, lambda h: part(by=h.by, event=h.event, entry=Entry.objects.get(pk=h.entry(1)))),
    ("substitute", published, lambda h: sit_for(h, for_good=False)),
    ("substitute", published, lambda h: sit_for(h, for_good=True)),
    ("empty_stage", in_a_bracket, lambda h: empty_stage(by=h.by, stage=h.stage)),
    ("seeds_by_lot", in_a_bracket, lambda h: seeds_by_lot(by=h.by, stage=h.stage)),
    ("mend_rounds", one_leaves, lambda h: mend_rounds(by=h.by, stage=h.stage)),
    ("mend_rounds", one_comes, lambda h: mend_rounds(by=h.by, stage=h.stage)),
    ("call_match", published, lambda h: call_match(by=h.by, match=one(h))),
    ("call_match", called, lambda h: move_to_board(h, 9)),
    ("call_matches", published, lambda h: call_round(by=h.by, pairing_round=a_round(h))),
    ("put_back", called, lambda h: put_back(by=h.by, match=one(h))),
    ("want_help", called, lambda h: want_help(by=h.by, match=one(h))),
    ("answer_help", asking, lambda h: answer_help(by=h.by, match=one(h))),
    ("start_clock", published, lambda h: start_clock(by=h.by, pairing_round=a_round(h), minutes=12)),
    ("start_clock", stopped, lambda h: start_clock(by=h.by, pairing_round=a_round(h), minutes=12)),
    ("pause_clock", ticking, lambda h: pause_clock(by=h.by, pairing_round=a_round(h))),
    ("resume_clock", stopped, lambda h: resume_clock(by=h.by, pairing_round=a_round(h))),
    ("add_minute", stopped, lambda h: add_minute(by=h.by, pairing_round=a_round(h))),
    ("stop_clock", stopped, lambda h: stop_clock(by=h.by, pairing_round=a_round(h))),
]  # fmt: skip


@pytest.mark.parametrize(
    ("verb", "setting", "act"),
    ACTS,
    ids=[f"{n}-{each[0]}" for n, each in enumerate(ACTS)],
)
def test_everything_is_as_it_was(
    cast: Cast, verb: str, setting: Setting, act: Doing
) -> None:
    hall = setting(cast)
    before = state(hall.event)
    if verb == "create_event":
        before["event"]["bin"] = True

    act(hall)
    assert state(hall.event) != before, "the act did nothing"
    done = last(verb)
    told = says(done)
    line = undo(by=hall.by, action=done)

    assert told.endswith(".")
    assert line.undoes_id == done.pk
    assert state(hall.event) == before


def test_every_verb_is_undone_or_says_why_not() -> None:
    verbs = {*SENTENCES, *SPECIAL}
    without = sorted(verbs - undoing.UNDOS.keys() - NOT_UNDONE.keys())

    assert not without, (
        "give these an undo (leagues/actions/undo_*.py) or a reason "
        f"(leagues/actions/undoing/not_undone.py): {without}"
    )
    assert not undoing.UNDOS.keys() & NOT_UNDONE.keys()
    assert all(str(why).endswith(".") for why in NOT_UNDONE.values())


# --- Why not ----------------------------------------------------------------------------


def open_first(hall: DeskHall) -> None:
    open_stage(by=hall.by, stage=hall.event.stages.get(number=1))


def open_all(hall: DeskHall) -> None:
    Stage.objects.filter(event=hall.event).update(opened_at=NOON)


def enter_again(hall: DeskHall) -> None:
    player = Player.objects.get(name="Player 2")
    enter_list(by=hall.by, event=hall.event, entries=[NewEntry((player,))], how="list")


def play_one(hall: DeskHall) -> None:
    hall.type_card(one(hall), "20 20 11 02")


def play_a_mended_one(hall: DeskHall) -> None:
    number = last("mend_rounds").said["added"][0]
    match = hall.event.matches.get(number=number)
    others = hall.event.matches.filter(pairing_round=match.pairing_round)
    for each in others.exclude(ending="bye"):
        hall.type_card(each, "20 20 11 02")


TOO_LATE: list[tuple[str, Setting, Doing, Doing, str]] = [
    ("change_event", planned, change, lambda h: Event.objects.update(name="Other"), "changed again since"),
    ("change_event", planned, change, lambda h: None, ""),
    ("plan_stage", planned, plan_final, open_all, "has been opened"),
    ("move_stage", with_three_stages, lambda h: move_stage(by=h.by, stage=stage_called(h, "Noon"), earlier=True), lambda h: Stage.objects.filter(name="Morning").update(opened_at=NOON), "beside it has been opened"),
    ("move_stage", with_three_stages, lambda h: move_stage(by=h.by, stage=stage_called(h, "Noon"), earlier=True), plan_final, "Undo what came after it first: Added the stage Final"),
    ("remove_stage", with_three_stages, lambda h: remove_stage(by=h.by, stage=stage_called(h, "Noon")), open_all, "after it has been opened"),
    ("change_stage", with_three_stages, change_first_stage, lambda h: Stage.objects.filter(name="Forenoon").update(options={"games": 5}), "changed again since"),
    ("set_registration", full, let_everybody_in, open_first, "moved up is drawn already"),
    ("set_registration", planned, let_everybody_in, lambda h: Event.objects.update(entry_limit=7), "changed again since"),
    ("strike_entry", planned, strike, enter_again, "entered again"),
    ("strike_entry", full, strike, open_first, "moved up is drawn already"),
    ("set_team", planned, play_for, lambda h: Entry.objects.update(team=None), "changed again since"),
    ("pair_up", planned, lambda h: pair_up(by=h.by, event=h.event, pairs=[(h.entry(1), h.entry(2))]), open_first, "drawn already"),
    ("pair_up", planned, lambda h: pair_up(by=h.by, event=h.event, pairs=[(h.entry(1), h.entry(2))]), lambda h: part(by=h.by, event=h.event, entry=Entry.objects.get(pk=h.entry(1))), "another by now"),
    ("part_pair", a_pair, lambda h: part(by=h.by, event=h.event, entry=Entry.objects.get(pk=h.entry(1))), open_first, "or is drawn"),
    ("substitute", published, lambda h: sit_for(h, for_good=False), play_one, "have been begun"),
    ("substitute", published, lambda h: sit_for(h, for_good=True), lambda h: EntryPlayer.objects.filter(player__name="Sub Sue").update(player=guest(h)), "Somebody else has this place"),
    ("empty_stage", in_a_bracket, lambda h: empty_stage(by=h.by, stage=h.stage), lambda h: open_stage(by=h.by, stage=h.stage), "open again already"),
    ("seeds_by_lot", in_a_bracket, lambda h: seeds_by_lot(by=h.by, stage=h.stage), lambda h: publish_rounds(by=h.by, stage=h.stage), "take it back first"),
    ("seeds_by_lot", in_a_bracket, lambda h: seeds_by_lot(by=h.by, stage=h.stage), lambda h: PoolEntry.objects.filter(seed=1).delete(), "changed again since"),
    ("mend_rounds", one_leaves, lambda h: mend_rounds(by=h.by, stage=h.stage), play_a_mended_one, "begun to play"),
    ("mend_rounds", one_comes, lambda h: mend_rounds(by=h.by, stage=h.stage), lambda h: draw_rounds(by=h.by, stage=h.stage), "drawn again since"),
    ("call_match", published, lambda h: call_match(by=h.by, match=one(h)), play_one, "has begun"),
    ("call_match", called, lambda h: move_to_board(h, 9), lambda h: call_match(by=h.by, match=h.event.matches.get(number=2), board=Board.objects.get(number=1)), "is taken"),
    ("call_matches", published, lambda h: call_round(by=h.by, pairing_round=a_round(h)), lambda h: Match.objects.update(state="planned"), "have begun"),
    ("put_back", called, lambda h: put_back(by=h.by, match=one(h)), lambda h: call_match(by=h.by, match=h.event.matches.get(number=2), board=Board.objects.get(number=1)), "board is taken"),
    ("put_back", called, lambda h: put_back(by=h.by, match=one(h)), lambda h: Match.objects.update(board=None), "has no board"),
    ("want_help", called, lambda h: want_help(by=h.by, match=one(h)), lambda h: Match.objects.update(help_wanted_at=None), "no longer"),
    ("start_clock", published, lambda h: start_clock(by=h.by, pairing_round=a_round(h), minutes=9), lambda h: stop_clock(by=h.by, pairing_round=a_round(h)), "came after it first"),
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
    action = last(verb)
    then(hall)
    before = state(hall.event)

    if not why:
        assert says(action)
        return
    with pytest.raises(CannotUndo, match=why):
        undo(by=hall.by, action=action)
    assert state(hall.event) == before


def test_a_substitute_keeps_what_was_begun(cast: Cast) -> None:
    hall = published(cast)
    hall.publish((1, 3), (2, 4), boards=[None, None])
    sit_for(hall, for_good=False)
    play_one(hall)

    assert "What was begun keeps who sat there." in says(last("substitute"))
    undo(by=hall.by, action=last("substitute"))

    sat = SidePlayer.objects.filter(player__name="Sub Sue")
    assert list(sat.values_list("match__number", flat=True)) == [1]


def test_those_called_that_have_begun_stay_at_their_boards(cast: Cast) -> None:
    hall = published(cast)
    call_round(by=hall.by, pairing_round=a_round(hall))
    hall.type_card(one(hall), "20")

    assert "The others have begun" in says(last("call_matches"))
    undo(by=hall.by, action=last("call_matches"))

    states = list(hall.event.matches.values_list("state", flat=True))
    assert states == ["playing", "planned"]


def test_what_an_old_line_did_not_keep_cannot_be_undone(cast: Cast) -> None:
    hall = planned(cast)
    for verb in ("strike_entry", "pair_up", "start_clock", "move_up", "mend_rounds"):
        old = Action.objects.create(
            club=cast.club,
            event=hall.event,
            verb=verb,
            said={"stage": "Morning", "stage_id": hall.stage.pk},
        )
        with pytest.raises(CannotUndo, match="not kept what stood before"):
            says(old)


def test_a_stage_nobody_sits_in_is_not_emptied(cast: Cast) -> None:
    hall = planned(cast)
    lines = hall.event.log.count()

    with pytest.raises(CannotDraw, match="Nobody has a seat in Morning"):
        empty_stage(by=hall.by, stage=hall.stage)

    assert hall.event.log.count() == lines


# --- Beside any event ---------------------------------------------------------------------


def test_a_person_who_was_added_goes_into_the_bin(cast: Cast) -> None:
    by = cast.who("ann")
    player = add_player(by=by, club=cast.club, name="Eve")

    assert says(last("add_player")) == "Eve goes into the bin."
    undo(by=by, action=last("add_player"))

    player.refresh_from_db()
    assert player.binned_at is not None


def test_what_is_known_of_a_person_is_as_before(cast: Cast) -> None:
    by, cat = cast.who("ann"), cast.cat_plays
    change_player(
        by=by,
        player=cat,
        other_names=["Kitty"],
        facts={"name": "Cat Smith", "is_minor": True},
    )
    first = last("change_player")
    change_player(by=by, player=cat, other_names=["Kitty"], facts={"name": "Cat Jones"})

    with pytest.raises(CannotUndo, match="came after it first"):
        undo(by=by, action=first)
    undo(by=by, action=last("change_player"))
    undo(by=by, action=first)

    cat.refresh_from_db()
    assert (cat.name, cat.is_minor) == ("Cat van der Berg", False)
    assert not cat.aliases.exists()


def test_a_link_that_was_given_is_closed(cast: Cast) -> None:
    by = cast.who("ann")
    undo(by=by, action=last("give_link"))

    assert not cast.cat_plays.links.filter(revoked_at=None).exists()


def test_a_role_is_given_back(cast: Cast) -> None:
    by = cast.who("olga")
    sam = Membership.objects.get(user=cast.sam)
    change_role(by=by, membership=sam, role=Membership.Role.OWNER)
    line = last("change_role")

    assert says(line) == "sam@example.org: Scorer again."
    undo(by=by, action=line)

    sam.refresh_from_db()
    assert sam.role == Membership.Role.SCORER
    with pytest.raises(CannotUndo, match="undone already"):
        says(line)


def test_somebody_always_owns_the_club(cast: Cast) -> None:
    by = cast.who("olga")
    sam = Membership.objects.get(user=cast.sam)
    change_role(by=by, membership=sam, role=Membership.Role.OWNER)
    line = last("change_role")
    Membership.objects.filter(user=cast.olga).delete()

    with pytest.raises(CannotUndo, match="Somebody has to own the club"):
        undo(by=by, action=line)
    sam.delete()
    with pytest.raises(CannotUndo, match="another role by now, or none"):
        undo(by=by, action=line)


def test_a_claim_is_undone_by_parting_them(cast: Cast) -> None:
    by = cast.who("ann")
    claimed = Action.objects.create(
        club=cast.club, verb="claim_player", said={"player": cast.ben_plays.pk}
    )
    undo(by=by, action=claimed)

    cast.ben_plays.refresh_from_db()
    assert cast.ben_plays.user is None
    again = Action.objects.create(
        club=cast.club, verb="claim_player", said={"player": cast.ben_plays.pk}
    )
    with pytest.raises(CannotUndo, match="nobody’s account"):
        undo(by=by, action=again)


def test_nobody_in_the_bin_is_changed(cast: Cast) -> None:
    by = cast.who("ann")
    add_player(by=by, club=cast.club, name="Eve")
    undo(by=by, action=last("add_player"))
    line = Action.objects.create(
        club=cast.club, verb="add_player", said=last("add_player").said
    )
    with pytest.raises(CannotUndo, match="in the bin"):
        undo(by=by, action=line)


# --- What follows -------------------------------------------------------------------------


def test_undoing_says_who_would_move_and_moves_nobody_yet(cast: Cast) -> None:
    hall = published(cast)
    play_one(hall)
    card = last("enter_card")
    before = state(hall.event), hall.event.log.count()

    moves = follows(by=hall.by, action=card)

    assert {move.entry for move in moves.moves} >= {hall.entry(2)}
    assert (state(hall.event), hall.event.log.count()) == before
    shown = cast.browser_of("ann").get(
        f"/desk/events/{hall.event.slug}/log/{card.pk}/undo/"
    )
    assert "Player 2 climbs from place" in shown.content.decode()


def test_whoever_undoes_an_event_is_led_to_those_there_are(cast: Cast) -> None:
    hall = planned(cast)
    line = last("create_event")
    address = f"/desk/events/{hall.event.slug}/log/{line.pk}/undo/"
    browser = cast.browser_of("ann")

    shown = browser.get(address).content.decode()
    assert "Westport Open goes into the bin, with all that is in it." in shown
    done = browser.post(address, follow=True)

    assert done.status_code == 200
    assert "Undone: Planned Westport Open." in done.content.decode()


def test_an_act_that_moves_no_table_says_nothing_of_it(cast: Cast) -> None:
    hall = called(cast)
    assert not follows(by=hall.by, action=last("call_match"))


def test_the_log_offers_undo_where_there_is_one(cast: Cast) -> None:
    hall = called(cast)
    assert may_ever(last("call_match"))
    assert not may_ever(Action(verb="promise_seed", club=cast.club, event=hall.event))
