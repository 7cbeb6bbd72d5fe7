"""Clubs on an inter-club day: each player's club, and one table wherever clubs are shown."""

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from leagues import reads
from leagues.actions.advance.ties import settle_by_decision
from leagues.models import Club, Entry, Event, Player, Stage
from leagues.reads.advance.podiums import podiums_of
from leagues.reads.entries.clubs import clubs_of
from leagues.reads.events.stage_words import way_in_words
from leagues.reads.screens.wall import Shows, View, wall_of
from leagues.reads.tables.clubs import ClubTable, club_standings
from leagues.reads.tables.scored import Scored
from leagues.stages.pairing_ways import Outsiders, PairingWay, RoundRobin
from tests.cast import Cast
from tests.leagues.play.desk_hall import DeskHall, finish_as_it_is, open_hall
from tests.leagues.site.test_public import finish_match, read_page

pytestmark = pytest.mark.django_db

OPEN = "/events/westport-open"
NAMES = ["Ann A", "Ben B", "Cy C", "Di D"]


def a_day(
    cast: Cast,
    clubs: Sequence[str] = ("Mill", "Mill", "Lake", "Lake"),
    way: PairingWay | None = None,
    **facts: Any,
) -> DeskHall:
    hall = open_hall(cast, entries=len(clubs), names=NAMES, way=way or Outsiders(), **facts)
    Stage.objects.filter(pk=hall.stage.pk).update(chain=["points", "shared"])
    for entry, name in zip(hall.entries, clubs, strict=True):
        team = cast.club.teams.get_or_create(name=name)[0] if name else None
        Entry.objects.filter(pk=entry).update(team=team)
    hall.stage.refresh_from_db()
    return hall


def play_games(hall: DeskHall, *games: tuple[int, int, int]) -> None:
    matches = hall.publish(*((a, b) for a, b, _ in games)).matches.order_by("number")
    for match, (_, _, points) in zip(matches, games, strict=True):
        finish_match(match, (points, 8 - points))


def played_day(cast: Cast, **facts: Any) -> DeskHall:
    """A day on which Mill took 6 and 5 points from Lake, then 1 and 3."""
    hall = a_day(cast, **facts)
    play_games(hall, (1, 3, 6), (2, 4, 5))
    play_games(hall, (1, 4, 1), (2, 3, 3))
    return hall


def standings_of(hall: DeskHall) -> ClubTable:
    found = club_standings(hall.stage)
    assert found is not None
    return found


def places_and_points(clubs: ClubTable) -> list[tuple[int, str, object]]:
    return [(line.row.place, line.name, line.points.counted) for line in clubs.lines]


# --- The club of a player -------------------------------------------------------------------


def test_a_team_named_at_the_entry_comes_before_the_players_club(cast: Cast) -> None:
    hall = a_day(cast, ["Mill", "", "", ""])
    guelph = Club.objects.create(name="Guelph", slug="guelph")
    Player.objects.filter(name="Cy C").update(club=guelph, is_guest=True)
    Player.objects.filter(name="Di D").update(is_guest=True)

    found = clubs_of(Entry.objects.filter(event=hall.event))

    assert [found[entry] for entry in hall.entries] == [
        "Mill", cast.club.name, "Guelph", ""
    ]  # fmt: skip


def test_a_pair_plays_for_the_club_of_its_first_player(cast: Cast) -> None:
    hall = a_day(cast, [""])
    guelph = Club.objects.create(name="Guelph", slug="guelph")
    second = Player.objects.create(club=guelph, name="Zoe Z")
    entry = Entry.objects.get(pk=hall.entry(1))
    entry.line_up.create(event=hall.event, player=second, number=2)

    assert clubs_of(Entry.objects.all()) == {entry.pk: cast.club.name}


def test_an_entry_without_anybody_plays_for_no_club(cast: Cast) -> None:
    hall = a_day(cast, [""])
    Entry.objects.get(pk=hall.entry(1)).line_up.all().delete()

    assert clubs_of(Entry.objects.all()) == {hall.entry(1): ""}


# --- The table ------------------------------------------------------------------------------


def test_clubs_are_ranked_by_what_their_players_took_from_each_other(cast: Cast) -> None:
    clubs = standings_of(played_day(cast))

    assert places_and_points(clubs) == [(1, "Lake", 17), (2, "Mill", 15)]
    assert [line.cells for line in clubs.lines] == [(None, 17), (15, None)]
    assert clubs.is_final
    assert not clubs.has_others
    lake = clubs.lines[0]
    assert lake.because == "first with 17 points"
    assert [(str(m.entry.people[0]), m.points) for m in lake.members] == [
        ("Di D", 10), ("Cy C", 7)
    ]  # fmt: skip


def test_clubs_level_share_their_place_and_a_decision_between_players_moves_none(
    cast: Cast,
) -> None:
    hall = a_day(cast)
    play_games(hall, (1, 3, 6), (2, 4, 2))

    assert [line.row.place for line in standings_of(hall).lines] == [1, 1]
    settle_by_decision(by=hall.by, stage=hall.stage, order=hall.entries[::3], reason="Seed by lot")
    assert [line.row.place for line in standings_of(hall).lines] == [1, 1]


def test_players_of_no_club_are_shown_as_others(cast: Cast) -> None:
    hall = a_day(cast, ["Mill", "", "Lake", "Lake"])
    Player.objects.filter(name="Ben B").update(is_guest=True)
    play_games(hall, (1, 3, 6), (2, 4, 5))

    clubs = standings_of(hall)

    assert [(line.name, line.others) for line in clubs.lines] == [
        ("Mill", 0), ("Lake", 3)
    ]  # fmt: skip
    assert clubs.has_others


