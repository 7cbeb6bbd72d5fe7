"""The contents of the wall by time of day, with lists by surname."""

import re
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from leagues.actions.advance.finish import finish_event
from leagues.actions.draw.brackets import sync_brackets
from leagues.actions.play.calls import call_match
from leagues.actions.play.clock import start_clock
from leagues.actions.screens.screens import pair_screen
from leagues.models import Club, Event, Match, Player, Screen
from leagues.models.people import NameStyle
from leagues.reads.leagues.pages.event_rows import event_rows
from leagues.reads.leagues.pages.front_page import RoundCount
from leagues.reads.screens.wall import Shows, View, wall_of
from leagues.stages.pairing_ways import Knockout
from tests.cast import Cast
from tests.leagues.play.desk_hall import NOON, DeskHall, open_hall
from tests.leagues.screens.walls import SCREEN, mark_of, wall_page


def wall_shown(hall: DeskHall, view: View = View.AUTO) -> Any:
    return wall_of(Event.objects.get(pk=hall.event.pk), Shows(view))


def test_what_fits_changes_with_the_day(cast: Cast, hall: DeskHall) -> None:
    fits = [wall_shown(hall).view]
    hall.publish((1, 2), (3, 4))
    fits.append(wall_shown(hall).view)
    hall.type_card(hall.at(1), "20")
    fits.append(wall_shown(hall).view)
    hall.type_card(hall.at(1), "20 20 20 20")
    hall.type_card(hall.at(2), "20 20 20 20")
    fits.append(wall_shown(hall).view)
    finish_event(by=hall.by, event=hall.event)
    fits.append(wall_shown(hall).view)
    assert fits == [View.WORDS, View.PAIRINGS, View.BOARDS, View.STANDINGS, View.PODIUM]


def test_the_round_at_hand_is_the_one_that_is_played_then_the_next(hall: DeskHall) -> None:
    first, second = hall.publish((1, 2), (3, 4)), hall.publish((1, 3), (2, 4))
    seen, listed = [], []
    for match in (*first.matches.order_by("number"), *second.matches.order_by("number")):
        hall.type_card(match, "20 20 20 20")
        wall = wall_shown(hall)
        seen.append(wall.round)
        [row] = event_rows([wall.event])
        listed.append((row.now.game, row.now.progress))
    assert seen == [first, second, second, second]
    many = [RoundCount(1, 2), RoundCount(0, 2), RoundCount(1, 2), RoundCount(2, 2)]
    assert listed == list(zip(seen, many, strict=True))


def at_boards(hall: DeskHall) -> list[tuple[int, str, str]]:
    """Every line of the boards: board number, names, and "here", "ended" or "next"."""
    lines = []
    for card in wall_shown(hall, View.BOARDS).boards:
        for match, kind in ((card.here, "here"), (card.ended, "ended"), (card.follows, "next")):
            if match:
                names = " ".join(s.shown_on("wall")[:3] for s in match.sides.all())
                lines.append((card.board.number, names, kind))
    return lines


def test_a_result_stays_at_its_board_until_the_next_match_is_called_there(
    cast: Cast, hall: DeskHall
) -> None:
    hall.publish((1, 2), (3, 4))
    hall.publish((1, 3), (2, 4))
    hall.type_card(hall.at(1), "20")
    hall.type_card(hall.at(2), "20 20 20 20")
    assert at_boards(hall) == [
        (1, "Ann Ben", "here"),
        (2, "Cat Dan", "ended"),
        (2, "Ben Dan", "next"),
    ]
    page = wall_page(cast, hall, View.BOARDS)
    assert page.count("<strong>8</strong>") == 1
    assert "Finished" in page
    assert page.count('<span class="board">2</span>') == 1, "its next match is in the same row"

    call_match(by=hall.by, match=hall.at(2))
    assert (2, "Ben Dan", "here") in at_boards(hall)
    assert not any(kind == "ended" for *_, kind in at_boards(hall))


def test_the_boards_name_the_leaders(cast: Cast, hall: DeskHall) -> None:
    hall.publish((1, 2), (3, 4))
    hall.type_card(hall.at(2), "20 20 20 20")
    page = wall_page(cast, hall, View.BOARDS)
    line = page.split("In the lead")[1].split("</ul>")[0]
    assert re.findall(r">([^<>]+)</(?:b|span)>", line)[:3] == ["1", "Cat van der Berg", "8"]


