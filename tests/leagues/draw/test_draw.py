"""Drawing a stage, and refusals to draw."""

from collections import Counter
from itertools import pairwise

import pytest

from leagues.actions.advance.ties import settle_by_decision
from leagues.actions.refusal import Refused
from leagues.models import Entry, Match, MatchSide, PairingRound, PoolEntry, SideEntry, Stage
from leagues.pairing.draw_checker import Promise, find_breaches
from leagues.reads.draw.history import rounds_of, why_drawn
from leagues.reads.tables.stage_results import play_of
from leagues.stages.entry_sources import Bands, Top
from leagues.stages.pairing_ways import (
    AllShoot,
    Heats,
    Knockout,
    Outsiders,
    PairingWay,
    Partners,
    RoundRobin,
    SomeGames,
    Swiss,
)
from leagues.stages.recipe import from_json, make_draw, round_to_json
from tests.cast import Cast
from tests.leagues.advance.ties import ties_before
from tests.leagues.draw.desk_acts import draw, publish
from tests.leagues.draw.draws import (
    SEED,
    a_stage,
    an_event,
    drawn_rounds,
    finish_matches,
    names_at_boards,
)

pytestmark = pytest.mark.django_db


def test_a_draw_opens_the_stage_and_is_an_unpublished_draft(cast: Cast) -> None:
    event = an_event(cast, 4, boards=2)
    stage = a_stage(cast, event, RoundRobin())
    draw(cast, stage)
    assert [each.is_published for each in drawn_rounds(stage)] == [False] * 3
    assert not Match.objects.published().exists()
    assert event.matches.count() == 6


@pytest.mark.parametrize(
    ("way", "entries", "rounds"),
    [
        (RoundRobin(), 6, 5),
        (RoundRobin(legs=2), 5, 10),
        (SomeGames(4), 9, 4),
        (Swiss(5), 8, 1),
        (Partners(), 8, 7),
        (Heats(games=3, size=4), 9, 3),
    ],
)
def test_every_way_draws_what_it_promises(
    cast: Cast, way: PairingWay, entries: int, rounds: int
) -> None:
    stage = a_stage(cast, an_event(cast, entries, boards=5), way)
    draw(cast, stage)
    own = drawn_rounds(stage)
    assert len(own) == rounds
    here = set(PoolEntry.objects.values_list("entry", flat=True))
    meetings = getattr(way, "legs", 1)
    if not isinstance(way, Partners | Heats):
        promise = Promise[int](meetings=meetings)
        assert find_breaches([r.pairing_round() for r in own], promise, [here] * rounds) == []
    assert all(sorted(r.pairing_round().entries) == sorted(here) for r in own)


def test_the_same_seed_draws_the_same_in_another_event(cast: Cast) -> None:
    one = a_stage(cast, an_event(cast, 9, boards=4), SomeGames(5))
    other = a_stage(cast, an_event(cast, 9, boards=4), SomeGames(5))
    draw(cast, one)
    draw(cast, other)
    assert names_at_boards(one) == names_at_boards(other)


def test_a_second_draw_has_other_dice_and_both_are_in_the_log(cast: Cast) -> None:
    event = an_event(cast, 10)
    stage = a_stage(cast, event, SomeGames(3))
    draw(cast, stage)
    before = names_at_boards(stage)
    draw(cast, stage)
    assert names_at_boards(stage) != before
    purposes = event.log.filter(verb="draw_rounds").values_list("details__purpose", flat=True)
    assert list(purposes) == ["1.1.1", "1.1.2"]
    assert {each.dice for each in drawn_rounds(stage)} == {f"{SEED}/1.1.2"}


def test_a_draw_reads_the_results_of_the_table(cast: Cast) -> None:
    event = an_event(cast, 21, boards=10)
    stage = a_stage(cast, event, Swiss(4))
    draw(cast, stage)
    publish(cast, stage)
    finish_matches(stage)
    for number, ending in enumerate(Match.Ending, start=1):
        Match.objects.filter(number=number).update(ending=ending)
    SideEntry.objects.filter(side__match__number=10, side__seat=1).delete()
    draw(cast, stage)  # a draft, whose bye is finished
    published = [each for each in rounds_of(event) if each.is_published]
    read = [match for each in published for match in each.finished()]
    assert len(read) == 11
    assert read == list(play_of(stage).matches)
    assert play_of(stage, read).made() == play_of(stage).made()


