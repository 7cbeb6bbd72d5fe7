"""Undo describes its effect, applies it, and keeps both lines in the log."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from django.utils.html import strip_tags

from leagues.access.roles import Who
from leagues.actions.advance.ties import settle_by_decision
from leagues.actions.draw.changes import keep_apart, let_meet, swap_entries
from leagues.actions.draw.draw import draw_rounds, publish_rounds, take_back_rounds
from leagues.actions.draw.opening import open_stage
from leagues.actions.entries.entries import NewEntry, check_in, enter_list, take_back_check_in
from leagues.actions.entries.presence import change_presence
from leagues.actions.entries.seeds import seeds_of, set_seeds
from leagues.actions.events.events import bin_event, restore_event
from leagues.actions.log.undo import preview_undo, undo
from leagues.actions.notices import make_announcement, take_down
from leagues.actions.people.people import bin_player, restore_player
from leagues.actions.play.calls import call_match
from leagues.actions.play.cards import accept_match
from leagues.actions.play.endings import annul_match, forfeit_both, give_walkover, stop_match
from leagues.actions.refusal import Refused
from leagues.actions.results.corrections import correct_match
from leagues.models import Action, Entry, Event, Match, Player, Pool, PoolEntry, Round, Stage
from leagues.reads.entries.effects import Act, facts_of, state_of
from leagues.reads.play.card import card_mark
from leagues.reads.state_marks import mark_of
from leagues.stages.pairing_ways import Knockout, RoundRobin
from scoring.sides import BySeat, Seat
from tests.cast import Cast
from tests.leagues.play.desk_hall import NOON, DeskHall, finish_as_it_is, open_hall


def last_action(hall: DeskHall, verb: str) -> Action:
    line: Action = Action.objects.filter(verb=verb).latest("pk")
    return line


def shown_state(event: Event) -> dict[str, Any]:
    """The visible state of an event that an undo restores."""
    return {
        "event": [
            (found.state, found.binned_at is None)
            for found in Event.objects.filter(pk=event.pk)
        ],
        "entries": list(
            event.entries.order_by("pk").values("pk", "state", "seed", "checked_in_at")
        ),
        "stages": [(s.pk, s.opened_at is None) for s in event.stages.all()],
        "rounds": [
            (r.number, r.state) for s in event.stages.all() for r in s.pairing_rounds.all()
        ],
        "apart": list(event.kept_apart.values("one", "other", "never")),
        "texts": [a.text for a in event.notices.filter(taken_down_at=None)],
        "settled": [
            s.result for g in event.stages.all() for s in g.settlements.filter(withdrawn_at=None)
        ],
        "matches": [
            {
                "match": (m.number, m.state, m.ending, m.winner, m.decided_by),
                "sides": [
                    (s.points, s.twenties, sorted(e.pk for e in s.entries.all()))
                    for s in m.sides.all()
                ],
                "card": [
                    (r.game, r.number, r.points, r.score, r.twenties, r.state)
                    for r in m.rounds.all()
                ],
            }
            for m in event.matches.with_sides().with_rounds()
        ],
    }  # fmt: skip


def correct_points(hall: DeskHall, match: Match, *points: list[int]) -> None:
    correct_match(
        by=hall.by,
        match=match,
        key=uuid4(),
        claims=[{"points": each} for each in points],
        seen=card_mark(match),
        reason="sides mixed up",
        made_at=NOON,
    )


def opened_hall(cast: Cast, **facts: Any) -> DeskHall:
    hall = open_hall(cast, **facts)
    Stage.objects.filter(pk=hall.stage.pk).update(opened_at=NOON)
    hall.stage.refresh_from_db()
    return hall


def playing_hall(cast: Cast) -> DeskHall:
    """Match 1 is played, match 2 is not."""
    hall = opened_hall(cast, names=["Ann", "Ben", "Cas", "Dot"])
    hall.publish((1, 2), (3, 4))
    hall.type_card(hall.at(1), "20 20 11 02")
    return hall


def match_one(hall: DeskHall) -> Match:
    return hall.event.matches.get(number=1)


def match_two(hall: DeskHall) -> Match:
    return hall.event.matches.get(number=2)


def presence_of(hall: DeskHall, act: Act, entry: int = 3) -> None:
    found = Entry.objects.named().select_related("event").get(pk=hall.entry(entry))
    seen = mark_of(state_of(facts_of(found)))
    change_presence(by=hall.by, event=hall.event, entry=found, act=act, seen=seen)


def leave_round_reported(hall: DeskHall) -> None:
    Round.objects.filter(match=match_one(hall), number=4).update(state=Round.State.REPORTED)


def drafted_hall(cast: Cast) -> DeskHall:
    hall = opened_hall(cast, way=RoundRobin())
    draw_rounds(by=hall.by, stage=hall.stage)
    return hall


def published_hall(cast: Cast) -> DeskHall:
    hall = drafted_hall(cast)
    publish_rounds(by=hall.by, stage=hall.stage)
    return hall


def to_be_opened(cast: Cast) -> DeskHall:
    hall = open_hall(cast)
    PoolEntry.objects.all().delete()
    Pool.objects.all().delete()
    return hall


def announce_soup(hall: DeskHall) -> Any:
    return make_announcement(by=hall.by, event=hall.event, text="Soup is ready")


Setting = Callable[[Cast], DeskHall]
Doing = Callable[[DeskHall], object]

ACTS: dict[str, tuple[Setting, Doing]] = {
    "enter_card": (playing_hall, lambda h: h.type_card(match_two(h), "20 20 20 20")),
    "correct_match": (playing_hall, lambda h: correct_points(h, match_one(h), [0, 2], [0, 2], [1, 1], [2, 0])),
    "accept_match": (playing_hall, lambda h: accept_match(by=h.by, match=match_one(h), seen=card_mark(match_one(h)))),
    "give_walkover": (playing_hall, lambda h: give_walkover(by=h.by, match=match_two(h), winner=Seat.B, points=BySeat(0, 8))),
    "forfeit_both": (playing_hall, lambda h: forfeit_both(by=h.by, match=match_two(h))),
    "annul_match": (playing_hall, lambda h: annul_match(by=h.by, match=match_two(h), reason="wrong board")),
    "publish_rounds": (drafted_hall, lambda h: publish_rounds(by=h.by, stage=h.stage)),
    "take_back_rounds": (published_hall, lambda h: take_back_rounds(by=h.by, stage=h.stage, numbers=[2])),
    "draw_rounds": (opened_hall, lambda h: draw_rounds(by=h.by, stage=h.stage)),
    "open_stage": (to_be_opened, lambda h: open_stage(by=h.by, stage=h.stage)),
    "keep_apart": (playing_hall, lambda h: keep_apart(by=h.by, event=h.event, one=h.entry(1), other=h.entry(2), never=True)),
    "pause_entry": (playing_hall, lambda h: presence_of(h, Act.PAUSE)),
    "withdraw_entry": (playing_hall, lambda h: presence_of(h, Act.WITHDRAW)),
    "check_in": (playing_hall, lambda h: check_in(by=h.by, event=h.event, entries=[h.entry(1)])),
    "enter_list": (playing_hall, lambda h: enter_list(by=h.by, event=h.event, how="list", entries=[NewEntry((Player(club=h.event.club, name="Eve"),))])),
    "set_seeds": (playing_hall, lambda h: reverse_seeds(h)),
    "say": (playing_hall, announce_soup),
    "finish_event": (playing_hall, lambda h: finish_as_it_is(h.by, h.event)),
    "bin_event": (playing_hall, lambda h: bin_event(by=h.by, event=h.event)),
    "call_match": (playing_hall, lambda h: call_match(by=h.by, match=match_two(h))),
    "settle_tie": (playing_hall, lambda h: settle_by_decision(by=h.by, stage=h.stage, order=[h.entry(4), h.entry(3)], reason="by age")),
}  # fmt: skip


def reverse_seeds(hall: DeskHall) -> None:
    before = seeds_of(hall.event)
    seen = mark_of({str(entry): seed for entry, seed in before.items()})
    turned = dict(zip(before, reversed(list(before.values())), strict=True))
    set_seeds(by=hall.by, event=hall.event, seeds=turned, seen=seen, how="hand")


@pytest.mark.parametrize("verb", ACTS)
def test_everything_is_as_it_was(cast: Cast, verb: str) -> None:
    setting, act = ACTS[verb]
    hall = setting(cast)
    if verb == "accept_match":
        leave_round_reported(hall)
    before = shown_state(hall.event)

    act(hall)
    assert shown_state(hall.event) != before
    done = last_action(hall, verb)
    description = preview_undo(done)
    line = undo(by=hall.by, action=done)

    assert shown_state(hall.event) == before
    assert description.endswith(".")
    assert (line.undoes_id, line.event_id) == (done.pk, hall.event.pk)
    with pytest.raises(Refused, match="already been undone"):
        undo(by=hall.by, action=done)


REVERSED: dict[str, tuple[Setting, Doing, Doing]] = {
    "take_down": (playing_hall, announce_soup, lambda h: take_down(by=h.by, notice=h.event.notices.get())),
    "restore_event": (playing_hall, lambda h: bin_event(by=h.by, event=h.event), lambda h: restore_event(by=h.by, event=h.event)),
    "let_meet": (
        playing_hall,
        lambda h: keep_apart(by=h.by, event=h.event, one=h.entry(1), other=h.entry(2), never=True),
        lambda h: let_meet(by=h.by, event=h.event, kept=h.event.kept_apart.get().pk),
    ),
    "return_entry": (playing_hall, lambda h: presence_of(h, Act.PAUSE), lambda h: presence_of(h, Act.RETURN)),
}  # fmt: skip


@pytest.mark.parametrize("verb", REVERSED)
def test_the_way_back_can_be_undone_too(cast: Cast, verb: str) -> None:
    setting, there, back = REVERSED[verb]
    hall = setting(cast)
    there(hall)
    before = shown_state(hall.event)

    back(hall)
    assert preview_undo(last_action(hall, verb))
    undo(by=hall.by, action=last_action(hall, verb))

    assert shown_state(hall.event) == before


def test_taking_back_a_check_in_is_undone_by_checking_in(cast: Cast) -> None:
    hall = playing_hall(cast)
    check_in(by=hall.by, event=hall.event, entries=[hall.entry(1)])
    take_back_check_in(by=hall.by, event=hall.event, entries=[hall.entry(1)])

    undo(by=hall.by, action=last_action(hall, "take_back_check_in"))

    assert Entry.objects.get(pk=hall.entry(1)).checked_in_at is not None


def test_swapping_is_undone_by_swapping(cast: Cast) -> None:
    hall = drafted_hall(cast)
    sat = {m["sides"][0][2][0]: m["match"][0] for m in shown_state(hall.event)["matches"][:2]}
    one_, other = list(sat)
    before = shown_state(hall.event)
    swap_entries(by=hall.by, stage=hall.stage, number=1, one=one_, other=other)
    assert shown_state(hall.event) != before

    undo(by=hall.by, action=last_action(hall, "swap_entries"))

    assert shown_state(hall.event) == before


def test_a_player_comes_back_from_the_bin_and_goes_there_again(cast: Cast) -> None:
    by = cast.who("ann")
    bin_player(by=by, player=cast.cat_plays)
    hall = DeskHall(by, None, None, None, [])  # type: ignore[arg-type]
    undo(by=by, action=last_action(hall, "bin_player"))
    cast.cat_plays.refresh_from_db()
    assert cast.cat_plays.binned_at is None

    bin_player(by=by, player=cast.cat_plays)
    restore_player(by=by, player=cast.cat_plays)
    undo(by=by, action=last_action(hall, "restore_player"))
    cast.cat_plays.refresh_from_db()
    assert cast.cat_plays.binned_at is not None


# --- Acts that are not undone -------------------------------------------------------------


def test_what_was_built_upon_is_undone_from_the_last_act_back(cast: Cast) -> None:
    hall = playing_hall(cast)
    card = last_action(hall, "enter_card")
    correct_points(hall, match_one(hall), [0, 2], [0, 2], [0, 2], [0, 2])

    with pytest.raises(Refused, match="First undo what came after it: Corrected"):
        undo(by=hall.by, action=card)
    undo(by=hall.by, action=last_action(hall, "correct_match"))
    undo(by=hall.by, action=card)

    assert shown_state(hall.event)["matches"][0]["match"] == (1, "planned", "", None, "")


def test_every_report_stays_when_a_card_is_undone(cast: Cast) -> None:
    hall = playing_hall(cast)
    undo(by=hall.by, action=last_action(hall, "enter_card"))

    kinds = list(match_one(hall).reports.values_list("kind", flat=True))
    assert kinds == ["card"] * 4 + ["correction"] * 4


def begun_hall(cast: Cast) -> DeskHall:
    hall = published_hall(cast)
    match = hall.event.matches.filter(pairing_round__number=1).first()
    assert match is not None
    hall.type_card(match, "20")
    return hall


@pytest.mark.parametrize(
    ("setting", "then", "verb", "why"),
    [
        (begun_hall, None, "publish_rounds", "Play has already begun"),
        (published_hall, None, "draw_rounds", "published"),
        (playing_hall, None, "start_event", "Play has already begun"),
        (playing_hall, None, "enrol", "Withdraw them instead"),
        (playing_hall, lambda h: finish_as_it_is(h.by, h.event), "enter_card", "finished"),
        (playing_hall, None, "seat_pools", "Clear the stage on its draw page instead"),
        (
            playing_hall,
            lambda h: Event.objects.update(state="finished"),
            "start_event",
            "so it can’t be undone",
        ),
    ],
)
def test_why_not(cast: Cast, setting: Setting, then: Doing | None, verb: str, why: str) -> None:
    hall = setting(cast)
    if then:
        then(hall)
    before = shown_state(hall.event)

    with pytest.raises(Refused, match=why):
        undo(by=hall.by, action=last_action(hall, verb))

    assert shown_state(hall.event) == before


def test_a_bracket_goes_back_with_its_result(cast: Cast) -> None:
    hall = opened_hall(cast, way=Knockout(), names=["Ann", "Ben", "Cas", "Dot"])
    publish_rounds(by=hall.by, stage=hall.stage)
    for match in list(hall.event.matches.all()):
        hall.type_card(match, "20 20 11 02")
    assert hall.event.matches.count() == 4

    undo(by=hall.by, action=last_action(hall, "enter_card"))

    assert hall.event.matches.count() == 2


def test_stopping_a_match_is_undone_with_its_rounds(cast: Cast) -> None:
    hall = playing_hall(cast)
    hall.type_card(match_two(hall), "20 11")
    before = shown_state(hall.event)
    stop_match(by=hall.by, match=match_two(hall), reason="injury")

    undo(by=hall.by, action=last_action(hall, "stop_match"))

    assert shown_state(hall.event) == before


# --- The page -----------------------------------------------------------------------------


def test_undo_is_shown_before_it_is_done(cast: Cast) -> None:
    hall = playing_hall(cast)
    browser = cast.browser_of("ann")
    card = last_action(hall, "enter_card")
    address = f"/desk/events/{hall.event.slug}/log/{card.pk}/undo/"

    shown = browser.get(address).content.decode()
    assert "The card of match 1 will be empty again." in shown
    assert match_one(hall).state == "finished"

    done = " ".join(strip_tags(browser.post(address, follow=True).text).split())
    assert "Undid: Entered the card of match 1" in done
    assert match_one(hall).state == "planned"

    again = browser.post(address)
    assert again.status_code == 422
    assert "already been undone" in again.content.decode()


def test_a_line_of_another_event_is_not_there(cast: Cast) -> None:
    hall = playing_hall(cast)
    other = open_hall(cast, name="Other", running=False)
    card = last_action(hall, "enter_card")

    page = cast.browser_of("ann").get(f"/desk/events/{other.event.slug}/log/{card.pk}/undo/")

    assert page.status_code == 404


def test_an_undo_has_the_name_of_its_user(cast: Cast) -> None:
    hall = playing_hall(cast)
    line = undo(by=Who(user=cast.olga), action=last_action(hall, "enter_card"))
    assert line.user == cast.olga


def test_other_matches_do_not_hinder_the_undo_of_a_withdrawal(cast: Cast) -> None:
    """Neither other matches of this event, nor matches of a finished event."""
    over = opened_hall(cast, name="Eastport Open")
    over.publish((1, 2), (3, 4))
    finish_as_it_is(over.by, over.event)
    hall = playing_hall(cast)
    presence_of(hall, Act.WITHDRAW)
    correct_points(hall, match_one(hall), [0, 2], [0, 2], [1, 1], [2, 0])

    undo(by=hall.by, action=last_action(hall, "withdraw_entry"))

    assert match_two(hall).state == Match.State.PLANNED
    assert [side.points for side in match_one(hall).sides.all()] == [3, 5]
