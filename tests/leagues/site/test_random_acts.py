"""Random organiser acts thrown at an event never break it, and never end in an error.

Each example is a short day: acts come in any order, sensible or not. An act may be refused
in a sentence, and then nothing has changed; after every one the invariants of the design hold.
"""

from collections import Counter
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from leagues.actions.advance.moving_up import move_up_for
from leagues.actions.advance.play_off import play_off
from leagues.actions.advance.refill import refill_stage
from leagues.actions.advance.ties import settle_by_lot
from leagues.actions.draw.changes import keep_apart, seeds_by_lot, swap_entries
from leagues.actions.draw.draw import draw_rounds, publish_rounds, take_back_rounds
from leagues.actions.draw.draw_updates import mend_rounds
from leagues.actions.draw.opening import empty_stage, open_stage
from leagues.actions.entries.entries import NewEntry, check_in, enter_list, strike_entry
from leagues.actions.entries.line_ups import substitute_player
from leagues.actions.entries.presence import change_presence
from leagues.actions.events.events import add_stage
from leagues.actions.events.stages import move_stage, plan_stage, remove_stage
from leagues.actions.log.undo import consequences_of_undo, undo
from leagues.actions.notices import make_announcement
from leagues.actions.play.calls import call_match, call_next, put_back
from leagues.actions.play.cards import accept_match, enter_card
from leagues.actions.play.clock import (
    add_minute,
    pause_clock,
    resume_clock,
    start_clock,
    stop_clock,
)
from leagues.actions.play.endings import annul_match, forfeit_both, give_walkover, stop_match
from leagues.actions.refusal import Refused
from leagues.actions.results.consequences import correct_and
from leagues.actions.results.corrections import Then
from leagues.actions.verb import VERBS
from leagues.models import (
    Entry,
    Event,
    Match,
    PairingRound,
    Player,
    Round,
    RoundReport,
    SideEntry,
    Stage,
)
from leagues.reads.advance.finals import podium_of
from leagues.reads.entries.effects import Act, facts_of, state_of
from leagues.reads.people.stored_sums import clear_caches
from leagues.reads.play.card import card_mark
from leagues.reads.results.what_if import read_draws, state_of_event
from leagues.reads.state_marks import mark_of
from leagues.stages.entry_sources import Top
from leagues.stages.pairing_ways import Knockout, RoundRobin, SomeGames, Swiss
from leagues.stages.stage_plan import StagePlan
from scoring.errors import ScoreError
from scoring.sides import BySeat, Seat
from tests.cast import Cast
from tests.examples import example_count
from tests.leagues.advance.ties import ties_before
from tests.leagues.log.as_seen import as_seen
from tests.leagues.people.from_the_start import ratings_hold
from tests.leagues.play.desk_hall import NOON, DeskHall, finish_as_it_is, open_hall
from tests.scenes import scene

pytestmark = pytest.mark.long

REFUSALS = (Refused, ScoreError)
WAYS = (Swiss(games=3), RoundRobin(), SomeGames(games=2))

Roll = int
Doing = Callable[[DeskHall, Roll], object]


def pick_row(rows: Any, roll: Roll) -> Any:
    """One of these rows, chosen by ``roll``; refused if there are none."""
    found = list(rows.order_by("pk"))
    if not found:
        raise Refused("there is nothing of the kind")
    return found[roll % len(found)]


def a_stage(hall: DeskHall, roll: Roll) -> Stage:
    stage: Stage = pick_row(hall.event.stages, roll)
    return stage


def a_match(hall: DeskHall, roll: Roll) -> Match:
    published = hall.event.matches.published().exclude(ending=Match.Ending.BYE)
    match: Match = pick_row(published, roll)
    return match


def an_entry(hall: DeskHall, roll: Roll) -> Entry:
    entry: Entry = pick_row(hall.event.entries.named().select_related("event"), roll)
    return entry


