"""A running night: late players, players who leave, and which matches are called next."""

import pytest

from leagues.actions.leagues.nights import running, tonight
from leagues.actions.refusal import Refused
from leagues.models import Answer, Enrolment, Event, League, Match
from leagues.reads.leagues.night_format import Evening, usual_evening
from leagues.reads.leagues.nights.recap import movers_of
from tests.cast import Cast
from tests.leagues.leagues.mondays import Mondays
from tests.leagues.leagues.tonights import (
    drawn_event,
    finish_round,
    played_event,
    player_key,
    sat_out,
    set_boards,
    tonight_address,
    win_match,
)
from tests.scenes import scene

pytestmark = pytest.mark.django_db
SIX = ("Eve", "Flo", "Gus", "Hal", "Ivy", "Jay")


@scene
def mondays(cast: Cast) -> Mondays:
    mondays = Mondays.open(cast, *SIX)
    set_boards(mondays, 4)
    return mondays


def start_night(mondays: Mondays, *names: str) -> Event:
    event = drawn_event(mondays, 1, *names)
    tonight.start_night(by=mondays.cast.who("ann"), night=mondays.night(1))
    event.refresh_from_db()
    return event


def add_late(mondays: Mondays, event: Event, name: str) -> None:
    running.come_late(
        by=mondays.cast.who("ann"), night=mondays.night(1), event=event, player=mondays.player(name)
    )


def endings_by_game(event: Event, name: str) -> dict[int, str]:
    """A player's matches, round by round: the state and the ending."""
    rows = event.matches.filter(sides__players__name=name)
    return dict(rows.values_list("pairing_round__number", "ending"))


def test_a_late_comer_plays_from_the_second_round(mondays: Mondays) -> None:
    event = start_night(mondays, *SIX[:5])
    add_late(mondays, event, "Kim")

    assert 1 not in endings_by_game(event, "Kim")
    assert set(endings_by_game(event, "Kim")) == {2, 3, 4}
    # With six players there are no byes after the first round.
    assert sum(sat_out(event).values()) == 1
    assert mondays.night(1).arrivals.filter(player__name="Kim").exists()


def test_who_is_in_already_does_not_come_late(mondays: Mondays) -> None:
    event = start_night(mondays, *SIX)
    with pytest.raises(Refused, match="Eve is already playing tonight"):
        add_late(mondays, event, "Eve")


def test_who_leaves_plays_their_match_and_no_other(mondays: Mondays) -> None:
    event = start_night(mondays, *SIX)
    entry = event.entries.get(players__name="Eve")
    running.leave_early(by=mondays.cast.who("ann"), event=event, entry=entry)

    assert set(endings_by_game(event, "Eve")) == {1}
    # Five players: one has a bye in each of the four remaining rounds.
    assert sum(sat_out(event).values()) == 4


def let_leave(mondays: Mondays, event: Event, name: str) -> str:
    """Let a player leave on the host's page; return the page's text."""
    entry = event.entries.get(players__name=name)
    ann = mondays.cast.browser_of("ann")
    page = ann.post(tonight_address(mondays, "leave/"), {"entry": entry.pk}, follow=True)
    return str(page.content.decode())


def test_a_leavers_match_of_a_begun_game_is_a_walkover(mondays: Mondays) -> None:
    """Six players at two boards: one match of game 1 waits, and one of its players leaves."""
    set_boards(mondays, 2)
    event = start_night(mondays, *SIX)
    [waits] = event.matches.filter(pairing_round__number=1, state="planned")
    goes, stays = waits.sides.order_by("seat").values_list("players__name", flat=True)

    page = let_leave(mondays, event, goes)
    assert f"{goes} has left for the night." in page
    assert f"{stays} gets a walkover in match {waits.number}." in page
    waits.refresh_from_db()
    assert (waits.ending, waits.winner) == ("walkover", 1)
    assert list(waits.sides.order_by("seat").values_list("points", flat=True)) == [0, 8]
    for match in event.matches.filter(state="called"):
        win_match(match)
    called = running.call_on(by=mondays.cast.who("ann"), night=mondays.night(1))
    assert {match.pairing_round.number for match in called} == {2}
    assert set(endings_by_game(event, goes)) == {1}


def test_a_leavers_match_at_a_board_stays_and_is_named(mondays: Mondays) -> None:
    event = start_night(mondays, *SIX)
    page = let_leave(mondays, event, "Eve")
    match = event.matches.get(pairing_round__number=1, sides__players__name="Eve")
    assert match.state == "called"
    assert f"Match {match.number} against" in page
    assert "gets a walkover in match" not in page


