"""Who owes dues, and which dues a player sees: the season's and the latest nights."""

from typing import Any

import pytest

from leagues.actions.leagues.joining.members import end_enrolment
from leagues.actions.leagues.settings import change_league
from leagues.models import Event, League, Night
from leagues.reads.leagues.dues import DueLine, DueSums, dues_of, dues_of_nights, own_dues, sums_of
from leagues.reads.leagues.officers import Post, posts_of
from tests.cast import Cast
from tests.leagues.leagues.mondays import Mondays
from tests.leagues.leagues.test_dues import ask_for_dues, note_payment
from tests.leagues.leagues.tonights import mark_here
from tests.scenes import scene

pytestmark = pytest.mark.django_db


@scene
def mondays(cast: Cast) -> Mondays:
    """Bo, Gus and Zoë owe for the season. Ben is the treasurer."""
    mondays = Mondays.open(cast, "Bo", "Gus", "Zoë", nights=4)
    ask_for_dues(mondays, League.Dues.SEASON)
    return mondays


def due_lines(mondays: Mondays, night: Night | None = None) -> dict[str, DueLine]:
    return {line.player.name: line for line in dues_of(mondays.league, night)}


def names_asked(mondays: Mondays, night: Night | None = None) -> list[str]:
    return list(due_lines(mondays, night))


def end_membership(mondays: Mondays, name: str, number: int) -> None:
    enrolment = mondays.league.enrolments.get(player__name=name)
    end_enrolment(by=mondays.cast.who("ann"), enrolment=enrolment, last=mondays.night(number))


def be_a_spare(mondays: Mondays, name: str) -> None:
    mondays.league.enrolments.filter(player__name=name).update(kind="spare")


def test_a_season_is_owed_by_its_members_only(mondays: Mondays) -> None:
    mondays.enrol("Sue")
    be_a_spare(mondays, "Sue")
    mondays.play(1, ("Bo", "Sue", 8, 0))
    end_membership(mondays, "Gus", 1)

    assert names_asked(mondays) == ["Bo", "Zoë"]


def test_in_an_open_league_players_who_have_played_owe(mondays: Mondays) -> None:
    League.objects.update(is_open=True)
    mondays.league.refresh_from_db()
    mondays.play(1, ("Bo", "Ida", 8, 0))

    assert names_asked(mondays) == ["Bo", "Gus", "Ida", "Zoë"]


def test_who_has_left_and_paid_stays_on_the_list(mondays: Mondays) -> None:
    note_payment(mondays, "Gus", "paid")
    end_membership(mondays, "Gus", 1)

    assert names_asked(mondays) == ["Bo", "Gus", "Zoë"]


def test_a_night_is_owed_by_players_who_came_or_played(mondays: Mondays) -> None:
    mondays.play(2, ("Bo", "Gus", 8, 0))
    night = mark_here(mondays, 1, "Bo")
    event = mondays.play(1, ("Zoë", "Bo", 8, 0))
    assert names_asked(mondays, night) == ["Bo", "Zoë"]

    Event.objects.filter(pk=event.pk).update(binned_at=event.starts_at)
    assert names_asked(mondays, night) == ["Bo"]


def test_who_has_paid_a_part_still_owes(mondays: Mondays) -> None:
    note_payment(mondays, "Bo", "part", 550)
    note_payment(mondays, "Gus", "paid", 1200)

    found = due_lines(mondays)
    assert {name: line.is_settled for name, line in found.items()} == {
        "Bo": False, "Gus": True, "Zoë": False
    }  # fmt: skip
    assert sums_of(found.values()).taken == 1750


def test_a_player_reads_of_the_last_three_nights_the_newest_first(mondays: Mondays) -> None:
    ask_for_dues(mondays, League.Dues.NIGHT)
    for number in (2, 4, 1, 3):
        note_payment(mondays, "Bo", "paid", night=mondays.night(number))

    read = [own.night for own in own_dues(mondays.player("Bo"))]
    assert read == [mondays.night(number) for number in (4, 3, 2)]


def test_paying_for_a_night_does_not_pay_for_the_season(mondays: Mondays) -> None:
    note_payment(mondays, "Bo", "paid", night=mondays.night(1))
    note_payment(mondays, "Gus", "paid")

    def read(name: str) -> list[tuple[bool, Night | None]]:
        own = own_dues(mondays.player(name))
        return [(each.due is not None, each.night) for each in own]

    assert read("Bo") == [(False, None), (True, mondays.night(1))]
    assert read("Gus") == [(True, None)]


