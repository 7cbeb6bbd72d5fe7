"""Swapping two entries in a draw."""

from itertools import combinations
from uuid import uuid4

import pytest
from django.utils import timezone

from leagues.actions.draw.changes import swap_entries
from leagues.actions.draw.draw import publish_rounds
from leagues.actions.log.undo import undo
from leagues.actions.refusal import Refused
from leagues.models import Action, Match, MatchSide, RoundReport, Stage
from leagues.pairing.values import Pairing
from leagues.stages.entry_sources import Everyone
from leagues.stages.pairing_ways import Knockout, Partners, RoundRobin, SomeGames, Swiss
from tests.cast import Cast
from tests.leagues.draw.desk_acts import draw, draw_mark, publish, swap
from tests.leagues.draw.draws import (
    NAMES,
    a_stage,
    an_event,
    drawn_rounds,
    finish_matches,
    names_at_boards,
)

pytestmark = pytest.mark.django_db


def sides_of(stage: Stage, name: str) -> tuple[set[str], int]:
    """The opponents of this entry in the first round, and its seat."""
    side = MatchSide.objects.get(
        match__pairing_round__stage=stage, match__pairing_round__number=1, players__name=name
    )
    others = MatchSide.objects.filter(match=side.match).exclude(pk=side.pk)
    return set(others.values_list("players__name", flat=True)), side.seat


def test_two_change_places_and_the_people_with_them(cast: Cast) -> None:
    event = an_event(cast, 6, boards=3)
    stage = a_stage(cast, event, SomeGames(1))
    draw(cast, stage)
    ada_meets, seat = sides_of(stage, "Ada")
    other = next(name for name in NAMES[1:6] if name not in ada_meets)
    before = {"Ada": (ada_meets, seat), other: sides_of(stage, other)}
    boards = set(event.matches.values_list("number", "board__number", "first"))
    swap(cast, stage, "Ada", other)
    assert sides_of(stage, "Ada") == before[other]
    assert sides_of(stage, other) == before["Ada"]
    assert set(event.matches.values_list("number", "board__number", "first")) == boards


def test_swapping_twice_is_as_if_nothing_had_been(cast: Cast) -> None:
    stage = a_stage(cast, an_event(cast, 7), SomeGames(1))
    draw(cast, stage)
    before = sorted(map(sorted, names_at_boards(stage)[0]))
    for one, other in combinations(("Ada", "Eve", "Fay"), 2):
        swap(cast, stage, one, other)
        swap(cast, stage, other, one)
    assert sorted(map(sorted, names_at_boards(stage)[0])) == before


def test_an_idle_player_is_swapped_in_and_the_bye_pays_the_other(cast: Cast) -> None:
    event = an_event(cast, 3)
    stage = a_stage(cast, event, Swiss(3, bye_points=5))
    draw(cast, stage)
    [idle] = [names for names in names_at_boards(stage)[0] if len(names) == 1]
    plays = next(name for name in ("Ada", "Eve", "Fay") if name not in idle)
    swap(cast, stage, plays, *idle)
    bye = MatchSide.objects.get(match__ending=Match.Ending.BYE)
    assert (bye.players.get().name, bye.points) == (plays, 5)
    assert bye.match.why["template"] == "you have a bye because the organiser gave you one"


def test_partners_may_be_swapped(cast: Cast) -> None:
    event = an_event(cast, 8)
    stage = a_stage(cast, event, Partners(games=1))
    draw(cast, stage)
    one, other = (m.drawn for m in drawn_rounds(stage)[0].matches)
    assert isinstance(one, Pairing)
    assert isinstance(other, Pairing)
    goes, comes = one.sides.a[0], other.sides.b[1]
    swap_entries(by=cast.who("ann"), stage=stage, number=1, one=goes, other=comes)
    after, _ = (m.drawn for m in drawn_rounds(stage)[0].matches)
    assert isinstance(after, Pairing)
    assert set(after.sides.a) == {comes, one.sides.a[1]}
    assert after.sides.b == one.sides.b


@pytest.mark.parametrize("names", [("Ada", "Ada"), ("Ada", "Eve")])
def test_two_of_different_pools_cannot_change_places(cast: Cast, names: tuple[str, str]) -> None:
    stage = a_stage(cast, an_event(cast, 8), RoundRobin(), Everyone(pools=2))
    draw(cast, stage)
    with pytest.raises(Refused, match="can’t swap places"):
        swap(cast, stage, *names)


def pairs_of_a_published_round(cast: Cast) -> tuple[Stage, list[set[str]]]:
    stage = a_stage(cast, an_event(cast, 7), SomeGames(1))
    draw(cast, stage)
    publish(cast, stage)
    [pairs] = names_at_boards(stage)
    return stage, sorted(map(set, pairs), key=len, reverse=True)


def test_in_a_published_round_two_change_places_and_it_can_be_undone(cast: Cast) -> None:
    stage, [first, second, third, _bye] = pairs_of_a_published_round(cast)
    one, other = min(first), min(second)
    # The third match has begun, and neither of these two is in it.
    of_third = Match.objects.filter(sides__players__name=min(third))
    of_third.update(state="called")
    swap(cast, stage, one, other)
    [pairs] = names_at_boards(stage)
    assert first - {one} | {other} in map(set, pairs)

    act = Action.objects.get(verb="swap_entries")
    undo(by=cast.who("ann"), action=act)
    [pairs] = names_at_boards(stage)
    assert first in map(set, pairs)


def test_an_idle_player_is_swapped_into_a_published_round(cast: Cast) -> None:
    stage, [first, _second, _third, bye] = pairs_of_a_published_round(cast)
    [idle] = bye
    swap(cast, stage, idle, min(first))
    [pairs] = names_at_boards(stage)
    assert {min(first)} in map(set, pairs)


@pytest.mark.parametrize(
    "facts",
    [
        {"state": "called"},
        {"state": "playing"},
        {"state": "finished", "ending": "walkover"},
        {"state": "finished", "ending": "played"},
    ],
)
def test_a_player_at_a_board_or_done_is_not_swapped(cast: Cast, facts: dict[str, str]) -> None:
    stage, [first, second, *_] = pairs_of_a_published_round(cast)
    Match.objects.filter(sides__players__name=min(first)).update(**facts)
    for one, other in ((min(first), min(second)), (min(second), min(first))):
        with pytest.raises(Refused, match="called to a board"):
            swap(cast, stage, one, other)


def test_no_one_is_swapped_out_of_a_match_they_have_reported(cast: Cast) -> None:
    stage, [first, second, *_] = pairs_of_a_published_round(cast)
    match = Match.objects.get(sides__players__name=min(first))
    RoundReport.objects.create(key=uuid4(), match=match, number=1, claim={}, made_at=timezone.now())
    with pytest.raises(Refused, match="called to a board"):
        swap(cast, stage, min(first), min(second))


def test_in_a_published_bracket_no_one_changes_places(cast: Cast) -> None:
    stage = a_stage(cast, an_event(cast, 4), Knockout())
    publish_rounds(by=cast.who("ann"), stage=stage)
    with pytest.raises(Refused, match="the seeds decide the matches"):
        swap(cast, stage, "Ada", "Eve")


def test_a_score_does_not_make_the_page_old(cast: Cast) -> None:
    stage = a_stage(cast, an_event(cast, 4), SomeGames(3))
    draw(cast, stage)
    publish_rounds(by=cast.who("ann"), stage=stage, numbers=[1])
    Match.objects.filter(pairing_round__number=1).update(state="called")
    seen = draw_mark(stage)
    finish_matches(stage)
    assert draw_mark(stage) == seen
