"""A player's page, two head to head, the club's records, and finding somebody."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from functools import partial

import pytest
from django.test import Client

from leagues.actions.events.events import enrol
from leagues.actions.record import record
from leagues.models import Event, Match, MatchSide, Player, SidePlayer
from leagues.reads.people.careers import (
    Career,
    Tally,
    career,
    last_played,
    met_by,
    named,
)
from leagues.reads.people.kept_sums import sums_of
from leagues.reads.people.rating_story import RatingStory, rating_story
from leagues.reads.people.records import records
from tests.cast import Cast
from tests.leagues.play.desk_hall import NOON, DeskHall, open_hall
from tests.leagues.site.test_public import queries, read
from tests.rows_read import rows_read

pytestmark = pytest.mark.django_db


def play(
    hall: DeskHall, a: int, b: int, card: str, twenties: str = "", days: int = 0
) -> Match:
    """A match of two with its rounds: "20 11 02" and the 20s of each, "3-1 2-2 0-1"."""
    [match] = hall.publish((a, b)).matches.all()
    points = [[int(each[0]), int(each[1])] for each in card.split()]
    made = [[int(n) for n in each.split("-")] for each in twenties.split()]
    for at, each in enumerate(points):
        match.rounds.create(
            number=at + 1,
            first=at % 2,
            state="agreed",
            points=each,
            twenties=made[at] if made else None,
        )
    total = [sum(column) for column in zip(*points, strict=True)]
    winner = None if total[0] == total[1] else total.index(max(total))
    Match.objects.filter(pk=match.pk).update(
        state="finished",
        ending="played",
        winner=winner,
        finished_at=NOON + timedelta(days=days, minutes=match.number),
    )
    for seat, n in enumerate(total):
        MatchSide.objects.filter(match=match, seat=seat).update(points=n)
    match.refresh_from_db()
    hall.event.touch()  # as every verb does
    return match


def player(name: str) -> Player:
    return Player.objects.get(name=name)


def career_of(name: str) -> Career:
    return career(player(name), sums_of(player(name).club))


def rating_of(name: str) -> RatingStory:
    return rating_story(player(name), sums_of(player(name).club))


def met(name: str) -> list[tuple[Player, Tally]]:
    return named(met_by(player(name)))


def page_of(name: str) -> str:
    return " ".join(read(player(name).get_absolute_url()).split())


# --- A player's page ----------------------------------------------------------------------------


def test_a_career_adds_up_what_was_played(hall: DeskHall) -> None:
    play(hall, 1, 2, "20 20 11 02", "3-1 2-2 0-1 8-0")
    play(hall, 3, 1, "20 20 20 20", "1-1 1-1 1-1 1-1")
    play(hall, 1, 2, "11 11 11 11")

    ann = career_of("Ann A")

    assert (ann.tally.won, ann.tally.tied, ann.tally.lost) == (1, 1, 1)
    assert (ann.tally.points, ann.tally.against) == (5 + 0 + 4, 3 + 8 + 4)
    form = [each.went.value for each in last_played(player("Ann A"))]
    assert form == ["tied", "lost", "won"]
    [[ben, with_ben], [cy, with_cy]] = met("Ann A")
    assert (ben, with_ben.played, with_ben.points) == (player("Ben B"), 2, 9)
    assert (cy, with_cy.lost) == (player("Cy C"), 1)


def test_20s_are_told_by_who_shoots_last(hall: DeskHall) -> None:
    play(hall, 1, 2, "20 20 11 02", "3-1 2-2 0-1 8-0")

    ann, ben = career_of("Ann A"), career_of("Ben B")

    assert (ann.twenties.rounds, ann.twenties.twenties) == (4, 13)
    assert ann.shooting_first.each == 1.5  # rounds 1 and 3
    assert ann.with_hammer.each == 5.0
    assert ben.with_hammer.each == 1.0
    assert (ann.best_round and ann.best_round.most) == 8
    assert (ann.best_game and ann.best_game.most) == 13
    assert (ann.perfect_rounds, ben.perfect_rounds) == (1, 0)


def test_rounds_without_known_20s_are_no_rounds_without_20s(hall: DeskHall) -> None:
    play(hall, 1, 2, "20 20", "3-1 2-2")
    match = play(hall, 1, 2, "20 20")
    match.rounds.update(twenties=[None, 4])
    hall.event.touch()

    assert career_of("Ann A").twenties.rounds == 2
    assert career_of("Ben B").twenties.rounds == 4


def test_20s_of_a_pair_are_nobodys_own(hall: DeskHall) -> None:
    match = play(hall, 1, 2, "20 20", "3-1 2-2")
    side = match.sides.get(seat=0)
    SidePlayer.objects.create(side=side, match=match, player=player("Di D"), number=2)
    hall.event.touch()

    assert career_of("Ann A").twenties.rounds == 0
    assert career_of("Ben B").twenties.rounds == 2
    assert [each for each, _ in met("Ben B")] == [player("Ann A"), player("Di D")]
    assert [str(p) for p in records(hall.event.club).pairs[0].players] == [
        "Ann A",
        "Di D",
    ]


@pytest.mark.parametrize(
    ("went", "longest"),
    [("", 0), ("LTL", 0), ("WWLW", 2), ("LWWW", 3), ("WTW", 1)],
)
def test_a_run_ends_with_anything_but_a_win(
    hall: DeskHall, went: str, longest: int
) -> None:
    card = {"W": "20", "T": "11", "L": "02"}
    for each in went:
        play(hall, 1, 2, card[each])
    assert career_of("Ann A").runs.longest == longest


def test_a_run_goes_on_from_one_day_to_the_next(hall: DeskHall) -> None:
    for at, each in enumerate(["20", "20", "02", "20", "20", "20", "11"]):
        play(hall, 1, 2, each, days=3 * at)
    sums_of(hall.event.club)
    play(hall, 2, 3, "20", days=30)  # what came before is stored by now

    assert career_of("Ann A").runs.longest == 3


def test_the_page_tells_it_all(hall: DeskHall) -> None:
    play(hall, 1, 2, "20 20 11 02", "3-1 2-2 0-1 8-0")
    play(hall, 2, 1, "20 20 20 20", "1-1 1-1 1-1 1-1", days=7)

    page = page_of("Ann A")

    assert "1–0–1" in page
    assert "won 5–3 against Ben B" in page
    assert "Rating day by day" in page
    assert page.count('<path class="line"') == 1  # one event: no line of events
    assert "As a table" in page
    assert "With the hammer" in page
    assert "Perfect rounds" in page


def test_somebody_who_has_only_entered_has_a_short_page(hall: DeskHall) -> None:
    page = page_of("Ann A")

    assert "Westport Open" in page
    assert "Form" not in page
    assert "Rating" not in page


def test_what_is_private_counts_on_no_page(cast: Cast, hall: DeskHall) -> None:
    play(hall, 1, 2, "20 20", "8-1 2-2")
    cup = open_hall(cast, name="Old Cup", entries=0, running=False)
    enrol(by=cup.by, event=cup.event, players=[player("Ann A")])
    Event.objects.filter(pk=hall.event.pk).update(visibility="private")

    assert career_of("Ann A").tally == Tally()
    assert last_played(player("Ann A")) == ()
    assert met("Ann A") == []
    assert not records(hall.event.club)
    assert "Westport Open" not in page_of("Ann A")
    assert "No record yet" in read("/records/")


def test_a_day_of_a_private_event_is_no_day_of_the_rating(
    cast: Cast, hall: DeskHall
) -> None:
    play(hall, 1, 2, "20 20")
    night = open_hall(cast, name="Closed Night", entries=2)
    play(night, 1, 2, "02 02", days=3)
    seats = SidePlayer.objects.filter(match__event=night.event, side__seat=0)
    seats.update(player=player("Ann A"))
    assert len(rating_of("Ann A").days) == 2
    Event.objects.filter(pk=night.event.pk).update(visibility="private")
    [day] = rating_of("Ann A").days
    assert day.day == NOON.date()


def test_a_guest_is_never_rated_and_has_a_page_all_the_same(hall: DeskHall) -> None:
    play(hall, 1, 2, "20 20", "8-1 2-2")
    Player.objects.filter(pk=player("Ann A").pk).update(is_guest=True)

    page = page_of("Ann A")

    assert "1–0–0" in page
    assert "rating" not in page


def test_nothing_is_added_up_twice_while_no_result_has_changed(hall: DeskHall) -> None:
    club = hall.event.club
    play(hall, 1, 2, "20 20")
    first = sums_of(club)
    record(by=hall.by, verb="add_player", club=club)
    assert sums_of(club) is first
    play(hall, 1, 2, "02 02", days=1)
    assert len(sums_of(club).days) == 2


def test_the_page_asks_as_often_for_many_matches_as_for_few(hall: DeskHall) -> None:
    play(hall, 1, 2, "20 20", "3-1 2-2")
    play(hall, 1, 3, "20 20", "3-1 2-2")
    path = player("Ann A").get_absolute_url()
    read(path)  # what has been played since is added up once
    few, few_records = queries(path), queries("/records/")
    for at in range(8):
        play(hall, 1, 2 + at % 3, "20 20", "3-1 2-2", days=at)

    read(path)
    assert queries(path) == few <= 24
    assert queries("/records/") == few_records <= 14


def test_three_times_the_history_is_no_row_more_to_read(hall: DeskHall) -> None:
    """A count of queries says nothing of how much each of them fetches."""
    ann, ben = player("Ann A"), player("Ben B")
    paths = [
        ann.get_absolute_url(),
        f"{ann.get_absolute_url()}?fragment=live",
        f"/players/{ann.pk}/against/{ben.pk}/",
        f"/players/{ann.pk}/picture.png",
        "/records/",
        "/events/",
    ]

    def read_rows(matches: int) -> dict[str, int]:
        for at in range(matches):
            play(hall, 1, 2, "20 02", "3-1 2-2", days=-7 * (at % 12))
        for path in paths:
            Client().get(path)  # what is new is added up once
        return {path: rows_read(partial(Client().get, path)) for path in paths}

    few, many = read_rows(36), read_rows(72)
    assert many == few


# --- Head to head --------------------------------------------------------------------------------


def test_two_head_to_head(hall: DeskHall) -> None:
    play(hall, 1, 2, "20 20 11 02")
    play(hall, 2, 1, "20 20 20 20")
    play(hall, 1, 3, "20 20 20 20")
    ann, ben = player("Ann A"), player("Ben B")

    page = read(f"/players/{ann.pk}/against/{ben.pk}/")

    assert "1–0–1" in page
    assert "5–11" in page
    assert "Cy C" not in page
    assert "They have not met yet" in read(
        f"/players/{ben.pk}/against/{player('Di D').pk}/"
    )


def test_head_to_head_lists_ten_matches_at_a_time(hall: DeskHall) -> None:
    for at in range(12):
        play(hall, 1, 2, "20 20", days=at)
    path = f"/players/{player('Ann A').pk}/against/{player('Ben B').pk}/"
    line = re.compile('<li id="match-')

    first, second = read(path), read(f"{path}?page=2")

    assert "12–0–0" in first
    assert (len(line.findall(first)), len(line.findall(second))) == (10, 2)
    assert "?page=2" in first


def test_head_to_head_with_somebody_unknown_is_nothing(
    cast: Cast, hall: DeskHall
) -> None:
    ann = player("Ann A")

    read(f"/players/{ann.pk}/against/{cast.cat_plays.pk}/", 404)
    Player.objects.filter(pk=cast.cat_plays.pk).update(merged_into=player("Ben B"))
    answer = Client().get(f"/players/{ann.pk}/against/{cast.cat_plays.pk}/")
    assert answer["Location"] == f"/players/{ann.pk}/against/{player('Ben B').pk}/"


def links_of(page: str) -> list[str]:
    return re.findall(r'href="(/players/\d+/against/[^"]*)"', page)


def test_any_two_are_compared_by_searching_one_and_then_the_other(
    hall: DeskHall,
) -> None:
    ann, di = player("Ann A"), player("Di D")
    assert 'href="/players/compare/"' in read("/players/")

    [first] = links_of(read("/players/compare/?q=ann"))
    assert first == f"/players/{ann.pk}/against/"
    [second] = links_of(read(f"{first}?q=di"))
    assert second == f"/players/{ann.pk}/against/{di.pk}/"

    met = read(second)
    assert "They have not met yet" in met
    assert first in links_of(met)


def test_nobody_is_compared_with_themselves_nor_with_somebody_unseen(
    cast: Cast, hall: DeskHall
) -> None:
    ann = player("Ann A")
    path = f"/players/{ann.pk}/against/"

    assert "Nothing is called “ann”" in read(f"{path}?q=ann")
    assert "Nothing is called" not in read(path)
    assert links_of(read("/players/compare/?q=cat")) == []
    read(f"/players/{cast.cat_plays.pk}/against/", 404)
    Player.objects.filter(pk=cast.cat_plays.pk).update(merged_into=ann)
    answer = Client().get(f"/players/{cast.cat_plays.pk}/against/?q=ben")
    assert answer["Location"] == path


def test_whoever_is_a_minor_is_chosen_by_what_the_web_calls_them(
    hall: DeskHall,
) -> None:
    Player.objects.filter(name="Ben B").update(is_minor=True, name="Ben Quincy")

    page = read("/players/compare/?q=ben")

    assert len(links_of(page)) == 1
    assert "Quincy" not in page
    assert links_of(read("/players/compare/?q=quincy")) == []


# --- Records ---------------------------------------------------------------------------------------


def test_the_clubs_records(hall: DeskHall) -> None:
    play(hall, 1, 2, "20 20 20 20", "8-1 2-2 0-1 8-0")
    play(hall, 1, 3, "20 20 20 20", "1-1 1-1 1-1 1-7")
    play(hall, 1, 4, "11 11 11 11")

    found = records(hall.event.club)

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
    page = read("/records/")
    assert "Perfect rounds" in page
    assert "Cy C" in page


def test_a_record_carries_the_day_of_its_match(hall: DeskHall) -> None:
    """A league goes on for weeks; by its own clock it was still the 7th."""
    match = play(hall, 1, 2, "20 20 20 20", "8-1 2-2 0-1 8-0")
    ended = datetime(2026, 12, 8, 3, 30, tzinfo=UTC)
    Match.objects.filter(pk=match.pk).update(finished_at=ended)

    page = read("/records/")

    assert "7 Dec 2026" in page
    assert "Nov 2026" not in page


def test_records_of_one_year_are_those_of_events_that_began_in_it(
    cast: Cast, hall: DeskHall
) -> None:
    """An event that is stored by now, and one that plays: each belongs to its year alone."""
    play(hall, 1, 2, "20 20 20 20", "8-1 2-2 0-1 8-0")
    Event.objects.filter(pk=hall.event.pk).update(starts_at=NOON - timedelta(days=400))
    sums_of(hall.event.club)
    later = open_hall(cast, name="Late Cup", entries=2)
    play(later, 1, 2, "20 20", "3-8 2-1", days=20)
    club, year = hall.event.club, NOON.year

    def bests(of_year: int | None) -> list[int]:
        return [each.most for each in records(club, of_year).games]

    assert bests(year - 1) == [18, 4]
    assert bests(year) == [9, 5]
    assert bests(None) == [18, 9, 5, 4]
    assert [c.most for c in records(club, year - 1).perfect] == [2]
    assert [c.most for c in records(club, year).perfect] == [1]
    assert records(club, year).runs == ()
    page = read(f"/records/?year={year - 1}")
    assert f"Of events that began in {year - 1}" in page
    assert "Westport Open" in page
    assert "Late Cup" not in page
    assert f'href="?year={year}"' in page
    for unknown in ("1999", "", "x"):
        read(f"/records/?year={unknown}", 404)


def test_the_records_of_the_only_year_are_those_of_all_time(hall: DeskHall) -> None:
    play(hall, 1, 2, "20 20 20 20", "8-1 2-2 0-1 8-0")
    play(hall, 1, 3, "20 20 20 20", "8-1 1-1 1-1 1-7")
    play(hall, 2, 3, "20 20", "8-1 1-1", days=-9)
    sums_of(hall.event.club)
    club, year = hall.event.club, NOON.year

    ever, once = records(club), records(club, year)

    assert ever.games == once.games
    assert (ever.rounds, ever.perfect) == (once.rounds, once.perfect)


# --- Before a match --------------------------------------------------------------------------------


def test_a_match_says_how_strong_its_sides_were_held_to_be(hall: DeskHall) -> None:
    play(hall, 1, 2, "20 20 20 20")
    later = play(hall, 1, 2, "11 11 11 11", days=7)

    page = " ".join(read(f"/events/westport-open/matches/{later.number}/").split())

    assert "Before the match" in page
    shares = [int(n) for n in re.findall(r"expected (\d+) % of the points", page)]
    assert sum(shares) == 100
    assert shares[0] > 50  # Ann had won
    assert "Head to head" in page


def test_of_newcomers_nothing_is_expected(hall: DeskHall) -> None:
    first = play(hall, 1, 2, "20 20 20 20")

    page = read(f"/events/westport-open/matches/{first.number}/")

    assert "Before the match" not in page


def test_the_years_are_not_added_up_for_what_changes_of_a_match(hall: DeskHall) -> None:
    play(hall, 1, 2, "20 20 20 20")
    later = play(hall, 1, 2, "11 11 11 11", days=7)
    path = f"/events/westport-open/matches/{later.number}/"

    part = read(f"{path}?fragment=live")

    assert "Before the match" not in part
    assert queries(f"{path}?fragment=live") < queries(path)


def test_a_match_says_what_stands_after_each_round_and_whose_the_hammer_is(
    hall: DeskHall,
) -> None:
    match = play(hall, 1, 2, "20 11 02", "3-1 2-2 0-4")

    page = read(f"/events/westport-open/matches/{match.number}/")

    rows = re.findall(r'<tr id="round-1-\d">(.*?)</tr>', page, re.DOTALL)
    cells = [re.sub(r"<[^>]+>", " ", row).split() for row in rows]
    assert cells == [
        ["1", "2", "0", "2–0", "3–1", "A", "B"],
        ["2", "1", "1", "3–1", "2–2", "B", "A"],
        ["3", "0", "2", "3–3", "0–4", "A", "B"],
    ]


def test_a_substitute_is_named_beside_the_entry(hall: DeskHall) -> None:
    match = play(hall, 1, 2, "20 20", "3-1 2-2")
    SidePlayer.objects.filter(match=match, side__seat=0).update(player=player("Di D"))

    page = " ".join(read(f"/events/westport-open/matches/{match.number}/").split())

    assert "Stood in: <a" in page
    assert "Di D" in page
