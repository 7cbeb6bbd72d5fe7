"""Runs, milestones and rivals on a player's page, and the club's average in their charts."""

import re

import pytest
from django.test import Client

from leagues.actions.entries.entries import enrol_players
from leagues.models import AwardsOfEvent, Event, EventAward, Player, SidePlayer
from leagues.reads.advance.event_awards import awards_of, first_podium
from leagues.reads.people.club_averages import club_averages
from leagues.reads.people.milestones import Milestone, milestones_of
from leagues.reads.people.records import records_of
from leagues.reads.people.result_sums import is_milestone
from leagues.reads.people.stored_sums import sums_of
from tests.cast import Cast
from tests.leagues.people.played import career_named, page_of, play_match, player_named
from tests.leagues.play.desk_hall import DeskHall, open_hall
from tests.scenes import scene

pytestmark = pytest.mark.django_db


@scene
def hall(cast: Cast) -> DeskHall:
    return open_hall(cast, names=["Ann A", "Ben B", "Cy C", "Di D"])


def milestones_reached(name: str) -> list[Milestone]:
    return list(milestones_of(player_named(name), sums_of(player_named(name).club)))


def section_text(name: str, heading: str) -> str:
    page = page_of(name)
    found = re.search(rf'<section aria-labelledby="{heading}">(.*?)</section>', page)
    return " ".join(re.sub(r"<[^>]+>", " ", found[1]).split()) if found else ""


# --- Runs --------------------------------------------------------------------------------------------


def test_a_tie_ends_a_run_of_wins_and_goes_on_without_a_loss(hall: DeskHall) -> None:
    for at, card in enumerate(["02", "20", "11", "20", "20", "20"]):
        play_match(hall, 1, 2, card, days=at)

    runs = career_named("Ann A").runs

    assert (runs.longest, runs.longest_unbeaten) == (3, 5)
    bests = section_text("Ann A", "bests")
    assert "Longest run of wins 3" in bests
    assert "Longest run without a loss 5" in bests
    assert "3 matches won in a row, 5 matches without a loss" in bests


def test_the_longest_runs_say_their_first_and_last_day(hall: DeskHall) -> None:
    """Wins on the 21st, 23rd, 23rd; a tie; two more wins do not replace them."""
    for at, card in ((0, "20"), (2, "20"), (2, "20"), (3, "11"), (4, "20"), (9, "20")):
        play_match(hall, 1, 2, card, days=at)

    runs = career_named("Ann A").runs

    assert [str(day) for day in runs.won_on] == ["2026-11-21", "2026-11-23"]
    assert [str(day) for day in runs.unbeaten_on] == ["2026-11-21", "2026-11-30"]
    bests = section_text("Ann A", "bests")
    assert "Longest run of wins 3 · 21 Nov 2026–23 Nov 2026" in bests
    assert "Longest run without a loss 6 · 21 Nov 2026–30 Nov 2026" in bests


def test_a_run_on_one_day_shows_that_day(hall: DeskHall) -> None:
    play_match(hall, 1, 2, "02")
    play_match(hall, 1, 2, "20")
    play_match(hall, 1, 2, "20")
    assert "Longest run of wins 2 · 21 Nov 2026 " in section_text("Ann A", "bests") + " "
    assert career_named("Di D").runs.won_on == ()


@pytest.mark.long
def test_a_run_of_two_or_an_ended_run_is_not_shown(hall: DeskHall) -> None:
    play_match(hall, 1, 2, "20")
    play_match(hall, 1, 2, "20")
    assert "Right now" not in section_text("Ann A", "bests")
    play_match(hall, 1, 2, "20")
    assert "3 matches won in a row" in section_text("Ann A", "bests")
    play_match(hall, 1, 2, "02")
    assert "Right now" not in section_text("Ann A", "bests")


@pytest.mark.parametrize("stored", [False, True])
def test_two_wins_in_a_row_are_a_record_and_one_is_none(
    cast: Cast, hall: DeskHall, stored: bool
) -> None:
    """Ann's wins are on two days; the record is the same from the tables and added up again."""
    play_match(hall, 1, 2, "20")
    play_match(hall, 1, 2, "20", days=1)
    play_match(hall, 3, 4, "20", days=1)
    if stored:
        sums_of(hall.event.club)
        later = open_hall(cast, name="Late Cup", entries=2)
        play_match(later, 1, 2, "11", days=9)

    runs = records_of(hall.event.club).runs

    assert [(each.most, str(each.player)) for each in runs] == [(2, "Ann A")]


def test_a_run_of_wins_is_not_listed_twice(hall: DeskHall) -> None:
    for _ in range(3):
        play_match(hall, 1, 2, "20")
    assert "without a loss" not in section_text("Ann A", "bests").split("Right now")[1]


