"""Two play at a free board without an organiser: who may, what counts, and what stays unchanged."""

import threading
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
import time_machine
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.utils import timezone

from leagues.access.phone_passes import open_pass
from leagues.actions.events import events
from leagues.actions.log.undo import undo
from leagues.actions.phones import friendlies
from leagues.actions.phones.rated_friendlies import rate_friendly
from leagues.actions.play.endings import annul_match, reopen_match
from leagues.actions.refusal import Refused
from leagues.models import Action, Board, Club, Entry, Event, Match, Player, Surface
from leagues.reads.people.ratings import ratings_of
from leagues.reads.phones.friendlies import is_free
from leagues.views.phones.friendlies import board_address
from tests.cast import Cast, Page, link_of
from tests.leagues.leagues.test_two_hosts import press_twice
from tests.leagues.phones.at_boards import Phone
from tests.leagues.play.desk_hall import open_hall
from tests.scenes import scene

pytestmark = pytest.mark.django_db

EVENING = datetime(2026, 11, 21, 22, tzinfo=UTC)


@pytest.fixture(autouse=True)
def evening() -> Iterator[Any]:
    cache.clear()
    with time_machine.travel(EVENING, tick=False) as clock:
        yield clock


@scene
def board(cast: Cast) -> Board:
    """A free board; Ann, Ben and Cy are on public pages, as they have played an open event."""
    make_known(cast, "Ann A", "Ben B", "Cy C")
    return Board.objects.create(club=cast.club, number=7)


def make_known(cast: Cast, *names: str) -> None:
    event = Event.objects.create(club=cast.club, name="Open", slug="open", starts_at=EVENING)
    for name in names:
        player = Player.objects.create(club=cast.club, name=name)
        Entry.objects.create(event=event).line_up.create(event=event, player=player)


def start_friendly(board: Board, one: str, other: str, **fields: str) -> Page:
    return Client(enforce_csrf_checks=True).post(
        f"{board_address(board)}friendly/",
        {"one": one, "other": other, "sheet": "tournament"} | fields,
    )


def friendly_at(board: Board) -> Match:
    return Match.objects.at_a_board().with_sides().get(board=board)


def plays_to_its_end(answer: Page) -> Match:
    """Play a friendly to its end with one phone for both sides; side A wins every round."""
    choose = Client().get(answer["Location"])
    pass_ = open_pass(choose.context["everybody"])
    assert pass_ is not None
    phone = Phone(pass_)
    for number in range(1, 5):
        phone.send_report(number, {"points": [2, 0], "twenties": [3, 1]})
    return Match.objects.get(pk=pass_.match)


def words_of(page: Page) -> str:
    return " ".join(page.content.decode().split())


# --- Beginning ------------------------------------------------------------------------------


def test_the_label_of_a_free_board_leads_to_a_friendly(board: Board) -> None:
    page = words_of(Client().get(board_address(board)))

    assert f"{board_address(board)}friendly/" in page
    form = words_of(Client().get(f"{board_address(board)}friendly/"))
    assert '<option value="Ann A">' in form


def test_two_names_begin_a_match_at_the_board(board: Board) -> None:
    answer = start_friendly(board, "Ann A", "zoe")

    assert answer.status_code == 302
    match = friendly_at(board)
    assert [side.shown_on(Surface.WEB) for side in match.sides.all()] == ["Ann A", "zoe"]
    assert open_pass(answer["Location"].split("/")[2]).match == match.pk  # type: ignore[union-attr]
    assert Client().get(board_address(board)).status_code == 302


def test_it_is_played_to_its_end_like_any_other(board: Board) -> None:
    match = plays_to_its_end(start_friendly(board, "Ann A", "Ben B"))

    assert (match.state, match.ending, match.winner) == ("finished", "played", 0)
    assert match.event.kind == Event.Kind.FOR_FUN


@pytest.mark.long
def test_the_next_friendly_of_the_year_is_in_the_same_event(board: Board, evening: Any) -> None:
    plays_to_its_end(start_friendly(board, "Ann A", "Zoe"))
    evening.shift(timedelta(hours=2))
    plays_to_its_end(start_friendly(board, "Ann A", "Zoe"))
    evening.shift(timedelta(days=60))
    plays_to_its_end(start_friendly(board, "Ann A", "Zoe"))

    this_year, next_year = Event.objects.filter(kind=Event.Kind.FOR_FUN).order_by("pk")
    assert (this_year.matches.count(), next_year.matches.count()) == (2, 1)
    assert this_year.entries.count() == 2
    assert "2026" in this_year.name
    assert "2027" in next_year.name


