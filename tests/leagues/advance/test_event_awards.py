"""Awards of a finished event: most 20s, best run, biggest upset, best newcomer."""

import re
from datetime import timedelta

import pytest
from django.test import Client

from crokinole_site.periodic_jobs import keep_awards
from leagues.models import AwardsOfEvent, EntryPlayer, Event, EventAward, Player, SidePlayer
from leagues.reads.advance.event_awards import awards_of, awards_won, keep_next_awards
from tests.cast import Cast
from tests.leagues.people.played import page_of, play_match, player_named
from tests.leagues.play.desk_hall import NOON, DeskHall, open_hall
from tests.leagues.site.test_public import read_page
from tests.scenes import scene

pytestmark = pytest.mark.django_db


@scene
def hall(cast: Cast) -> DeskHall:
    return open_hall(cast, names=["Ann A", "Ben B", "Cy C", "Di D"])


def finish_event(hall: DeskHall) -> Event:
    Event.objects.filter(pk=hall.event.pk).update(state="finished", kind=Event.Kind.TOURNAMENT)
    hall.event.touch()
    return Event.objects.get(pk=hall.event.pk)


def awards_given(event: Event) -> list[tuple[str, str, int]]:
    return [(each.kind, str(each.player), each.figure) for each in awards_of(event)]


def awards_on_page_of(name: str) -> str:
    found = re.search(r'<section aria-labelledby="awards">(.*?)</section>', page_of(name))
    return " ".join(re.sub(r"<[^>]+>", " ", found[1]).split()) if found else ""


@pytest.mark.long
def test_most_20s_and_the_longest_run_are_honoured(hall: DeskHall) -> None:
    play_match(hall, 1, 2, "20 20", "3-1 2-2")
    play_match(hall, 1, 3, "20", "0-2")
    last = play_match(hall, 1, 4, "20", "1-0")

    event = finish_event(hall)

    assert awards_given(event) == [("20s", "Ann A", 6), ("run", "Ann A", 3)]
    assert awards_of(event)[1].match == last
    assert "Most 20s Westport Open" in awards_on_page_of("Ann A")
    assert "Longest run of wins Westport Open" in awards_on_page_of("Ann A")
    assert awards_on_page_of("Ben B") == ""
    assert 'id="awards"' in read_page("/events/westport-open/numbers/")


def test_tied_players_share_an_award(hall: DeskHall) -> None:
    play_match(hall, 1, 2, "20", "3-3")
    play_match(hall, 3, 4, "20", "2-1")
    assert awards_given(finish_event(hall)) == [("20s", "Ann A", 3), ("20s", "Ben B", 3)]


def test_a_run_of_two_is_none(hall: DeskHall) -> None:
    play_match(hall, 1, 2, "20")
    play_match(hall, 1, 3, "20")
    play_match(hall, 1, 4, "11")
    play_match(hall, 1, 2, "20")
    assert awards_given(finish_event(hall)) == []


def test_partners_are_honoured_both(hall: DeskHall) -> None:
    match = play_match(hall, 1, 2, "20 20", "3-1 2-2")
    side = match.sides.get(seat=0)
    SidePlayer.objects.create(side=side, match=match, player=player_named("Di D"), number=2)
    assert awards_given(finish_event(hall)) == [("20s", "Ann A", 5), ("20s", "Di D", 5)]


def test_no_awards_before_an_event_is_over_nor_at_a_night(hall: DeskHall) -> None:
    play_match(hall, 1, 2, "20", "3-1")
    assert awards_given(hall.event) == []
    assert awards_on_page_of("Ann A") == ""
    event = finish_event(hall)
    Event.objects.filter(pk=event.pk).update(kind=Event.Kind.CLUB_NIGHT)
    event.refresh_from_db()
    assert awards_given(event) == []
    assert awards_on_page_of("Ann A") == ""


