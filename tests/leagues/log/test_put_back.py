"""Undo by restoring rows, and redo by undoing the undo."""

from collections.abc import Callable
from datetime import timedelta

import pytest

from leagues.access.roles import Who
from leagues.actions.advance.ties import enter_shots, settle_by_decision, withdraw_settlement
from leagues.actions.club.language import change_club_language
from leagues.actions.club.members import change_role
from leagues.actions.club.page import change_club_page
from leagues.actions.club.publishing import change_publishing
from leagues.actions.club.texts import change_text, reset_text, use_word_set
from leagues.actions.draw.changes import keep_apart, swap_seeds
from leagues.actions.entries.entries import (
    NewEntry,
    check_in,
    enrol_players,
    enter_list,
    take_back_check_in,
)
from leagues.actions.entries.line_ups import pair_up
from leagues.actions.entries.seeds import seeds_of, set_seeds
from leagues.actions.events.events import start_event
from leagues.actions.events.plan import FACTS, change_event, state_of
from leagues.actions.events.times import set_times
from leagues.actions.leagues.dues import Paid, change_fee, note_membership
from leagues.actions.log.undo import may_ever, undo
from leagues.actions.notices import make_announcement
from leagues.actions.people.drills import note_drill, remove_drill
from leagues.actions.people.former import ask_to_leave, stay_in_club
from leagues.actions.people.links import claim_player
from leagues.actions.people.people import bin_player, change_player, restore_player
from leagues.actions.refusal import Refused
from leagues.actions.verb import VERBS, Undo
from leagues.models import (
    Action,
    Board,
    ClubPage,
    Entry,
    Event,
    Membership,
    OwnText,
    Player,
    Settlement,
    ShotDrill,
    Stage,
    Team,
    User,
)
from leagues.reads import sheet_of
from leagues.reads.entries.effects import Act
from leagues.reads.state_marks import mark_of
from leagues.stages.pairing_ways import AllShoot
from leagues.texts.messages import site_texts
from tests.cast import Cast
from tests.leagues.log.every_row import every_row, goes_back_and_forth
from tests.leagues.log.test_put_back_joining import OF_JOINING
from tests.leagues.log.test_put_back_leagues import CASES as OF_LEAGUES
from tests.leagues.log.test_put_back_teams import OF_TEAMS
from tests.leagues.log.test_put_back_unplayed import OF_UNPLAYED
from tests.leagues.log.test_undo import ACTS as FIRST_ACTS
from tests.leagues.log.test_undo import REVERSED, leave_round_reported, presence_of
from tests.leagues.log.test_undo_all import ACTS
from tests.leagues.log.undo_halls import (
    break_board,
    called_hall,
    change_first_stage,
    change_name_and_start,
    full_hall,
    in_a_bracket,
    last_action,
    move_to_board,
    planned_hall,
    play_for,
    player_of,
    published_hall,
    strike_entry_two,
)
from tests.leagues.play.desk_hall import NOON, DeskHall, open_hall

Setting = Callable[[Cast], DeskHall]
Doing = Callable[[DeskHall], object]

PUT_BACK = {
    verb.name
    for verb in VERBS.values()
    if isinstance(verb.undo, Undo) and verb.undo.keeps == "rows"
}


def in_the_bin(cast: Cast) -> DeskHall:
    hall = planned_hall(cast)
    bin_player(by=hall.by, player=player_of(hall, 1))
    return hall


def asked_to_leave(cast: Cast) -> DeskHall:
    hall = planned_hall(cast)
    ask_to_leave(by=hall.by, player=player_of(hall, 1))
    return hall


def with_reds(cast: Cast) -> DeskHall:
    hall = planned_hall(cast)
    Team.objects.create(club=cast.club, name="Reds")  # a team stays in the club after an undo
    return hall


def with_nine_boards(cast: Cast) -> DeskHall:
    hall = called_hall(cast)
    Board.objects.create(club=cast.club, number=9)
    return hall


def all_here(cast: Cast) -> DeskHall:
    hall = planned_hall(cast)
    check_in(by=hall.by, event=hall.event, entries=[hall.entry(1), hall.entry(2)])
    return hall


def settled_hall(cast: Cast) -> DeskHall:
    hall = open_hall(cast)
    order = [hall.entry(4), hall.entry(3)]
    settle_by_decision(by=hall.by, stage=hall.stage, order=order, reason="by age")
    return hall


def shooting_hall(cast: Cast) -> DeskHall:
    hall = open_hall(cast, way=AllShoot())
    enter_first_shots(hall, 7, ())
    return hall