def test_the_log_reproduces_the_same_draw(cast: Cast) -> None:
    event = an_event(cast, 11, boards=4)
    stage = a_stage(cast, event, Swiss(4))
    for _ in range(3):
        draw(cast, stage)
        publish(cast, stage)
        finish_matches(stage)
    for action, row in zip(event.log.filter(verb="draw_rounds"), drawn_rounds(stage), strict=True):
        [[again]] = make_draw(from_json(action.details["paper"]))
        assert round_to_json(again) == round_to_json(row.pairing_round())
        whys = [why_drawn(match.pk) for match in row.matches]
        sat = [*(each.why for each in again.pairings), *(b.why for b in again.byes)]
        assert whys == sat


def test_swiss_waits_for_the_table(cast: Cast) -> None:
    stage = a_stage(cast, an_event(cast, 6), Swiss(3))
    draw(cast, stage)
    publish(cast, stage)
    with pytest.raises(Refused, match="3 matches aren’t finished"):
        draw(cast, stage)
    finish_matches(stage)
    draw(cast, stage)
    winners = set(MatchSide.objects.filter(points=6).values_list("entries", flat=True))
    second = drawn_rounds(stage)[1].pairing_round()
    within = [set(pairing.entries) <= winners for pairing in second.pairings]
    assert within.count(True) == 1, "three winners: two of them meet"


def test_swiss_ends(cast: Cast) -> None:
    stage = a_stage(cast, an_event(cast, 4), Swiss(1))
    draw(cast, stage)
    publish(cast, stage)
    finish_matches(stage)
    with pytest.raises(Refused, match="nothing left to draw"):
        draw(cast, stage)


def test_nothing_is_drawn_where_the_seeds_or_the_shots_decide(cast: Cast) -> None:
    for way in (Knockout(), AllShoot()):
        with pytest.raises(Refused, match="There’s nothing to draw in this stage"):
            draw(cast, a_stage(cast, an_event(cast, 4), way))


def test_three_cannot_play_doubles(cast: Cast) -> None:
    stage = a_stage(cast, an_event(cast, 3), Partners())
    with pytest.raises(Refused, match="doubles need four"):
        draw(cast, stage)
    assert not PairingRound.objects.exists()


def test_byes_pay_the_points_set_for_the_stage(cast: Cast) -> None:
    stage = a_stage(cast, an_event(cast, 5), Swiss(3, bye_points=5))
    draw(cast, stage)
    [bye] = Match.objects.filter(ending=Match.Ending.BYE)
    assert bye.sides.get().points == 5


def test_no_one_has_two_byes_before_everyone_has_one(cast: Cast) -> None:
    stage = a_stage(cast, an_event(cast, 5), Swiss(5, bye_points=0))
    for _ in range(5):
        draw(cast, stage)
        publish(cast, stage)
        finish_matches(stage)
    byes = Counter(b.entry for r in drawn_rounds(stage) for b in r.pairing_round().byes)
    assert sorted(byes.values()) == [1] * 5


def test_a_queue_has_no_boards_yet(cast: Cast) -> None:
    stage = a_stage(cast, an_event(cast, 4, boards=2), RoundRobin())
    Stage.objects.filter(pk=stage.pk).update(is_queue=True)
    draw(cast, stage)
    assert not Match.objects.exclude(board=None).exists()


def test_with_fewer_boards_than_matches_a_round_has_waves(cast: Cast) -> None:
    stage = a_stage(cast, an_event(cast, 8, boards=2), SomeGames(2))
    draw(cast, stage)
    first = drawn_rounds(stage)[0].pairing_round()
    spots = [(p.wave, p.board) for p in first.pairings]
    assert sorted(spots) == [(1, 1), (1, 2), (2, 1), (2, 2)]