def test_every_sheet_has_an_event_of_its_own(board: Board, evening: Any) -> None:
    plays_to_its_end(start_friendly(board, "Ann A", "Zoe"))
    evening.shift(timedelta(hours=2))
    start_friendly(board, "Ann A", "Zoe", sheet="workshop-100")

    assert friendly_at(board).event.rules["preset"] == "workshop-100-singles"
    assert Event.objects.filter(kind=Event.Kind.FOR_FUN).count() == 2


# --- What counts ------------------------------------------------------------------------------


def own_page(name: str) -> str:
    player = Player.objects.get(name=name)
    player.links.all().delete()
    return f"/me/{link_of(player)}/"


def agree_to_rating(match: Match, name: str) -> Page:
    return Client().post(f"{own_page(name)}friendlies/{match.pk}/rate/", follow=True)


def ratings_by_name(cast: Cast) -> dict[str, float]:
    people = dict(Player.objects.values_list("pk", "name"))
    return {people[pk]: each.mu for pk, each in ratings_of(cast.club, people).items()}


@scene
def match(board: Board) -> Match:
    """Ann beat Ben, entered on one phone with the label of the board."""
    with time_machine.travel(EVENING, tick=False):
        return plays_to_its_end(start_friendly(board, "Ann A", "Ben B"))


@pytest.mark.parametrize("who", [(), ("Ann A",), ("Ben B",), ("Ann A", "Ann A")])
def test_a_label_or_one_player_alone_rates_no_one(
    match: Match, cast: Cast, who: tuple[str, ...]
) -> None:
    for name in who:
        assert "once the other player agrees" in words_of(agree_to_rating(match, name))

    assert match.event.kind == Event.Kind.FOR_FUN
    Event.objects.filter(pk=match.event_id).update(visibility="public")
    assert ratings_by_name(cast) == {}
    ann = Player.objects.get(name="Ann A")
    assert "riendlies" not in words_of(Client().get(ann.get_absolute_url()))


@pytest.mark.long
def test_it_counts_once_each_agrees_on_their_own_page(match: Match, cast: Cast) -> None:
    assert "if Ben B agrees" in words_of(Client().get(own_page("Ann A")))
    agree_to_rating(match, "Ann A")
    page = words_of(Client().get(own_page("Ben B")))
    assert "Ann A would like it to count" in page
    assert "0–8" in page
    assert "It counts for your statistics" in words_of(agree_to_rating(match, "Ben B"))

    mu = ratings_by_name(cast)
    assert mu["Ann A"] > mu["Ben B"]
    ann = Player.objects.get(name="Ann A")
    assert "Friendlies 2026" in words_of(Client().get(ann.get_absolute_url()))
    assert "Counts for your statistics" in words_of(Client().get(own_page("Ann A")))
    match.refresh_from_db()
    assert match.ending == Match.Ending.ANNULLED


def test_what_counts_is_what_was_played(match: Match) -> None:
    for name in ("Ann A", "Ben B"):
        agree_to_rating(match, name)

    counted = Match.objects.get(event__kind=Event.Kind.FRIENDLIES)
    assert (counted.ending, counted.winner) == ("played", 0)
    for one, other in zip(match.sides.all(), counted.sides.all(), strict=True):
        assert (one.points, one.twenties) == (other.points, other.twenties)
        assert one.players.get() == other.players.get()
    assert [each.twenties for each in counted.rounds.all()] == [[3, 1]] * 4


def test_who_agreed_to_another_result_is_asked_again(
    match: Match, cast: Cast, evening: Any
) -> None:
    agree_to_rating(match, "Ann A")
    evening.shift(timedelta(minutes=1))
    corrected = match.reports.order_by("pk")[0]
    corrected.pk, corrected.key, corrected._state.adding = None, uuid4(), True
    corrected.received_at = timezone.now()
    corrected.save()
    agree_to_rating(match, "Ben B")

    assert ratings_by_name(cast) == {}
    assert "Ben B would like it to count" in words_of(Client().get(own_page("Ann A")))


@pytest.mark.long
def test_after_two_days_only_the_desk_lets_it_count(match: Match, cast: Cast, evening: Any) -> None:
    evening.shift(timedelta(days=2, minutes=1))
    for name in ("Ann A", "Ben B"):
        agree_to_rating(match, name)
    assert ratings_by_name(cast) == {}

    ann = cast.browser_of("ann")
    path = f"/desk/events/{match.event.slug}/matches/{match.number}/"
    assert "Count it for ratings" in words_of(ann.get(path))
    assert "It counts" in words_of(ann.post(f"{path}rate/", follow=True))
    assert set(ratings_by_name(cast)) == {"Ann A", "Ben B"}
    again = words_of(ann.post(f"{path}rate/", follow=True))
    assert "can count only if two members played" in again


