"""The club's records, of one year and of all time."""

from datetime import UTC, datetime, timedelta

import pytest

from leagues.models import Event, Match, Player
from leagues.reads.leagues.end.yearbook import yearbook_of_year
from leagues.reads.people.records import records_of
from leagues.reads.people.stored_sums import sums_of
from tests.cast import Cast
from tests.leagues.people.played import play_match
from tests.leagues.play.desk_hall import NOON, DeskHall, open_hall
from tests.leagues.site.test_public import read_page

pytestmark = pytest.mark.django_db


def test_the_clubs_records(hall: DeskHall) -> None:
    play_match(hall, 1, 2, "20 20 20 20", "8-1 2-2 0-1 8-0")
    play_match(hall, 1, 3, "20 20 20 20", "1-1 1-1 1-1 1-7")
    play_match(hall, 1, 4, "11 11 11 11")

    found = records_of(hall.event.club)

    assert [(m.most, str(m.players[0])) for m in found.rounds] == [
        (8, "Ann A"),
        (7, "Cy C"),
        (2, "Ben B"),
    ]
    assert [(m.most, str(m.players[0])) for m in found.games] == [
        (18, "Ann A"),
        (10, "Cy C"),
        (4, "Ben B"),
    ]
    assert [(c.most, str(c.player)) for c in found.perfect] == [(2, "Ann A")]
    assert [(c.most, str(c.player)) for c in found.runs] == [(2, "Ann A")]
    page = read_page("/records/")
    assert "Perfect rounds" in page
    assert "Cy C" in page


def test_who_ties_with_the_tenth_has_the_record_too(cast: Cast) -> None:
    hall = open_hall(cast, entries=14)
    for one in (1, 3, 5, 7, 9, 11):
        play_match(hall, one, one + 1, "20 20 20 20", "8-1 1-1 1-1 1-1")
    play_match(hall, 13, 14, "20 20 20 20", "7-0 1-0 1-0 1-0")

    for year in (None, 2026):
        found = records_of(cast.club, year)
        assert [each.most for each in found.rounds] == [*[8] * 6, 7, *[1] * 6]
        assert [each.most for each in found.perfect] == [1] * 6
    book = yearbook_of_year(cast.club, 2026)
    assert [each.most for each in book.best_rounds] == [8] * 6
    assert len(book.by_matches) == 14


def test_a_record_carries_the_day_of_its_match(hall: DeskHall) -> None:
    """A league goes on for weeks; by its own clock it was still the 7th."""
    match = play_match(hall, 1, 2, "20 20 20 20", "8-1 2-2 0-1 8-0")
    ended = datetime(2026, 12, 8, 3, 30, tzinfo=UTC)
    Match.objects.filter(pk=match.pk).update(finished_at=ended)

    page = read_page("/records/")

    assert "7 Dec 2026" in page
    assert "Nov 2026" not in page


def test_records_of_one_year_are_those_of_events_that_began_in_it(
    cast: Cast, hall: DeskHall
) -> None:
    """An event whose sums are stored, and a running one: each belongs only to its own year."""
    play_match(hall, 1, 2, "20 20 20 20", "8-1 2-2 0-1 8-0")
    Event.objects.filter(pk=hall.event.pk).update(starts_at=NOON - timedelta(days=400))
    sums_of(hall.event.club)
    later = open_hall(cast, name="Late Cup", entries=2)
    play_match(later, 1, 2, "20 20", "3-8 2-1", days=20)
    club, year = hall.event.club, NOON.year

    def bests(of_year: int | None) -> list[int]:
        return [each.most for each in records_of(club, of_year).games]

    assert bests(year - 1) == [18, 4]
    assert bests(year) == [9, 5]
    assert bests(None) == [18, 9, 5, 4]
    assert [c.most for c in records_of(club, year - 1).perfect] == [2]
    assert [c.most for c in records_of(club, year).perfect] == [1]
    assert records_of(club, year).runs == ()
    page = read_page(f"/records/?year={year - 1}")
    assert f"From public events that began in {year - 1}" in page
    assert "Westport Open" in page
    assert "Late Cup" not in page
    assert f'href="?year={year}"' in page
    for unknown in ("1999", "", "x"):
        read_page(f"/records/?year={unknown}", 404)


def test_the_records_of_the_only_year_are_those_of_all_time(hall: DeskHall) -> None:
    play_match(hall, 1, 2, "20 20 20 20", "8-1 2-2 0-1 8-0")
    play_match(hall, 1, 3, "20 20 20 20", "8-1 1-1 1-1 1-7")
    play_match(hall, 2, 3, "20 20", "8-1 1-1", days=-9)
    sums_of(hall.event.club)
    club, year = hall.event.club, NOON.year

    ever, once = records_of(club), records_of(club, year)

    assert ever.games == once.games
    assert (ever.rounds, ever.perfect) == (once.rounds, once.perfect)


def test_a_pair_that_made_no_20_has_no_record(hall: DeskHall) -> None:
    """Ann sat with Cy against Ben and Di; both pairs won rounds, one of them made 20s."""
    match = play_match(hall, 1, 2, "20 02", "2-0 1-0")
    for seat, name in enumerate(("Cy C", "Di D")):
        side = match.sides.get(seat=seat)
        partner = Player.objects.get(name=name)
        side.side_players.create(match=match, player=partner, number=2)
    hall.event.touch()

    found = records_of(hall.event.club).pairs

    assert [(p.most, sorted(map(str, p.players))) for p in found] == [(3, ["Ann A", "Cy C"])]


def test_tonights_perfect_rounds_count_for_a_player_outside_the_table(
    cast: Cast, hall: DeskHall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A table of one: Ann leads by two to one until Ben makes two more tonight."""
    ben = Player.objects.get(name="Ben B")
    play_match(hall, 1, 2, "20 20 02", "8-0 8-0 0-8")
    Event.objects.filter(pk=hall.event.pk).update(starts_at=NOON - timedelta(days=400))
    sums_of(hall.event.club)
    tonight = open_hall(cast, name="Late Cup", entries=2)
    match = play_match(tonight, 1, 2, "02 02", "0-8 0-8", days=20)
    match.sides.get(seat=1).side_players.update(player=ben)
    for limit in ("SHOWN", "READ"):
        monkeypatch.setattr(f"leagues.reads.people.records.{limit}", 1)

    [most] = records_of(hall.event.club).perfect

    assert (most.most, str(most.player)) == (3, "Ben B")