def test_boards_and_first_shots_are_shared_out_over_the_event(cast: Cast) -> None:
    event = an_event(cast, 8, boards=8)
    first = a_stage(cast, event, SomeGames(3))
    draw(cast, first)
    publish(cast, first)
    finish_matches(first)
    second = a_stage(cast, event, RoundRobin(), Bands(2), name="Bands")
    for tie in ties_before(second):
        settle_by_decision(
            by=cast.who("ann"), stage=first, order=sorted(tie.entries), reason="Seeds"
        )
    draw(cast, second)
    rounds = [each.pairing_round() for each in (*drawn_rounds(first), *drawn_rounds(second))]
    firsts = Counter(p.sides[p.first][0] for each in rounds for p in each.pairings)
    assert set(firsts.values()) == {3}, "six games each"
    seats: dict[int, list[int | None]] = {entry: [] for entry in firsts}
    for p in (p for each in rounds for p in each.pairings):
        for entry in p.entries:
            seats[entry].append(p.board)
    assert all(one != other for s in seats.values() for one, other in pairwise(s))


def test_clubs_meet_only_outsiders(cast: Cast) -> None:
    event = an_event(cast, 6)
    teams = {name: cast.club.teams.create(name=name) for name in ("Mill", "Lake", "Hill")}
    for entry, team in zip(event.entries.all(), [*teams.values()] * 2, strict=True):
        Entry.objects.filter(pk=entry.pk).update(team=team)
    stage = a_stage(cast, event, Outsiders(clubs=3))
    draw(cast, stage)
    team_of = dict(event.entries.values_list("pk", "team"))
    met = [p.entries for r in drawn_rounds(stage) for p in r.pairing_round().pairings]
    assert len(met) == 12
    assert all(team_of[one] != team_of[other] for one, other in met)


def test_club_mates_are_kept_apart_if_the_event_is_set_so(cast: Cast) -> None:
    event = an_event(cast, 8, clubs_apart=True)
    for number, entry in enumerate(event.entries.all()):
        team, _ = cast.club.teams.get_or_create(name="AB"[number % 2])
        Entry.objects.filter(pk=entry.pk).update(team=team)
    stage = a_stage(cast, event, Swiss(3))
    draw(cast, stage)
    team_of = dict(event.entries.values_list("pk", "team"))
    [first] = drawn_rounds(stage)
    assert all(
        team_of[one] != team_of[other]
        for one, other in (p.entries for p in first.pairing_round().pairings)
    )


def pairs_by_seed(stage: Stage) -> set[tuple[int, ...]]:
    """The seeds that meet in the last game drawn."""
    seeds = dict(stage.event.entries.values_list("pk", "seed"))
    return {
        tuple(sorted(seeds[e] or 0 for e in match.entries))
        for match in drawn_rounds(stage)[-1].matches
    }


def test_seeds_are_the_start_list_of_a_swiss(cast: Cast) -> None:
    stage = a_stage(cast, an_event(cast, 7), Swiss(3))
    draw(cast, stage)

    assert pairs_by_seed(stage) == {
        (1, 4), (2, 5), (3, 6), (7,),
    }  # fmt: skip


def test_a_swiss_can_be_set_to_ignore_the_seeds(cast: Cast) -> None:
    stage = a_stage(cast, an_event(cast, 7), Swiss(3, by_seed=False))
    draw(cast, stage)

    line = stage.event.log.get(verb="draw_rounds")
    assert line.details["paper"]["seeds"] == {}


def test_a_swiss_of_the_best_does_not_begin_with_the_seeds(cast: Cast) -> None:
    """Entries that come from an earlier stage have its order already."""
    event = an_event(cast, 4)
    first = a_stage(cast, event, RoundRobin())
    draw(cast, first)
    publish(cast, first)
    finish_matches(first)
    best = a_stage(cast, event, Swiss(1), Top(4), name="Best")
    draw(cast, best)

    line = event.log.filter(verb="draw_rounds").latest("pk")
    assert line.details["paper"]["seeds"] == {}
