"""The acts at the desk of an event: its plan, entries, draw and play."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from leagues.actions.draw.draw import draw_rounds
from leagues.actions.play.calls import call_match
from leagues.actions.screens.announcements import say
from leagues.models import Announcement, Stage
from leagues.stages.ways import Knockout, RoundRobin
from tests.cast import Cast
from tests.leagues.pages.cases import Case
from tests.leagues.play.desk_hall import NOON, DeskHall, open_hall
from tests.scenes import scene

CALLED_ONCE = "A round stays one that was called"


@dataclass(frozen=True)
class Hall:
    cast: Cast
    hall: DeskHall

    @property
    def slug(self) -> str:
        return self.hall.event.slug


@scene(made=NOON, tick=False)
def planned_event(cast: Cast) -> Hall:
    """Four are on the list, and nobody is seated."""
    hall = open_hall(cast, running=False)
    hall.next_stage("Final", Knockout())
    hall.pool.places.all().delete()
    Stage.objects.exclude(pk=hall.stage.pk).get().pools.all().delete()
    return Hall(cast, hall)


@scene(made=NOON, tick=False)
def pairs_event(cast: Cast) -> Hall:
    hall = open_hall(cast, running=False, sides="doubles")
    hall.pool.places.all().delete()
    hall.pool.delete()
    return Hall(cast, hall)


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
def called_event(opened_event: Hall) -> Hall:
    """Match 1 is at its board and match 2 waits; a message is on the screens."""
    hall = opened_event.hall
    hall.publish((1, 2), (3, 4))
    call_match(by=hall.by, match=hall.event.matches.get(number=1))
    say(by=hall.by, event=hall.event, text="Soup is ready")
    return opened_event


def at(*more: Any) -> Callable[[Hall], tuple[Any, ...]]:
    return lambda hall: (hall.slug, *more)


def entry(number: int, *more: str) -> Callable[[Hall], tuple[Any, ...]]:
    return lambda hall: (hall.slug, hall.hall.entry(number), *more)


def a_round(hall: Hall) -> tuple[Any, ...]:
    return hall.slug, hall.hall.stage.pairing_rounds.get().pk


# fmt: off
PLANNED = [
    Case("event_change", at(), "change_event", "Autumn Open is saved.", {"name": "Autumn Open"},
         wrong={"name": " "}, stale="seen"),
    Case("event_bin", at(), "bin_event", "Westport Open is in the bin.", stays="Its log is in the bin too"),
    Case("stage_change", at(1), "change_stage", "Forenoon is saved.", {"name": "Forenoon"},
         wrong={"name": ""}, stale="seen"),
    Case("stage_remove", at(2), "remove_stage", "Final is removed."),
    Case("check_in", at(), "check_in", "1 person checked in.",
         lambda h: {"entry": h.hall.entry(1)}),
    Case("pick_people", at(), "enter_list", "1 ",
         lambda h: {"player": h.cast.ben_plays.pk}),
    Case("event_seeds", at(), "set_seeds", "The seeds are saved.",
         lambda h: {f"seed-{h.hall.entry(1)}": "4", f"seed-{h.hall.entry(4)}": "1"}, stale="seen"),
    Case("event_registration", at(), "set_registration", "Registration is saved.",
         {"takes_entries": "on", "entry_limit": "9"}, wrong={"entry_limit": "many"}, stale="seen"),
    Case("entry_team", entry(1), "set_team", "The club or team is saved.",
         {"team": "Mill", "before": ""}, wrong={"team": "M" * 300}, stays="A team stays known"),
    Case("entry_act", entry(1, "strike"), "strike_entry", "is off the list.", page="event_entry",
         stale="-"),
]
PAIRS = [
    Case("event_pairs", at(), "pair_up", "1 pair",
         lambda h: {"entry": [h.hall.entry(1), h.hall.entry(2)]}),
]
DRAWN = [
    Case("draw_publish", at(1), "publish_rounds", "published", page="stage_draw", stale="seen"),
    Case("draw_discard", at(1), "discard_drafts", "", page="stage_draw", stale="seen"),
]
CALLED = [
    Case("desk_match_call", at(2), "call_match", "Match 2 is called to board 2.", {"board": "2"}),
    Case("desk_match_put_back", at(1), "put_back", ""),
    Case("desk_call_round", a_round, "call_matches", "", stays=CALLED_ONCE),
    Case("desk_board_broken", at(2), "take_out_board", "Board 2 is removed from the event.", stays=CALLED_ONCE),
    Case("desk_clock", a_round, "start_clock", "", {"act": "start", "minutes": "12"}),
    Case("desk_say", at(), "say", "The message is shown on all screens.", {"text": "Lunch"}),
    Case("desk_take_down", lambda h: (h.slug, Announcement.objects.get().pk), "take_down",
         "The message is taken down."),
]
# fmt: on

CASES = {
    "planned_event": PLANNED,
    "pairs_event": PAIRS,
    "drawn_event": DRAWN,
    "called_event": CALLED,
}
WHY = dict.fromkeys(CASES, "-")
