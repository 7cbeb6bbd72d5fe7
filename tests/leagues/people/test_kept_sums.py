"""Stored sums of the club's years always equal what all matches give."""

from datetime import date

import pytest
from django.db import OperationalError, connection, transaction
from django.test.utils import CaptureQueriesContext
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from leagues.actions.people import people
from leagues.actions.people.merge import merge_players
from leagues.models import DaySum, Match, Player, SidePlayer, SummedEvent, SumsVersion
from leagues.reads.people import stored_sums
from leagues.reads.people.merging import plan_merge, state_of_plan
from leagues.reads.people.ratings import ratings_of
from leagues.reads.people.stored_sums import (
    changed_events,
    clear_caches,
    store_all,
    store_sums,
    sums_at,
    sums_of,
    take_back,
)
from leagues.reads.state_marks import mark_of
from tests.cast import Cast
from tests.examples import example_count
from tests.leagues.people.club_years import (
    ACTS,
    EACH_ONCE,
    PLAYED,
    Acts,
    Roll,
    Years,
    acts,
    years_of,
)
from tests.leagues.people.from_the_start import sums_hold
from tests.leagues.play.desk_hall import open_hall
from tests.rows_read import rows_read
from tests.scenes import scene

pytestmark = pytest.mark.django_db


@scene
def years(cast: Cast) -> Years:
    return years_of(cast)


@pytest.mark.long
def test_what_is_kept_is_what_a_replay_from_the_start_gives(years: Years) -> None:
    club = years.halls[0].event.club

    @settings(
        max_examples=example_count(2),
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    )
    @given(
        st.lists(st.tuples(st.just("play"), Roll), min_size=3, max_size=12),
        st.lists(acts(), max_size=8),
    )
    @example(PLAYED, EACH_ONCE)
    def live(played: Acts, then: Acts) -> None:
        with transaction.atomic():
            for at, (act, roll) in enumerate([*played, *then]):
                ACTS[act](years, roll)
                if at >= len(played) - 1:
                    sums_hold(club)
            transaction.set_rollback(True)
        clear_caches()

    live()


# --- What moves an event's revision ----------------------------------------------------------


def sit_in(years: Years, match: Match, player: Player) -> None:
    """Put a player at a match who has not entered its event."""
    line = SidePlayer.objects.get(match=match, side__seat=0)
    SidePlayer.objects.filter(pk=line.pk).update(player=player)
    match.event.touch()


def test_a_substitute_who_becomes_a_member_is_rated(cast: Cast, years: Years) -> None:
    hall = years.halls[0]
    years.play(4)
    [match] = Match.objects.all()
    Player.objects.filter(pk=cast.cat_plays.pk).update(is_guest=True)
    sit_in(years, match, cast.cat_plays)
    assert cast.cat_plays.pk not in ratings_of(cast.club, [cast.cat_plays.pk])

    facts = {"is_guest": False}
    people.change_player(by=hall.by, player=cast.cat_plays, other_names=(), facts=facts)

    assert cast.cat_plays.pk in ratings_of(cast.club, [cast.cat_plays.pk])
    sums_hold(cast.club)


def test_what_a_substitute_did_goes_over_to_who_they_are(cast: Cast, years: Years) -> None:
    years.play(4)
    [match] = Match.objects.all()
    sit_in(years, match, cast.cat_plays)
    sums_hold(cast.club)

    plan = plan_merge(cast.ben_plays, cast.cat_plays)
    merge_players(by=years.halls[0].by, plan=plan, seen=mark_of(state_of_plan(plan)))

    assert set(ratings_of(cast.club, [cast.ben_plays.pk])) == {cast.ben_plays.pk}
    sums_hold(cast.club)


# --- What is stored -----------------------------------------------------------------------------


def stored_days() -> set[str]:
    return {str(day) for day in DaySum.objects.values_list("day", flat=True)}