def enter_first_shots(hall: DeskHall, made: int, seen: tuple[int, ...]) -> None:
    entry = Entry.objects.get(pk=hall.entry(1))
    enter_shots(by=hall.by, stage=hall.stage, entry=entry, tries=(made,), seen=seen)


def three_exchange_seeds(hall: DeskHall) -> None:
    before = seeds_of(hall.event)
    one, two, three, *_rest = before
    seeds = {one: before[two], two: before[three], three: before[one]}
    seen = mark_of({str(entry): seed for entry, seed in before.items()})
    set_seeds(by=hall.by, event=hall.event, seeds=seeds, seen=seen, how="hand")


def exchange_first_two(hall: DeskHall) -> None:
    swap_seeds(by=hall.by, stage=hall.stage, one=hall.entry(1), other=hall.entry(2))


def rename(hall: DeskHall) -> None:
    change_player(
        by=hall.by,
        player=player_of(hall, 1),
        other_names=["Kitty"],
        facts={"name": "Cat Smith", "is_minor": True},
    )


def make_owner(hall: DeskHall) -> None:
    sam = Membership.objects.get(user__email="sam@example.org")
    change_role(by=hall.by, membership=sam, role=Membership.Role.OWNER)


def one_and_two(hall: DeskHall, *, never: bool) -> None:
    one, other = hall.entry(1), hall.entry(2)
    keep_apart(by=hall.by, event=hall.event, one=one, other=other, never=never)


def with_a_page(cast: Cast) -> DeskHall:
    ClubPage.objects.create(club=cast.club, about="We play on Mondays.")
    return planned_hall(cast)


def write_page(hall: DeskHall) -> None:
    change_club_page(
        by=hall.by,
        club=hall.event.club,
        colour="#2c5f8a",
        about="We play on Fridays.",
        place="Legion hall",
    )


def with_a_drill(cast: Cast) -> DeskHall:
    hall = planned_hall(cast)
    ShotDrill.objects.create(player=player_of(hall, 1), twenties=7)
    return hall


def kept_apart_hall(cast: Cast) -> DeskHall:
    hall = planned_hall(cast)
    one_and_two(hall, never=False)
    return hall


def player_eve() -> Player:
    found: Player = Player.objects.get(name="Eve")
    return found


def with_eve(cast: Cast) -> DeskHall:
    hall = planned_hall(cast)
    Player.objects.create(club=cast.club, name="Eve")
    return hall


def with_a_third_board(cast: Cast) -> DeskHall:
    hall = planned_hall(cast)
    Board.objects.create(club=cast.club, number=3)  # a board stays in the club after an undo
    return hall


def drawn_with_more_boards(cast: Cast) -> DeskHall:
    """Two matches wait for boards 1 and 2; the test replaces board 2."""
    hall = published_hall(cast)
    Board.objects.create(club=cast.club, number=3)
    set_times(hall.event)
    return hall


def called_on_time(cast: Cast) -> DeskHall:
    hall = called_hall(cast)
    set_times(hall.event)
    return hall


def published_for_another_day(cast: Cast) -> DeskHall:
    hall = published_hall(cast)
    week = NOON + timedelta(days=7)
    Event.objects.filter(pk=hall.event.pk).update(state="planned", starts_at=week)
    hall.event.refresh_from_db()
    set_times(hall.event)
    return hall


def play_at(hall: DeskHall, *boards: int) -> None:
    now = state_of(hall.event)
    change_event(
        by=hall.by,
        event=hall.event,
        seen=mark_of(now),
        sheet=sheet_of(hall.event),
        boards=boards,
        facts={name: now[name] for name in FACTS},
    )


def waiting_to_be_accepted(cast: Cast) -> DeskHall:
    hall = FIRST_ACTS["accept_match"][0](cast)
    leave_round_reported(hall)
    return hall


def withdrawn_hall(cast: Cast) -> DeskHall:
    hall = planned_hall(cast)
    presence_of(hall, Act.WITHDRAW)
    return hall


def announced_hall(cast: Cast) -> DeskHall:
    hall = called_hall(cast)
    make_announcement(by=hall.by, event=hall.event, text="Soup is ready")
    return hall


MAKE_MORE = {
    "set_team",
    "call_match",
    "take_out_board",
    "change_event",
    "accept_match",
    "enter_list",
}
"""Acts that leave something after an undo, such as a board of the club or times. In these tests
it exists before the act.
"""


