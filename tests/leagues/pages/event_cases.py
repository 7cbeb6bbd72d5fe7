"""Cases of the acts at the desk of an event: plan, entries, draw and play."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from leagues.access.roles import Who
from leagues.actions.advance.finish import finish_event
from leagues.actions.advance.ties import settle_by_lot
from leagues.actions.draw.changes import keep_apart, swap_seeds
from leagues.actions.draw.draw import draw_rounds, publish_rounds
from leagues.actions.draw.opening import open_stage
from leagues.actions.entries.line_ups import pair_up
from leagues.actions.events.events import add_stage, bin_event
from leagues.actions.events.seed import promise_seed
from leagues.actions.notices import make_announcement
from leagues.actions.phones.kiosks import make_kiosk
from leagues.actions.play.calls import call_match, want_help
from leagues.actions.rehearsal.copy import rehearse_event
from leagues.actions.results.corrections import Then
from leagues.models import (
    Entry,
    Event,
    KeepApart,
    Kiosk,
    Notice,
    Round,
    Screen,
    Settlement,
    Stage,
)
from leagues.reads.play.card import card_mark
from leagues.reads.play.open_matches import left_open, state_of_open
from leagues.reads.state_marks import mark_of
from leagues.stages.entry_sources import Bands, Top
from leagues.stages.pairing_ways import AllShoot, Knockout, RoundRobin
from tests.cast import Cast
from tests.leagues.advance.advance_halls import all_tied, by_seed
from tests.leagues.advance.play_off_halls import play_morning, upset_seed_two
from tests.leagues.days.hall import Hall as DayHall
from tests.leagues.pages.cases import Case, each_of
from tests.leagues.play.desk_hall import NOON, DeskHall, open_hall
from tests.leagues.play.desk_page import record_report
from tests.scenes import scene

CALLED_ONCE = "A round stays one that was called"
SEATED_AGAIN = "The places are given again, with new keys"
WRITTEN_AGAIN = "The matches are written again, with new keys"


@dataclass(frozen=True)
class Hall:
    cast: Cast
    hall: DeskHall

    @property
    def slug(self) -> str:
        return self.hall.event.slug


@scene(made=NOON, tick=False)
def planned_event(cast: Cast) -> Hall:
    """An event with four entries, none of them in a pool yet."""
    hall = open_hall(cast, running=False)
    hall.next_stage("Final", Knockout())
    hall.pool.places.all().delete()
    Stage.objects.exclude(pk=hall.stage.pk).get().pools.all().delete()
    return Hall(cast, hall)


@scene
def taking_event(planned_event: Hall) -> Hall:
    """Players enter themselves."""
    Event.objects.update(takes_entries=True, visibility="public")
    return planned_event


@scene
def binned_event(planned_event: Hall) -> Hall:
    bin_event(by=planned_event.hall.by, event=planned_event.hall.event)
    return planned_event


@scene(made=NOON, tick=False)
def pairs_event(cast: Cast) -> Hall:
    hall = open_hall(cast, running=False, sides="doubles")
    hall.pool.places.all().delete()
    hall.pool.delete()
    add_stage(by=hall.by, event=hall.event, name="Final", way=Knockout())
    return Hall(cast, hall)


@scene
def pair_event(pairs_event: Hall) -> Hall:
    """Players 1 and 2 are a pair."""
    hall = pairs_event.hall
    pair_up(by=hall.by, event=hall.event, pairs=[(hall.entry(1), hall.entry(2))])
    return pairs_event


@scene(made=NOON, tick=False)
def drawn_event(cast: Cast) -> Hall:
    hall = open_hall(cast, entries=5, way=RoundRobin())
    Stage.objects.filter(pk=hall.stage.pk).update(opened_at=NOON)
    draw_rounds(by=hall.by, stage=hall.stage)
    return Hall(cast, hall)


@scene(made=NOON, tick=False)
def opened_event(cast: Cast) -> Hall:
    hall = open_hall(cast, way=RoundRobin())
    Stage.objects.filter(pk=hall.stage.pk).update(opened_at=NOON)
    return Hall(cast, hall)


@scene
def published_event(drawn_event: Hall) -> Hall:
    """All games are published; Player 5 has left and Players 1 and 2 are kept apart."""
    hall = drawn_event.hall
    publish_rounds(by=hall.by, stage=hall.stage)
    hall.event.entries.filter(pk=hall.entry(5)).update(state=Entry.State.WITHDRAWN)
    keep_apart(by=hall.by, event=hall.event, one=hall.entry(1), other=hall.entry(2), never=False)
    return drawn_event


@scene
def called_event(opened_event: Hall) -> Hall:
    """Match 1 is at its board and match 2 waits; a message is on the screens."""
    hall = opened_event.hall
    hall.publish((1, 2), (3, 4))
    call_match(by=hall.by, match=hall.event.matches.get(number=1))
    make_announcement(by=hall.by, event=hall.event, text="Soup is ready")
    return opened_event


@scene
def queued_event(opened_event: Hall) -> Hall:
    """Two matches wait for the boards that get free."""
    Stage.objects.update(is_queue=True)
    opened_event.hall.publish((1, 2), (3, 4))
    return opened_event


@scene
def disputed_event(called_event: Hall) -> Hall:
    """Match 1 asks for help; its sides differ in round 4, and the others are reported by one."""
    match = called_event.hall.event.matches.get(number=1)
    for number in (1, 2, 3):
        record_report(match, number, 0, [2, 0], Round.State.REPORTED)
    record_report(match, 4, 0, [2, 0], Round.State.DISPUTED)
    want_help(by=Who(), match=match)
    return called_event


@scene
def reported_event(called_event: Hall) -> Hall:
    """Match 1 has four rounds, reported by one side."""
    match = called_event.hall.event.matches.get(number=1)
    for number in (1, 2, 3, 4):
        record_report(match, number, 0, [2, 0], Round.State.REPORTED)
    return called_event


@scene
def carded_event(called_event: Hall) -> Hall:
    """The card of match 1 is entered; match 2 waits for its board."""
    hall = called_event.hall
    hall.type_card(hall.at(1), "20 20 11 02")
    return called_event


@scene
def screened_event(opened_event: Hall) -> Hall:
    """A screen and a tablet are in the hall; another browser shows the code ABC234."""
    event = opened_event.hall.event
    for name, code in (("Bar", None), ("", "ABC234")):
        Screen.objects.create(
            event=event,
            name=name,
            code=code,
            token_hash=name,
            made_at=NOON,
            paired_at=None if code else NOON,
        )
    make_kiosk(by=opened_event.hall.by, event=event, board=event.boards.earliest("pk"))
    return opened_event


# --- From stage to stage --------------------------------------------------------------------


def at_the_desk(cast: Cast, hall: DayHall, stage: Stage) -> Hall:
    """Build the scene from a hall that plays whole days."""
    pool, entries = stage.pools.earliest("pk"), list(hall.entries)
    return Hall(cast, DeskHall(hall.by, hall.event, stage, pool, entries))


@scene(made=NOON, tick=False)
def tied_event(cast: Cast) -> Hall:
    """All matches were tied, and two of four go on to the play-off."""
    hall = DayHall.open(cast.club, cast.who("ann"), entries=4)
    return at_the_desk(cast, hall, all_tied(hall)[0])


@scene
def settled_event(tied_event: Hall) -> Hall:
    hall = tied_event.hall
    settle_by_lot(by=hall.by, stage=hall.stage, entries=hall.entries)
    return tied_event


@scene(made=NOON, tick=False)
def ranked_event(cast: Cast) -> Hall:
    """The better seed won every match, and two of four go on to the play-off."""
    hall = DayHall.open(cast.club, cast.who("ann"), entries=4)
    return at_the_desk(cast, hall, by_seed(hall, Top(2))[0])


@scene
def seated_event(ranked_event: Hall) -> Hall:
    """Both are seated in the play-off, the second before the first."""
    hall = ranked_event.hall
    stage = hall.event.stages.get(number=2)
    open_stage(by=hall.by, stage=stage)
    swap_seeds(by=hall.by, stage=stage, one=hall.entry(1), other=hall.entry(2))
    return ranked_event


@scene(made=NOON, tick=False)
def banded_event(cast: Cast) -> Hall:
    """Two power pools follow the morning."""
    hall = DayHall.open(cast.club, cast.who("ann"), entries=5)
    morning, _ = play_morning(hall, Bands(2), RoundRobin())
    return at_the_desk(cast, hall, morning)


@scene(made=NOON, tick=False)
def corrected_event(cast: Cast) -> Hall:
    """Seed 3 belongs in the final after a correction; seed 2 has the place."""
    hall = DayHall.open(cast.club, cast.who("ann"), entries=4)
    morning, final = play_morning(hall)
    open_stage(by=hall.by, stage=final)
    upset_seed_two(hall, Then.KEEP)
    return at_the_desk(cast, hall, morning)


@scene(made=NOON, tick=False)
def shooting_event(cast: Cast) -> Hall:
    hall = open_hall(cast, way=AllShoot())
    Stage.objects.filter(pk=hall.stage.pk).update(opened_at=NOON)
    return Hall(cast, hall)


def tied_entries(hall: Hall) -> str:
    return "-".join(map(str, hall.hall.entries))


@scene(made=NOON, tick=False)
def rehearsed_event(cast: Cast) -> Hall:
    hall = open_hall(cast, running=False)
    rehearse_event(by=hall.by, event=hall.event)
    return Hall(cast, hall)


def event_arguments(*more: Any) -> Callable[[Hall], tuple[Any, ...]]:
    return lambda hall: (hall.slug, *more)


def entry_arguments(number: int, *more: str) -> Callable[[Hall], tuple[Any, ...]]:
    return lambda hall: (hall.slug, hall.hall.entry(number), *more)


def a_round(hall: Hall) -> tuple[Any, ...]:
    return hall.slug, hall.hall.stage.pairing_rounds.get().pk


def settle_by_drawing_lots(hall: Hall) -> None:
    settle_by_lot(by=hall.hall.by, stage=hall.hall.stage, entries=hall.hall.entries)


NO_NAMES = [
    *each_of("name", "", "   ", "123", "🎯", "x" * 121, "evil.example/pay", "Ann www.evil"),
    *each_of("called", "123", "x" * 61, "a@b.example"),
]


# fmt: off
PLANNED = [
    Case("draw_promise", event_arguments(), "promise_seed", "The hash of the seed is published.", {"seed": "lottery 12"},
         wrong={"seed": "l" * 25}, page="event_draw",
         refused=lambda h: promise_seed(by=h.hall.by, event=h.hall.event, seed="lottery 11"),
         why="The draw seed has been used", stays="A seed stays"),
    Case("event_change", event_arguments(), "change_event", "Autumn Open is saved.", {"name": "Autumn Open"},
         wrong={"name": " "}, stale="seen"),
    Case("event_bin", event_arguments(), "bin_event", "Westport Open is in the bin.", stays="Its log is in the bin too"),
    Case("stage_change", event_arguments(1), "change_stage", "Forenoon is saved.", {"name": "Forenoon"},
         wrong={"name": ""}, stale="seen"),
    Case("stage_remove", event_arguments(2), "remove_stage", "Final is removed."),
    Case("check_in", event_arguments(), "check_in", "1 person checked in.",
         lambda h: {"entry": h.hall.entry(1)}),
    Case("pick_people", event_arguments(), "enter_list", "1 ",
         lambda h: {"player": h.cast.ben_plays.pk}, wrong={"player": []}, fault="No one is ticked."),
    Case("event_seeds", event_arguments(), "set_seeds", "The seeds are saved.",
         lambda h: {f"seed-{h.hall.entry(1)}": "4", f"seed-{h.hall.entry(4)}": "1"}, stale="seen",
         wrong=lambda h: each_of(f"seed-{h.hall.entry(4)}", "0", "-3", "two", "1.5", "99999", "²", "4"), fault="seed"),
    Case("event_registration", event_arguments(), "set_registration", "Registration is saved.",
         {"takes_entries": "on", "entry_limit": "9"},
         wrong=each_of("entry_limit", "0", "-1", "many", "99999999999"), stale="seen"),
    Case("entry_team", entry_arguments(1), "set_team", "The club or team is saved.",
         {"team": "Mill", "before": ""}, wrong={"team": "M" * 300}, stays="A team stays known"),
    Case("entry_act", entry_arguments(1, "strike"), "strike_entry", "is off the list.", page="event_entry",
         stale="-"),
    Case("entry_act", entry_arguments(1, "pause"), "pause_entry", "is paused.", page="event_entry", stale="seen"),
    Case("entry_act", entry_arguments(1, "withdraw"), "withdraw_entry", "is withdrawn.", page="event_entry", stale="seen"),
    Case("entry_substitute", entry_arguments(1), "substitute", "Ben Ito plays for",
         lambda h: {"leaves": Entry.objects.get(pk=h.hall.entry(1)).players.get().pk,
                    "comes": h.cast.ben_plays.pk, "until": "for_good"}, wrong={"comes": 999}, page="event_entry"),
    Case("enter_list", event_arguments(), "enter_list", "entry added", {"text": "Zoë Quick"}, wrong=[*each_of("text", "", "  \n\t"), ({"text": "🎯"}, "No one is ticked.")],
         step={"enter": "1"}, stays="Those who were added go to the bin", stale="-"),
    Case("stage_add", event_arguments("swiss"), "plan_stage", "is added.", {"name": "Swiss"}, wrong={"name": ""}, stale="-"),
    Case("event_plan", lambda h: ("round-robin",), "create_event", "Cup is planned.", {"name": "Cup"},
         wrong={"name": " "}, stays="Its stages stay", stale="-"),
    Case("desk_start", event_arguments(), "start_event", "has started.", page="event_desk"),
]
BINNED = [
    Case("event_restore", event_arguments(), "restore_event", "Westport Open is back.", stays="Its log is in the bin too"),
]
PAIRS = [
    Case("stage_move", event_arguments(2), "move_stage", "", {"earlier": "1"}, page="event_stages"),
    Case("event_pairs", event_arguments(), "pair_up", "1 pair",
         lambda h: {"entry": [h.hall.entry(1), h.hall.entry(2)]}),
]
DISPUTED = [
    Case("desk_match_help", event_arguments(1), "answer_help", "", page="desk_match"),
    Case("desk_match_rule", event_arguments(1), "rule_round", "The decision is saved.",
         {"game": "1", "number": "4", "line": "02", "reason": "seen by Sam"}, wrong={"line": "99 9"},
         fault="99", page="desk_match", stale="seen",
         stays="The rounds of its phones have no sums"),
]
REPORTED = [
    Case("desk_match_accept", event_arguments(1), "accept_match", "Match 1 is accepted.", page="desk_match", stale="-"),
]
CARDED = [
    Case("match_correct", event_arguments(1), "correct_match", "Match 1 is corrected.",
         {"round_4": "2-0", "reason": "sides mixed up", "step": "save"}, wrong={"round_4": "99"}, stale="seen"),
]
SCREENED = [
    Case("screen_pair", event_arguments(), "pair_screen", "Wall is added.", {"code": "abc 234", "name": "Wall"},
         wrong=each_of("code", "abc", "ZZZZZZ", ""), page="event_screens"),
    Case("screen_show", event_arguments(), "show_on_screens", "", {"view": "words", "words": "Lunch"},
         wrong={"words": " "}, page="event_screens"),
    Case("screen_show", event_arguments(), "colour_screens", "", {"theme": "dark"}, page="event_screens"),
    Case("screen_names", event_arguments(), "name_screens", "Each screen shows its name", page="event_screens"),
    Case("screen_forget", lambda h: (h.slug, Screen.objects.get(name="Bar").pk), "forget_screen",
         "Bar is removed.", page="event_screens"),
    Case("event_phones", event_arguments(), "make_kiosk", "", lambda h: {"board": h.hall.event.boards.latest("pk").pk},
         wrong={"board": 999}),
    Case("kiosk_revoke", lambda h: (h.slug, Kiosk.objects.get().pk), "revoke_kiosk",
         "is signed out.", page="event_phones"),
    Case("labels_void", event_arguments(), "void_labels", "no longer work", page="board_labels"),
]
TIED = [
    Case("tie_settle", event_arguments(1), "settle_tie", "Settled.", lambda h: {"tie": tied_entries(h), "way": "lot"}, refused=settle_by_drawing_lots, why="These are no longer tied."),
    Case("tie_settle", event_arguments(1), "settle_tie", "Settled.",
         lambda h: {"tie": tied_entries(h), "way": "decision", f"decide-{tied_entries(h)}-reason": "Shirts",
                    **{f"decide-{tied_entries(h)}-turn-{e}": str(at) for at, e in enumerate(h.hall.entries, 1)}},
         wrong={"tie": "1"}, fault="tied", refused=settle_by_drawing_lots, why="These are no longer tied."),
    Case("tie_settle", event_arguments(1), "settle_tie", "Settled.",
         lambda h: {"tie": tied_entries(h), "way": "shoot-out",
                    **{f"shoot-{tied_entries(h)}-shot-{e}": str(at) for at, e in enumerate(h.hall.entries, 1)}}),
]
SETTLED = [
    Case("settlement_withdraw", lambda h: (h.slug, Settlement.objects.get().pk), "withdraw_settlement", "Tied at the cut", page="event_advance"),
]
QUEUED = [
    Case("desk_call_next", event_arguments(), "call_matches", "called to", page="event_desk", stays=CALLED_ONCE),
]
RANKED = [
    Case("draw_open", event_arguments(2), "open_stage", "Play-off is open.", page="stage_draw"),
    Case("next_stage_open", event_arguments(2), "open_stage", "Play-off is open.", page="event_advance"),
    Case("event_finish", event_arguments(), "finish_event", "The event is finished.", {"without": "2"}, page="event_advance"),
]
SEATED = [
    Case("draw_empty", event_arguments(2), "empty_stage", "Play-off is cleared.", page="stage_draw"),
    Case("draw_lot", event_arguments(2), "seeds_by_lot", "The seeds are drawn by lot.", page="stage_draw", stale="seen"),
    Case("move_up", event_arguments(2), "move_up", "Player 3 moves up.", lambda h: {"entry": h.hall.entry(1)}, page="event_advance",
         stays=SEATED_AGAIN),
]
BANDED = [
    Case("pool_sizes", event_arguments(2), "change_stage", "The pool sizes are saved.",
         {"pools-2-size-0": "2", "pools-2-size-1": "3"}, wrong={"pools-2-size-0": "9"}, page="event_advance",
         stale="pools-2-seen"),
]
CORRECTED = [
    Case("seats_give_anew", event_arguments(2), "refill_stage", "The places of Final are reassigned.", page="event_advance",
         stays=SEATED_AGAIN),
]
SHOOTING = [
    Case("shoot_out", event_arguments(1), "enter_shots", "",
         lambda h: {"entry": h.hall.entry(1), f"all-shot-{h.hall.entry(1)}": "7"}),
]
REHEARSED = [
    Case("rehearsal_delete", event_arguments(), "delete_rehearsal", "The rehearsal is deleted.", page="rehearsal"),
]
TAKING = [
    Case("enter", event_arguments(), "enter_list", "You’re in!", by="ben"),
    Case("enter", event_arguments(), "enter_list", "You’re in!", {"name": "Zoë Quick"}, wrong=NO_NAMES, by="stranger", stays="The newcomer stays a guest"),
    Case("own_event", event_arguments(), "enter_list", "You’re in!", {"enter": "1"}, by="ben"),
]
PAIR = [
    Case("entry_part", entry_arguments(1), "part_pair", "The pair is now two entries.", page="event_entry"),
]
DRAW = [
    Case("draw_make", event_arguments(1), "draw_rounds", "are drawn. Only the desk sees them.", page="stage_draw",
         stale="seen", stays="The seed of the draw stays"),
    Case("draw_apart", event_arguments(), "keep_apart", "are kept apart in new draws.",
         lambda h: {"stage": "1", "one": h.hall.entry(1), "other": h.hall.entry(2)},
         wrong=lambda h: [{"one": ""}, *each_of("other", h.hall.entry(1), "", "0", "x")]),
]
DRAWN = [
    Case("draw_swap", event_arguments(1), "swap_entries", "",
         lambda h: {"round": "1", "one": h.hall.entry(1), "other": h.hall.entry(2)},
         wrong={"other": 0}, fault="changed", page="stage_draw", stale="seen", stays=WRITTEN_AGAIN),
    Case("draw_publish", event_arguments(1), "publish_rounds", "published", page="stage_draw", stale="seen"),
    Case("draw_discard", event_arguments(1), "discard_drafts", "", page="stage_draw", stale="seen"),
]
PUBLISHED = [
    Case("draw_back", event_arguments(1), "take_back_rounds", "Game 1 is unpublished.", page="stage_draw", stale="seen"),
    Case("draw_mend", event_arguments(1), "mend_rounds", "Player 5 is removed from the remaining games.",
         page="stage_draw", stale="seen", stays=WRITTEN_AGAIN),
    Case("draw_apart", event_arguments(), "let_meet", "They can be drawn together again.",
         lambda h: {"stage": "1", "let": KeepApart.objects.get().pk}, wrong={"let": 999}, fault="was"),
]
CALLED = [
    Case("desk_match_call", event_arguments(2), "call_match", "Match 2 is called to board 2.", {"board": "2"}),
    Case("desk_match_end", event_arguments(2), "annul_match", "Match 2 is finished.", {"how": "annulled"},
         wrong=[{"how": 9}, {"how": "walkover-0", "points": "0-8"}, {"how": "walkover-0", "points": "eight"},
                {"how": "walkover-7"}, {"how": "stopped"}], page="desk_match", stale="seen"),
    Case("desk_card", event_arguments(), "enter_card", "Saved.",
         lambda h: {"match": "1", "card": "20\n20\n11\n02", "key": str(uuid4()), "seen": card_mark(h.hall.at(1))},
         wrong={"card": "99 9"}, fault="99", stale="-"),
    Case("desk_match_put_back", event_arguments(1), "put_back", ""),
    Case("desk_call_round", a_round, "call_matches", "", stays=CALLED_ONCE),
    Case("desk_board_broken", event_arguments(2), "take_out_board", "Board 2 is removed from the event.", stays=CALLED_ONCE),
    Case("desk_clock", a_round, "start_clock", "", {"act": "start", "minutes": "12"}),
    Case("desk_say", event_arguments(), "say", "The message is shown on all screens.", {"text": "Lunch"},
         wrong=each_of("text", "", "x" * 201)),
    Case("desk_take_down", lambda h: (h.slug, Notice.objects.get().pk), "take_down",
         "The message is taken down."),
]
# fmt: on

CASES = {
    "planned_event": PLANNED,
    "binned_event": BINNED,
    "pairs_event": PAIRS,
    "pair_event": PAIR,
    "taking_event": TAKING,
    "rehearsed_event": REHEARSED,
    "opened_event": DRAW,
    "drawn_event": DRAWN,
    "published_event": PUBLISHED,
    "called_event": CALLED,
    "queued_event": QUEUED,
    "disputed_event": DISPUTED,
    "reported_event": REPORTED,
    "carded_event": CARDED,
    "screened_event": SCREENED,
    "tied_event": TIED,
    "settled_event": SETTLED,
    "ranked_event": RANKED,
    "seated_event": SEATED,
    "banded_event": BANDED,
    "corrected_event": CORRECTED,
    "shooting_event": SHOOTING,
}
WHY = dict.fromkeys(CASES, "This event is finished") | {"taking_event": " closed"}

WHEN_FINISHED = {
    *("promise_seed", "change_event", "bin_event", "restore_event", "create_event"),
    *("change_stage", "remove_stage", "move_stage", "plan_stage", "set_registration"),
    *("set_team", "strike_entry", "part_pair", "keep_apart", "let_meet", "delete_rehearsal"),
    *("correct_match", "settle_tie", "withdraw_settlement", "move_up", "finish_event"),
    *("say", "take_down", "pair_screen", "show_on_screens", "colour_screens", "name_screens"),
    *("forget_screen", "make_kiosk", "revoke_kiosk", "void_labels"),
}
"""What an organiser may still do in a finished event."""
BEFORE_FINISHED = {
    *("call_match", "call_matches", "annul_match", "enter_card", "put_back"),
    *("answer_help", "rule_round", "accept_match", "enter_shots"),
}
"""What needs an open match: a finished event has none."""


def finish_all(hall: Hall) -> None:
    event = hall.hall.event
    finish_event(by=hall.hall.by, event=event, seen=mark_of(state_of_open(left_open(event))))
