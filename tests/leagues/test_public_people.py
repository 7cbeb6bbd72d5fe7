"""A player's page, two head to head, the club's records, and finding somebody."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from leagues.actions.log import record
from leagues.actions.planning.events import enrol
from leagues.bridge.people.careers import career, longest_run
from leagues.bridge.people.rating_story import rating_story
from leagues.bridge.people.ratings import history_of
from leagues.bridge.people.records import records
from leagues.models import Event, Match, MatchSide, Player, SidePlayer
from leagues.models.people import Alias, NameStyle
from leagues.templatetags.charts import Point, chart
from scoring.results import WonOrLost
from tests.cast import Cast
from tests.leagues.desk_hall import NOON, DeskHall, open_hall
from tests.leagues.test_public import queries, read

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall(cast: Cast) -> DeskHall:
    return open_hall(cast, names=["Ann A", "Ben B", "Cy C", "Di D"])


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
    return match


def note(hall: DeskHall) -> None:
    """What was done here past every verb stands in the log too."""
    record(by=hall.by, verb="correct", club=hall.event.club, event=hall.event)


def player(name: str) -> Player:
    return Player.objects.get(name=name)


def page_of(name: str) -> str:
    return " ".join(read(player(name).get_absolute_url()).split())


# --- A player's page ----------------------------------------------------------------------------


def test_a_career_adds_up_what_was_played(hall: DeskHall) -> None:
    play(hall, 1, 2, "20 20 11 02", "3-1 2-2 0-1 8-0")
    play(hall, 3, 1, "20 20 20 20", "1-1 1-1 1-1 1-1")
    play(hall, 1, 2, "11 11 11 11")

    ann = career(player("Ann A"))

    assert (ann.tally.won, ann.tally.tied, ann.tally.lost) == (1, 1, 1)
    assert (ann.tally.points, ann.tally.against) == (5 + 0 + 4, 3 + 8 + 4)
    assert [each.went.value for each in ann.form] == ["won", "lost", "tied"]
    [[ben, with_ben], [cy, with_cy]] = ann.against
    assert (ben, with_ben.played, with_ben.points) == (player("Ben B"), 2, 9)
    assert (cy, with_cy.lost) == (player("Cy C"), 1)


def test_20s_are_told_by_who_shoots_last(hall: DeskHall) -> None:
    play(hall, 1, 2, "20 20 11 02", "3-1 2-2 0-1 8-0")

    ann, ben = career(player("Ann A")), career(player("Ben B"))

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

    assert career(player("Ann A")).twenties.rounds == 2
    assert career(player("Ben B")).twenties.rounds == 4


def test_20s_of_a_pair_are_nobodys_own(hall: DeskHall) -> None:
    match = play(hall, 1, 2, "20 20", "3-1 2-2")
    side = match.sides.get(seat=0)
    SidePlayer.objects.create(side=side, match=match, player=player("Di D"), number=2)

    assert career(player("Ann A")).twenties.rounds == 0
    assert career(player("Ben B")).twenties.rounds == 2
    assert [each for each, _ in career(player("Ben B")).against] == [
        player("Ann A"),
        player("Di D"),
    ]
    assert [str(p) for p in records(hall.event.club).pairs[0].players] == [
        "Ann A",
        "Di D",
    ]


@pytest.mark.parametrize(
    ("went", "longest"),
    [("", 0), ("LTL", 0), ("WWLW", 2), ("LWWW", 3), ("WTW", 1)],
)
def test_a_run_ends_with_anything_but_a_win(went: str, longest: int) -> None:
    how = {"W": WonOrLost.WON, "T": WonOrLost.TIED, "L": WonOrLost.LOST}
    assert longest_run(how[each] for each in went) == longest


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

    assert career(player("Ann A")).played == ()
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
    assert len(rating_story(player("Ann A"))) == 2
    Event.objects.filter(pk=night.event.pk).update(visibility="private")
    note(night)
    [day] = rating_story(player("Ann A"))
    assert day.day == NOON.date()


def test_a_guest_is_never_rated_and_has_a_page_all_the_same(hall: DeskHall) -> None:
    play(hall, 1, 2, "20 20", "8-1 2-2")
    Player.objects.filter(pk=player("Ann A").pk).update(is_guest=True)

    page = page_of("Ann A")

    assert "1–0–0" in page
    assert "rating" not in page


def test_ratings_are_reckoned_once_until_somebody_does_something(
    hall: DeskHall,
) -> None:
    play(hall, 1, 2, "20 20")
    first = history_of(hall.event.club)
    assert history_of(hall.event.club) is first
    play(hall, 1, 2, "02 02", days=1)
    note(hall)
    assert len(history_of(hall.event.club).days) == 2


def test_a_result_counts_though_a_later_line_of_the_log_was_there_before_its_own(
    hall: DeskHall,
) -> None:
    """Two events write at once, and the one that began first ends last."""
    play(hall, 1, 2, "20 20")
    note(hall)
    history_of(hall.event.club)
    play(hall, 1, 2, "02 02", days=1)
    hall.event.touch()
    assert len(history_of(hall.event.club).days) == 2


def test_the_page_asks_as_often_for_many_matches_as_for_few(hall: DeskHall) -> None:
    play(hall, 1, 2, "20 20", "3-1 2-2")
    play(hall, 1, 3, "20 20", "3-1 2-2")
    path = player("Ann A").get_absolute_url()
    few, few_records = queries(path), queries("/records/")
    for at in range(8):
        play(hall, 1, 2 + at % 3, "20 20", "3-1 2-2", days=at)

    assert queries(path) == few <= 24
    assert queries("/records/") == few_records <= 14


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


def test_head_to_head_with_somebody_unknown_is_nothing(
    cast: Cast, hall: DeskHall
) -> None:
    ann = player("Ann A")

    read(f"/players/{ann.pk}/against/{cast.cat_plays.pk}/", 404)
    Player.objects.filter(pk=cast.cat_plays.pk).update(merged_into=player("Ben B"))
    answer = Client().get(f"/players/{ann.pk}/against/{cast.cat_plays.pk}/")
    assert answer["Location"] == f"/players/{ann.pk}/against/{player('Ben B').pk}/"


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


# --- Finding somebody ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text", ["fionnuala", "FION dho", "ní dhomhnaill", "ni-dhom", "Nuala"]
)
def test_somebody_is_found_without_accents_order_or_the_usual_name(
    hall: DeskHall, text: str
) -> None:
    Player.objects.filter(name="Ann A").update(name="Fionnuala Ní Dhomhnaill")
    Alias.objects.create(player=player("Fionnuala Ní Dhomhnaill"), name="Nuala")

    assert "Fionnuala Ní Dhomhnaill" in read(f"/search/?q={text}")


@pytest.mark.parametrize("text", ["Tremblay", "Bernard", "Annabel Tr"])
def test_nobody_is_found_by_a_name_they_keep_to_themselves(
    hall: DeskHall, text: str
) -> None:
    Player.objects.filter(name="Ann A").update(
        name="Annabel Tremblay", family_name="Tremblay", is_minor=True
    )
    Player.objects.filter(name="Ben B").update(
        name="Bernard Ito", alias="Hook", name_on_web=NameStyle.ALIAS
    )
    Alias.objects.create(player=player("Bernard Ito"), name="Bernie Ito")

    page = read(f"/search/?q={text}")

    assert "Hook" not in page
    assert "Annabel T." not in page


def test_who_goes_by_an_alias_is_found_by_it(hall: DeskHall) -> None:
    Player.objects.filter(name="Ben B").update(
        alias="Hook", name_on_web=NameStyle.ALIAS
    )

    assert player("Ben B").get_absolute_url() in read("/search/?q=hoo")


def test_events_are_found_by_name_and_place_and_private_ones_never(
    cast: Cast, hall: DeskHall
) -> None:
    open_hall(cast, name="Harvest Cup", entries=0, place="The Mill")
    open_hall(cast, name="Secret Harvest", entries=0, visibility="private")

    for text in ("harv", "the mill"):
        page = read(f"/search/?q={text}")
        assert "Harvest Cup" in page
        assert "Secret" not in page
    assert "Nothing is called “zebra”" in read("/search/?q=zebra")
    assert "Nothing is called" not in read("/search/")


def test_a_search_asks_as_often_for_many_as_for_few(cast: Cast) -> None:
    open_hall(cast, entries=4)
    with CaptureQueriesContext(connection) as few:
        read("/search/?q=play")
    open_hall(cast, name="Large", entries=16)

    assert queries("/search/?q=play") == len(few) <= 6


# --- Pictures -----------------------------------------------------------------------------------------


def test_a_line_goes_from_left_to_right_and_higher_values_stand_higher() -> None:
    points = [Point(f"day {n}", v, v, v, ()) for n, v in enumerate((10, 30, 20))]

    drawn = chart(points, "Rating", ("Day",))["line"]

    xs, ys = zip(
        *[map(float, p.split()) for p in re.split("[ML]", drawn)[1:]], strict=True
    )
    assert list(xs) == sorted(xs)
    assert ys[1] < ys[2] < ys[0]


def test_a_flat_line_is_drawn_all_the_same() -> None:
    points = [Point("once", 5, 5, 5, ())]

    assert chart(points, "Rating", ("Day",))["line"] == "M4.0 4.0"


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