def reword(hall: DeskHall) -> None:
    text = site_texts()["{n} game"]
    frames = ("{n} frame", "{n} frames")
    change_text(by=hall.by, club=hall.event.club, language="en", text=text, texts=frames)


def reworded_hall(cast: Cast) -> DeskHall:
    hall = planned_hall(cast)
    reword(hall)
    return hall


CASES: list[tuple[str, Setting, Doing]] = [
    *(case for case in ACTS if case[0] in PUT_BACK - MAKE_MORE),
    ("set_team", with_reds, play_for),
    *((verb, *case) for verb, case in FIRST_ACTS.items() if verb in PUT_BACK - MAKE_MORE),
    ("change_event", with_a_third_board, change_name_and_start),
    ("change_event", drawn_with_more_boards, lambda h: play_at(h, 1, 3)),
    ("take_out_board", drawn_with_more_boards, lambda h: break_board(h, 1)),
    ("take_out_board", called_on_time, lambda h: break_board(h, 1)),
    ("accept_match", waiting_to_be_accepted, FIRST_ACTS["accept_match"][1]),
    ("enter_list", with_eve, lambda h: enter_list(by=h.by, event=h.event, how="list", entries=[NewEntry((player_eve(),), seed=9)])),
    ("start_event", planned_hall, lambda h: start_event(by=h.by, event=h.event)),
    ("start_event", published_for_another_day, lambda h: start_event(by=h.by, event=h.event, now=NOON)),
    ("enrol", with_eve, lambda h: enrol_players(by=h.by, event=h.event, players=[player_eve()])),
    ("return_entry", lambda c: _hall_after(REVERSED["return_entry"], c), REVERSED["return_entry"][2]),
    ("restore_event", lambda c: _hall_after(REVERSED["restore_event"], c), REVERSED["restore_event"][2]),
    ("withdraw_entry", full_hall, lambda h: presence_of(h, Act.WITHDRAW, 2)),
    ("reinstate_entry", withdrawn_hall, lambda h: presence_of(h, Act.REINSTATE)),
    ("admit_entry", full_hall, lambda h: presence_of(h, Act.ADMIT, 4)),
    ("finish_event", announced_hall, FIRST_ACTS["finish_event"][1]),
    ("claim_player", planned_hall, lambda h: claim_player(by=Who(user=User.objects.get(email="sam@example.org")), player=player_of(h, 1))),
    ("call_match", with_nine_boards, lambda h: move_to_board(h, 9)),
    ("take_down", lambda c: _hall_after(REVERSED["take_down"], c), REVERSED["take_down"][2]),
    ("let_meet", lambda c: _hall_after(REVERSED["let_meet"], c), REVERSED["let_meet"][2]),
    ("keep_apart", kept_apart_hall, lambda h: one_and_two(h, never=True)),
    ("take_back_check_in", all_here, lambda h: take_back_check_in(by=h.by, event=h.event, entries=[h.entry(1), h.entry(2)])),
    ("strike_entry", kept_apart_hall, strike_entry_two),
    ("pair_up", kept_apart_hall, lambda h: pair_up(by=h.by, event=h.event, pairs=[(h.entry(1), h.entry(2))])),
    ("swap_seeds", in_a_bracket, exchange_first_two),
    ("set_seeds", planned_hall, three_exchange_seeds),
    ("enter_shots", shooting_hall, lambda h: enter_first_shots(h, 8, (7,))),
    ("withdraw_settlement", settled_hall, lambda h: withdraw_settlement(by=h.by, settlement=Settlement.objects.get())),
    ("ask_to_leave", planned_hall, lambda h: ask_to_leave(by=h.by, player=player_of(h, 1))),
    ("stay_in_club", asked_to_leave, lambda h: stay_in_club(by=h.by, player=player_of(h, 1))),
    ("bin_player", planned_hall, lambda h: bin_player(by=h.by, player=player_of(h, 1))),
    ("restore_player", in_the_bin, lambda h: restore_player(by=h.by, player=player_of(h, 1))),
    ("change_player", planned_hall, rename),
    ("change_role", planned_hall, make_owner),
    ("change_club_page", with_a_page, write_page),
    ("change_fee", planned_hall, lambda h: change_fee(by=h.by, club=h.event.club, fee=4000, currency="CAD", first_month=9)),
    ("note_membership", planned_hall, lambda h: note_membership(by=h.by, club=h.event.club, year=2026, paid={player_of(h, 1).pk: Paid("part", 550)})),
    ("change_publishing", planned_hall, lambda h: change_publishing(by=h.by, club=h.event.club, publish_every=300, publishes_all_languages=True)),
    ("change_club_language", planned_hall, lambda h: change_club_language(by=h.by, club=h.event.club, language="de")),
    ("change_text", planned_hall, reword),
    ("reset_text", reworded_hall, lambda h: reset_text(by=h.by, own=OwnText.objects.select_related("club").get())),
    ("use_word_set", reworded_hall, lambda h: use_word_set(by=h.by, club=h.event.club, name="end/frame")),
    ("note_drill", planned_hall, lambda h: note_drill(by=h.by, player=player_of(h, 1), twenties=7, shots=12)),
    ("remove_drill", with_a_drill, lambda h: remove_drill(by=h.by, drill=ShotDrill.objects.get())),
]  # fmt: skip