@pytest.mark.long
def test_it_is_taken_back_from_the_log(match: Match, cast: Cast) -> None:
    for name in ("Ann A", "Ben B"):
        agree_to_rating(match, name)
    undo(by=cast.who("ann"), action=Action.objects.get(verb="rate_friendly"))

    assert ratings_by_name(cast) == {}
    match.refresh_from_db()
    assert match.ending == Match.Ending.PLAYED
    agree_to_rating(match, "Ann A")
    assert ratings_by_name(cast) == {}


def test_one_that_counted_and_is_annulled_rates_no_one(match: Match, cast: Cast) -> None:
    ann = cast.who("ann")
    counted = rate_friendly(by=ann, friendly=match)
    assert set(ratings_by_name(cast)) == {"Ann A", "Ben B"}
    reopen_match(counted)
    annul_match(by=ann, match=counted)
    assert ratings_by_name(cast) == {}


def test_a_match_corrected_meanwhile_counts_as_corrected(match: Match, cast: Cast) -> None:
    Match.objects.filter(pk=match.pk).update(winner=1, first=1)
    counted = rate_friendly(by=cast.who("ann"), friendly=match)
    assert (counted.winner, counted.first) == (1, 1)


@pytest.mark.django_db(transaction=True)
def test_two_that_count_at_once_share_the_event_of_the_year(
    match: Match, cast: Cast, evening: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    if connection.vendor != "postgresql":
        pytest.skip("SQLite has one writer at a time")
    evening.shift(timedelta(hours=2))
    board = Board.objects.get(number=7)
    both_matches = [match, plays_to_its_end(start_friendly(board, "Ann A", "Ben B"))]
    looked, create = threading.Barrier(2), events.create_event

    def create_event(**facts: Any) -> Event:
        with suppress(threading.BrokenBarrierError):
            looked.wait(timeout=0.5)
        return create(**facts)

    monkeypatch.setattr(friendlies, "create_event", create_event)
    by = cast.who("ann")
    press_twice(lambda: rate_friendly(by=by, friendly=both_matches.pop()))
    assert Event.objects.get(kind=Event.Kind.FRIENDLIES).matches.count() == 2


def test_a_guest_is_never_rated(board: Board, cast: Cast) -> None:
    match = plays_to_its_end(start_friendly(board, "Ann A", "Zoe"))
    assert "ratings" not in words_of(Client().get(own_page("Ann A")))
    with pytest.raises(Refused, match="two members"):
        rate_friendly(by=cast.who("ann"), friendly=match)


def test_friendlies_are_no_event_that_people_come_to(board: Board, cast: Cast) -> None:
    start_friendly(board, "Ann A", "Ben B")

    for address in ("/", "/events/"):
        assert "Friendlies" not in words_of(Client().get(address))
    assert "Friendlies" not in words_of(cast.browser_of("ann").get("/desk/"))


# --- What is refused ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "other", "more", "why"),
    [
        ("Ann A", "ann a", {}, "Choose two different players."),
        ("Ann A", " ", {}, "This field is required."),
        ("Ann A", "x" * 61, {}, "at most 60 characters"),
        ("Ann A", "Zoe", {"sheet": "curling"}, "is not one of the available choices"),
    ],
)
def test_invalid_names_get_a_reason_and_start_nothing(
    board: Board, one: str, other: str, more: dict[str, str], why: str
) -> None:
    answer = start_friendly(board, one, other, **more)

    assert answer.status_code == 422
    assert why in words_of(answer)
    assert 'value="Ann A"' in words_of(answer)
    assert not Match.objects.exists()


def test_two_players_of_one_name_are_refused_with_a_reason(board: Board, cast: Cast) -> None:
    twin = Player.objects.create(club=cast.club, name="Ann A")
    event = Event.objects.get()
    Entry.objects.create(event=event).line_up.create(event=event, player=twin)

    answer = start_friendly(board, "Ann A", "Ben B")

    assert answer.status_code == 422
    assert "Two people here have this name." in words_of(answer)