@pytest.mark.long
def test_a_waiting_match_of_four_is_annulled_when_one_leaves(cast: Cast) -> None:
    mondays = Mondays.open(cast, *SIX, "Kim", "Leo")
    set_boards(mondays, 2)
    evening = usual_evening(League.Kind.REDRAWN).to_dict()
    League.objects.update(kind=League.Kind.REDRAWN, evening=evening)
    event = start_night(mondays, *SIX, "Kim", "Leo")
    by = mondays.cast.who("ann")
    running.leave_board_out(by=by, event=event, number=2)
    waits = event.matches.get(pairing_round__number=1, state="planned", ending="")
    goes = waits.sides.values_list("players__name", flat=True)[0]
    page = let_leave(mondays, event, goes)
    assert f"Match {waits.number}, with" in page
    waits.refresh_from_db()
    assert waits.ending == "annulled"


@pytest.mark.long
def test_partners_are_drawn_again_with_a_late_comer(cast: Cast) -> None:
    mondays = Mondays.open(cast, *SIX)
    set_boards(mondays, 2)
    evening = usual_evening(League.Kind.REDRAWN).to_dict()
    League.objects.update(kind=League.Kind.REDRAWN, evening=evening)
    event = start_night(mondays, *SIX)
    for name in ("Kim", "Leo"):
        add_late(mondays, event, name)

    assert set(endings_by_game(event, "Kim")) == set(endings_by_game(event, "Leo")) == {2, 3, 4, 5}


def test_a_late_comer_is_in_the_next_round_that_follows_from_the_table(mondays: Mondays) -> None:
    League.objects.update(evening=Evening("swiss-night").to_dict())
    event = start_night(mondays, *SIX)
    add_late(mondays, event, "Kim")
    assert endings_by_game(event, "Kim") == {}
    by, night = mondays.cast.who("ann"), mondays.night(1)
    assert running.call_on(by=by, night=night) == []  # the first is not over
    finish_round(event, 1)
    called = running.call_on(by=by, night=night)

    assert len(called) == 3
    assert set(endings_by_game(event, "Kim")) == {2}


def test_the_next_matches_are_called_to_free_boards(mondays: Mondays) -> None:
    by, night = mondays.cast.who("ann"), mondays.night(1)
    event = start_night(mondays, *SIX)
    finish_round(event, 1)
    called = running.call_on(by=by, night=night)

    assert {match.pairing_round.number for match in called} == {2}
    assert len(called) == 3
    for number in range(2, 6):
        finish_round(event, number)
    assert running.call_on(by=by, night=night) == []


def test_the_night_shows_who_moved(mondays: Mondays) -> None:
    mondays.play(1, ("Eve", "Flo", 8, 2), ("Eve", "Gus", 8, 2), ("Flo", "Gus", 8, 2))
    mondays.play(2, ("Gus", "Eve", 8, 2), ("Gus", "Flo", 8, 2), ("Flo", "Eve", 8, 2))
    first = {each.player.name: each for each in movers_of(mondays.night(1))}
    assert (first["Eve"].before, first["Eve"].after) == (None, 1)

    second = {each.player.name: each for each in movers_of(mondays.night(2))}
    assert (second["Gus"].before, second["Gus"].is_up) == (3, True)


def test_movers_are_listed_in_the_order_of_the_table(mondays: Mondays) -> None:
    mondays.play(1, ("Jay", "Flo", 6, 2))
    mondays.play(2, ("Ivy", "Eve", 8, 0))

    moved = [(each.player.name, each.after) for each in movers_of(mondays.night(2))]
    assert moved[:3] == [("Ivy", 1), ("Jay", 2), ("Flo", 3)]


def test_a_night_that_changes_no_place_has_no_movers(mondays: Mondays) -> None:
    assert movers_of(mondays.night(2)) == ()
    Enrolment.objects.all().delete()
    played_event(mondays, 1, *SIX)
    assert movers_of(mondays.night(1)) == ()


def test_a_board_that_is_missing_is_played_around(mondays: Mondays) -> None:
    event, by = start_night(mondays, *SIX), mondays.cast.who("ann")
    called = event.matches.get(state="called", board__number=1)
    running.leave_board_out(by=by, event=event, number=1)
    called.refresh_from_db()

    assert called.state == "planned"
    assert not event.matches.filter(board__number=1).exists()
    assert [board.number for board in event.boards.all()] == [2, 3, 4]
    assert event.matches.filter(state="called").count() == 2