def _hall_after(case: tuple[Setting, Doing, Doing], cast: Cast) -> DeskHall:
    setting, there, _back = case
    hall = setting(cast)
    there(hall)
    return hall


def test_all_of_them_are_tried() -> None:
    assert {
        verb for verb, *_rest in (*CASES, *OF_LEAGUES, *OF_UNPLAYED, *OF_JOINING, *OF_TEAMS)
    } == PUT_BACK - {"undo"}


@pytest.mark.parametrize(
    ("verb", "setting", "act"), CASES, ids=[f"{n}-{each[0]}" for n, each in enumerate(CASES)]
)
def test_every_row_is_as_before_and_as_after(
    cast: Cast, verb: str, setting: Setting, act: Doing
) -> None:
    hall = setting(cast)
    goes_back_and_forth(hall.by, verb, lambda: act(hall))


def test_what_was_changed_since_stays(cast: Cast) -> None:
    hall = all_here(cast)
    Entry.objects.filter(pk=hall.entry(2)).update(checked_in_at=None)
    before = every_row()

    with pytest.raises(Refused, match="changed again since"):
        undo(by=hall.by, action=last_action("check_in"))
    assert every_row() == before


def test_an_undo_is_not_undone_once_something_is_built_upon_it(cast: Cast) -> None:
    hall = planned_hall(cast)
    change_first_stage(hall)
    undone = undo(by=hall.by, action=last_action("change_stage"))
    Stage.objects.filter(event=hall.event).update(name="Early")
    before = every_row()

    with pytest.raises(Refused, match="changed again since"):
        undo(by=hall.by, action=undone)
    assert every_row() == before


def test_a_seed_that_is_taken_meanwhile_is_not_taken_away(cast: Cast) -> None:
    hall = planned_hall(cast)
    check = seeds_of(hall.event)
    three_exchange_seeds(hall)
    undone = undo(by=hall.by, action=last_action("set_seeds"))
    assert seeds_of(hall.event) == check
    Entry.objects.filter(pk=hall.entry(1)).update(seed=None)
    Entry.objects.filter(pk=hall.entry(4)).update(seed=check[hall.entry(1)])

    with pytest.raises(Refused, match="Someone else has one of these seeds"):
        undo(by=hall.by, action=undone)


def test_a_line_that_kept_no_rows_is_not_undone(cast: Cast) -> None:
    hall = planned_hall(cast)
    for verb in sorted(PUT_BACK - {"undo"}):
        old = Action.objects.create(club=cast.club, event=hall.event, verb=verb)
        assert not may_ever(old)
        with pytest.raises(Refused, match="earlier value wasn’t saved"):
            undo(by=hall.by, action=old)

    old = Action.objects.create(club=cast.club, event=hall.event, verb="undo")
    with pytest.raises(Refused, match="do it again the way it was done before"):
        undo(by=hall.by, action=old)


def test_undoing_a_new_name_renews_the_events_pages(cast: Cast) -> None:
    hall = planned_hall(cast)
    rename(hall)
    revision = Event.objects.get(pk=hall.event.pk).revision

    undo(by=hall.by, action=last_action("change_player"))

    assert Event.objects.get(pk=hall.event.pk).revision > revision


def test_the_log_offers_to_undo_an_undo(cast: Cast) -> None:
    hall = all_here(cast)
    undone = undo(by=hall.by, action=last_action("check_in"))
    browser = cast.browser_of("ann")
    address = f"/desk/events/{hall.event.slug}/log/{undone.pk}/undo/"

    shown = browser.get(address).content.decode()
    assert "What this undid will count again." in shown
    html = browser.post(address, follow=True).content.decode()

    assert "Undid: Undid: Checked in: Player 1, Player 2." in html
    assert Entry.objects.exclude(checked_in_at=None).count() == 2
