"""Drawing a stage: what the acts do to the rows, and what they refuse."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import combinations, pairwise
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from leagues.actions.drawing.draw import (
    draw_rounds,
    publish_rounds,
    stage_mark,
    take_back_rounds,
)
from leagues.actions.drawing.draw_changes import (
    keep_apart,
    let_meet,
    seeds_by_lot,
    swap_entries,
    swap_seeds,
)
from leagues.actions.drawing.mend import mend_rounds
from leagues.actions.drawing.opening import CannotDraw, open_stage
from leagues.actions.going_on.advance import settle_by_decision
from leagues.actions.meanwhile import ChangedMeanwhile
from leagues.actions.planning.dice import SeedIsKnown, promise_seed
from leagues.actions.undoing.undo import undo
from leagues.bridge.draws.history import why_drawn
from leagues.bridge.following.advance import ties_before
from leagues.models import (
    Action,
    Entry,
    Event,
    KeepApart,
    Match,
    MatchSide,
    PairingRound,
    PoolEntry,
    RoundReport,
    Stage,
)
from leagues.pairing.check import Promise, check
from leagues.pairing.seeds import keeps
from leagues.pairing.values import Pairing
from leagues.stages.recipe import from_json, make, round_to_json
from leagues.stages.takes import Bands, Everyone, KeepPools, TopOfPools
from leagues.stages.ways import (
    AllShoot,
    Heats,
    Knockout,
    Outsiders,
    Partners,
    RoundRobin,
    SomeGames,
    Swiss,
    Way,
)
from tests.cast import Cast
from tests.leagues.draws import (
    NAMES,
    SEED,
    a_stage,
    an_event,
    drawn,
    enter,
    entry_of,
    finish,
    who_meets_whom,
)

pytestmark = pytest.mark.django_db


def draw(cast: Cast, stage: Stage) -> None:
    draw_rounds(by=cast.who("ann"), stage=stage)


def publish(cast: Cast, stage: Stage) -> None:
    publish_rounds(by=cast.who("ann"), stage=stage)


def mark(stage: Stage) -> str:
    return stage_mark(stage, drawn(stage))


# --- Opening --------------------------------------------------------------------------


def seated(stage: Stage) -> list[list[str]]:
    return [
        list(
            PoolEntry.objects.filter(pool=pool)
            .order_by("seed")
            .values_list("entry__players__name", flat=True)
        )
        for pool in stage.pools.all()
    ]


def test_opening_seats_everybody_by_seed(cast: Cast) -> None:
    stage = a_stage(cast, an_event(cast, 4), RoundRobin())
    open_stage(by=cast.who("ann"), stage=stage)
    assert seated(stage) == [["Ada", "Eve", "Fay", "Gus"]]
    stage.refresh_from_db()
    assert stage.opened_at is not None


def test_two_pools_are_dealt_in_a_snake_and_have_letters(cast: Cast) -> None:
    stage = a_stage(cast, an_event(cast, 6), RoundRobin(), Everyone(pools=2))
    open_stage(by=cast.who("ann"), stage=stage)
    assert seated(stage) == [["Ada", "Gus", "Hal"], ["Eve", "Fay", "Ida"]]
    assert [pool.name for pool in stage.pools.all()] == ["A", "B"]


def test_without_seeds_the_dice_say_who_comes_first_and_the_log_says_which(
    cast: Cast,
) -> None:
    event = an_event(cast, 8, seeded=False)
    stage = a_stage(cast, event, Knockout())
    open_stage(by=cast.who("ann"), stage=stage)
    [order] = seated(stage)
    assert sorted(order) != order
    said = event.log.get(verb="open_stage").said
    assert (said["seed"], said["purpose"], len(said["lot"])) == (SEED, "1.0.1", 8)


def test_an_open_stage_stays_as_it_is(cast: Cast) -> None:
    event = an_event(cast, 4)
    stage = a_stage(cast, event, RoundRobin())
    open_stage(by=cast.who("ann"), stage=stage)
    open_stage(by=cast.who("ann"), stage=stage)
    assert event.log.filter(verb="open_stage").count() == 1


def test_one_entry_has_nobody_to_play(cast: Cast) -> None:
    stage = a_stage(cast, an_event(cast, 1), RoundRobin())
    with pytest.raises(CannotDraw, match="not two entries"):
        open_stage(by=cast.who("ann"), stage=stage)


def test_the_waiting_paused_and_withdrawn_are_not_seated(cast: Cast) -> None:
    event = an_event(cast, 6)
    for name, state in (("Eve", "paused"), ("Fay", "withdrawn"), ("Gus", "waiting")):
        entry = entry_of(event, name)
        Entry.objects.filter(pk=entry.pk).update(state=state)
    stage = a_stage(cast, event, RoundRobin())
    open_stage(by=cast.who("ann"), stage=stage)
    assert seated(stage) == [["Ada", "Hal", "Ida"]]


def test_the_next_stage_waits_for_the_one_before(cast: Cast) -> None:
    event = an_event(cast, 4)
    first = a_stage(cast, event, RoundRobin())
    second = a_stage(cast, event, RoundRobin(), Bands(2), name="Bands")
    with pytest.raises(CannotDraw, match="Day has not been played"):
        open_stage(by=cast.who("ann"), stage=second)
    draw(cast, first)
    publish(cast, first)
    with pytest.raises(CannotDraw, match="6 matches of Day are not finished"):
        open_stage(by=cast.who("ann"), stage=second)
    finish(first)
    open_stage(by=cast.who("ann"), stage=second)
    assert [len(pool) for pool in seated(second)] == [2, 2]


# --- Drawing --------------------------------------------------------------------------


def test_a_draw_opens_the_stage_and_is_a_draft_that_nobody_sees(cast: Cast) -> None:
    event = an_event(cast, 4, boards=2)
    stage = a_stage(cast, event, RoundRobin())
    draw(cast, stage)
    assert [each.is_published for each in drawn(stage)] == [False] * 3
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
    cast: Cast, way: Way, entries: int, rounds: int
) -> None:
    stage = a_stage(cast, an_event(cast, entries, boards=5), way)
    draw(cast, stage)
    own = drawn(stage)
    assert len(own) == rounds
    here = set(PoolEntry.objects.values_list("entry", flat=True))
    meetings = getattr(way, "legs", 1)
    if not isinstance(way, Partners | Heats):
        promise = Promise[int](meetings=meetings)
        assert check([r.pairing_round() for r in own], promise, [here] * rounds) == []
    assert all(sorted(r.pairing_round().entries) == sorted(here) for r in own)


def test_the_same_seed_draws_the_same_in_another_event(cast: Cast) -> None:
    one = a_stage(cast, an_event(cast, 9, boards=4), SomeGames(5))
    other = a_stage(cast, an_event(cast, 9, boards=4), SomeGames(5))
    draw(cast, one)
    draw(cast, other)
    assert who_meets_whom(one) == who_meets_whom(other)


def test_a_draw_anew_has_dice_of_its_own_and_both_stand_in_the_log(cast: Cast) -> None:
    event = an_event(cast, 10)
    stage = a_stage(cast, event, SomeGames(3))
    draw(cast, stage)
    before = who_meets_whom(stage)
    draw(cast, stage)
    assert who_meets_whom(stage) != before
    said = event.log.filter(verb="draw_rounds").values_list("said__purpose", flat=True)
    assert list(said) == ["1.1.1", "1.1.2"]
    assert {each.dice for each in drawn(stage)} == {f"{SEED}/1.1.2"}


def test_whoever_has_the_log_makes_the_same_draw_again(cast: Cast) -> None:
    event = an_event(cast, 11, boards=4)
    stage = a_stage(cast, event, Swiss(4))
    for _ in range(3):
        draw(cast, stage)
        publish(cast, stage)
        finish(stage)
    for action, row in zip(
        event.log.filter(verb="draw_rounds"), drawn(stage), strict=True
    ):
        [[again]] = make(from_json(action.said["paper"]))
        assert round_to_json(again) == round_to_json(row.pairing_round())
        whys = [why_drawn(match.pk) for match in row.matches]
        sat = [*(each.why for each in again.pairings), *(b.why for b in again.byes)]
        assert whys == sat


def test_swiss_waits_for_the_table(cast: Cast) -> None:
    stage = a_stage(cast, an_event(cast, 6), Swiss(3))
    draw(cast, stage)
    publish(cast, stage)
    with pytest.raises(CannotDraw, match="3 matches are not finished"):
        draw(cast, stage)
    finish(stage)
    draw(cast, stage)
    winners = set(MatchSide.objects.filter(points=6).values_list("entries", flat=True))
    second = drawn(stage)[1].pairing_round()
    within = [set(pairing.entries) <= winners for pairing in second.pairings]
    assert within.count(True) == 1, "three winners: two of them meet"


def test_swiss_ends(cast: Cast) -> None:
    stage = a_stage(cast, an_event(cast, 4), Swiss(1))
    draw(cast, stage)
    publish(cast, stage)
    finish(stage)
    with pytest.raises(CannotDraw, match="nothing left to draw"):
        draw(cast, stage)


def test_nothing_is_drawn_where_the_seeds_or_the_shots_decide(cast: Cast) -> None:
    for way in (Knockout(), AllShoot()):
        with pytest.raises(CannotDraw, match="Nothing is drawn here"):
            draw(cast, a_stage(cast, an_event(cast, 4), way))


def test_three_cannot_play_doubles(cast: Cast) -> None:
    stage = a_stage(cast, an_event(cast, 3), Partners())
    with pytest.raises(CannotDraw, match="doubles need four"):
        draw(cast, stage)
    assert not PairingRound.objects.exists()


def test_byes_pay_what_the_stage_says(cast: Cast) -> None:
    stage = a_stage(cast, an_event(cast, 5), Swiss(3, bye_points=5))
    draw(cast, stage)
    [bye] = Match.objects.filter(ending=Match.Ending.BYE)
    assert bye.sides.get().points == 5


def test_nobody_has_two_byes_before_everybody_has_one(cast: Cast) -> None:
    stage = a_stage(cast, an_event(cast, 5), Swiss(5))
    for _ in range(5):
        draw(cast, stage)
        publish(cast, stage)
        finish(stage)
    byes = Counter(b.entry for r in drawn(stage) for b in r.pairing_round().byes)
    assert sorted(byes.values()) == [1] * 5


def test_a_queue_has_no_boards_yet(cast: Cast) -> None:
    stage = a_stage(cast, an_event(cast, 4, boards=2), RoundRobin())
    Stage.objects.filter(pk=stage.pk).update(is_queue=True)
    draw(cast, stage)
    assert not Match.objects.exclude(board=None).exists()


def test_with_fewer_boards_than_matches_a_round_has_waves(cast: Cast) -> None:
    stage = a_stage(cast, an_event(cast, 8, boards=2), SomeGames(2))
    draw(cast, stage)
    first = drawn(stage)[0].pairing_round()
    spots = [(p.wave, p.board) for p in first.pairings]
    assert sorted(spots) == [(1, 1), (1, 2), (2, 1), (2, 2)]


def test_boards_and_first_shots_are_shared_out_over_the_event(cast: Cast) -> None:
    event = an_event(cast, 8, boards=8)
    first = a_stage(cast, event, SomeGames(3))
    draw(cast, first)
    publish(cast, first)
    finish(first)
    second = a_stage(cast, event, RoundRobin(), Bands(2), name="Bands")
    for tie in ties_before(second):
        settle_by_decision(
            by=cast.who("ann"), stage=first, order=sorted(tie.entries), reason="Seeds"
        )
    draw(cast, second)
    rounds = [each.pairing_round() for each in (*drawn(first), *drawn(second))]
    firsts = Counter(p.sides[p.first][0] for each in rounds for p in each.pairings)
    assert set(firsts.values()) == {3}, "six games each"
    seats: dict[int, list[int | None]] = {entry: [] for entry in firsts}
    for p in (p for each in rounds for p in each.pairings):
        for entry in p.entries:
            seats[entry].append(p.board)
    assert all(one != other for s in seats.values() for one, other in pairwise(s))


def test_clubs_meet_only_outsiders(cast: Cast) -> None:
    event = an_event(cast, 6)
    teams = {
        name: cast.club.teams.create(name=name) for name in ("Mill", "Lake", "Hill")
    }
    for entry, team in zip(event.entries.all(), [*teams.values()] * 2, strict=True):
        Entry.objects.filter(pk=entry.pk).update(team=team)
    stage = a_stage(cast, event, Outsiders(clubs=3))
    draw(cast, stage)
    team_of = dict(event.entries.values_list("pk", "team"))
    met = [p.entries for r in drawn(stage) for p in r.pairing_round().pairings]
    assert len(met) == 12
    assert all(team_of[one] != team_of[other] for one, other in met)


def test_club_mates_are_kept_apart_where_the_event_says_so(cast: Cast) -> None:
    event = an_event(cast, 8, clubs_apart=True)
    for number, entry in enumerate(event.entries.all()):
        team, _ = cast.club.teams.get_or_create(name="AB"[number % 2])
        Entry.objects.filter(pk=entry.pk).update(team=team)
    stage = a_stage(cast, event, Swiss(3))
    draw(cast, stage)
    team_of = dict(event.entries.values_list("pk", "team"))
    [first] = drawn(stage)
    assert all(
        team_of[one] != team_of[other]
        for one, other in (p.entries for p in first.pairing_round().pairings)
    )


# --- Keeping apart --------------------------------------------------------------------


def test_two_who_are_kept_apart_do_not_meet_while_others_are_left(cast: Cast) -> None:
    event = an_event(cast, 4)
    stage = a_stage(cast, event, Swiss(3))
    ada, eve = entry_of(event, "Ada"), entry_of(event, "Eve")
    keep_apart(by=cast.who("ann"), event=event, one=eve.pk, other=ada.pk, never=False)
    for _ in range(2):
        draw(cast, stage)
        publish(cast, stage)
        finish(stage)
    assert {"Ada", "Eve"} not in [two for r in who_meets_whom(stage) for two in r]
    draw(cast, stage)
    assert {"Ada", "Eve"} in who_meets_whom(stage)[2], "nobody else is left"


def test_what_is_forbidden_never_happens_even_if_nobody_can_be_paired(
    cast: Cast,
) -> None:
    event = an_event(cast, 2)
    stage = a_stage(cast, event, Swiss(3))
    one, other = event.entries.values_list("pk", flat=True)
    keep_apart(by=cast.who("ann"), event=event, one=one, other=other, never=True)
    with pytest.raises(CannotDraw, match="leaves somebody without an opponent"):
        draw(cast, stage)
    let_meet(by=cast.who("ann"), event=event, kept=KeepApart.objects.get().pk)
    draw(cast, stage)


def test_asking_again_changes_how_strictly_they_are_kept_apart(cast: Cast) -> None:
    event = an_event(cast, 2)
    one, other = event.entries.values_list("pk", flat=True)
    for never in (False, True):
        keep_apart(by=cast.who("ann"), event=event, one=one, other=other, never=never)
    assert KeepApart.objects.get().never


def test_nobody_is_kept_apart_from_themselves_or_from_a_stranger(cast: Cast) -> None:
    event, elsewhere = an_event(cast, 2), an_event(cast, 1)
    ada = entry_of(event, "Ada").pk
    for other in (ada, elsewhere.entries.get().pk, 0):
        with pytest.raises(CannotDraw):
            keep_apart(
                by=cast.who("ann"), event=event, one=ada, other=other, never=True
            )
    with pytest.raises(ChangedMeanwhile):
        let_meet(by=cast.who("ann"), event=event, kept=0)


# --- Swapping -------------------------------------------------------------------------


def sides_of(stage: Stage, name: str) -> tuple[set[str], int]:
    """Whom this entry meets in the first round, and on which seat it sits."""
    side = MatchSide.objects.get(
        match__pairing_round__stage=stage,
        match__pairing_round__number=1,
        players__name=name,
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


def swap(cast: Cast, stage: Stage, one: str, other: str, seen: str = "") -> None:
    swap_entries(
        by=cast.who("ann"),
        stage=stage,
        number=1,
        one=entry_of(stage.event, one).pk,
        other=entry_of(stage.event, other).pk,
        seen=seen,
    )


def test_swapping_twice_is_as_if_nothing_had_been(cast: Cast) -> None:
    stage = a_stage(cast, an_event(cast, 7), SomeGames(1))
    draw(cast, stage)
    before = sorted(map(sorted, who_meets_whom(stage)[0]))
    for one, other in combinations(("Ada", "Eve", "Fay"), 2):
        swap(cast, stage, one, other)
        swap(cast, stage, other, one)
    assert sorted(map(sorted, who_meets_whom(stage)[0])) == before


def test_whoever_sits_out_may_be_swapped_in_and_the_bye_pays_the_other(
    cast: Cast,
) -> None:
    event = an_event(cast, 3)
    stage = a_stage(cast, event, Swiss(3, bye_points=5))
    draw(cast, stage)
    [idle] = [names for names in who_meets_whom(stage)[0] if len(names) == 1]
    plays = next(name for name in ("Ada", "Eve", "Fay") if name not in idle)
    swap(cast, stage, plays, *idle)
    bye = MatchSide.objects.get(match__ending=Match.Ending.BYE)
    assert (bye.players.get().name, bye.points) == (plays, 5)
    assert bye.match.why["template"] == "you sit out because the organiser said so"


def test_partners_may_be_swapped(cast: Cast) -> None:
    event = an_event(cast, 8)
    stage = a_stage(cast, event, Partners(games=1))
    draw(cast, stage)
    one, other = (m.drawn for m in drawn(stage)[0].matches)
    assert isinstance(one, Pairing)
    assert isinstance(other, Pairing)
    goes, comes = one.sides.a[0], other.sides.b[1]
    swap_entries(by=cast.who("ann"), stage=stage, number=1, one=goes, other=comes)
    after, _ = (m.drawn for m in drawn(stage)[0].matches)
    assert isinstance(after, Pairing)
    assert set(after.sides.a) == {comes, one.sides.a[1]}
    assert after.sides.b == one.sides.b


@pytest.mark.parametrize("names", [("Ada", "Ada"), ("Ada", "Eve")])
def test_two_of_different_pools_cannot_change_places(
    cast: Cast, names: tuple[str, str]
) -> None:
    stage = a_stage(cast, an_event(cast, 8), RoundRobin(), Everyone(pools=2))
    draw(cast, stage)
    with pytest.raises(CannotDraw, match="cannot change places"):
        swap(cast, stage, *names)


def pairs_of_a_published_round(cast: Cast) -> tuple[Stage, list[set[str]]]:
    stage = a_stage(cast, an_event(cast, 7), SomeGames(1))
    draw(cast, stage)
    publish(cast, stage)
    [pairs] = who_meets_whom(stage)
    return stage, sorted(map(set, pairs), key=len, reverse=True)


def test_in_a_published_round_two_change_places_and_it_can_be_undone(
    cast: Cast,
) -> None:
    stage, [first, second, third, _bye] = pairs_of_a_published_round(cast)
    one, other = min(first), min(second)
    # The third match has begun, and is nobody's of these two.
    of_third = Match.objects.filter(sides__players__name=min(third))
    of_third.update(state="called")
    swap(cast, stage, one, other)
    [pairs] = who_meets_whom(stage)
    assert first - {one} | {other} in map(set, pairs)

    act = Action.objects.get(verb="swap_entries")
    undo(by=cast.who("ann"), action=act)
    [pairs] = who_meets_whom(stage)
    assert first in map(set, pairs)


def test_whoever_sits_out_is_swapped_into_a_published_round(cast: Cast) -> None:
    stage, [first, _second, _third, bye] = pairs_of_a_published_round(cast)
    [idle] = bye
    swap(cast, stage, idle, min(first))
    [pairs] = who_meets_whom(stage)
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
def test_whoever_is_at_a_board_or_done_is_not_swapped(
    cast: Cast, facts: dict[str, str]
) -> None:
    stage, [first, second, *_] = pairs_of_a_published_round(cast)
    Match.objects.filter(sides__players__name=min(first)).update(**facts)
    for one, other in ((min(first), min(second)), (min(second), min(first))):
        with pytest.raises(CannotDraw, match="called to a board"):
            swap(cast, stage, one, other)


def test_nobody_is_swapped_away_from_what_they_have_reported(cast: Cast) -> None:
    stage, [first, second, *_] = pairs_of_a_published_round(cast)
    match = Match.objects.get(sides__players__name=min(first))
    RoundReport.objects.create(
        key=uuid4(), match=match, number=1, claim={}, made_at=timezone.now()
    )
    with pytest.raises(CannotDraw, match="called to a board"):
        swap(cast, stage, min(first), min(second))


def test_in_a_published_bracket_nobody_changes_places(cast: Cast) -> None:
    stage = a_stage(cast, an_event(cast, 4), Knockout())
    publish_rounds(by=cast.who("ann"), stage=stage)
    with pytest.raises(CannotDraw, match="follows from its seeds"):
        swap(cast, stage, "Ada", "Eve")


def test_two_laptops_do_not_overwrite_each_other(cast: Cast) -> None:
    stage = a_stage(cast, an_event(cast, 6), SomeGames(1))
    draw(cast, stage)
    seen = mark(stage)
    swap(cast, stage, "Ada", "Fay", seen=seen)
    for act in (
        lambda: swap(cast, stage, "Ada", "Eve", seen=seen),
        lambda: draw_rounds(by=cast.who("olga"), stage=stage, seen=seen),
        lambda: publish_rounds(by=cast.who("olga"), stage=stage, seen=seen),
    ):
        with pytest.raises(ChangedMeanwhile):
            act()
    publish_rounds(by=cast.who("olga"), stage=stage, seen=mark(stage))


def test_a_score_does_not_make_the_page_old(cast: Cast) -> None:
    stage = a_stage(cast, an_event(cast, 4), SomeGames(3))
    draw(cast, stage)
    publish_rounds(by=cast.who("ann"), stage=stage, numbers=[1])
    Match.objects.filter(pairing_round__number=1).update(state="called")
    seen = mark(stage)
    finish(stage)
    assert mark(stage) == seen


# --- Publishing and taking back ----------------------------------------------------------


def test_one_round_is_published_or_all(cast: Cast) -> None:
    stage = a_stage(cast, an_event(cast, 4), SomeGames(3))
    draw(cast, stage)
    publish_rounds(by=cast.who("ann"), stage=stage, numbers=[1])
    assert [each.is_published for each in drawn(stage)] == [True, False, False]
    publish(cast, stage)
    assert all(each.is_published for each in drawn(stage))
    with pytest.raises(ChangedMeanwhile):
        publish(cast, stage)


def test_a_round_nobody_has_begun_is_taken_back_with_all_its_matches(
    cast: Cast,
) -> None:
    event = an_event(cast, 4)
    stage = a_stage(cast, event, SomeGames(2))
    draw(cast, stage)
    before = who_meets_whom(stage)
    publish(cast, stage)
    take_back_rounds(by=cast.who("ann"), stage=stage, numbers=[2])
    assert [each.is_published for each in drawn(stage)] == [True, False]
    assert who_meets_whom(stage) == before
    assert event.log.latest("pk").said["rounds"] == [2]


def test_what_has_begun_is_not_taken_back(cast: Cast) -> None:
    stage = a_stage(cast, an_event(cast, 4), SomeGames(2))
    draw(cast, stage)
    publish(cast, stage)
    match = Match.objects.filter(pairing_round__number=1)[0]
    Match.objects.filter(pk=match.pk).update(state="called")
    with pytest.raises(CannotDraw, match="begun"):
        take_back_rounds(by=cast.who("ann"), stage=stage, numbers=[1])
    assert take_back_rounds(by=cast.who("ann"), stage=stage) == [2]


def test_drawing_the_rest_anew_keeps_what_is_published(cast: Cast) -> None:
    stage = a_stage(cast, an_event(cast, 6), SomeGames(4))
    draw(cast, stage)
    publish_rounds(by=cast.who("ann"), stage=stage, numbers=[1])
    kept = who_meets_whom(stage)[0]
    draw(cast, stage)
    assert who_meets_whom(stage)[0] == kept
    assert len(drawn(stage)) == 4
    assert check([each.pairing_round() for each in drawn(stage)]) == []


def test_after_the_event_nothing_is_drawn(cast: Cast) -> None:
    event = an_event(cast, 4)
    stage = a_stage(cast, event, SomeGames(1))
    Event.objects.filter(pk=event.pk).update(state=Event.State.FINISHED)
    with pytest.raises(CannotDraw, match="finished"):
        draw(cast, stage)


# --- Brackets -------------------------------------------------------------------------


def test_a_bracket_is_published_from_its_seeds_and_taken_back(cast: Cast) -> None:
    stage = a_stage(cast, an_event(cast, 4), Knockout())
    publish(cast, stage)
    assert who_meets_whom(stage) == [[{"Ada", "Gus"}, {"Eve", "Fay"}]]
    with pytest.raises(CannotDraw, match="take it back"):
        seeds_by_lot(by=cast.who("ann"), stage=stage)
    take_back_rounds(by=cast.who("ann"), stage=stage)
    assert drawn(stage) == []
    swap_seeds(
        by=cast.who("ann"),
        stage=stage,
        one=entry_of(stage.event, "Ada").pk,
        other=entry_of(stage.event, "Eve").pk,
        seen=mark(stage),
    )
    publish(cast, stage)
    assert who_meets_whom(stage) == [[{"Eve", "Gus"}, {"Ada", "Fay"}]]


def test_a_bracket_by_lot_keeps_everybody_in_their_pool(cast: Cast) -> None:
    stage = a_stage(cast, an_event(cast, 8), Knockout(), Everyone(pools=2))
    open_stage(by=cast.who("ann"), stage=stage)
    before = seated(stage)
    seeds_by_lot(by=cast.who("ann"), stage=stage)
    after = seated(stage)
    assert after != before
    assert [sorted(pool) for pool in after] == [sorted(pool) for pool in before]
    with pytest.raises(CannotDraw, match="cannot change places"):
        swap_seeds(
            by=cast.who("ann"),
            stage=stage,
            one=entry_of(stage.event, before[0][0]).pk,
            other=entry_of(stage.event, before[1][0]).pk,
        )


@pytest.mark.parametrize(
    ("takes", "sizes"), [(KeepPools(2), [2, 2]), (TopOfPools(2), [4])]
)
def test_a_play_off_takes_the_best_of_each_pool(
    cast: Cast, takes: KeepPools | TopOfPools, sizes: list[int]
) -> None:
    event = an_event(cast, 6)
    pools = a_stage(cast, event, RoundRobin(), Everyone(pools=2))
    draw(cast, pools)
    publish(cast, pools)
    finish(pools)
    cup = a_stage(cast, event, Knockout(), takes, name="Cup")
    publish(cast, cup)
    assert [len(pool) for pool in seated(cup)] == sizes


# --- Comings and goings -----------------------------------------------------------------


def leave(event: Event, name: str, state: str = "withdrawn") -> None:
    Entry.objects.filter(pk=entry_of(event, name).pk).update(state=state)


def test_a_late_comer_is_in_the_next_draw(cast: Cast) -> None:
    event = an_event(cast, 4)
    stage = a_stage(cast, event, Swiss(3))
    draw(cast, stage)
    publish(cast, stage)
    finish(stage)
    enter(cast, event, "Zed")
    draw(cast, stage)
    assert any("Zed" in names for names in who_meets_whom(stage)[1])


def test_whoever_is_paused_is_not_drawn_and_is_when_they_are_back(cast: Cast) -> None:
    event = an_event(cast, 6)
    stage = a_stage(cast, event, Swiss(3))
    leave(event, "Ada", "paused")
    draw(cast, stage)
    assert not any("Ada" in names for names in who_meets_whom(stage)[0])
    leave(event, "Ada", "active")
    draw(cast, stage)
    assert any("Ada" in names for names in who_meets_whom(stage)[0])


def test_a_leaver_is_taken_out_of_what_nobody_has_begun(cast: Cast) -> None:
    event = an_event(cast, 8, boards=4)
    stage = a_stage(cast, event, SomeGames(4))
    draw(cast, stage)
    publish(cast, stage)
    Match.objects.filter(pairing_round__number=1).update(state="called")
    numbers = set(event.matches.values_list("number", flat=True))
    before = who_meets_whom(stage)
    leave(event, "Ada")
    comings = mend_rounds(by=cast.who("ann"), stage=stage, seen=mark(stage))
    assert list(comings.gone) == [entry_of(event, "Ada").pk]
    after = who_meets_whom(stage)
    assert after[0] == before[0], "round 1 has begun"
    for was, now in zip(before[1:], after[1:], strict=True):
        assert [two for two in was if "Ada" not in two and len(two) == 2] == [
            two for two in now if two in was
        ]
        assert {name for names in now for name in names} == {
            name for names in was for name in names
        } - {"Ada"}
    assert set(event.matches.values_list("number", flat=True)) <= numbers
    with pytest.raises(ChangedMeanwhile):
        mend_rounds(by=cast.who("ann"), stage=stage)


def test_two_leavers_let_their_opponents_meet_at_a_free_board(cast: Cast) -> None:
    event = an_event(cast, 6, boards=3)
    stage = a_stage(cast, event, SomeGames(1))
    draw(cast, stage)
    publish(cast, stage)
    one, other = [sorted(two) for two in who_meets_whom(stage)[0]][:2]
    leave(event, one[0])
    leave(event, other[0])
    mend_rounds(by=cast.who("ann"), stage=stage)
    [now] = who_meets_whom(stage)
    assert {one[1], other[1]} in now
    boards = [p.board for p in drawn(stage)[0].pairing_round().pairings]
    assert None not in boards
    assert len(set(boards)) == 2


def test_a_late_comer_fits_into_the_byes(cast: Cast) -> None:
    event = an_event(cast, 5)
    stage = a_stage(cast, event, SomeGames(4))
    draw(cast, stage)
    publish(cast, stage)
    enter(cast, event, "Zed")
    mend_rounds(by=cast.who("ann"), stage=stage)
    met = [two for names in who_meets_whom(stage) for two in names if "Zed" in two]
    assert len(met) == 4
    assert all(len(two) == 2 for two in met), "every round had a bye to fill"


def test_a_walkover_stands_when_the_draw_is_mended(cast: Cast) -> None:
    event = an_event(cast, 6)
    stage = a_stage(cast, event, SomeGames(2))
    draw(cast, stage)
    publish(cast, stage)
    ada = entry_of(event, "Ada")
    first = event.matches.get(pairing_round__number=1, sides__entries=ada)
    Match.objects.filter(pk=first.pk).update(
        state="finished", ending="walkover", winner=1
    )
    leave(event, "Ada")
    mend_rounds(by=cast.who("ann"), stage=stage)
    assert event.matches.filter(pk=first.pk, ending="walkover").exists()
    assert not event.matches.filter(
        pairing_round__number=2, sides__entries=ada
    ).exists()


def test_redrawn_partners_are_drawn_again_instead(cast: Cast) -> None:
    event = an_event(cast, 8)
    stage = a_stage(cast, event, Partners())
    draw(cast, stage)
    leave(event, "Ada")
    with pytest.raises(CannotDraw, match="drawn again"):
        mend_rounds(by=cast.who("ann"), stage=stage)
    draw(cast, stage)
    assert not any("Ada" in names for r in who_meets_whom(stage) for names in r)


# --- The seed -------------------------------------------------------------------------


def test_a_seed_is_made_when_it_is_needed_and_not_before(cast: Cast) -> None:
    event = an_event(cast, 4, rng_seed="")
    stage = a_stage(cast, event, SomeGames(1))
    draw(cast, stage)
    event.refresh_from_db()
    assert len(event.rng_seed) == 19


def test_a_promise_is_kept(cast: Cast) -> None:
    event = an_event(cast, 4, rng_seed="")
    stage = a_stage(cast, event, SomeGames(1))
    promise = promise_seed(by=cast.who("ann"), event=event)
    draw(cast, stage)
    event.refresh_from_db()
    assert event.promised_at is not None
    assert keeps(promise, event.rng_seed)
    with pytest.raises(SeedIsKnown):
        promise_seed(by=cast.who("ann"), event=event)


def test_nothing_is_promised_once_the_dice_are_thrown(cast: Cast) -> None:
    event = an_event(cast, 4)
    draw(cast, a_stage(cast, event, SomeGames(1)))
    with pytest.raises(SeedIsKnown):
        promise_seed(by=cast.who("ann"), event=event, seed="mine")


# --- What it costs --------------------------------------------------------------------


def queries(cast: Cast, entries: int) -> dict[str, int]:
    """Queries of each act. Rows are written in batches, so those are not counted."""
    event = an_event(cast, entries, boards=3)
    stage = a_stage(cast, event, SomeGames(entries - 1))
    one, other, *_ = event.entries.values_list("pk", flat=True)
    ann = cast.who("ann")
    acts: dict[str, Callable[[], object]] = {
        "draw": lambda: draw_rounds(by=ann, stage=stage),
        "draw anew": lambda: draw_rounds(by=ann, stage=stage),
        "swap": lambda: swap_entries(
            by=ann, stage=stage, number=1, one=one, other=other
        ),
        "publish": lambda: publish_rounds(by=ann, stage=stage),
        "mend": lambda: (
            Entry.objects.filter(pk=one).update(state="withdrawn"),
            mend_rounds(by=ann, stage=stage),
        ),
        "take back": lambda: take_back_rounds(by=ann, stage=stage),
    }
    counted = {}
    for name, act in acts.items():
        with CaptureQueriesContext(
            connection,
        ) as captured:
            act()
        counted[name] = sum(
            query["sql"].startswith(("SELECT", "UPDATE"))
            for query in captured.captured_queries
        )
    return counted


def test_twice_the_field_costs_no_more_queries(cast: Cast) -> None:
    assert queries(cast, 6) == queries(cast, 12)


def test_the_log_tells_who_changed_places(cast: Cast) -> None:
    stage = a_stage(cast, an_event(cast, 5), SomeGames(1))
    draw(cast, stage)
    swap(cast, stage, "Ada", "Eve")
    line = Action.objects.filter(verb="swap_entries").get()
    assert (line.said["names"], line.said["stage"]) == (["Ada", "Eve"], "Day")
    assert line.user == cast.ann
