"""A player's page: matches, rating and runs."""

from functools import partial

import pytest
from django.test import Client

from leagues.actions.entries.entries import enrol_players
from leagues.actions.log_writer import record_action
from leagues.models import Event, League, Player, SidePlayer
from leagues.reads.people.careers import Tally, last_played
from leagues.reads.people.records import records_of
from leagues.reads.people.stored_sums import sums_of
from tests.cast import Cast
from tests.leagues.leagues.mondays import Mondays
from tests.leagues.people.played import (
    career_named,
    opponents_of,
    page_of,
    play_match,
    player_named,
    rating_of,
)
from tests.leagues.play.desk_hall import NOON, DeskHall, open_hall
from tests.leagues.site.test_public import count_queries, read_page
from tests.rows_read import rows_read

pytestmark = pytest.mark.django_db


def test_a_career_adds_up_what_was_played(hall: DeskHall) -> None:
    play_match(hall, 1, 2, "20 20 11 02", "3-1 2-2 0-1 8-0")
    play_match(hall, 3, 1, "20 20 20 20", "1-1 1-1 1-1 1-1")
    play_match(hall, 1, 2, "11 11 11 11")

    ann = career_named("Ann A")

    assert (ann.tally.won, ann.tally.tied, ann.tally.lost) == (1, 1, 1)
    assert (ann.tally.points, ann.tally.against) == (5 + 0 + 4, 3 + 8 + 4)
    form = [each.went.value for each in last_played(player_named("Ann A"))]
    assert form == ["tied", "lost", "won"]
    [[ben, with_ben], [cy, with_cy]] = opponents_of("Ann A")
    assert (ben, with_ben.played, with_ben.points) == (player_named("Ben B"), 2, 9)
    assert (cy, with_cy.lost) == (player_named("Cy C"), 1)


def test_20s_are_split_by_who_shoots_last(hall: DeskHall) -> None:
    play_match(hall, 1, 2, "20 20 11 02", "3-1 2-2 0-1 8-0")

    ann, ben = career_named("Ann A"), career_named("Ben B")

    assert (ann.twenties.rounds, ann.twenties.twenties) == (4, 13)
    assert ann.shooting_first.each == 1.5  # rounds 1 and 3
    assert ann.with_hammer.each == 5.0
    assert ben.with_hammer.each == 1.0
    assert (ann.best_round and ann.best_round.most) == 8
    assert (ann.best_game and ann.best_game.most) == 13
    assert (ann.perfect_rounds, ben.perfect_rounds) == (1, 0)


def test_rounds_without_known_20s_are_no_rounds_without_20s(hall: DeskHall) -> None:
    play_match(hall, 1, 2, "20 20", "3-1 2-2")
    match = play_match(hall, 1, 2, "20 20")
    match.rounds.update(twenties=[None, 4])
    hall.event.touch()

    assert career_named("Ann A").twenties.rounds == 2
    assert career_named("Ben B").twenties.rounds == 4


def test_20s_of_a_pair_are_nobodys_own(hall: DeskHall) -> None:
    match = play_match(hall, 1, 2, "20 20", "3-1 2-2")
    side = match.sides.get(seat=0)
    SidePlayer.objects.create(side=side, match=match, player=player_named("Di D"), number=2)
    hall.event.touch()

    assert career_named("Ann A").twenties.rounds == 0
    assert career_named("Ben B").twenties.rounds == 2
    assert [each for each, _ in opponents_of("Ben B")] == [
        player_named("Ann A"),
        player_named("Di D"),
    ]
    assert [str(p) for p in records_of(hall.event.club).pairs[0].players] == ["Ann A", "Di D"]


@pytest.mark.parametrize(
    ("went", "longest"), [("", 0), ("LTL", 0), ("WWLW", 2), ("LWWW", 3), ("WTW", 1)]
)
def test_a_run_ends_with_anything_but_a_win(hall: DeskHall, went: str, longest: int) -> None:
    card = {"W": "20", "T": "11", "L": "02"}
    for each in went:
        play_match(hall, 1, 2, card[each])
    assert career_named("Ann A").runs.longest == longest


def test_a_run_goes_on_from_one_day_to_the_next(hall: DeskHall) -> None:
    for at, each in enumerate(["20", "20", "02", "20", "20", "20", "11"]):
        play_match(hall, 1, 2, each, days=3 * at)
    sums_of(hall.event.club)
    play_match(hall, 2, 3, "20", days=30)  # the matches before are in the tables

    assert career_named("Ann A").runs.longest == 3


