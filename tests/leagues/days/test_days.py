"""Whole days in each of the other formats, from a list of names to a podium."""

from collections import Counter

import pytest

from leagues.actions.draw.draw import publish_rounds
from leagues.actions.entries.presence import change_presence
from leagues.actions.events.events import start_event
from leagues.models import Entry, Match, PoolEntry, Stage, Team
from leagues.pairing.draw_checker import Rule
from leagues.pairing.values import Bye
from leagues.reads.advance.bracket_play import entries_at
from leagues.reads.advance.finals import finals_of
from leagues.reads.advance.stage_order import flatten, standing_of
from leagues.reads.draw.history import DrawnRound, rounds_of
from leagues.reads.entries.effects import Act, facts_of, state_of
from leagues.reads.state_marks import mark_of
from leagues.stages.entry_sources import Top
from leagues.stages.event_templates import SHAPES
from leagues.stages.pairing_ways import DoubleKnockout, Heats, Knockout, Outsiders, Partners, Swiss
from tests.cast import Cast
from tests.leagues.days.hall import Hall

pytestmark = pytest.mark.django_db


def seated_entries(stage: Stage) -> list[set[int]]:
    return [set(pool.entries.values_list("pk", flat=True)) for pool in stage.pools.all()]


@pytest.mark.long
def test_a_championship(cast: Cast) -> None:
    """Ten random opponents, two pools of eight, best-of-three semi-finals, final and bronze."""
    hall = Hall.open(cast.club, cast.who("ann"), 22, boards=11)
    preliminary, eights, four = hall.plan(SHAPES["championship"].stages(22))
    hall.run(preliminary, eights, four)
    sixteen = set(flatten(standing_of(preliminary).overall)[:16])
    assert [len(pool) for pool in seated_entries(eights)] == [8, 8]
    assert set.union(*seated_entries(eights)) == sixteen
    best = [set(flatten(pool)[:2]) for pool in standing_of(eights).pools]
    semis = Match.objects.filter(slot__startswith="SF").with_sides()
    assert all(len(set(entries_at(m)) & pool) == 1 for m in semis for pool in best)
    end = finals_of(hall.event)
    assert end.is_final
    assert [p.place for p in end.podium] == [1, 2, 3]
    assert {p.entry.pk for p in end.places[:4]} == set.union(*best)
    assert {p.entry.pk for p in end.places[:16]} == sixteen
    hall.finish()


@pytest.mark.long
def test_a_swiss_with_late_comers_and_leavers(cast: Cast) -> None:
    hall = Hall.open(cast.club, cast.who("ann"), 10, boards=6)
    swiss = hall.stage("Swiss", Swiss(5))
    hall.stage("Last four", Knockout(), Top(4))
    start_event(by=hall.by, event=hall.event)
    hall.enter(swiss)

    def present(act: Act, entry: int) -> None:
        here = Entry.objects.named().select_related("event").get(pk=entry)
        change_presence(
            by=hall.by,
            event=hall.event,
            entry=here,
            act=act,
            seen=mark_of(state_of(facts_of(here))),
        )

    def play_a_round() -> set[int]:
        hall.draw(swiss)
        hall.play_what_is_there(swiss)
        last = rounds_of(hall.event)[-1].pairing_round()
        here = hall.event.entries.filter(state=Entry.State.ACTIVE)
        assert set(last.entries) == set(here.values_list("pk", flat=True))
        assert len(last.byes) == len(last.entries) % 2
        return {bye.entry for bye in last.byes}

    first, leaves, pauses = hall.entries[0], hall.entries[3], hall.entries[6]
    byes = [play_a_round()]
    late = hall.arrive("Late comer").pk
    byes.append(play_a_round())
    present(Act.WITHDRAW, leaves)
    present(Act.PAUSE, pauses)
    byes.append(play_a_round())
    present(Act.RETURN, pauses)
    byes += [play_a_round(), play_a_round()]
    sat_out = Counter(entry for each in byes for entry in each)
    assert max(sat_out.values(), default=0) <= 1
    rows = flatten(standing_of(swiss).overall)
    assert {late, leaves, pauses} < set(rows)
    last_four = hall.event.stages.get(number=2)
    hall.enter(last_four)
    assert leaves not in seated_entries(last_four)[0]
    Stage.objects.filter(pk=last_four.pk).update(
        match_format={"name": "four-rounds-deciding-round"}
    )
    hall.play_out(Stage.objects.get(pk=last_four.pk))
    assert finals_of(hall.event).is_final
    assert first in {p.entry.pk for p in finals_of(hall.event).places}
    hall.finish()