def test_the_clock_has_the_format_of_the_club_s_language(cast: Cast, hall: DeskHall) -> None:
    Club.objects.update(language="en-us")
    page = wall_page(cast, hall, View.BOARDS)
    assert re.search(r"<time>\d+:\d\d\xa0[ap]m</time>", page)


def test_a_board_without_further_calls_keeps_its_result_behind_the_others(
    hall: DeskHall,
) -> None:
    hall.publish((1, 2), (3, 4))
    hall.publish((1, 3), boards=[2])
    hall.publish((1, 4), boards=[2])
    hall.type_card(hall.at(1), "20 20 20 20")
    for _ in range(2):
        hall.type_card(hall.at(2), "20 20 20 20")
    assert at_boards(hall) == [
        (2, "Ann Cat", "ended"),
        (2, "Ann Dan", "next"),
        (1, "Ann Ben", "ended"),
    ]


def test_a_result_of_the_stage_before_is_not_on_the_wall(cast: Cast, hall: DeskHall) -> None:
    hall.publish((1, 2), (3, 4))
    hall.type_card(hall.at(1), "20 20 20 20")
    hall.type_card(hall.at(2), "20 20 20 20")
    replace(hall, entries=hall.entries[:2]).next_stage("Final").publish((1, 2))

    assert at_boards(hall) == [(1, "Ann Ben", "next")]


def test_a_result_of_another_day_is_none_of_this_one(hall: DeskHall) -> None:
    hall.publish((1, 2), (3, 4))
    hall.type_card(hall.at(2), "20 20 20 20")
    Match.objects.filter(board__number=2).update(finished_at=NOON - timedelta(days=7))
    assert at_boards(hall) == [(1, "Ann Ben", "next")]


def test_the_clock_of_a_round_that_is_played_leaves_the_wall(hall: DeskHall) -> None:
    hall.publish((1, 2))
    match = hall.at(1)
    start_clock(by=hall.by, pairing_round=match.pairing_round, minutes=12)
    assert wall_shown(hall).clock == match.pairing_round
    hall.type_card(match, "20 20 20 20")
    assert wall_shown(hall).clock is None


def test_pairings_are_found_by_surname(hall: DeskHall) -> None:
    hall.publish((1, 2), (3, 4))
    for name, family in (
        ("Ann Li", "Li"),
        ("Ben Ito", "Ito"),
        ("Cat van der Berg", "van der Berg"),
        ("Dan Ng", "Ng"),
    ):
        Player.objects.filter(name=name).update(family_name=family)
    seats = wall_shown(hall, View.PAIRINGS).seats
    assert [(s.name, s.match.board.number, s.against) for s in seats] == [
        ("Ito, Ben", 1, "Ann Li"),
        ("Li, Ann", 1, "Ben Ito"),
        ("Ng, Dan", 2, "Cat van der Berg"),
        ("van der Berg, Cat", 2, "Dan Ng"),
    ]


def test_a_short_name_has_no_more_letters_in_front(hall: DeskHall) -> None:
    Player.objects.filter(name="Ann Li").update(is_minor=True)
    Player.objects.filter(name="Ben Ito").update(name="Sunny", family_name="")
    hall.publish((1, 2))
    seats = wall_shown(hall, View.PAIRINGS).seats
    assert [(s.name, s.against) for s in seats] == [("L., Ann", "Sunny"), ("Sunny", "Ann L.")]


def test_each_of_a_pair_finds_a_line_of_their_own(cast: Cast, hall: DeskHall) -> None:
    first, second = hall.event.entries.order_by("pk")[:2]
    for line in second.line_up.all():
        line.entry, line.number = first, 2
        line.save()
    hall.publish((1, 3))
    seats = wall_shown(hall, View.PAIRINGS).seats
    assert [(s.name, s.beside, s.against) for s in seats] == [
        ("Ito, Ben", "Ann Li", "Cat van der Berg"),
        ("Li, Ann", "Ben Ito", "Cat van der Berg"),
        ("van der Berg, Cat", "", "Ann Li & Ben Ito"),
    ]


def test_the_podium_has_the_first_three(cast: Cast, hall: DeskHall) -> None:
    hall.publish((1, 2), (3, 4))
    assert '<li value="1"' not in wall_page(cast, hall, View.PODIUM)
    hall.type_card(hall.at(1), "20 20 20 20")
    hall.type_card(hall.at(2), "20 20 20 11")

    steps = re.findall(
        r'<li value="(\d)">\s*<span class="name">(?:\s*<svg.*?</svg>)?\s*(.*?)\s*</span>',
        wall_page(cast, hall, View.PODIUM),
        re.DOTALL,
    )
    assert steps == [("1", "Ann Li"), ("2", "Cat van der Berg"), ("3", "Dan Ng")]