def test_a_player_of_another_club_is_a_guest_here(board: Board) -> None:
    other = Club.objects.create(name="Eastport", slug="eastport")
    event = Event.objects.get()
    for name in ("Ann A", "Dee D"):
        player = Player.objects.create(club=other, name=name)
        Entry.objects.create(event=event).line_up.create(event=event, player=player)

    assert "Dee D" not in words_of(Client().get(f"{board_address(board)}friendly/"))
    start_friendly(board, "Ann A", "Dee D")

    sides = friendly_at(board).sides
    assert sides.get(seat=0).players.get().club == board.club
    assert not sides.get(seat=1).players.exists()


def test_two_guests_are_two(board: Board) -> None:
    start_friendly(board, "Zoe", "Yan")

    sides = [side.shown_on(Surface.WEB) for side in friendly_at(board).sides.all()]
    assert sides == ["Zoe", "Yan"]


def test_a_player_named_on_no_public_page_is_a_guest_here(board: Board, cast: Cast) -> None:
    """A visitor who scanned a label must not learn whether the club knows a person."""
    Player.objects.create(club=cast.club, name="Hidden H")

    assert "Hidden H" not in words_of(Client().get(f"{board_address(board)}friendly/"))
    start_friendly(board, "Hidden H", "Ben B")
    assert not friendly_at(board).sides.get(seat=0).players.exists()


def test_a_wrong_or_void_label_begins_nothing(board: Board) -> None:
    old = f"{board_address(board)}friendly/"
    Board.objects.update(label_number=2)

    assert Client().get(old).status_code == 410
    assert Client().post(old, {"one": "Ann A", "other": "Ben B"}).status_code == 410
    assert Client().get(f"/b/{board.pk}-{'0' * 20}/friendly/").status_code == 404
    assert not Match.objects.exists()


def test_one_match_at_a_board_at_a_time(board: Board) -> None:
    start_friendly(board, "Ann A", "Zoe")

    assert start_friendly(board, "Cy C", "Ben B").status_code == 422
    assert Match.objects.count() == 1
    assert Client().get(f"{board_address(board)}friendly/").status_code == 302


def test_a_board_that_an_event_waits_for_is_not_free(cast: Cast) -> None:
    hall = open_hall(cast, entries=4, boards=1, names=["Ann A", "Ben B", "Cy C", "Di D"])
    hall.publish((1, 2))
    board = Board.objects.get(number=1)

    assert "friendly" not in words_of(Client().get(board_address(board)))
    assert start_friendly(board, "Ann A", "Zoe").status_code == 422
    Match.objects.update(state=Match.State.FINISHED, ending="annulled")
    assert is_free(board, EVENING)


def test_a_friendly_that_was_left_ends_when_others_want_the_board(
    board: Board, evening: Any
) -> None:
    start_friendly(board, "Ann A", "Zoe")
    left = friendly_at(board)
    evening.shift(timedelta(minutes=59))
    assert start_friendly(board, "Cy C", "Ben B").status_code == 422
    evening.shift(timedelta(minutes=2))

    page = Client().get(board_address(board))
    assert "Continue the match here" in words_of(page)
    assert start_friendly(board, "Cy C", "Ben B").status_code == 302
    left.refresh_from_db()
    assert left.ending == Match.Ending.ANNULLED
    assert friendly_at(board).pk != left.pk


def test_a_friendly_with_recent_rounds_is_not_abandoned(board: Board, evening: Any) -> None:
    answer = start_friendly(board, "Ann A", "Zoe")
    pass_ = open_pass(Client().get(answer["Location"]).context["everybody"])
    assert pass_ is not None
    evening.shift(timedelta(minutes=50))
    Phone(pass_).send_report(1, {"points": [2, 0], "twenties": [3, 1]})
    evening.shift(timedelta(minutes=50))

    assert start_friendly(board, "Cy C", "Ben B").status_code == 422


def test_a_match_of_an_event_is_never_left(cast: Cast, evening: Any) -> None:
    hall = open_hall(cast, entries=2, boards=1)
    hall.publish((1, 2))
    board = Board.objects.get(number=1)
    Match.objects.update(state=Match.State.CALLED, called_at=EVENING)
    evening.shift(timedelta(hours=5))

    assert not is_free(board, timezone.now())


@pytest.mark.long
def test_strangers_make_so_many_matches_an_hour(board: Board) -> None:
    for _ in range(12):
        assert start_friendly(board, "Ann A", "Zoe").status_code == 302
        Match.objects.update(state=Match.State.FINISHED, ending="annulled")

    assert start_friendly(board, "Ann A", "Zoe").status_code == 429
    assert Match.objects.count() == 12
