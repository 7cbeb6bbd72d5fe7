"""The table around a player's line, and the matches of their day."""

import re
from datetime import timedelta

from leagues.models import EntryPlayer, Event, PairingRound, Player, Stage
from leagues.models.people import NameStyle
from leagues.reads.phones.my_day import days_of, my_day
from leagues.reads.phones.next_match import What
from tests.cast import Cast
from tests.leagues.phones.my_day.words import NAMES, page_of, player_named, what_next
from tests.leagues.play.desk_hall import NOON, DeskHall, open_hall


def test_the_table_is_the_one_everybody_sees_with_the_own_line_marked(hall: DeskHall) -> None:
    hall.publish((1, 2), (3, 4))
    hall.type_card(hall.at(1), "20 20 20 11")

    text = page_of("Ben", hall)

    assert re.search(r"1 Ann 7 – 1 2 Ben you 1 – 1 ", text)


def test_a_long_table_shows_the_leaders_and_the_own_neighbours(cast: Cast) -> None:
    hall = open_hall(cast, entries=14, boards=7)

    day = my_day(hall.event, player_named("Player 10"), NOON)

    shown = [each.line.entry.pk - hall.entry(1) + 1 for each in day.near]
    assert len(shown) == 3 + 5
    assert [each.after_gap for each in day.near].count(True) == 1
    [own] = [each.line.entry for each in day.near if each.is_own]
    assert own.pk == hall.entry(10)


def test_the_day_has_every_match_with_its_result(hall: DeskHall) -> None:
    hall.publish((1, 2), (3, 4))
    hall.type_card(hall.at(1), "20 20 20 11")
    hall.publish((1, 3), (2, 4))
    hall.type_card(hall.at(1), "02 02 11 11")
    hall.publish((1, 4), (2, 3))

    text = page_of("Ann", hall)

    assert re.search(r"game 1 · board 1 Ben 7 – 1 Won", text)
    assert re.search(r"game 2 · board 1 Cat 2 – 6 Lost", text)
    assert re.search(r"game 3 · board 1 Dee To be played", text)


def test_of_two_events_the_one_where_they_play_next_is_first(cast: Cast, hall: DeskHall) -> None:
    ann = player_named("Ann")
    evening = open_hall(cast, name="Evening", entries=4, boards=2)
    EntryPlayer.objects.filter(entry=evening.entry(1)).update(player=ann)
    six = NOON + timedelta(hours=6)
    Event.objects.filter(pk=evening.event.pk).update(starts_at=six)
    for each in (hall, evening):
        each.publish((1, 2), (3, 4))
    PairingRound.objects.filter(stage__event=evening.event).update(starts_at=six)

    assert [day.event.name for day in days_of(ann, NOON)] == [hall.event.name, "Evening"]
    hall.type_card(hall.at(1), "20 20 20 11")
    assert [day.event.name for day in days_of(ann, NOON)] == ["Evening", hall.event.name]


def test_a_bye_to_come_is_not_played_yet(cast: Cast) -> None:
    hall = open_hall(cast, entries=3, boards=1, names=NAMES)
    hall.publish((1, 2), byes=[3])
    hall.publish((1, 3), byes=[2])
    hall.publish((2, 3), byes=[1])

    anns = my_day(hall.event, player_named("Ann"), NOON)
    cats = my_day(hall.event, player_named("Cat"), NOON)

    assert [each.is_bye for each in anns.to_play] == [False, False, True]
    assert anns.played == ()
    assert [each.is_bye for each in cats.to_play] == [False, False]
    assert [each.is_bye for each in cats.played] == [True]


def test_a_tie_is_called_a_tie_and_20s_are_added(hall: DeskHall) -> None:
    hall.publish((1, 2), (3, 4))
    hall.type_card(hall.at(1), "20 3 1,02 2 0,11 0 0,11 1 1")

    text = page_of("Ann", hall)

    assert "4 – 4 Tied" in text
    assert "20s so far: 6" in text


def test_names_are_those_that_people_chose_for_the_web(hall: DeskHall) -> None:
    Player.objects.filter(name="Ben").update(alias="Flick", name_on_web=NameStyle.ALIAS)
    hall.publish((1, 2), (3, 4))

    assert "against Flick" in page_of("Ann", hall)


def test_a_substitute_finds_the_match_they_sit_in(hall: DeskHall) -> None:
    hall.publish((1, 2), (3, 4))
    zoe = Player.objects.create(club=hall.event.club, name="Zoe")
    hall.at(1).sides.get(seat=0).side_players.update(player=zoe)

    assert "Board 1 against Ben" in page_of("Zoe", hall)
    assert what_next("Ann", hall) == What.UNDRAWN


def test_in_a_bracket_the_way_leads_to_the_bracket(hall: DeskHall) -> None:
    Stage.objects.update(format=Stage.Format.KNOCKOUT, options={})

    text = page_of("Ann", hall)

    assert "The bracket" in text
    assert "Full table" not in text
