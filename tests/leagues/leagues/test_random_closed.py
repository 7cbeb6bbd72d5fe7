"""Random acts after a season has closed never change its table."""

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.stateful import initialize, invariant, rule, run_state_machine_as_test

from leagues.actions.leagues.season.closing import close_league
from leagues.models import League
from leagues.reads.leagues.table import night_results
from leagues.reads.leagues.table.season import season_of
from tests.cast import Cast
from tests.examples import example_count
from tests.leagues.leagues.test_random_seasons import Seasons, at

pytestmark = [pytest.mark.django_db, pytest.mark.long]


class ClosedSeasons(Seasons):
    """Two nights are played and the season is closed before any other act."""

    @initialize()
    def begin(self) -> None:
        super().begin()
        self.mondays.play(1, ("Ann", "Ben", 6, 2))
        self.mondays.play(2, ("Ben", "Ann", 5, 3))
        close_league(by=self.by, league=self.mondays.league)
        self.closed = self._rows()

    @rule(who=at, n=at)
    def join(self, who: int, n: int) -> None:
        self._try(lambda: Seasons.join(self, who, n))

    @invariant()
    def the_table_is_the_one_it_closed_with(self) -> None:
        if not hasattr(self, "closed"):
            return
        night_results.forget_results()
        league = League.objects.get(pk=self.mondays.league.pk)
        if league.closed_at:
            rows = season_of(league, with_running=True).rows
            found = [(r.player, r.place, r.tour_points, r.scores) for r in rows]
            assert found == self.closed

    @invariant()
    def a_guest_is_never_paid(self) -> None:
        """Skipped: players merged later were members under their old names."""


def test_whatever_is_done_a_closed_table_stays(cast: Cast) -> None:
    ClosedSeasons.cast = cast
    run_state_machine_as_test(
        ClosedSeasons,
        settings=settings(
            max_examples=example_count(3),
            stateful_step_count=12,
            deadline=None,
            derandomize=True,
            suppress_health_check=list(HealthCheck),
        ),
    )