@pytest.mark.long
def test_the_best_newcomer_has_entered_nothing_before(cast: Cast, hall: DeskHall) -> None:
    """Ann and Ben have played for the club before; Cy comes second, Di last."""
    early = open_hall(cast, name="Early Cup", entries=2)
    Event.objects.filter(pk=early.event.pk).update(starts_at=NOON - timedelta(days=90))
    for number, name in enumerate(("Ann A", "Ben B"), start=1):
        line_up = early.event.entries.get(pk=early.entry(number)).line_up
        line_up.update(player=player_named(name))
    for a, b, card in (
        *((1, 2, "20 20"), (1, 3, "20 20"), (1, 4, "20 20")),
        *((3, 2, "20 20"), (3, 4, "20 20"), (2, 4, "20 20")),
    ):
        play_match(hall, a, b, card)

    found = [each for each in awards_given(finish_event(hall)) if each[0] == "newcomer"]

    assert found == [("newcomer", "Cy C", 2)]
    assert "Best newcomer Westport Open" in awards_on_page_of("Cy C")


def test_among_newcomers_only_there_is_no_best_newcomer(hall: DeskHall) -> None:
    play_match(hall, 1, 2, "20", "3-1")
    assert [each[0] for each in awards_given(finish_event(hall))] == ["20s"]


@pytest.mark.long
def test_a_result_that_is_corrected_later_moves_the_award(hall: DeskHall) -> None:
    match = play_match(hall, 1, 2, "20", "3-1")
    assert awards_given(finish_event(hall)) == [("20s", "Ann A", 3)]
    match.rounds.update(twenties=[0, 4])
    match.sides.filter(seat=0).update(twenties=0)
    match.sides.filter(seat=1).update(twenties=4)
    hall.event.touch()
    assert "Most 20s" in awards_on_page_of("Ben B")
    assert awards_on_page_of("Ann A") == ""
    assert EventAward.objects.exclude(kind="podium").count() == 1


def test_awards_are_read_once_while_nothing_changes(hall: DeskHall) -> None:
    play_match(hall, 1, 2, "20", "3-1")
    event = finish_event(hall)
    [award] = awards_of(event)
    assert [each.pk for each in awards_won(award.player)] == [award.pk]
    assert [each.pk for each in awards_of(event)] == [award.pk]
    assert AwardsOfEvent.objects.get().revision == event.revision


def test_a_private_event_gives_no_awards(hall: DeskHall) -> None:
    play_match(hall, 1, 2, "20", "3-1")
    finish_event(hall)
    assert awards_on_page_of("Ann A") != ""
    Event.objects.filter(pk=hall.event.pk).update(visibility="private")
    path = player_named("Ann A")
    assert not list(awards_won(path))


def test_a_minor_is_honoured_by_a_short_name(hall: DeskHall) -> None:
    Player.objects.filter(name="Ann A").update(is_minor=True, name="Ann Quincy")
    play_match(hall, 1, 2, "20", "3-1")
    finish_event(hall)
    page = Client().get("/events/westport-open/numbers/").content.decode()
    assert "Most 20s" in page
    assert "Quincy" not in page


def test_a_page_stores_the_latest_awards_and_a_job_the_others(cast: Cast) -> None:
    """No awards are stored after an update, and a player may have ten years of events."""
    over = []
    for name in ("Spring Open", "Summer Open", "Autumn Open"):
        hall = open_hall(cast, name=name, names=["Ann A", "Ben B"], entries=2)
        play_match(hall, 1, 2, "20", "3-1")
        finish_event(hall)
        over.append(hall.event.pk)

    def kept() -> list[int]:
        return sorted(AwardsOfEvent.objects.values_list("event", flat=True))

    ann = Player.objects.filter(name="Ann A").latest("pk")
    EntryPlayer.objects.filter(player__name="Ann A").update(player=ann)
    for _ in range(2):
        assert "Autumn Open" in str([award.event for award in awards_won(ann)])
        assert kept() == over[2:]

    keep_next_awards()
    assert kept() == over[1:]
    keep_awards()  # the periodic job
    keep_awards()
    assert kept() == over