def test_the_best_of_each_club_count_where_the_stage_has_it(cast: Cast) -> None:
    hall = a_day(cast, way=Outsiders(best=1))
    play_games(hall, (1, 3, 6), (2, 4, 5))

    clubs = standings_of(hall)

    assert (clubs.best, places_and_points(clubs)) == (1, [(1, "Mill", 6), (2, "Lake", 3)])
    assert [m.counts for m in clubs.lines[0].members] == [True, False]


@pytest.mark.parametrize(
    ("way", "sides", "shown"),
    [
        (Outsiders(), "singles", True),
        (RoundRobin(), "teams", True),
        (RoundRobin(), "singles", False),
    ],
)
def test_clubs_are_ranked_where_people_play_for_them(
    cast: Cast, way: PairingWay, sides: str, *, shown: bool
) -> None:
    hall = a_day(cast, way=way, sides=sides)

    assert bool(club_standings(hall.stage)) == shown
    [table] = reads.tables_of(hall.stage)
    assert {line.club for line in table.lines} == ({"Mill", "Lake"} if shown else {""})


@pytest.mark.parametrize(
    ("best", "words"),
    [
        (None, "Everyone plays the other clubs"),
        (1, "Everyone plays the other clubs, the best of each club counts for it"),
        (4, "Everyone plays the other clubs, the best 4 of each club count for it"),
    ],
)
def test_a_plan_shows_how_many_of_a_club_count(best: int | None, words: str) -> None:
    assert way_in_words(Outsiders(best=best)) == words


def test_one_club_is_no_table_of_clubs(cast: Cast) -> None:
    hall = a_day(cast, ["Mill", "Mill", "", ""])
    Player.objects.filter(name__in=["Cy C", "Di D"]).update(is_guest=True)

    assert club_standings(hall.stage) is None


def test_more_clubs_ask_the_database_no_more(cast: Cast) -> None:
    asked = []
    for name, clubs in [("Small", "AB"), ("Large", "ABCDEFGH")]:
        hall = a_day(cast, list(clubs), name=name)
        with CaptureQueriesContext(connection) as queries:
            standings_of(hall)
        asked.append(len(queries))

    assert asked[0] == asked[1]


# --- Where it is shown -----------------------------------------------------------------------


def words_of(page: str) -> str:
    return re.sub(r"\s+", " ", re.sub("<[^>]+>", " ", page))


def test_every_page_and_the_wall_show_the_same_clubs(cast: Cast) -> None:
    hall = played_day(cast)

    assert "1 Lake 17 – 17" in words_of(read_page(f"{OPEN}/standings/"))
    assert "Clubs 1 · Lake 17 2 · Mill 15" in words_of(read_page(f"{OPEN}/"))
    wall = wall_of(hall.event, Shows(View.STANDINGS)).clubs
    assert wall is not None
    assert places_and_points(wall) == places_and_points(standings_of(hall))
    Event.objects.update(state=Event.State.FINISHED)
    assert "Clubs 1 Lake 17 points 2 Mill 15 points" in words_of(read_page(f"{OPEN}/"))


def test_the_grid_of_players_leaves_the_clubs_out(cast: Cast) -> None:
    played_day(cast)

    assert "Clubs" not in words_of(read_page(f"{OPEN}/standings/?view=grid"))


def test_a_new_team_is_in_the_table_at_once(cast: Cast) -> None:
    hall = played_day(cast)
    assert "Hill" not in read_page(f"{OPEN}/standings/")

    address = f"/desk/events/westport-open/people/{hall.entry(1)}/team/"
    cast.browser_of("ann").post(address, {"team": "Hill", "before": "Mill"})

    assert "Hill" in read_page(f"{OPEN}/standings/")


@pytest.mark.parametrize("path", ["/", "/events/", "/honours/", "/yearbook/2026/", f"{OPEN}/"])
def test_a_day_that_a_club_won_names_the_club_before_its_players(cast: Cast, path: str) -> None:
    hall = played_day(cast)
    finish_as_it_is(hall.by, hall.event)
    text = Client().get(path).text
    won = text.index("trophy")
    assert text.index("Lake", won) < min(text.find(name, won) % len(text) for name in NAMES)


def test_the_podium_of_clubs_is_kept_with_projected_points(cast: Cast) -> None:
    """Mill has played three games and Lake two, so Lake's seven points count as 10½."""
    hall = a_day(cast, clubs=("Mill", "Lake", "Hill"))
    play_games(hall, (1, 2, 5))
    play_games(hall, (1, 2, 4))
    play_games(hall, (1, 3, 8))
    finish_as_it_is(hall.by, hall.event)
    hall.event.refresh_from_db()

    read = podiums_of([hall.event])[hall.event.pk]
    kept = podiums_of([hall.event])[hall.event.pk]

    assert [(each.place, str(each.entry), each.points) for each in kept.clubs] == [
        (1, "Mill", Scored(17, 17, 3, 3)),
        (2, "Lake", Scored(7, Fraction(21, 2), 2, 3)),
        (3, "Hill", Scored(0, 0, 1, 3)),
    ]
    assert kept == read


def test_a_shared_place_is_marked_on_the_podium(cast: Cast) -> None:
    hall = a_day(cast)
    play_games(hall, (1, 3, 8), (2, 4, 4))
    finish_as_it_is(hall.by, hall.event)
    for path in ("/honours/", f"{OPEN}/"):
        assert "2=" in words_of(Client().get(path).text), path
