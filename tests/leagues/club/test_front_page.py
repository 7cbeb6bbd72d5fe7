"""The top of the front page: who is in the lead, what is on, and what is next."""

import re
from datetime import UTC, date, datetime, time, timedelta

import pytest
import time_machine
from django.test import Client

from leagues.models import Event, League, Match, Night, PairingRound, Player, PoolEntry
from leagues.stages.pairing_ways import Knockout
from tests.cast import Cast
from tests.leagues.days.hall import Hall
from tests.leagues.leagues.match_leagues import open_matches
from tests.leagues.leagues.mondays import Mondays
from tests.leagues.play.desk_hall import DeskHall, finish_as_it_is, open_hall
from tests.scenes import scene

pytestmark = pytest.mark.django_db

NAMES = ["Ann A", "Ben B", "Cy C", "Di D"]


def banner() -> str:
    """The text of the banner, with single spaces; empty if the page has none."""
    page = Client().get("/").content.decode()
    found = re.search(r'<section class="banner".*?</section>', page, re.DOTALL)
    text = re.sub(r"<svg.*?</svg>|<[^>]+>", " ", found[0], flags=re.DOTALL) if found else ""
    return " ".join(text.split())


@scene
def hall(cast: Cast) -> DeskHall:
    return open_hall(cast, names=NAMES)


def begin_round(round_: PairingRound) -> None:
    for match in round_.matches.all():
        Match.objects.filter(pk=match.pk).update(state=Match.State.PLAYING)


def test_it_leads_with_the_event_that_is_on(hall: DeskHall) -> None:
    round_ = hall.publish((1, 2), (3, 4))
    begin_round(round_)
    hall.type_card(hall.at(1), "20 20 11 20")

    text = banner()

    assert text.startswith("On now Westport Open 1")
    assert "1 of 2 matches finished · 1 board in play" in text
    assert "In the lead 1 Ann A 7 2 Ben B 1" in text
    assert "Cy C" not in text


def test_a_bye_is_no_match_that_is_over(cast: Cast) -> None:
    hall = open_hall(cast, names=NAMES)
    hall.publish((1, 2), byes=[3])
    Match.objects.filter(pk=hall.at(1).pk).update(state=Match.State.PLAYING)

    assert "0 of 1 match finished" in banner()


def test_pools_have_a_leader_each(cast: Cast) -> None:
    hall = open_hall(cast, names=NAMES)
    other = hall.stage.pools.create(number=2, name="B")
    hall.stage.pools.filter(pk=hall.pool.pk).update(name="A")
    for entry in hall.entries[2:]:
        PoolEntry.objects.filter(entry=entry).update(pool=other)
    begin_round(hall.publish((1, 2)))
    hall.type_card(hall.at(1), "11 11 11 11")

    assert "In the lead of each pool A Pool A Ann A 4 A Pool A Ben B 4" in banner()


def test_no_one_is_in_the_lead_before_a_match_is_played(hall: DeskHall) -> None:
    begin_round(hall.publish((1, 2)))

    assert "In the lead" not in banner()


def test_in_a_bracket_the_matches_at_the_boards_stand_there(cast: Cast) -> None:
    hall = open_hall(cast, names=NAMES, way=Knockout())
    begin_round(hall.publish((1, 2), (3, 4)))

    text = banner()

    assert "In the lead" not in text
    assert "At the boards Board 1" in text
    assert "Ann A" in text
    assert "Di D" in text


def test_with_nothing_on_it_leads_with_the_next_night(cast: Cast) -> None:
    with time_machine.travel("2026-10-02T12:00:00Z", tick=False):
        Mondays.open(cast, "Zoë", "Bo", "Cy")

        assert banner().startswith("Next Mondays 5 Mon 5 Oct, 19:30")


def test_the_next_event_is_listed_under_the_current_one(hall: DeskHall, cast: Cast) -> None:
    with time_machine.travel("2026-10-02T12:00:00Z", tick=False):
        Mondays.open(cast, "Zoë", "Bo", "Cy")

        assert "Next night Mondays , Mon 5 Oct, 19:30" in banner()
        assert banner().endswith("Come and play")


def test_a_minor_in_front_is_short(hall: DeskHall) -> None:
    Player.objects.filter(name="Ann A").update(name="Ann Archer", is_minor=True)
    begin_round(hall.publish((1, 2)))
    hall.type_card(hall.at(1), "20 20 11 20")

    assert "Ann A. 7" in banner()
    assert "Archer" not in banner()


def test_a_club_without_anything_has_no_banner(cast: Cast) -> None:
    assert banner() == ""


@pytest.mark.parametrize("address", ["/", "/club/"])
def test_a_running_night_is_not_among_the_coming_days(cast: Cast, address: str) -> None:
    mondays = Mondays.open(cast)
    mondays.play(1, ("Ann", "Ben", 5, 3), state=Event.State.RUNNING)

    with time_machine.travel(mondays.night(1).starts_at):
        days = Client().get(address).context["coming_days"]

    assert [each.day for each in (days[0].starts_at, *days[0].later)] == [12, 19]


