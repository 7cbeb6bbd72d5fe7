"""An order of tie-breaks that organisers choose step by step."""

from typing import Any

import pytest
from django.test import Client

from leagues import reads
from leagues.actions.draw.draw import draw_rounds, publish_rounds
from leagues.models import Event, Stage
from leagues.reads.events.tie_words import STEPS_SAY
from leagues.reads.tables.at_stake import AtStake, lines_of
from leagues.reads.tables.stage_results import play_of
from leagues.stages.entry_sources import Bands, Everyone, KeepPools, Source, Top, TopOfPools
from leagues.stages.pairing_ways import Knockout, RoundRobin
from leagues.stages.ranking import Ranking
from leagues.stages.stage_plan import StagePlan, plan_from, row_of
from scoring.errors import RuleError
from scoring.standings import AfterSplit
from scoring.tiebreaks import HEAD_TO_HEAD_AT_STAKE, STEP_NAMES
from tests.cast import Cast
from tests.leagues.draw.draws import a_stage, an_event, finish_matches
from tests.leagues.events.planning import form_of, plan_event, words_of

pytestmark = pytest.mark.django_db


def save_own_chain(ann: Client, event: Event, *steps: str, **more: Any) -> Any:
    path = f"/desk/events/{event.slug}/stages/1/"
    typed = form_of(ann, path) | {"chain": "own", "steps": list(steps)}
    return ann.post(path, typed | more)


def shown_order(answer: Any) -> list[str]:
    """The order that a page shows, with nothing saved."""
    assert answer.status_code == 200
    return [step.name for step in answer.context["form"].own_chain.steps]


def test_an_own_order_is_kept_and_shown_with_its_reasons(ann: Client) -> None:
    event = plan_event(ann)
    steps = ("wins", "points", "mini-points", "shared")
    stage = f"/desk/events/{event.slug}/stages/1/"
    assert '<details class="more"> <summary>Tie-breaks' in words_of(ann.get(stage))

    assert save_own_chain(ann, event, *steps, after_split="continue").status_code == 302

    kept = event.stages.get(number=1)
    assert kept.chain == list(steps)
    page = words_of(Client().get(f"/events/{event.slug}/about/"))
    assert "<strong>Wins.</strong> Matches won." in page
    assert "Those still tied here share the place." in page
    assert "Those still tied continue with the next one." in page
    assert form_of(ann, stage)["chain"] == "own"
    assert '<details class="more" open> <summary>Tie-breaks' in words_of(ann.get(stage))


@pytest.mark.long
def test_steps_are_added_ordered_and_removed_without_saving(ann: Client) -> None:
    event = plan_event(ann)
    before = event.stages.get(number=1).chain
    two = ("points", "wins")

    assert shown_order(save_own_chain(ann, event, *two, order="add", another="twenties")) == [
        *two,
        "twenties",
    ]
    settled = (*two, "shoot-out", "decision")
    assert shown_order(save_own_chain(ann, event, *settled, order="add", another="twenties")) == [
        *two,
        "twenties",
        "shoot-out",
        "decision",
    ]
    assert shown_order(save_own_chain(ann, event, *settled, order="add", another="play-off")) == [
        *two,
        "shoot-out",
        "play-off",
        "decision",
    ]
    assert shown_order(save_own_chain(ann, event, *settled, order="add", another="shared")) == [
        *settled,
        "shared",
    ]
    assert shown_order(save_own_chain(ann, event, *two, order="earlier wins")) == ["wins", "points"]
    assert shown_order(save_own_chain(ann, event, *two, order="earlier points")) == [*two]
    assert shown_order(save_own_chain(ann, event, *two, order="later points")) == ["wins", "points"]
    assert shown_order(save_own_chain(ann, event, *two, order="later wins")) == [*two]
    assert shown_order(save_own_chain(ann, event, *two, order="remove points")) == ["wins"]
    assert shown_order(save_own_chain(ann, event, *two, order="toss wins")) == [*two]
    assert shown_order(save_own_chain(ann, event, *two, order="remove coin")) == [*two]
    assert shown_order(save_own_chain(ann, event, *two, order="add", another="coin")) == [*two]
    assert event.stages.get(number=1).chain == before


def test_no_order_and_unknown_steps_are_refused(ann: Client) -> None:
    event = plan_event(ann)
    answer = save_own_chain(ann, event)

    assert answer.status_code == 422
    assert "at least one tie-break for your own order" in words_of(answer)
    save_own_chain(ann, event, "points", "coin", "points")
    assert event.stages.get(number=1).chain == ["points"]


def test_a_row_with_an_unknown_step_is_refused() -> None:
    row = row_of(StagePlan(name="Pool", way=RoundRobin()))
    with pytest.raises(RuleError, match="no tie-break is called 'coin'"):
        plan_from(row | {"chain": ["points", "coin"]})


def test_every_step_is_explained() -> None:
    assert set(STEPS_SAY) == set(STEP_NAMES)


def test_starting_again_or_going_on_is_what_the_table_does(cast: Cast) -> None:
    """Three are tied on points: the 20s separate Ada; Eve and Fay start again or continue."""
    stage = a_stage(cast, an_event(cast, 4), RoundRobin())
    by = cast.who("ann")
    draw_rounds(by=by, stage=stage)
    publish_rounds(by=by, stage=stage)
    finish_matches(stage)
    for after in AfterSplit:
        Stage.objects.filter(pk=stage.pk).update(ranking=Ranking(after_split=after).stored)
        play = play_of(Stage.objects.get(pk=stage.pk))
        for row in play.rows(play.everyone):
            names = [comparison.step.name for comparison in row.steps]
            again = len(names) != len(set(names))
            assert not (again and after is AfterSplit.CONTINUE)


# --- The places that matter -----------------------------------------------------------


@pytest.mark.parametrize(
    ("takes", "sizes", "lines"),
    [
        (Top(8), [12], AtStake(overall=frozenset({8}))),
        (Bands(3), [9], AtStake(overall=frozenset({3, 6}))),
        (TopOfPools(2), [4, 4], AtStake(in_pools=frozenset({2}))),
        (KeepPools(4), [6, 6], AtStake(in_pools=frozenset({4}))),
        (Everyone(2), [8], AtStake()),
    ],
)
def test_where_a_place_is_at_stake(takes: Source, sizes: list[int], lines: AtStake) -> None:
    assert lines_of(takes, sizes) == lines


@pytest.mark.parametrize(("go_on", "decided"), [(None, True), (1, True), (3, False)], ids=str)
def test_head_to_head_counts_for_the_cut_and_the_podium(
    cast: Cast, go_on: int | None, decided: bool
) -> None:
    """Two are tied for first: head-to-head counts where the cut or the podium lies between them."""
    event = an_event(cast, 2)
    stage = a_stage(cast, event, RoundRobin(legs=2), name="Pool")
    if go_on:
        a_stage(cast, event, Knockout(), takes=TopOfPools(go_on), name="Final")
    Stage.objects.filter(pk=stage.pk).update(chain=list(HEAD_TO_HEAD_AT_STAKE))
    by = cast.who("ann")
    draw_rounds(by=by, stage=stage)
    publish_rounds(by=by, stage=stage)
    finish_matches(stage, (4, 4))

    [table] = reads.tables_of(Stage.objects.get(pk=stage.pk))

    asked = [c for c in table.lines[0].row.steps if c.step.at_stake_only]
    assert bool(asked) is True
    assert [not c.skipped for c in asked] == [decided] * len(asked)