def test_the_page_tells_it_all(hall: DeskHall) -> None:
    play_match(hall, 1, 2, "20 20 11 02", "3-1 2-2 0-1 8-0")
    play_match(hall, 2, 1, "20 20 20 20", "1-1 1-1 1-1 1-1", days=7)

    page = page_of("Ann A")

    assert "1–0–1" in page
    assert "won 5–3 against Ben B" in page
    assert "Rating day by day" in page
    assert page.count('<figure class="chart">') == 1  # one event: no line of events
    assert "As a table" in page
    assert "With the hammer" in page
    assert "Perfect rounds" in page


def test_a_player_who_has_only_entered_has_a_short_page(hall: DeskHall) -> None:
    page = page_of("Ann A")

    assert "Westport Open" in page
    assert "Form" not in page
    assert "Rating" not in page


def test_a_member_of_a_public_league_has_a_page_before_its_first_night(cast: Cast) -> None:
    mondays = Mondays.open(cast, "Zoë")
    path = mondays.player("Zoë").get_absolute_url()

    assert Client().get(path).status_code == 200
    League.objects.update(visibility="private")
    assert Client().get(path).status_code == 404


def test_what_is_private_counts_on_no_page(cast: Cast, hall: DeskHall) -> None:
    play_match(hall, 1, 2, "20 20", "8-1 2-2")
    cup = open_hall(cast, name="Old Cup", entries=0, running=False)
    enrol_players(by=cup.by, event=cup.event, players=[player_named("Ann A")])
    Event.objects.filter(pk=hall.event.pk).update(visibility="private")

    assert career_named("Ann A").tally == Tally()
    assert last_played(player_named("Ann A")) == ()
    assert opponents_of("Ann A") == []
    assert not records_of(hall.event.club)
    assert "Westport Open" not in page_of("Ann A")
    assert "No records yet" in read_page("/records/")


def test_a_day_of_a_private_event_is_no_day_of_the_rating(cast: Cast, hall: DeskHall) -> None:
    play_match(hall, 1, 2, "20 20")
    night = open_hall(cast, name="Closed Night", entries=2)
    play_match(night, 1, 2, "02 02", days=3)
    seats = SidePlayer.objects.filter(match__event=night.event, side__seat=0)
    seats.update(player=player_named("Ann A"))
    assert len(rating_of("Ann A").days) == 2
    Event.objects.filter(pk=night.event.pk).update(visibility="private")
    [day] = rating_of("Ann A").days
    assert day.day == NOON.date()


def test_a_guest_is_never_rated_and_has_a_page_all_the_same(hall: DeskHall) -> None:
    play_match(hall, 1, 2, "20 20", "8-1 2-2")
    Player.objects.filter(pk=player_named("Ann A").pk).update(is_guest=True)

    page = page_of("Ann A")

    assert "1–0–0" in page
    assert "rating" not in page


def test_nothing_is_added_up_twice_while_no_result_has_changed(hall: DeskHall) -> None:
    club = hall.event.club
    play_match(hall, 1, 2, "20 20")
    first = sums_of(club)
    record_action(by=hall.by, verb="add_player", club=club)
    assert sums_of(club) is first
    play_match(hall, 1, 2, "02 02", days=1)
    assert len(sums_of(club).days) == 2


@pytest.mark.long
def test_the_page_asks_as_often_for_many_matches_as_for_few(hall: DeskHall) -> None:
    play_match(hall, 1, 2, "20 20", "3-1 2-2")
    play_match(hall, 1, 3, "20 20", "3-1 2-2")
    path = player_named("Ann A").get_absolute_url()
    read_page(path)  # what has been played since is added up once
    few, few_records = count_queries(path), count_queries("/records/")
    for at in range(8):
        play_match(hall, 1, 2 + at % 3, "20 20", "3-1 2-2", days=at)

    read_page(path)
    assert count_queries(path) == few <= 26
    assert count_queries("/records/") == few_records <= 14


@pytest.mark.long
def test_three_times_the_history_is_no_row_more_to_read(hall: DeskHall) -> None:
    """A count of queries says nothing of how much each of them fetches."""
    ann, ben = player_named("Ann A"), player_named("Ben B")
    paths = [
        ann.get_absolute_url(),
        f"{ann.get_absolute_url()}?fragment=live",
        f"/players/{ann.pk}/against/{ben.pk}/",
        f"/players/{ann.pk}/picture.png",
        "/records/",
    ]  # the list of events reads the table of one that is on, to show who leads

    def read_rows(matches: int) -> dict[str, int]:
        for at in range(matches):
            play_match(hall, 1, 2, "20 02", "3-1 2-2", days=-7 * (at % 12))
        for path in paths:
            Client().get(path)  # what is new is added up once
        return {path: rows_read(partial(Client().get, path)) for path in paths}

    few, many = read_rows(36), read_rows(72)
    assert many == few
