"""Random seasons: after any acts in any order, the table shown equals the table computed from
scratch.
"""

from collections.abc import Sequence
from datetime import timedelta
from typing import TypeVar

import pytest
from django.db import transaction
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from leagues.actions.leagues.joining.members import adjust_points, end_enrolment
from leagues.actions.leagues.nights.changes import (
    bring_back_night,
    cancel_night,
    change_night,
    facts_of,
)
from leagues.actions.leagues.nights.counted_event import attach_event
from leagues.actions.log.undo import undo
from leagues.actions.people.merge import merge_players
from leagues.actions.refusal import Refused
from leagues.models import Action, Enrolment, Event, MatchSide, Night, NightResult, Player
from leagues.reads.leagues.pages.summaries import summary_at
from leagues.reads.leagues.table import night_results
from leagues.reads.people.merging import plan_merge, state_of_plan
from leagues.reads.state_marks import mark_of
from scoring.season import ScoreFor
from tests.cast import Cast
from tests.examples import example_count
from tests.leagues.leagues.mondays import Mondays
from tests.leagues.leagues.summary_laws import check_summaries

pytestmark = [pytest.mark.django_db, pytest.mark.long]

NAMES = ("Ann", "Ben", "Cat", "Dan", "Eve")
NIGHTS = 5
T = TypeVar("T")
at = st.integers(0, 99)


def pick_by_number(of: Sequence[T], number: int) -> T | None:
    return of[number % len(of)] if of else None


