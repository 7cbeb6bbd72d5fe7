"""Random acts of organisers in any order: refusals are fine, invariants must hold."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeVar

import pytest
from django.db import transaction
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule, run_state_machine_as_test

from leagues.actions.advance.moving_up import move_up_for
from leagues.actions.advance.ties import settle_by_lot
from leagues.actions.draw.draw import draw_rounds, publish_rounds, take_back_rounds
from leagues.actions.draw.opening import open_stage
from leagues.actions.entries.presence import change_presence
from leagues.actions.events.events import start_event
from leagues.actions.play.endings import give_walkover
from leagues.actions.refusal import Refused
from leagues.models import Entry, Match, Stage
from leagues.pairing.draw_checker import Rule
from leagues.reads import match_format_of
from leagues.reads.entries.effects import Act, acts_for, facts_of, state_of
from leagues.reads.state_marks import mark_of
from leagues.stages.entry_sources import Bands, Everyone, Source, Top
from leagues.stages.pairing_ways import (
    DoubleKnockout,
    Knockout,
    PairingWay,
    RoundRobin,
    SomeGames,
    Swiss,
)
from scoring.matches import FORMATS
from scoring.sides import BySeat, Seat
from tests.cast import Cast
from tests.examples import example_count
from tests.leagues.advance.ties import ties_before
from tests.leagues.days.hall import Hall, stage_of

pytestmark = [pytest.mark.django_db, pytest.mark.long]

REFUSALS = Refused
PRESENCE = (Act.PAUSE, Act.RETURN, Act.WITHDRAW, Act.REINSTATE)
T = TypeVar("T")
at = st.integers(0, 99)

DAYS: dict[str, tuple[PairingWay, PairingWay, Source]] = {
    "swiss, then a knockout": (Swiss(3), Knockout(), Top(4)),
    "some games, then bands": (SomeGames(3), RoundRobin(), Bands(2)),
    "round robin, then out after two": (RoundRobin(), DoubleKnockout(), Everyone()),
}


def pick_item(of: Sequence[T], number: int) -> T | None:
    return of[number % len(of)] if of else None


class Organisers(RuleBasedStateMachine):
    """The organisers of an event with seven entries, as a state machine."""

    cast: Cast

    @initialize(day=st.sampled_from(sorted(DAYS)))
    def begin(self, day: str) -> None:
        first, second, takes = DAYS[day]
        self.savepoint = transaction.atomic()
        self.savepoint.__enter__()
        self.hall = Hall.open(self.cast.club, self.cast.who("ann"), 7)
        # Entries come and go, so breaches that a draw could not foresee are no error.
        self.hall.always.overlook = {Rule.SECOND_BYE, Rule.REMATCH}
        self.hall.stage("First", first)
        self._second(second, takes)
        start_event(by=self.hall.by, event=self.hall.event)

    def _second(self, way: PairingWay, takes: Source) -> None:
        stage = self.hall.stage("Second", way, takes)
        decided = {"name": "four-rounds-deciding-round"}
        assert decided["name"] in FORMATS
        Stage.objects.filter(pk=stage.pk).update(match_format=decided)

    def teardown(self) -> None:
        if hasattr(self, "savepoint"):
            transaction.set_rollback(True)
            self.savepoint.__exit__(None, None, None)

    # --- Acts ----------------------------------------------------------------------------

    @rule(n=st.sampled_from([1, 1, 2]))
    def open(self, n: int) -> None:
        self._try(lambda stage: open_stage(by=self.hall.by, stage=stage), n)

    @rule(n=st.sampled_from([1, 2]))
    def draw(self, n: int) -> None:
        self._try(lambda stage: draw_rounds(by=self.hall.by, stage=stage), n)

    @rule(n=st.sampled_from([1, 2]))
    def publish(self, n: int) -> None:
        self._try(lambda stage: publish_rounds(by=self.hall.by, stage=stage), n)

    @rule(n=st.sampled_from([1, 2]))
    def take_back(self, n: int) -> None:
        self._try(lambda stage: take_back_rounds(by=self.hall.by, stage=stage), n)

    @rule(cards=st.integers(1, 12), which=at)
    def type_cards(self, cards: int, which: int) -> None:
        for _ in range(cards):
            match = pick_item(self._waiting(), which)
            if match is not None:
                match_format = match_format_of(stage_of(match))
                claims = self.hall.claims(match, match_format)
                self.hall.enter_card(match, claims)
        self.hall.always.holds(*self._stages())

    @rule(which=at, winner=st.sampled_from([Seat.A, Seat.B]))
    def walkover(self, which: int, winner: Seat) -> None:
        match = pick_item(self._waiting(), which)
        if match is not None:
            points = BySeat(8, 0) if winner is Seat.A else BySeat(0, 8)
            self._try(
                lambda _: give_walkover(by=self.hall.by, match=match, winner=winner, points=points)
            )

    @rule()
    def add_late_comer(self) -> None:
        if self.hall.event.entries.count() < 10:
            self.hall.arrive("Late comer")
            self.hall.always.holds(*self._stages())

    @rule(which=at, act=st.sampled_from(PRESENCE))
    def come_or_go(self, which: int, act: Act) -> None:
        entry = self._entry(which)
        facts = facts_of(entry)
        if act in acts_for(facts):
            self._try(
                lambda _: change_presence(
                    by=self.hall.by,
                    event=self.hall.event,
                    entry=entry,
                    act=act,
                    seen=mark_of(state_of(facts)),
                )
            )

    @rule(which=at)
    def no_show(self, which: int) -> None:
        entry = self._entry(which)
        self._try(lambda stage: move_up_for(by=self.hall.by, stage=stage, absent=entry), 2)

    @rule()
    def settle(self) -> None:
        _first, second = self._stages()
        for tie in ties_before(second):
            self._try(partial(self._by_lot, tie.entries))

    def _by_lot(self, entries: Sequence[int], stage: Stage) -> None:
        settle_by_lot(by=self.hall.by, stage=stage, entries=entries)

    # --- How ---------------------------------------------------------------------------------

    def _try(self, act: Callable[[Stage], object], number: int = 1) -> None:
        """Run an act, which may be refused, and check that all invariants hold."""
        stages = self._stages()
        try:
            with transaction.atomic():
                act(stages[number - 1])
        except REFUSALS:
            pass
        self.hall.always.holds(*stages)

    def _stages(self) -> list[Stage]:
        return list(self.hall.event.stages.all())

    def _entry(self, which: int) -> Entry:
        entries = self.hall.event.entries.named().select_related("event")
        return list(entries.order_by("pk"))[which % entries.count()]

    def _waiting(self) -> list[Match]:
        return [m for stage in self._stages() for m in self.hall.waiting(stage)]


def test_nothing_organisers_do_breaks_an_event(cast: Cast) -> None:
    run_state_machine_as_test(
        type("Organisers", (Organisers,), {"cast": cast}),
        settings=settings(
            max_examples=example_count(5),
            stateful_step_count=16,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