# --- Milestones --------------------------------------------------------------------------------------


def test_the_first_win_leads_to_its_match(hall: DeskHall) -> None:
    play_match(hall, 1, 2, "02")
    won = play_match(hall, 1, 3, "20", days=7)
    play_match(hall, 1, 3, "20", days=8)

    [first] = milestones_reached("Ann A")

    assert (first.is_first_win, first.match) == (True, won)
    assert "First win Westport Open Sat 28 Nov 2026" in section_text("Ann A", "milestones")
    assert won.get_absolute_url() in page_of("Ann A")
    assert milestones_reached("Di D") == []


@pytest.mark.long
@pytest.mark.parametrize("stored", [False, True])
def test_the_fiftieth_match_is_the_fiftieth_in_time(hall: DeskHall, stored: bool) -> None:
    """The result is the same from the tables and added up again."""
    played = [play_match(hall, 1, 2, "11", days=-60 + at) for at in range(50)]
    if stored:
        sums_of(hall.event.club)
        play_match(hall, 3, 4, "11", days=1)

    [fiftieth] = milestones_reached("Ann A")

    assert (fiftieth.number, fiftieth.match) == (50, played[-1])
    assert "50th match" in section_text("Ann A", "milestones")


def test_which_matches_are_milestones() -> None:
    found = [n for n in range(1, 3001) if is_milestone(n)]
    assert found == [50, 100, 250, 500, 1000, 2000, 3000]


@pytest.mark.parametrize("stored", [False, True])
def test_the_hundredth_20_is_found_in_its_match(cast: Cast, hall: DeskHall, stored: bool) -> None:
    """45 in the event before, then 27, 27, none, and 5."""
    early = open_hall(cast, name="Early Cup", entries=2)
    Event.objects.filter(pk=early.event.pk).update(starts_at="2026-09-01T10:00Z")
    match = play_match(early, 1, 2, "20 20", "8-0 7-0", days=-80)
    seats = match.sides.get(seat=0).side_players
    seats.update(player=player_named("Ann A"))
    for _ in range(2):
        again = play_match(early, 1, 2, "20 20", "8-0 7-0", days=-80)
        again.sides.get(seat=0).side_players.update(player=player_named("Ann A"))
    early.event.touch()
    for _ in range(2):
        play_match(hall, 1, 2, "20 20 20 20", "8-0 8-0 8-0 3-0")
    play_match(hall, 1, 2, "20", "0-8")
    hundredth = play_match(hall, 1, 2, "20", "5-0")
    if stored:
        sums_of(hall.event.club)
        later = open_hall(cast, name="Late Cup", entries=2)
        play_match(later, 1, 2, "20", "1-0", days=9)

    of_twenties = [each for each in milestones_reached("Ann A") if each.is_of_twenties]

    assert [(each.number, each.match) for each in of_twenties] == [(100, hundredth)]
    assert "100th 20" in section_text("Ann A", "milestones")


def test_each_of_them_is_found_in_the_event_it_fell_in(cast: Cast, hall: DeskHall) -> None:
    """120 in the event before, and then 400."""
    early = open_hall(cast, name="Early Cup", entries=2)
    Event.objects.filter(pk=early.event.pk).update(starts_at="2026-09-01T10:00Z")
    played = [play_match(early, 1, 2, "20", "60-0", days=-80) for _ in range(2)]
    seats = SidePlayer.objects.filter(match__event=early.event, side__seat=0)
    seats.update(player=player_named("Ann A"))
    early.event.touch()
    played += [play_match(hall, 1, 2, "20", "200-0") for _ in range(2)]

    of_twenties = {
        each.number: each.match for each in milestones_reached("Ann A") if each.is_of_twenties
    }

    assert of_twenties == {100: played[1], 500: played[3]}


def test_20s_shot_with_a_partner_are_nobodys_own(hall: DeskHall) -> None:
    """Sixty alone, sixty beside Di, sixty alone: the hundredth fell in the third."""
    played = [play_match(hall, 1, 2, "20", "60-0") for _ in range(3)]
    beside_ann = played[1].sides.get(seat=0)
    beside_ann.side_players.create(match=played[1], player=player_named("Di D"), number=2)
    hall.event.touch()

    found = [each.match for each in milestones_reached("Ann A") if each.is_of_twenties]

    assert found == [played[2]]
    assert [each for each in milestones_reached("Di D") if each.is_of_twenties] == []


def test_what_is_private_is_no_milestone(hall: DeskHall) -> None:
    play_match(hall, 1, 2, "20", "8-0")
    Event.objects.filter(pk=hall.event.pk).update(visibility="private")
    assert milestones_reached("Ann A") == []