def a_card(roll: Roll) -> list[dict[str, Any]]:
    """A random card of up to five rounds: too few, too many, or none."""
    points = ([2, 0], [1, 1], [0, 2])
    length = 4 if roll % 3 else roll % 6
    return [{"points": points[roll // 3**n % 3]} for n in range(length)]


def enter_random_card(hall: DeskHall, roll: Roll) -> None:
    match = a_match(hall, roll)
    enter_card(
        by=hall.by,
        match=match,
        key=uuid4(),
        claims=a_card(roll),
        seen=card_mark(match),
        made_at=NOON,
    )


def finish_round(hall: DeskHall, roll: Roll) -> None:
    """Play all that can be played now; otherwise no random day would get far."""
    for match in hall.event.matches.published().unfinished():
        enter_card(
            by=hall.by,
            match=match,
            key=uuid4(),
            claims=[{"points": p} for p in ([2, 0], [1, 1], [0, 2], [2, 0])],
            seen=card_mark(match),
            made_at=NOON,
        )


def go_on(hall: DeskHall, roll: Roll) -> None:
    """Draw and publish what can be, as organisers do; the final once the morning is finished."""
    stages = list(hall.event.stages.all())
    for stage in stages if roll % 5 else reversed(stages):
        try:
            with transaction.atomic():
                if stage.format != Stage.Format.KNOCKOUT:
                    draw_rounds(by=hall.by, stage=stage)
                publish_rounds(by=hall.by, stage=stage)
            return
        except REFUSALS:
            continue


def correct_random_card(hall: DeskHall, roll: Roll) -> None:
    match = a_match(hall, roll)
    correct_and(
        by=hall.by,
        match=match,
        then=list(Then)[roll % len(Then)],
        key=uuid4(),
        claims=a_card(roll + 1),
        seen=card_mark(match),
        reason="a random one",
        made_at=NOON,
    )


def two_play_off(hall: DeskHall, roll: Roll) -> None:
    one, other = an_entry(hall, roll), an_entry(hall, roll + 1)
    play_off(by=hall.by, stage=a_stage(hall, roll), entries=[one.pk, other.pk])


def settle_random_tie(hall: DeskHall, roll: Roll) -> None:
    later = hall.event.stages.filter(number=2).first()  # it may have been taken back
    if later and (ties := ties_before(later)):
        first = hall.event.stages.get(number=1)
        settle_by_lot(by=hall.by, stage=first, entries=ties[0].entries)


def plan_random_stage(hall: DeskHall, roll: Roll) -> None:
    """Add a stage, move one, or take one away."""
    if roll % 3 == 0:
        added = StagePlan(name=f"Stage {roll}", way=RoundRobin())
        plan_stage(by=hall.by, event=hall.event, plan=added)
    elif roll % 3 == 1:
        move_stage(by=hall.by, stage=a_stage(hall, roll), earlier=bool(roll % 2))
    else:
        remove_stage(by=hall.by, stage=a_stage(hall, roll))


def turn_the_clock(hall: DeskHall, roll: Roll) -> None:
    rounds = PairingRound.objects.filter(stage__event=hall.event)
    turns = (pause_clock, resume_clock, add_minute, stop_clock)
    if roll % 2:
        start_clock(by=hall.by, pairing_round=pick_row(rounds, roll), minutes=12)
    else:
        turns[roll // 2 % 4](by=hall.by, pairing_round=pick_row(rounds, roll // 8))


def let_sit(hall: DeskHall, roll: Roll) -> None:
    entry = an_entry(hall, roll)
    comes = Player.objects.create(club=hall.event.club, name=f"Sub {roll}")
    substitute_player(
        by=hall.by,
        event=hall.event,
        entry=entry,
        leaves=entry.people[0],
        comes=comes,
        for_good=bool(roll % 2),
    )


def change_random_presence(hall: DeskHall, roll: Roll) -> None:
    entry = an_entry(hall, roll)
    acts = [act for act in Act if act is not Act.STRIKE]
    change_presence(
        by=hall.by,
        event=hall.event,
        entry=entry,
        act=acts[roll % len(acts)],
        seen=mark_of(state_of(facts_of(entry))),
    )


def come_late(hall: DeskHall, roll: Roll) -> None:
    player = Player(club=hall.event.club, name=f"Late {roll}")
    enter_list(by=hall.by, event=hall.event, entries=[NewEntry((player,))], how="list")


def swap_random_entries(hall: DeskHall, roll: Roll) -> None:
    stage = a_stage(hall, roll)
    one, other = an_entry(hall, roll), an_entry(hall, roll + 1)
    number = 1 + roll % 3
    swap_entries(by=hall.by, stage=stage, number=number, one=one.pk, other=other.pk)


def keep_random_apart(hall: DeskHall, roll: Roll) -> None:
    one, other = an_entry(hall, roll), an_entry(hall, roll + 1)
    keep_apart(by=hall.by, event=hall.event, one=one.pk, other=other.pk, never=not roll % 4)


def take_something_back(hall: DeskHall, roll: Roll) -> None:
    """Preview the undo of a random line, which changes nothing; then undo it, which adds one line
    or is refused.
    """
    lines = list(hall.event.log.order_by("-pk")[:20])
    action = lines[roll % len(lines)]
    before = seen_from_outside(hall.event)
    try:
        consequences_of_undo(by=hall.by, action=action)
    finally:
        assert seen_from_outside(hall.event) == before
    undo(by=hall.by, action=action)


ACTS: dict[str, Doing] = {
    "open": lambda h, n: open_stage(by=h.by, stage=a_stage(h, n)),
    "empty": lambda h, n: empty_stage(by=h.by, stage=a_stage(h, n)),
    "draw": lambda h, n: draw_rounds(by=h.by, stage=a_stage(h, n)),
    "publish": lambda h, n: publish_rounds(by=h.by, stage=a_stage(h, n)),
    "take back": lambda h, n: take_back_rounds(by=h.by, stage=a_stage(h, n)),
    "mend": lambda h, n: mend_rounds(by=h.by, stage=a_stage(h, n)),
    "swap": swap_random_entries,
    "apart": keep_random_apart,
    "enter": enter_random_card,
    "finish round": finish_round,
    "correct": correct_random_card,
    "accept": lambda h, n: accept_match(by=h.by, match=a_match(h, n), seen=card_mark(a_match(h, n))),
    "walkover": lambda h, n: give_walkover(by=h.by, match=a_match(h, n), winner=Seat(n % 2), points=BySeat(*((8, 0) if n % 2 == 0 else (0, 8)))),
    "nobody came": lambda h, n: forfeit_both(by=h.by, match=a_match(h, n)),
    "annul": lambda h, n: annul_match(by=h.by, match=a_match(h, n)),
    "call": lambda h, n: call_match(by=h.by, match=a_match(h, n)),
    "put back": lambda h, n: put_back(by=h.by, match=a_match(h, n)),
    "next": lambda h, n: call_next(by=h.by, event=h.event),
    "presence": change_random_presence,
    "late": come_late,
    "strike": lambda h, n: strike_entry(by=h.by, event=h.event, entry=an_entry(h, n)),
    "check in": lambda h, n: check_in(by=h.by, event=h.event, entries=[an_entry(h, n).pk]),
    "move up": lambda h, n: move_up_for(by=h.by, stage=a_stage(h, n), absent=an_entry(h, n // 3)),
    "say": lambda h, n: make_announcement(by=h.by, event=h.event, text="Soup is ready"),
    "stop": lambda h, n: stop_match(by=h.by, match=a_match(h, n)),
    "play off": two_play_off,
    "fill anew": lambda h, n: refill_stage(by=h.by, stage=a_stage(h, n)),
    "lot": lambda h, n: seeds_by_lot(by=h.by, stage=a_stage(h, n)),
    "settle": settle_random_tie,
    "plan": plan_random_stage,
    "clock": turn_the_clock,
    "let sit": let_sit,
    "undo": take_something_back,
    "go on": go_on,
    "finish": lambda h, n: finish_as_it_is(h.by, h.event) if n % 29 == 0 else None,
}  # fmt: skip
USUAL = ("go on", "finish round")


def acts() -> st.SearchStrategy[tuple[str, Roll]]:
    """A random act; those that carry a day forward are more frequent."""
    names = st.sampled_from([*ACTS, *USUAL * 3, *("undo", "correct", "enter") * 3])
    return st.tuples(names, st.integers(0, 400))


# --- What must hold -------------------------------------------------------------------------


def seen_from_outside(event: Event) -> tuple[int, int, int]:
    """The state that a refused act must leave unchanged."""
    revision = Event.objects.values_list("revision", flat=True).get(pk=event.pk)
    return revision, event.log.count(), RoundReport.objects.count()


def check_invariants(hall: DeskHall, reports: int) -> int:
    """Assert the invariants of section 5 of the design; returns the number of reports."""
    ratings_hold(hall.event.club)
    event = Event.objects.get(pk=hall.event.pk)
    now = RoundReport.objects.filter(match__event=event).count()
    assert now >= reports, "an acknowledged report is gone"
    for match in event.matches.with_sides().with_rounds().published():
        well_played(match)
    assert_no_double_seats(event)
    if event.state == Event.State.FINISHED:
        assert not event.matches.at_a_board().exists(), "a board is kept for nobody"
    assert set(event.log.values_list("verb", flat=True)) <= VERBS.keys()
    revisions = [line.revision or 0 for line in event.log.all()]
    assert revisions == sorted(revisions), "the log runs backwards"
    for table in state_of_event(read_draws(event)).tables:
        assert sorted(table.places.values())[:1] in ([], [1]), "nobody is first"
    podium_of(event)
    return now


def well_played(match: Match) -> None:
    sides = list(match.sides.all())
    sitting = [entry.pk for side in sides for entry in side.entries.all()]
    assert len(set(sitting)) == len(sitting), f"{match}: somebody plays themselves"
    assert len(sides) == (1 if match.ending == Match.Ending.BYE else 2)
    for each in match.rounds.all():
        assert sum(each.points) == 2, f"{each} does not award two points"
    if match.ending == Match.Ending.PLAYED and match.rounds.exists():
        made = [sum(p) for p in zip(*(r.points for r in match.rounds.all()), strict=True)]
        assert made == [side.points for side in sides], f"{match} does not add up"
    if match.state == Match.State.FINISHED and match.winner is not None:
        assert match.winner < len(sides)


def assert_no_double_seats(event: Event) -> None:
    """Assert that no entry has two seats in a pairing round, and no board two matches."""
    seats = SideEntry.objects.filter(pairing_round__stage__event=event)
    per_round = Counter(seats.values_list("pairing_round", "entry"))
    assert max(per_round.values(), default=1) == 1
    playing = Match.objects.filter(event=event, state=Match.State.PLAYING)
    boards = Counter(playing.exclude(board=None).values_list("board", flat=True))
    assert max(boards.values(), default=1) == 1
    orphans = Round.objects.filter(match__event=event, points=None)
    assert not orphans.exists()


@scene
def hall(cast: Cast) -> DeskHall:
    return open_hall(cast, entries=7, boards=3)


@pytest.mark.parametrize("way", WAYS, ids=lambda way: type(way).__name__)
def test_a_day_of_random_acts(hall: DeskHall, way: Any) -> None:
    prepare_hall(hall, way)

    @settings(
        max_examples=example_count(3),
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    )
    @given(day=st.lists(acts(), min_size=6, max_size=18))
    def live(day: list[tuple[str, Roll]]) -> None:
        clear_caches()  # revisions start at 0 again
        with transaction.atomic():
            reports = 0
            for name, roll in day:
                before = seen_from_outside(hall.event)
                try:
                    with transaction.atomic():
                        ACTS[name](hall, roll)
                except REFUSALS:
                    assert seen_from_outside(hall.event) == before
                reports = check_invariants(hall, reports)
            transaction.set_rollback(True)

    live()


def prepare_hall(hall: DeskHall, way: Any) -> None:
    """A stage of this way with its first round played, and a knockout of the best four."""
    hall.pool.places.all().delete()
    hall.pool.delete()
    hall.stage.delete()
    hall.stage = add_stage(by=hall.by, event=hall.event, name="Morning", way=way)
    add_stage(by=hall.by, event=hall.event, name="Final", way=Knockout(), takes=Top(go_on=4))
    go_on(hall, 1)
    finish_round(hall, 1)


# --- And back -------------------------------------------------------------------------------

NO_WAY_BACK = ("go on", "finish round", "draw", "fill anew", "undo", "finish")
"""Acts made of several acts, and acts whose undo draws again instead of restoring."""


def test_an_act_that_is_undone_at_once_has_never_been(hall: DeskHall) -> None:
    prepare_hall(hall, Swiss(games=3))

    @settings(
        max_examples=example_count(3),
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    )
    @given(day=st.lists(acts(), min_size=6, max_size=14))
    def live(day: list[tuple[str, Roll]]) -> None:
        with transaction.atomic():
            for name, roll in day:
                top = hall.event.log.latest("pk").pk
                before = as_seen(hall.event)
                try:
                    with transaction.atomic():
                        ACTS[name](hall, roll)
                except REFUSALS:
                    continue
                if name not in NO_WAY_BACK:
                    undone_again(hall, top, before, name)
            transaction.set_rollback(True)

    live()


def undone_again(hall: DeskHall, top: int, before: dict[str, Any], name: str) -> None:
    """Assert that undoing the new log lines, last first, restores the event; roll that back."""
    with transaction.atomic():
        try:
            for line in hall.event.log.filter(pk__gt=top).order_by("-pk"):
                undo(by=hall.by, action=line)
            assert as_seen(hall.event) == before, f"{name} was not taken back whole"
        except Refused:
            pass
        transaction.set_rollback(True)