def test_every_league_has_its_own_dues_and_treasurer(mondays: Mondays) -> None:
    note_payment(mondays, "Bo", "paid")
    League.objects.update(slug="earlier")
    other = Mondays.open(mondays.cast, "Bo")
    ask_for_dues(other, League.Dues.SEASON)
    assert due_lines(other)["Bo"].due is None
    assert len(posts_of(mondays.cast.ben_plays)) == 2

    League.objects.filter(pk=mondays.league.pk).update(treasurer=other.player("Bo"))
    assert posts_of(mondays.cast.ben_plays) == [Post(other.league, is_secretary=False)]
    ask_for_dues(other, "")
    assert posts_of(mondays.cast.ben_plays) == []


def test_who_has_left_or_is_a_spare_reads_of_no_season(mondays: Mondays) -> None:
    end_membership(mondays, "Gus", 1)
    be_a_spare(mondays, "Zoë")

    assert [len(own_dues(mondays.player(n))) for n in ("Bo", "Gus", "Zoë")] == [1, 0, 0]


def test_a_closed_season_no_longer_asks_for_dues(mondays: Mondays) -> None:
    note_payment(mondays, "Bo", "part", 550, night=mondays.night(1))
    [post] = posts_of(mondays.cast.ben_plays)
    assert post == Post(mondays.league, is_secretary=False)
    League.objects.update(closed_at=mondays.night(3).starts_at)

    assert own_dues(mondays.player("Bo")) == []
    assert posts_of(mondays.cast.ben_plays) == []


# --- With a price ------------------------------------------------------------------------------


def set_price(mondays: Mondays, price: int, dues: str) -> None:
    change_league(
        by=mondays.cast.who("ann"), league=mondays.league, facts={"dues": dues, "price": price}
    )
    mondays.league.refresh_from_db()


def taken_owed_waived(sums: DueSums) -> tuple[int, int, int]:
    return sums.taken, sums.owed, sums.waived


def test_what_is_taken_owed_and_waived_add_up_to_the_price(mondays: Mondays) -> None:
    note_payment(mondays, "Bo", "paid")  # before there was a price
    set_price(mondays, 1200, League.Dues.SEASON)
    note_payment(mondays, "Gus", "part", 550)
    mondays.enrol("Ida", "Kim")
    note_payment(mondays, "Ida", "waived")
    note_payment(mondays, "Kim", "paid")
    assert due_lines(mondays)["Kim"].due.amount == 1200  # type: ignore[union-attr]

    sums = sums_of(due_lines(mondays).values())
    assert taken_owed_waived(sums) == (1200 + 550 + 1200, 650 + 1200, 1200)
    assert (sums.asked, sums.owing) == (5, 2)
    set_price(mondays, 2000, League.Dues.SEASON)
    assert taken_owed_waived(sums_of([due_lines(mondays)["Kim"]])) == (1200, 0, 0)


def test_nights_are_added_up_for_each_who_came(mondays: Mondays) -> None:
    set_price(mondays, 300, League.Dues.NIGHT)
    first, second = mark_here(mondays, 1, "Bo", "Gus"), mark_here(mondays, 2, "Bo")
    mark_here(mondays, 3, "Bo", "Gus")
    Night.objects.filter(pk=mondays.night(3).pk).update(is_cancelled=True)
    note_payment(mondays, "Bo", "paid", night=first)
    note_payment(mondays, "Bo", "part", 100, night=second)

    read = {of.player.name: of.sums for of in dues_of_nights(mondays.league)}
    assert {name: taken_owed_waived(sums) for name, sums in read.items()} == {
        "Bo": (400, 200, 0), "Gus": (0, 300, 0)
    }  # fmt: skip
    own = own_dues(mondays.player("Gus"))
    assert [(each.night, each.line.owed) for each in own] == [(first, 300)]


def test_many_nights_are_read_in_few_queries(
    mondays: Mondays, django_assert_max_num_queries: Any
) -> None:
    set_price(mondays, 300, League.Dues.NIGHT)
    for number in range(1, 5):
        mark_here(mondays, number, "Bo", "Gus", "Zoë")
        note_payment(mondays, "Bo", "paid", night=mondays.night(number))

    with django_assert_max_num_queries(5):
        assert len(dues_of_nights(mondays.league)) == 3