def test_a_long_name_leaves_room_for_the_opponent(cast: Cast, hall: DeskHall) -> None:
    hall.publish((1, 2), (3, 4))
    long = "Maximiliana Featherstonehaugh-Vandenberghe"
    Player.objects.filter(name="Ben Ito").update(name=long)

    words = " ".join(re.sub("<[^>]*>", " ", wall_page(cast, hall, View.PAIRINGS)).split())
    assert "1 Featherstonehaugh-Vandenberghe, M. Ann Li" in words
    assert "1 Li, Ann M. Featherstonehaugh-Vandenberghe" in words


def test_who_has_withdrawn_is_not_sent_to_a_board(hall: DeskHall) -> None:
    hall.publish((1, 2), (3, 4))
    hall.event.entries.filter(pk=hall.entry(1)).update(state="withdrawn")
    Match.objects.filter(pk=hall.at(1).pk).update(state="finished", ending="walkover")
    seats = wall_shown(hall, View.PAIRINGS).seats
    assert [(s.name, s.match.is_unplayed) for s in seats] == [
        ("Ito, Ben", True),
        ("Ng, Dan", False),
        ("van der Berg, Cat", False),
    ]


def test_entries_without_a_board_are_in_the_columns_of_the_others(
    cast: Cast, hall: DeskHall
) -> None:
    hall.publish((1, 2), (3, 4))
    Match.objects.filter(pk=hall.at(1).pk).update(state="finished", ending="bye")
    Match.objects.filter(pk=hall.at(2).pk).update(state="finished", ending="walkover")
    page = wall_page(cast, hall, View.PAIRINGS)
    assert page.count('class="against"') == page.count('class="board"') == 4
    assert "Bye" in page
    assert "No game" in page


def test_names_on_the_wall_are_those_their_people_chose(hall: DeskHall) -> None:
    Player.objects.filter(name="Cat van der Berg").update(
        name_on_wall=NameStyle.ALIAS, alias="Comet"
    )
    hall.publish((1, 2), (3, 4))
    assert "Comet" in [seat.name for seat in wall_shown(hall, View.PAIRINGS).seats]
    names = [
        line.entry.shown_on("wall")
        for table in wall_shown(hall, View.STANDINGS).tables
        for line in table.lines
    ]
    assert "Comet" in names
    assert "Cat van der Berg" not in names


def test_a_bracket_too_long_for_a_hall_is_a_list_until_it_is_short(cast: Cast) -> None:
    hall = open_hall(cast, entries=32, boards=16, way=Knockout())
    sync_brackets(hall.stage)
    wall = wall_shown(hall, View.BRACKET)
    assert len(wall.ties) == 16
    assert [len(c.cells) for c in wall.trees[0].columns] == [8, 4, 2, 1]
    hall.type_card(wall.ties[0].match, "20 20 20 20")
    assert len(wall_shown(hall, View.BRACKET).ties) == 15


def test_an_unchanged_wall_is_not_sent_again(cast: Cast, hall: DeskHall, tv: Client) -> None:
    mark = mark_of(tv.get(f"{SCREEN}now/"))
    assert tv.get(f"{SCREEN}now/?seen={mark}").status_code == 204
    pair_screen(by=hall.by, event=hall.event, code=Screen.objects.get().code or "")
    assert tv.get(f"{SCREEN}now/?seen={mark}").status_code == 200


def test_an_announcement_is_on_every_screen(cast: Cast, hall: DeskHall, tv: Client) -> None:
    pair_screen(by=hall.by, event=hall.event, code=Screen.objects.get().code or "")
    hall.event.notices.create(text="Soup is ready")
    for view in View:
        Screen.objects.update(shows={"view": view})
        assert (b"Soup is ready" in tv.get(SCREEN).content) is (view is not View.BLANK)


@pytest.mark.parametrize("view", list(View))
@pytest.mark.django_db
def test_every_view_costs_the_same_for_many_as_for_few(
    view: View, cast: Cast, django_assert_max_num_queries: Any
) -> None:
    few = open_hall(cast, entries=4, boards=2)
    few.publish((1, 2), (3, 4))
    many = open_hall(cast, entries=24, boards=12, name="Large", running=False)
    many.publish(*((n, n + 1) for n in range(1, 24, 2)))
    with django_assert_max_num_queries(1000) as for_few:
        wall_shown(few, view)
    with django_assert_max_num_queries(len(for_few)):
        wall_shown(many, view)
