"""The attendance list of a night: players the host may expect, and players who are here."""

import pytest

from leagues.actions.leagues.nights import tonight
from leagues.actions.leagues.settings import change_league
from leagues.models import Action, Answer, League, Player
from leagues.reads.leagues.attendance.attendance_list import at_last_night, draw_warnings, faces_of
from tests.cast import Cast
from tests.leagues.leagues.mondays import Mondays
from tests.leagues.leagues.tonights import mark_here, set_boards
from tests.scenes import scene

pytestmark = pytest.mark.django_db
FIVE = ("Eve", "Flo", "Gus", "Hal", "Ivy")


@scene
def mondays(cast: Cast) -> Mondays:
    mondays = Mondays.open(cast, *FIVE, nights=6)
    set_boards(mondays, 2)
    return mondays


def face_names(mondays: Mondays, number: int) -> list[str]:
    return [face.player.name for face in faces_of(mondays.night(number))]


# --- Faces --------------------------------------------------------------------------------


def test_who_is_in_comes_first_then_regulars_then_guests(mondays: Mondays) -> None:
    mondays.play(1, ("Hal", "Gus", 8, 2), ("Zoe", "Hal", 8, 2))
    mondays.play(2, ("Hal", "Zoe", 8, 2))
    for name, reply in (("Ivy", "in"), ("Eve", "out"), ("Flo", "late")):
        Answer.objects.create(night=mondays.night(3), player=mondays.player(name), reply=reply)
    Answer.objects.create(night=mondays.night(4), player=mondays.player("Gus"), reply="in")

    assert face_names(mondays, 3) == ["Flo", "Ivy", "Hal", "Gus", "Zoe", "Eve"]
    faces = {face.player.name: face for face in faces_of(mondays.night(3))}
    assert (faces["Hal"].came, faces["Gus"].came, faces["Zoe"].came) == (2, 1, 2)
    assert not faces["Zoe"].is_member
    assert faces["Flo"].note == "coming late"
    assert faces["Gus"].note == ""


def test_an_open_league_that_has_no_players_yet_offers_the_clubs_people(cast: Cast) -> None:
    mondays = Mondays.open(cast)
    change_league(by=cast.who("ann"), league=mondays.league, facts={"is_open": True})
    Player.objects.create(club=cast.club, name="Gus", is_guest=True)
    members = sorted(Player.objects.members().values_list("name", flat=True))
    assert sorted(face_names(mondays, 1)) == members
    mark_here(mondays, 1, "Eve")
    assert sorted(face_names(mondays, 1)) == sorted({*members, "Eve"})
    assert all(face.is_member for face in faces_of(mondays.night(1)))

    mondays.play(1, ("Eve", "Flo", 8, 2))
    assert face_names(mondays, 2) == ["Eve", "Flo"]


def test_a_league_of_members_offers_only_its_players(cast: Cast) -> None:
    mondays = Mondays.open(cast)
    assert face_names(mondays, 1) == []
    change_league(by=cast.who("ann"), league=mondays.league, facts={"is_open": True})
    mondays.enrol("Eve")
    assert face_names(mondays, 1) == ["Eve"]


def test_the_last_answer_counts_and_regulars_are_expected_unless_they_say_no(
    mondays: Mondays,
) -> None:
    League.objects.update(attendance=League.Attendance.EXPECTED)
    mondays.league.refresh_from_db()
    for reply in ("out", "in", "out"):
        Answer.objects.create(night=mondays.night(1), player=mondays.player("Eve"), reply=reply)

    faces = {face.player.name: face.is_expected for face in faces_of(mondays.night(1))}
    assert faces == {"Eve": False, "Flo": True, "Gus": True, "Hal": True, "Ivy": True}


def test_a_tap_is_kept_once_and_taken_back(mondays: Mondays) -> None:
    by, eve = mondays.cast.who("ann"), mondays.player("Eve").pk
    night = mark_here(mondays, 1, "Eve", "Flo")
    before = Action.objects.count()
    tonight.say_here(by=by, night=night, here=[eve])
    assert Action.objects.count() == before  # nothing has changed

    tonight.say_here(by=by, night=night, here=[eve, 999_999], gone=[eve])
    assert night.arrivals.count() == 2
    tonight.say_here(by=by, night=night, gone=[eve])
    assert [a.player.name for a in night.arrivals.all()] == ["Flo"]


def test_a_player_of_another_club_is_not_here(mondays: Mondays) -> None:
    away = type(mondays.cast.club).objects.create(name="Away", slug="away")
    stranger = Player.objects.create(club=away, name="Stranger")
    night = mondays.night(1)
    tonight.say_here(by=mondays.cast.who("ann"), night=night, here=[stranger.pk])

    assert not night.arrivals.exists()


def test_a_walk_up_is_a_guest_of_the_club_and_here(mondays: Mondays) -> None:
    by, night = mondays.cast.who("ann"), mondays.night(1)
    player = tonight.walk_up(by=by, night=night, name="Chris Brown")

    assert (player.is_guest, player.family_name) == (True, "Brown")
    assert face_names(mondays, 1)[-1] == "Chris Brown"


def test_in_an_open_league_only_a_walk_up_marked_as_one_is_a_guest(mondays: Mondays) -> None:
    by, league = mondays.cast.who("ann"), mondays.league
    change_league(by=by, league=league, facts={"is_open": True})
    night = mondays.night(1)
    tonight.walk_up(by=by, night=night, name="Chris Brown")
    tonight.walk_up(by=by, night=night, name="Di Ott", is_guest=True)
    mondays.play(1, ("Chris Brown", "Di Ott", 8, 2))

    assert mondays.totals() == {"Chris Brown": 8}


def test_everybody_of_last_night_is_known(mondays: Mondays) -> None:
    mondays.play(1, ("Eve", "Flo", 8, 2))
    mondays.play(2, ("Gus", "Zoe", 8, 2))

    who = at_last_night(mondays.night(4))
    assert who == {mondays.player("Gus").pk, mondays.player("Zoe").pk}
    assert at_last_night(mondays.night(1)) == frozenset()


@pytest.mark.parametrize(
    ("here", "many", "warnings"),
    [
        (12, 6, []),
        (
            11,
            6,
            [
                "1 player has a bye in each game, starting with those who had the fewest this season."
            ],
        ),
        (
            9,
            2,
            [
                "The 9 people here need 4 boards at once, but there are 2. Some will wait in each game.",
                "1 player has a bye in each game, starting with those who had the fewest this season.",
            ],
        ),
        (2, 1, ["With fewer than 4 people you can play, but the night doesn’t count."]),
        (4, 0, []),
    ],
)
def test_shortages_are_shown_before_the_draw(here: int, many: int, warnings: list[str]) -> None:
    assert draw_warnings(here, many, size=2, fewest=4) == warnings


def test_a_player_on_the_waiting_list_is_not_expected(cast: Cast) -> None:
    mondays = Mondays.open(cast, "Zoë", "Bo", "Cy")
    League.objects.filter(pk=mondays.league.pk).update(most=2)
    mondays.league.refresh_from_db()
    for name in ("Bo", "Zoë", "Cy"):
        Answer.objects.create(night=mondays.night(1), player=mondays.player(name), reply="in")

    faces = faces_of(mondays.night(1))

    assert [(face.player.name, face.is_expected) for face in faces] == [
        ("Bo", True),
        ("Zoë", True),
        ("Cy", False),
    ]
    assert faces[-1].note == "on the waiting list"
