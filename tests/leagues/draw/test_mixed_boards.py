"""Boards of three and four in one event: everyone plays, and points count as scored."""

from collections import Counter
from dataclasses import replace

import pytest
from django.test import Client

from leagues.actions.advance.play_off import play_off
from leagues.models import Match, Stage
from leagues.reads import format_of, tables_of
from leagues.reads.events.fitting_formats import fit_to_sides
from leagues.reads.events.plans import plan_of
from leagues.reads.events.stage_words import way_in_words
from leagues.stages.pairing_ways import Heats
from scoring.rules import MatchPoints, PlacePoints
from scoring.sides import BySeat, Seat
from tests.cast import Cast
from tests.leagues.days.hall import Hall
from tests.leagues.events.planning import plan_event, save_event, words_of

pytestmark = pytest.mark.django_db

ONE_CARD = {"three": (2, 1, 0), "four": (5, 5, 5, 5)}
PLACES = {3: (8, 6, 4), 4: (8, 6, 4, 2)}


def a_hall(cast: Cast, entries: int, boards: int = 4) -> Hall:
    return Hall.open(
        cast.club,
        cast.who("ann"),
        entries=entries,
        boards=boards,
        preset="four-colours-8-6-4-2",
        sides="four",
    )


@pytest.mark.long
def test_fourteen_on_four_boards_all_play_and_nothing_is_divided(cast: Cast) -> None:
    hall = a_hall(cast, 14)
    stage = hall.stage("Heats", Heats(games=4, mixed=True))
    hall.draw(stage)
    matches = Match.objects.filter(pairing_round__stage=stage).with_sides()

    assert not matches.filter(ending="bye").exists()
    seats = Counter(len(match.sides.all()) for match in matches)
    assert seats == {4: 8, 3: 8}
    for match in matches:
        hall.card(match, PLACES[len(match.sides.all())])
    [table] = tables_of(stage)
    assert all(line.row.games == 4 for line in table.lines)
    made = {line.entry.pk: line.row.points for line in table.lines}
    scored = Counter[int]()
    for match in Match.objects.with_sides():
        for side in match.sides.all():
            scored[side.entries.get().pk] += side.points
    assert made == dict(scored)
    assert sum(made.values()) == 4 * (8 * 20 + 8 * 18)


@pytest.mark.parametrize("seats", [3, 4])
def test_a_match_is_played_by_as_many_as_sit_there(seats: int, cast: Cast) -> None:
    hall = a_hall(cast, 7)
    hall.draw(hall.stage("Heats", Heats(games=1, mixed=True)))
    match = next(m for m in Match.objects.all() if m.sides.count() == seats)
    rule = format_of(match).rule

    assert (rule.players, rule.pays) == (BySeat.repeat(1, seats), PlacePoints())
    hall.card(match, PLACES[seats])
    match.refresh_from_db()
    assert (match.winner, match.state) == (0, Match.State.FINISHED)


def test_boards_of_three_pay_as_much_on_average(cast: Cast) -> None:
    hall = a_hall(cast, 7)
    hall.draw(hall.stage("Heats", Heats(games=1, mixed=True, even_pay=True)))
    pays = {}
    for match in Match.objects.all():
        rule = format_of(match).rule
        pays[len(rule.players)] = sum(rule.best_round(Seat.A)) / len(rule.players)
        places = (7, 5, 3) if len(rule.players) == 3 else (8, 6, 4, 2)
        hall.card(match, places)
        match.refresh_from_db()
        assert match.state == Match.State.FINISHED

    assert pays == {3: 5, 4: 5}


def test_two_tied_entries_can_play_for_a_place(cast: Cast) -> None:
    hall = a_hall(cast, 4)
    stage = hall.stage("Heats", Heats(games=1, mixed=True))
    hall.draw(stage)
    hall.card(Match.objects.get(), ONE_CARD[stage.event.sides])
    match = play_off(by=hall.by, stage=stage, entries=hall.entries[:2])
    assert format_of(match).rule.players == BySeat(1, 1)
    hall.card(match, [8, 6])
    match.refresh_from_db()

    assert match.winner == 0


def test_where_a_sheet_pays_three_alone_two_play_for_points(cast: Cast) -> None:
    hall = Hall.open(cast.club, cast.who("ann"), entries=3, preset="three-colours", sides="three")
    stage = hall.stage("Heats", Heats(games=1, size=3))
    hall.draw(stage)
    hall.card(Match.objects.get(), ONE_CARD[stage.event.sides])
    match = play_off(by=hall.by, stage=stage, entries=hall.entries[:2])

    assert format_of(match).rule.pays == MatchPoints()
    hall.card(match, [2, 0])
    match.refresh_from_db()
    assert match.winner == 0


def heats_of(stage: Stage) -> Heats:
    found = plan_of(stage).way
    assert isinstance(found, Heats)
    return found


def test_the_sheet_decides_whether_boards_are_mixed(ann: Client) -> None:
    event = plan_event(ann, "at-a-board", sides="four", sheet="colours-8-6-4-2")
    assert heats_of(event.stages.get()) == Heats(size=4, mixed=True, even_pay=True)
    assert "4 at a board, or 3" in way_in_words(heats_of(event.stages.get()))

    answer = save_event(ann, event, sides="three", sheet="colours")
    assert answer.status_code == 302, words_of(answer)
    assert heats_of(event.stages.get()) == Heats(size=3, mixed=False)
    assert "3 at a board" in way_in_words(heats_of(event.stages.get()))
    assert save_event(ann, event, sides="three", sheet="colours-8-6-4-2").status_code == 302
    assert heats_of(event.stages.get()) == Heats(size=3, mixed=True, even_pay=True)


def test_heats_that_were_mixed_before_keep_what_they_pay(cast: Cast) -> None:
    hall = a_hall(cast, 7)
    before = Heats(size=4, mixed=True)
    planned = plan_of(hall.stage("Heats", before))

    assert fit_to_sides(planned, "three", hall.sheet).way == replace(before, size=3)
