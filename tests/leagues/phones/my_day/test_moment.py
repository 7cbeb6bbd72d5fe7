"""The match that a player has just finished, as their phone shows it."""

from datetime import timedelta

import pytest
from django.utils import timezone

from leagues.models import Entry, EntryPlayer, Event, EventSum, Match, Player
from leagues.reads.phones.my_day import Moment, my_day
from tests.cast import Cast
from tests.leagues.phones.my_day.words import page_of, player_named
from tests.leagues.play.desk_hall import DeskHall, open_hall


def moment_of(hall: DeskHall, name: str, minutes: int = 1) -> Moment | None:
    now = timezone.now() + timedelta(minutes=minutes)
    return my_day(hall.event, player_named(name), now).moment


def play_match(hall: DeskHall, card: str = "20 11 02 20") -> Match:
    match = hall.publish((1, 2)).matches.get()
    hall.type_card(match, card)
    Match.objects.filter(pk=match.pk).update(finished_at=timezone.now())
    return match


def test_the_phone_shows_what_was_just_played(hall: DeskHall) -> None:
    play_match(hall)

    text = page_of("Ann", hall)

    assert "You won against Ben 5 – 3" in text
    assert "Picture to share" in text
    assert "You lost against Ann 3 – 5" in page_of("Ben", hall)


def test_it_is_news_for_half_an_hour(hall: DeskHall) -> None:
    play_match(hall)

    assert moment_of(hall, "Ann", 29) is not None
    assert moment_of(hall, "Ann", 31) is None


def test_a_walkover_is_nothing_to_show(hall: DeskHall) -> None:
    match = play_match(hall)
    Match.objects.filter(pk=match.pk).update(ending=Match.Ending.WALKOVER)

    assert moment_of(hall, "Ann") is None


def test_rounds_are_counted_in_which_they_had_the_last_shot(hall: DeskHall) -> None:
    """A shoots first in the first and the third round, so B has the hammer there."""
    play_match(hall)

    ann, ben = moment_of(hall, "Ann"), moment_of(hall, "Ben")

    assert ann
    assert ben
    assert ann.with_hammer == (1, 2)
    assert ben.with_hammer == (1, 2)


def set_twenties(match: Match, made: int) -> None:
    match.sides.filter(seat=0).update(twenties=made)


def test_a_best_is_more_20s_than_in_any_game_before(cast: Cast, hall: DeskHall) -> None:
    match = play_match(hall)
    set_twenties(match, 7)
    first = moment_of(hall, "Ann")
    assert first
    assert not first.is_best  # of the first game there is nothing to compare

    other = open_hall(cast, entries=0, name="Last year").event
    EventSum.objects.create(player=player_named("Ann"), event=other, best_game=6)
    better = moment_of(hall, "Ann")
    assert better
    assert better.is_best
    assert "Your most 20s in a game" in page_of("Ann", hall)

    EventSum.objects.update(best_game=7)
    level = moment_of(hall, "Ann")
    assert level
    assert not level.is_best


@pytest.mark.long
def test_no_game_is_held_against_itself(cast: Cast, hall: DeskHall) -> None:
    """What is summed of an event has the game in it that was just played."""
    set_twenties(play_match(hall), 7)
    last_year = open_hall(cast, entries=0, name="Last year").event
    for event, best in ((last_year, 6), (hall.event, 7)):
        EventSum.objects.create(player=player_named("Ann"), event=event, best_game=best)

    better = moment_of(hall, "Ann")

    assert better
    assert better.is_best


def test_of_today_only_better_games_count_too(hall: DeskHall) -> None:
    set_twenties(play_match(hall), 7)
    last = play_match(hall)
    set_twenties(last, 8)

    better = moment_of(hall, "Ann")

    assert better
    assert better.own.match == last
    assert better.is_best


def test_a_private_event_has_no_picture_to_share(hall: DeskHall) -> None:
    play_match(hall)
    Event.objects.update(visibility=Event.Visibility.PRIVATE)

    day = my_day(hall.event, player_named("Ann"), timezone.now() + timedelta(minutes=1))

    assert day.moment
    assert "Picture to share" not in page_of("Ann", hall)


def test_20s_of_a_pair_are_nobodys_own_best(hall: DeskHall) -> None:
    set_twenties(play_match(hall), 7)
    last = play_match(hall)
    set_twenties(last, 8)
    entry = Entry.objects.get(players=player_named("Ann"))
    dee = Player.objects.create(club=hall.event.club, name="Dora")
    EntryPlayer.objects.create(entry=entry, event=hall.event, player=dee, number=2)

    together = moment_of(hall, "Ann")

    assert together
    assert not together.is_best