class Seasons(RuleBasedStateMachine):
    """A league of two members and an organiser who does random acts."""

    cast: Cast

    @initialize()
    def begin(self) -> None:
        self.savepoint = transaction.atomic()
        self.savepoint.__enter__()
        night_results.forget_results()
        summary_at.cache_clear()
        self.mondays = Mondays.open(self.cast, *NAMES[:2], nights=NIGHTS)
        self.by = self.cast.who("ann")
        for name in NAMES:
            self.mondays.player(name)

    def teardown(self) -> None:
        if hasattr(self, "savepoint"):
            transaction.set_rollback(True)
            self.savepoint.__exit__(None, None, None)

    # --- Acts -----------------------------------------------------------------------------

    @rule(n=at, one=at, other=at, points=st.integers(0, 8))
    def play(self, n: int, one: int, other: int, points: int) -> None:
        people = self._people()
        first, second = pick_by_number(people, one), pick_by_number(people, other)
        if first and second and first != second:
            number = n % self.mondays.league.nights.count() + 1
            self.mondays.play(number, (first.name, second.name, points, 8 - points))

    @rule(which=at, points=st.integers(0, 8))
    def correct(self, which: int, points: int) -> None:
        """Change the points of a side and the event's revision, as a correction does."""
        if event := pick_by_number(self._events(), which):
            side = MatchSide.objects.filter(match__event=event).order_by("pk").first()
            assert side is not None
            MatchSide.objects.filter(pk=side.pk).update(points=points)
            event.touch()

    @rule(who=at, n=at)
    def join(self, who: int, n: int) -> None:
        person = pick_by_number(self._people(), who)
        assert person is not None
        self.mondays.enrol(person.name, first=n % NIGHTS + 1)

    @rule(which=at, n=at)
    def leave(self, which: int, n: int) -> None:
        enrolment = pick_by_number(list(Enrolment.objects.order_by("pk")), which)
        night = pick_by_number(list(self.mondays.league.nights.in_order()), n)
        if enrolment and night:
            self._try(lambda: end_enrolment(by=self.by, enrolment=enrolment, last=night))

    @rule(n=at)
    def cancel(self, n: int) -> None:
        self._try(lambda: cancel_night(by=self.by, night=self._night(n), reason="snow"))

    @rule(n=at)
    def bring_back(self, n: int) -> None:
        self._try(lambda: bring_back_night(by=self.by, night=self._night(n)))

    @rule(n=at, days=st.integers(-20, 20))
    def move(self, n: int, days: int) -> None:
        night = self._night(n)
        facts = facts_of(night)
        facts["on"] += timedelta(days=days)
        self._try(lambda: change_night(by=self.by, night=night, facts=facts))

    @rule(which=at, n=at)
    def attach_elsewhere(self, which: int, n: int) -> None:
        if event := pick_by_number(self._events(), which):
            night = self._night(n)
            self._try(lambda: attach_event(by=self.by, event=event, night=night))

    @rule(who=at, points=st.sampled_from([-3, 2, 5]))
    def adjust(self, who: int, points: int) -> None:
        person = pick_by_number(self._people(), who)
        assert person is not None
        self._try(
            lambda: adjust_points(
                by=self.by, league=self.mondays.league, player=person, points=points, reason="keys"
            )
        )

    @rule(one=at, other=at)
    def merge(self, one: int, other: int) -> None:
        people = self._people()
        stays, leaves = pick_by_number(people, one), pick_by_number(people, other)
        if not stays or not leaves or stays == leaves or len(people) < 3:
            return
        plan = plan_merge(stays, leaves)
        if plan.possible:
            seen = mark_of(state_of_plan(plan))
            self._try(lambda: merge_players(by=self.by, plan=plan, seen=seen))

    @precondition(lambda self: hasattr(self, "by"))
    @rule(which=at)
    def undo_something(self, which: int) -> None:
        lines = list(Action.objects.filter(undone_by=None).order_by("-pk")[:10])
        if line := pick_by_number(lines, which):
            self._try(lambda: undo(by=self.by, action=line))

    # --- What is always true ----------------------------------------------------------------

    @invariant()
    def the_kept_table_equals_a_new_one(self) -> None:
        if not hasattr(self, "mondays"):
            return
        shown = self._rows()
        NightResult.objects.all().delete()
        night_results.forget_results()
        assert shown == self._rows()

    @invariant()
    def its_card_equals_a_new_one(self) -> None:
        if hasattr(self, "mondays"):
            check_summaries()

    @invariant()
    def a_guest_is_never_paid(self) -> None:
        if not hasattr(self, "mondays"):
            return
        numbers = {
            night.pk: number
            for number, night in enumerate(self.mondays.league.nights.in_order(), 1)
        }
        for row in self.mondays.season().rows:
            mine = Enrolment.objects.filter(player=row.player)
            member = {
                number
                for each in mine
                for number in numbers.values()
                if numbers.get(each.first_id or 0, 1) <= number
                and (
                    each.last_id is None
                    or number <= max(numbers[each.last_id], numbers.get(each.first_id or 0, 1))
                )
            }
            paid = {s.night for s in row.scores if s.score_for is ScoreFor.PLAYED}
            assert paid <= member

    # --- Who and what there is ----------------------------------------------------------------

    def _rows(self) -> list[tuple[object, ...]]:
        return [
            (row.player, row.place, row.tour_points, row.scores)
            for row in self.mondays.season(with_running=True).rows
        ]

    def _people(self) -> list[Player]:
        here = Player.objects.filter(name__in=NAMES, merged_into=None)
        return list(here.order_by("pk"))

    def _events(self) -> list[Event]:
        return list(Event.objects.present().filter(night__isnull=False).order_by("pk"))

    def _night(self, n: int) -> Night:
        night = pick_by_number(list(self.mondays.league.nights.in_order()), n)
        assert night is not None
        return night

    def _try(self, act: object) -> None:
        try:
            with transaction.atomic():
                act()  # type: ignore[operator]
        except Refused:
            pass


def test_random_seasons(cast: Cast) -> None:
    Seasons.cast = cast
    run_state_machine_as_test(
        Seasons,
        settings=settings(
            max_examples=example_count(6),
            stateful_step_count=15,
            deadline=None,
            derandomize=True,
            suppress_health_check=list(HealthCheck),
        ),
    )