def test_days_that_are_over_are_stored_and_the_last_one_is_not(years: Years) -> None:
    club = years.halls[0].event.club
    for roll in (0, 36, 1, 37):  # today and a month ago
        years.play(roll)
    sums_of(club)
    assert stored_days() == {"2026-10-23"}, "by the clock of the hall"

    version = SumsVersion.objects.get(club=club).number
    years.play(72)  # today again
    sums_of(club)
    assert SumsVersion.objects.get(club=club).number == version, "a hall that plays"
    sums_hold(club)


@pytest.mark.long
def test_a_result_reads_no_match_of_another_day(years: Years) -> None:
    """Ten times the years, and a new result asks for no row more."""
    today, club = years.halls[0].event, years.halls[0].event.club
    years.play(0)
    past = (1, 7, 21, 35, 49, 77)
    for roll in past:
        years.play(roll)
    sums_of(club)
    few = rows_read(lambda: (today.touch(), sums_of(club)))
    for roll in past * 8:
        years.play(roll)
    sums_of(club)
    many = rows_read(lambda: (today.touch(), sums_of(club)))
    assert many == few > 0


@pytest.mark.long
def test_many_years_are_stored_in_parts_and_a_killed_start_goes_on(
    cast: Cast, years: Years, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stored_sums, "IN_A_PART", 2)
    years.halls += [open_hall(cast, name=f"Cup {n}") for n in range(4)]
    for roll in range(1, 13):
        years.play(roll)
    done, events = next(store_all(cast.club))
    clear_caches()
    left = len(changed_events(cast.club))
    assert (left, events) == (6 - done, 6), "the start was killed here"

    counts = list(store_all(cast.club))

    assert {of for _, of in counts} == {left}
    assert len(counts) > 1
    assert len(changed_events(cast.club)) <= 1, "an event of the last day"
    sums_hold(cast.club)


def test_pages_are_right_where_nothing_can_be_stored(
    years: Years, monkeypatch: pytest.MonkeyPatch
) -> None:
    club = years.halls[0].event.club
    for roll in (0, 1, 2):
        years.play(roll)

    def full(*_: object, **__: object) -> None:
        raise OperationalError("database or disk is full")

    monkeypatch.setattr(stored_sums, "insert_plain", full)
    sums_hold(club)
    assert not SummedEvent.objects.exists()


def test_results_are_read_before_the_tables_are_locked(years: Years) -> None:
    club = years.halls[0].event.club
    for roll in (0, 1, 2):
        years.play(roll)
    found = sums_at(club.pk, 0, changed_events(club))
    clear_caches()

    with CaptureQueriesContext(connection) as sent:
        assert store_sums(found)

    asked = [each["sql"] for each in sent]
    begins = next(at for at, sql in enumerate(asked) if sql.startswith("SAVEPOINT"))
    of_matches = [at for at, sql in enumerate(asked) if "leagues_matchside" in sql]
    assert of_matches
    assert max(of_matches) < begins


def test_the_second_to_add_up_overwrites_nothing(years: Years) -> None:
    club = years.halls[0].event.club
    for roll in (0, 1):
        years.play(roll)
    found = sums_at(club.pk, 0, changed_events(club))
    assert store_sums(found)
    assert not store_sums(found)
    sums_hold(club)


def test_a_day_that_is_the_last_one_again_is_taken_out_of_the_tables(years: Years) -> None:
    """The results of the last day are annulled; the one before it goes on being played."""
    club = years.halls[0].event.club
    for roll in (2, 4, 3, 1):  # of both events, in months that went by
        years.play(roll)
    sums_of(club)
    last = Match.objects.order_by("-finished_at").first()
    assert last is not None
    Match.objects.filter(pk=last.pk).update(ending="annulled")
    last.event.touch()
    sums_hold(club)
    years.play(2)
    years.play(5)
    sums_hold(club)


def test_taken_back_from_a_day_on_nothing_is_stored_of_that_day(years: Years) -> None:
    club = years.halls[0].event.club
    for roll in (0, 36, 1, 37):  # today and a month ago
        years.play(roll)
    sums_of(club)
    assert any("2026-10-23" in row.days for row in SummedEvent.objects.all())

    take_back(club, date(2026, 10, 23))

    assert stored_days() == set()
    assert not any("2026-10-23" in row.days for row in SummedEvent.objects.all())
    sums_hold(club)