def finish_event(hall: DeskHall) -> Event:
    Event.objects.filter(pk=hall.event.pk).update(state="finished", kind=Event.Kind.TOURNAMENT)
    hall.event.touch()
    return Event.objects.get(pk=hall.event.pk)


@pytest.mark.long
def test_the_first_podium_leads_to_its_event(cast: Cast, hall: DeskHall) -> None:
    """Ann won the later event, and came second at the earlier one, which is over too."""
    play_match(hall, 1, 2, "20 20")
    finish_event(hall)
    early = finish_event(open_hall(cast, name="Early Cup", entries=2))
    enrol_players(by=cast.who("ann"), event=early, players=[player_named("Ann A")])
    early.refresh_from_db()
    Event.objects.filter(pk=early.pk).update(starts_at="2026-09-01T10:00Z")
    AwardsOfEvent.objects.create(event=early, revision=early.revision)
    EventAward.objects.create(event=early, kind="podium", player=player_named("Ann A"), figure=2)

    podium = section_text("Ann A", "milestones")

    assert "First podium · Place 2 Early Cup Tue 1 Sept 2026" in podium
    assert podium.count("First podium") == 1
    assert early.get_absolute_url() in page_of("Ann A")


def test_no_podium_before_the_event_is_finished_or_if_it_is_private(hall: DeskHall) -> None:
    play_match(hall, 1, 2, "20")
    assert first_podium(player_named("Ann A")) is None
    event = finish_event(hall)
    assert "First podium · Place 1" in section_text("Ann A", "milestones")
    assert "Podium" not in awards_names(event)
    Event.objects.filter(pk=event.pk).update(visibility="private")
    assert first_podium(player_named("Ann A")) is None


def awards_names(event: Event) -> list[str]:
    return [each.get_kind_display() for each in awards_of(event)]


# --- Rivals ------------------------------------------------------------------------------------------


@pytest.mark.long
def test_rivals_are_those_met_most_often(hall: DeskHall) -> None:
    for card in ("20", "02", "11", "20"):
        play_match(hall, 1, 2, card)
    for _ in range(3):
        play_match(hall, 1, 3, "20")
    play_match(hall, 1, 4, "20")

    rivals = section_text("Ann A", "rivals")

    assert "Ben B 4 matches 2–1–1" in rivals
    assert "Cy C 3 matches 3–0–0" in rivals
    assert "Di D" not in rivals
    assert section_text("Di D", "rivals") == ""
    ann, ben = player_named("Ann A").pk, player_named("Ben B").pk
    assert f'href="/players/{ann}/against/{ben}/"' in page_of("Ann A")


def test_rivals_stand_on_every_part_of_those_met(hall: DeskHall) -> None:
    for _ in range(3):
        play_match(hall, 1, 2, "20")
    path = player_named("Ann A").get_absolute_url()
    second = Client().get(f"{path}?met=2").content.decode()
    assert 'id="rivals"' in second


def test_a_rival_who_is_a_minor_is_named_as_everywhere(hall: DeskHall) -> None:
    for _ in range(3):
        play_match(hall, 1, 2, "20")
    Player.objects.filter(name="Ben B").update(is_minor=True, name="Ben Quincy")
    rivals = section_text("Ann A", "rivals")
    assert "Ben" in rivals
    assert "Quincy" not in rivals


# --- The club's average ------------------------------------------------------------------------------


def test_the_clubs_20s_a_round_are_those_of_events_that_are_stored(
    cast: Cast, hall: DeskHall
) -> None:
    """8 and 2 in two rounds each side: 10 in 4."""
    play_match(hall, 1, 2, "20 20", "3-1 5-1")
    club = hall.event.club
    assert club_averages(sums_of(club)).twenties is None  # it is still being played
    later = open_hall(cast, name="Late Cup", entries=2)
    play_match(later, 1, 2, "20", "8-8", days=9)
    assert club_averages(sums_of(club)).twenties == 2.5


@pytest.mark.long
def test_the_clubs_rating_is_that_of_four_or_more_who_are_settled(
    cast: Cast, hall: DeskHall
) -> None:
    for days in range(-40, 0):
        play_match(hall, 1, 2, "20 20 20 02", days=days)
    later = open_hall(cast, name="Late Cup", entries=2)
    play_match(later, 1, 2, "20", days=3)
    club = hall.event.club
    assert club_averages(sums_of(club)).rating is None
    for days in range(-40, 0):
        play_match(hall, 3, 4, "20 20 20 02", days=days)

    average = club_averages(sums_of(club)).rating

    assert average is not None
    assert 900 < average < 1100
    assert f"Club {average}" in page_of("Ann A")
    assert "The club’s average" in page_of("Ann A")
