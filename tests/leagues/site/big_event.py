"""A Swiss of any size on its last day, and every act of its desk, each from the same state.

The benchmark times these acts and a test counts what they ask of the database.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from random import Random
from time import time
from typing import Any
from uuid import UUID

from django.db import transaction
from django.test import Client
from django.urls import reverse

from leagues.access.roles import Who
from leagues.actions.draw.draw import draw_rounds, publish_rounds
from leagues.actions.draw.opening import open_stage
from leagues.actions.events.events import add_stage, create_event, start_event
from leagues.actions.play.calls import call_round
from leagues.demo.bulk_matches import Ledger
from leagues.models import (
    Board,
    Club,
    Entry,
    EntryPlayer,
    Event,
    KeepApart,
    Match,
    PairingRound,
    Player,
    Stage,
)
from leagues.reads import Sheet
from leagues.reads.play.card import card_mark
from leagues.reads.results.redraw import drawn_again
from leagues.stages.entry_sources import Top
from leagues.stages.pairing_ways import Knockout, Swiss
from leagues.views.desk.play.desk import LOOKS_AGAIN
from tests.cast import Page

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
TEN = "20\n11\n02\n20"
"""A card as it is typed."""
OTHER = {f"round_{at}": line for at, line in enumerate(["0-2"] * 4, start=1)}
"""The card of a match that everybody thought had ended otherwise."""


@dataclass
class BigEvent:
    """One event between two of its pairing rounds, and the organiser's browser."""

    by: Who
    event: Event
    swiss: Stage
    final: Stage
    browser: Client

    @classmethod
    def plan(cls, by: Who, club: Club, browser: Client, entries: int, rounds: int) -> BigEvent:
        boards = Board.objects.bulk_create(
            (Board(club=club, number=at) for at in range(1, entries // 2 + 1)),
            ignore_conflicts=True,
        )
        event = create_event(
            by=by,
            club=club,
            name=f"Open for {entries}",
            starts_at=NOON,
            sheet=Sheet.named("tournament-singles"),
            boards=list(club.boards.filter(number__lte=len(boards))),
            rng_seed="SPRING-2026",
            trust=Event.Trust.FIRST,
        )
        players = Player.objects.bulk_create(
            Player(club=club, name=f"Player {at:03}", family_name=f"{at:03}")
            for at in range(1, entries + 1)
        )
        enrolled = Entry.objects.bulk_create(
            Entry(event=event, seed=seed) for seed in range(1, entries + 1)
        )
        EntryPlayer.objects.bulk_create(
            EntryPlayer(event=event, entry=entry, player=player)
            for entry, player in zip(enrolled, players, strict=True)
        )
        swiss = add_stage(by=by, event=event, name="Swiss", way=Swiss(rounds))
        final = add_stage(by=by, event=event, name="Last eight", way=Knockout(), takes=Top(8))
        start_event(by=by, event=event)
        open_stage(by=by, stage=swiss)
        return cls(by, event, swiss, final, browser)

    # --- The day goes on -----------------------------------------------------------------

    def draw(self) -> None:
        """Draw the next round, publish it, and call its matches."""
        draw_rounds(by=self.by, stage=self.swiss)
        publish_rounds(by=self.by, stage=self.swiss)
        call_round(by=self.by, pairing_round=self.last)

    def play(self, dice: Random | None = None) -> None:
        """Play the published round to its end. Keys of reports come from the dice too."""
        dice = dice or Random(f"{self.event.slug}, {self.last.number}")
        players = self.event.entries.values_list("players", flat=True)
        strengths = {player: dice.uniform(0.2, 0.6) for player in players}
        ledger = Ledger(self.event, strengths, dice, desk=self.by)
        ledger.play_round(self.last)
        ledger.write()

    @property
    def last(self) -> PairingRound:
        found = self.swiss.pairing_rounds.order_by("number").last()
        assert found is not None
        return found

    # --- What the desk does ----------------------------------------------------------------

    def address(self, name: str, *args: object) -> str:
        return reverse(name, args=[self.event.slug, *args])

    def get(self, name: str, *args: object, live: bool = False, **asked: Any) -> Act:
        headers = {"HX-Request": "true"} if live else {}
        where = self.address(name, *args)
        return lambda: self.browser.get(where, asked, headers=headers)

    def post(self, name: str, *args: object, live: bool = False, **sent: Any) -> Act:
        headers = {"HX-Request": "true"} if live else {}
        where = self.address(name, *args)
        return lambda: self.browser.post(where, sent, headers=headers)

    def during_a_round(self) -> Acts:
        """During a round every board plays, and cards come in one by one."""
        match, played, early = (self._a_match(), self._last_played(), self._first_played())
        entry, another, third = self.event.entries.in_order()[:3]
        other: dict[str, Any] = {
            "seen": card_mark(played),
            "key": UUID(int=2),
            "step": "look",
            **OTHER,
        }
        since = {"since": self.last.pk}
        card: dict[str, Any] = {"match": match.number, "key": UUID(int=1), "card": TEN}
        kept = KeepApart.objects.create(event=self.event, one=entry, other=third)
        return {
            "desk": self.get("event_desk"),
            "desk, what moved": self.get("event_desk", live=True, seen="before"),
            "desk, nothing moved": self._nothing_moved(),
            "open a card": self.get("desk_card", live=True, board=1),
            "add a card up": self.get("desk_card_sum", live=True, **card),
            "enter a card": self.post("desk_card", live=True, seen=card_mark(match), **card),
            "matches": self.get("event_matches"),
            "matches of a name": self.get("event_matches", live=True, q="Player 01"),
            "one match": self.get("desk_match", match.number),
            "put a match back": self.post("desk_match_put_back", match.number),
            "correct a card": self.get("match_correct", played.number),
            "what would follow": at_first(self.post("match_correct", played.number, **other)),
            "follow from round 1": at_first(self.post("match_correct", early.number, **other)),
            "drawn instead": at_first(
                self.get("match_correct", early.number, live=True, **other, **since)
            ),
            "people": self.get("event_people"),
            "people of a name": self.get("event_people", live=True, q="Player 01"),
            "one entry": self.get("event_entry", entry.pk),
            "check in": self.post("check_in", live=True, entry=entry.pk),
            "check everybody in": self.post("check_in", everybody=1),
            "seeds": self.get("event_seeds"),
            "draw, being played": self.get("stage_draw", 1),
            "draw, an old round": self.get("stage_draw", 1, round=1),
            "keep two apart": self.post(
                "draw_apart", stage=1, one=entry.pk, other=another.pk, never="on"
            ),
            "let two meet": self.post("draw_apart", stage=1, let=kept.pk),
            "say something": self.post("desk_say", live=True, text="Lunch"),
            "start the clock": self.post(
                "desk_clock", self.last.pk, live=True, act="start", minutes=12
            ),
            "log": self.get("event_log"),
            "standings": self.get("standings"),
        }

    def between_two_rounds(self) -> Acts:
        return {
            "draw, before": self.get("stage_draw", 1),
            "draw a round": self.post("draw_make", 1),
        }

    def with_a_draft(self) -> Acts:
        one, other = self._two_of_a_draft()
        seen = self._seen()
        two: dict[str, Any] = {"round": self.last.number, "one": one, "other": other, "seen": seen}
        here: dict[str, Any] = {"seen": seen, "round": self.last.number}
        return {
            "draw, a draft": self.get("stage_draw", 1),
            "pick one to swap": self.post("draw_swap", 1, live=True, **(two | {"one": ""})),
            "swap two": self.post("draw_swap", 1, live=True, **two),
            "swap two, a page": self.post("draw_swap", 1, **two),
            "draw again": self.post("draw_make", 1, **here),
            "publish": self.post("draw_publish", 1, **here),
        }

    def with_a_round_out(self) -> Acts:
        return {
            "take back": self.post("draw_back", 1, seen=self._seen(), only=self.last.number),
            "call a round": self.post("desk_call_round", self.last.pk, live=True),
        }

    def at_the_cut(self) -> Acts:
        return {
            "advance": self.get("event_advance"),
            "open the last eight": self.post("next_stage_open", 2),
            "draw, the bracket": self.get("stage_draw", 2),
        }

    def in_the_bracket(self) -> Acts:
        seated = self.final.pools.get().places.all()[0].entry_id
        return {
            "draw, seeds": self.get("stage_draw", 2),
            "publish the bracket": self.post("draw_publish", 2),
            "move up": self.post("move_up", 2, entry=seated),
            "advance, open": self.get("event_advance"),
        }

    def _a_match(self) -> Match:
        found = self.last.matches.unfinished().order_by("board__number").first()
        assert found is not None
        return found

    def _first_played(self) -> Match:
        """The first match played; every later round was drawn from its result."""
        played = self.event.matches.filter(ending=Match.Ending.PLAYED)
        found = played.order_by("number").first()
        assert found is not None
        return found

    def _last_played(self) -> Match:
        """The last match played; one round was drawn from its result."""
        played = self.event.matches.finished().filter(ending=Match.Ending.PLAYED)
        found = played.order_by("number").last()
        assert found is not None
        return found

    def _nothing_moved(self) -> Act:
        """Ask for the desk's part with the mark of the latest state: nothing has changed."""
        self.event.refresh_from_db(fields=["revision"])

        def ask() -> Page:
            mark = f"{self.event.revision}-{int(time()) // LOOKS_AGAIN}"
            return self.get("event_desk", live=True, seen=mark)()

        return ask

    def _two_of_a_draft(self) -> tuple[int, int]:
        first, second = self.last.matches.order_by("number")[:2]
        return tuple(m.sides.get(seat=0).entries.get().pk for m in (first, second))  # type: ignore[return-value]

    def _seen(self) -> str:
        return search_page(r'name="seen" value="(\w+)"', self.get("stage_draw", 1)())


Act = Callable[[], Page]
Acts = dict[str, Act]


def at_first(act: Act) -> Act:
    """Wrap an act so that it runs without the cache of ``drawn_again``, as in a new process."""

    def alone() -> Page:
        drawn_again.cache_clear()
        return act()

    return alone


def search_page(pattern: str, page: Page) -> str:
    match = re.search(pattern, page.content.decode())
    assert match, pattern
    return match[1]


@contextmanager
def as_if() -> Iterator[None]:
    """Roll back all that is done within."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def whole_day(big: BigEvent, rounds: int) -> Iterator[Acts]:
    """The states of a day in order, each with its acts."""
    for _ in range(rounds - 1):
        big.draw()
        if big.last.number < rounds - 1:
            big.play()
    yield big.during_a_round()
    big.play()
    yield big.between_two_rounds()
    draw_rounds(by=big.by, stage=big.swiss)
    yield big.with_a_draft()
    publish_rounds(by=big.by, stage=big.swiss)
    yield big.with_a_round_out()
    call_round(by=big.by, pairing_round=big.last)
    big.play()
    yield big.at_the_cut()
    open_stage(by=big.by, stage=big.final)
    yield big.in_the_bracket()