def test_a_drawn_night_is_not_among_the_later_events_too(cast: Cast) -> None:
    mondays = Mondays.open(cast)
    mondays.play(1, ("Ann", "Ben", 5, 3), state=Event.State.PLANNED)

    with time_machine.travel("2026-10-02T12:00:00Z", tick=False):
        page = Client().get("/")

    assert page.context["later"] == []
    assert page.context["next_up"].title == "Mondays"
    assert page.context["coming_days"]


def test_an_event_that_was_shown_already_is_not_among_the_later_ones(cast: Cast) -> None:
    begin = datetime(2026, 10, 3, 9, tzinfo=UTC)
    for number in range(5):
        Event.objects.create(
            club=cast.club,
            name=f"Open {number}",
            slug=f"open-{number}",
            starts_at=begin + timedelta(days=number),
        )

    with time_machine.travel("2026-10-02T12:00:00Z", tick=False):
        page = Client().get("/")

    assert [day.title for day in page.context["coming_days"]] == ["Open 0", "Open 1", "Open 2"]
    assert [row.event.name for row in page.context["later"]] == ["Open 3", "Open 4"]


def test_events_of_one_name_and_day_differ_in_the_list(cast: Cast) -> None:
    for number, sides in enumerate(("singles", "doubles")):
        Event.objects.create(
            club=cast.club,
            name="Spring Open",
            slug=f"spring-{number}",
            starts_at=datetime(2026, 10, 3, 14 + number, tzinfo=UTC),
            sides=sides,
        )

    rows = re.findall(r"<li>.*?</li>", Client().get("/events/").text, re.DOTALL)
    texts = [" ".join(re.sub(r"<[^>]+>", " ", row).split()) for row in rows]
    first, second = (text for text in texts if "Spring Open" in text)

    assert first.endswith("Spring Open 14:00")
    assert second.endswith("Spring Open 15:00 · Doubles, fixed pairs")


def podium_words() -> str:
    """The text of the podium of the last finished event."""
    page = Client().get("/").content.decode()
    found = re.search(r'<ol class="podium.*?</ol>', page, re.DOTALL)
    assert found
    text = re.sub(r"<svg.*?</svg>|<[^>]+>", " ", found[0], flags=re.DOTALL)
    return " ".join(text.split())


def test_a_finished_event_shows_its_first_three_with_their_points(
    hall: DeskHall,
) -> None:
    hall.publish((1, 2), (3, 4))
    for board, card in ((1, "20 20 20 20"), (2, "20 20 20 02")):
        hall.type_card(hall.at(board), card)
    finish_as_it_is(hall.by, hall.event)

    podium = podium_words()
    assert re.search("Ann A .*8", podium)
    assert "–" not in podium


@pytest.mark.long
def test_a_finished_bracket_shows_the_last_result_of_its_winner_alone(cast: Cast) -> None:
    hall = Hall.open(cast.club, cast.who("ann"), entries=4)
    hall.run(hall.stage("Cup", Knockout()))
    finish_as_it_is(hall.by, hall.event)

    assert re.fullmatch(r"1 .+ \d–\d 2 [^–]+ 3 [^–]+", podium_words())


def test_the_next_game_of_the_event_is_before_other_dates(hall: DeskHall, cast: Cast) -> None:
    begin_round(hall.publish((1, 2), (3, 4)))
    hall.publish((1, 3), (2, 4))
    with time_machine.travel("2026-10-02T12:00:00Z", tick=False):
        Mondays.open(cast, "Zoë", "Bo", "Cy")
        text = banner()
    assert "Next: Morning, game 2" in text
    assert text.index("Next:") < text.index("Next night Mondays")


def test_a_weekly_night_is_among_the_coming_days_once(cast: Cast) -> None:
    with time_machine.travel("2026-10-02T12:00:00Z", tick=False):
        Mondays.open(cast, nights=6)
        Event.objects.create(
            club=cast.club,
            name="Lantern Doubles",
            slug="lantern",
            starts_at=datetime(2026, 12, 20, 15, tzinfo=UTC),
        )
        days = Client().get("/").context["coming_days"]
    assert [day.title for day in days] == ["Mondays", "Lantern Doubles"]
    assert [at.day for at in days[0].later] == [12, 19]


def test_the_list_of_events_has_the_game_that_is_on_and_no_league(
    hall: DeskHall, cast: Cast
) -> None:
    begin_round(hall.publish((1, 2), (3, 4)))
    league = open_matches(cast)
    page = Client().get("/events/")
    assert [row.event for row in page.context["on_now"]] == [hall.event]
    assert re.search("Game</span>\\s*<b>1</b>", page.text)
    assert league.get_absolute_url() not in page.text


def test_a_league_of_many_nights_hides_no_other(cast: Cast) -> None:
    Mondays.open(cast, nights=15)
    other = League.objects.create(club=cast.club, name="Autumn", slug="autumn")
    Night.objects.create(league=other, on=date(2026, 12, 30), at=time(19))

    with time_machine.travel("2026-10-02T12:00:00Z", tick=False):
        days = Client().get("/").context["coming_days"]

    assert [(day.title, len(day.later)) for day in days] == [("Mondays", 2), ("Autumn", 0)]