def test_a_board_in_use_and_the_last_board_stay(mondays: Mondays) -> None:
    event, by = start_night(mondays, *SIX), mondays.cast.who("ann")
    event.matches.filter(board__number=1, state="called").update(state="playing")
    with pytest.raises(Refused, match="is at board 1"):
        running.leave_board_out(by=by, event=event, number=1)
    for number in (2, 3, 4):
        event.matches.filter(board__number=number).update(board=None, state="planned")
        running.leave_board_out(by=by, event=event, number=number)
    with pytest.raises(Refused, match="last board"):
        running.leave_board_out(by=by, event=event, number=1)


def test_who_came_late_sits_out_after_everybody_else(mondays: Mondays) -> None:
    """With a seventh player each round has one bye, never for the one who missed a round."""
    event = start_night(mondays, *SIX)
    finish_round(event, 1)
    add_late(mondays, event, "Kim")

    out = sat_out(event)

    assert out["Kim"] == 0
    assert sum(out.values()) == max(endings_by_game(event, "Kim")) - 1
    assert max(out.values()) == 1


@pytest.mark.long
def test_in_doubles_too_who_came_late_sits_out_after_everybody_else(mondays: Mondays) -> None:
    """Four play and the fifth came late: in the three remaining rounds no one has a second bye."""
    League.objects.update(kind="redrawn", evening=Evening("rotating-doubles", games=4).to_dict())
    mondays.league.refresh_from_db()
    event = start_night(mondays, *SIX[:4])
    finish_round(event, 1)
    add_late(mondays, event, "Kim")

    assert sat_out(event)["Kim"] == 0


# --- Late by their answer -------------------------------------------------------------------


def tick_all_coming(mondays: Mondays, **late: int | None) -> None:
    """Six players answer "in", or "late" if listed, and the host ticks all of them."""
    for name in SIX:
        Answer.objects.create(
            night=mondays.night(1),
            player=mondays.player(name),
            reply="late" if name in late else "in",
            from_round=late.get(name),
        )
    mondays.cast.browser_of("ann").post(tonight_address(mondays, "here/"), {"all": "in"})


def play_game(mondays: Mondays, event: Event, number: int) -> None:
    """Play called matches and call the next ones until this game is over."""
    by, night = mondays.cast.who("ann"), mondays.night(1)
    while event.matches.unfinished().filter(pairing_round__number=number):
        running.call_on(by=by, night=night)
        for match in event.matches.filter(state=Match.State.CALLED):
            win_match(match)
    running.call_on(by=by, night=night)


@pytest.mark.parametrize("way", ["partial-night", "swiss-night"])
def test_a_late_player_is_drawn_from_the_game_they_come_for(mondays: Mondays, way: str) -> None:
    if way != "partial-night":
        League.objects.update(evening=Evening(way).to_dict())
    tick_all_coming(mondays, Hal=3)
    by, night = mondays.cast.who("ann"), mondays.night(1)
    [event] = tonight.draw_night(by=by, night=night)
    assert endings_by_game(event, "Hal") == {}
    tonight.start_night(by=by, night=night)
    for number in (1, 2, 3):
        play_game(mondays, event, number)
        assert min(endings_by_game(event, "Hal"), default=3) == 3
    assert 3 in endings_by_game(event, "Hal")
    assert 2 in endings_by_game(event, "Gus")


def test_a_late_player_without_a_game_is_not_in_the_first(mondays: Mondays) -> None:
    tick_all_coming(mondays, Hal=None)
    event = start_night(mondays)
    play_game(mondays, event, 1)
    play_game(mondays, event, 2)
    assert min(endings_by_game(event, "Hal")) == 2


def test_a_late_player_who_is_here_in_time_is_ticked_again(mondays: Mondays) -> None:
    tick_all_coming(mondays, Hal=3)
    ann = mondays.cast.browser_of("ann")
    page = ann.get(tonight_address(mondays)).content.decode()
    assert "Hal is drawn from game 3." in page
    for ticked in ({}, {"here": player_key(mondays, "Hal")}):
        ann.post(
            tonight_address(mondays, "here/"), {"tapped": player_key(mondays, "Hal"), **ticked}
        )
    assert "Hal is drawn from" not in ann.get(tonight_address(mondays)).content.decode()
    assert 1 in endings_by_game(start_night(mondays), "Hal")


def test_a_late_player_who_comes_sooner_is_let_in_by_the_host(mondays: Mondays) -> None:
    tick_all_coming(mondays, Hal=3)
    event = start_night(mondays)
    page = mondays.cast.browser_of("ann").get(tonight_address(mondays))
    assert [face.player.name for face in page.context["faces"]] == ["Hal"]
    add_late(mondays, event, "Hal")
    assert min(endings_by_game(event, "Hal")) == 2
    play_game(mondays, event, 2)
    assert event.entries.filter(players__name="Hal").count() == 1