@pytest.mark.long
@pytest.mark.parametrize("players", [7, 8, 9, 13])
def test_rotating_doubles(cast: Cast, players: int) -> None:
    hall = Hall.open(
        cast.club, cast.who("ann"), players, preset="tournament-doubles", sides="redrawn"
    )
    if players == 7:  # three rest at once, so byes are even only after eleven rounds
        hall.always.overlook = {Rule.SECOND_BYE}
    stage = hall.stage("Doubles", Partners())
    hall.run(stage)
    partnered = Counter[frozenset[int]]()
    for each in rounds_of(hall.event):
        for pairing in each.pairing_round().pairings:
            partnered.update(map(frozenset, pairing.partnerships()))
    pairs = players * (players - 1) // 2
    assert len(partnered) == pairs, "everyone has partnered everyone"
    assert max(partnered.values()) <= (2 if players == 7 else 1)
    rests = Counter(b.entry for r in rounds_of(hall.event) for b in byes_of(r))
    assert max(rests.values(), default=0) - min(rests.values(), default=0) <= 1
    assert len(finals_of(hall.event).places) == players
    hall.finish()


def byes_of(drawn: DrawnRound) -> tuple[Bye[int], ...]:
    return drawn.pairing_round().byes


@pytest.mark.long
def test_a_double_elimination_that_is_reset(cast: Cast) -> None:
    """The unbeaten entry loses the grand final, so it is played again."""
    hall = Hall.open(cast.club, cast.who("ann"), 7)
    stage = hall.stage("Cup", DoubleKnockout())
    start_event(by=hall.by, event=hall.event)
    hall.enter(stage)
    publish_rounds(by=hall.by, stage=stage)
    while waiting := hall.waiting(stage):
        for match in waiting:
            upset = match.slot.startswith("GF")
            better = hall.better_seed(match)
            hall.card(match, better[::-1] if upset else better)
            hall.always.holds(stage)
    one, two, *_ = hall.entries
    slots = Match.objects.filter(pairing_round__stage=stage)
    assert slots.filter(slot="GF2").exists()
    end = finals_of(hall.event)
    assert end.is_final
    assert [p.entry.pk for p in end.places[:2]] == [two, one]
    lost = Counter(
        entry
        for match in slots.with_sides()
        for entry, side in zip(entries_at(match), match.sides.all(), strict=True)
        if side.seat != match.winner
    )
    assert all(lost[entry] == 2 for entry in hall.entries if entry != two)
    assert lost[two] == 1
    hall.finish()


@pytest.mark.long
def test_an_inter_club_day(cast: Cast) -> None:
    """Each player meets everyone of the other clubs, and no clubmate."""
    hall = Hall.open(cast.club, cast.who("ann"), 12, boards=6, sides="teams")
    teams = [Team.objects.create(club=cast.club, name=name) for name in "XYZ"]
    for at, entry in enumerate(hall.entries):
        Entry.objects.filter(pk=entry).update(team=teams[at % 3])
    stage = hall.stage("Day", Outsiders(clubs=3))
    hall.run(stage)
    team = dict(hall.event.entries.values_list("pk", "team"))
    met = Counter[frozenset[int]]()
    for each in rounds_of(hall.event):
        for pairing in each.pairing_round().pairings:
            met.update(map(frozenset, pairing.meetings()))
    outsiders = {
        frozenset((one, other))
        for one in hall.entries
        for other in hall.entries
        if team[one] != team[other]
    }
    assert met == Counter(outsiders)
    hall.finish()


@pytest.mark.long
@pytest.mark.parametrize(
    ("players", "size", "preset"),
    [(12, 3, "three-colours"), (13, 3, "three-colours-8-6-4-2"), (8, 4, "four-colours-8-6-4-2")],
)
def test_three_and_four_at_a_board(cast: Cast, players: int, size: int, preset: str) -> None:
    sides = {3: "three", 4: "four"}[size]
    hall = Hall.open(cast.club, cast.who("ann"), players, preset=preset, boards=5, sides=sides)
    stage = hall.stage("Heats", Heats(games=4, size=size))
    hall.run(stage)
    drawn = [each.pairing_round() for each in rounds_of(hall.event)]
    assert {len(p.entries) for each in drawn for p in each.pairings} == {size}
    rested = Counter(bye.entry for each in drawn for bye in each.byes)
    assert max(rested.values(), default=0) <= 1
    assert len(finals_of(hall.event).places) == players
    hall.finish()


def test_a_late_comer_is_in_the_pool(cast: Cast) -> None:
    hall = Hall.open(cast.club, cast.who("ann"), 4)
    stage = hall.stage("Swiss", Swiss(2))
    hall.enter(stage)
    late = hall.arrive("Late comer")
    hall.draw(stage)
    assert PoolEntry.objects.filter(stage=stage, entry=late).exists()
