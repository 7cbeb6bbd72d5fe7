"""Drawing the rounds of a stage, and letting everybody see the draw."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from leagues.access import Who
from leagues.actions.drawing.matches import write_rounds
from leagues.actions.drawing.opening import CannotDraw, fill_pools, held, let_in, tell
from leagues.actions.going_on.brackets import sync_brackets
from leagues.actions.meanwhile import ChangedMeanwhile
from leagues.actions.planning.dice import purpose_of, seed_of
from leagues.actions.playing.times import set_times
from leagues.actions.push import tell_of_rounds
from leagues.bridge.draws.attendance import comings_of
from leagues.bridge.draws.field import recipe_for, way_of
from leagues.bridge.draws.history import DrawnRound, mark_of, rounds_of
from leagues.bridge.knockout.bracket_play import has_bracket
from leagues.models import (
    Match,
    MatchSide,
    PairingRound,
    PoolEntry,
    ScoringPhone,
    SideEntry,
    SidePlayer,
    Stage,
)
from leagues.pairing.values import NoPairing
from leagues.stages.recipe import ByPool, Recipe, make, to_json, who_meets


@transaction.atomic
def draw_rounds(*, by: Who, stage: Stage, seen: str = "") -> list[PairingRound]:
    """Draw what can be drawn now: a whole stage, or the next round of it, as a draft.

    Drafts there were are drawn anew, with dice of their own; what is published stays.
    """
    stage = held(stage)
    event = stage.event
    rounds = rounds_of(event)
    own = own_rounds(stage, rounds)
    if seen:
        same_mark(seen, stage, own)
    fill_pools(by, stage)
    published = [each for each in own if each.is_published]
    _may_be_drawn(stage, published)
    let_in(stage, comings_of(stage, own).late)
    clear([each.pk for each in own if not each.is_published])
    first = 1 + _last_number(stage)
    purpose = purpose_of(stage, first)
    recipe = recipe_for(stage, rounds, seed_of(event), purpose)
    made = _made(recipe)
    rows = _write(stage, made, first, f"{event.rng_seed}/{purpose}")
    set_times(event)
    tell(
        by,
        "draw_rounds",
        stage,
        first=first,
        rounds=len(rows),
        purpose=purpose,
        paper=to_json(recipe),
        **_from_the_table(recipe, made),
    )
    return rows


def _from_the_table(recipe: Recipe, made: Sequence[ByPool]) -> dict[str, Any]:
    """Who meets whom, where a correction will ask how it was: drawing again is slow."""
    return {} if recipe.way.drawn_ahead else {"meetings": sorted(who_meets(made))}


def _last_number(stage: Stage) -> int:
    """Of what is published; play-offs are no part of the draw, and have their numbers."""
    last = stage.pairing_rounds.published().aggregate(last=Max("number"))["last"]
    return last or 0


def _may_be_drawn(stage: Stage, published: Sequence[DrawnRound]) -> None:
    if has_bracket(stage) or stage.format == Stage.Format.SHOOT_OUT:
        raise CannotDraw(
            _("Nothing is drawn here: nobody is paired by lot or by the table.")
        )
    unfinished = sum(each.unfinished for each in published)
    if not way_of(stage).drawn_ahead and unfinished:
        raise CannotDraw(
            ngettext(
                "%(n)s match is not finished, and the next round follows from the table.",
                "%(n)s matches are not finished, and the next round follows from the table.",
                unfinished,
            )
            % {"n": unfinished}
        )


def _made(recipe: Recipe) -> tuple[ByPool, ...]:
    try:
        made = make(recipe)
    except NoPairing as trouble:
        raise CannotDraw(
            _("Nobody can be paired like this: %(why)s.") % {"why": trouble}
        ) from trouble
    if not any(pool.pairings for pools in made for pool in pools):
        raise CannotDraw(_("There is nothing left to draw in this stage."))
    return made


def _write(
    stage: Stage, made: Sequence[ByPool], first: int, dice: str
) -> list[PairingRound]:
    rows = PairingRound.objects.bulk_create(
        PairingRound(stage=stage, number=number, rng_seed=dice)
        for number in range(first, first + len(made))
    )
    pools = list(stage.pools.all())
    write_rounds(
        stage.event,
        [
            (row, dict(zip(pools, by_pool, strict=True)))
            for row, by_pool in zip(rows, made, strict=True)
        ],
        bye_points=way_of(stage).bye_points,
    )
    return rows


def clear(rounds: Collection[int], matches: Collection[int] | None = None) -> None:
    """Take drawn matches away, and whole rounds unless only some matches are named.

    Only what nobody has begun comes here: a draft, or what was taken back.
    """
    if not rounds:
        return
    gone = Match.objects.filter(pairing_round__in=rounds)
    if matches is not None:
        gone = gone.filter(pk__in=matches)
    SidePlayer.objects.filter(match__in=gone).delete()
    SideEntry.objects.filter(side__match__in=gone).delete()
    ScoringPhone.objects.filter(match__in=gone).delete()
    # Nothing hangs on them any more, and Django would fetch each of them to see that.
    MatchSide.objects.filter(match__in=gone)._raw_delete(gone.db)
    gone._raw_delete(gone.db)
    if matches is None:
        PairingRound.objects.filter(pk__in=rounds).delete()


@transaction.atomic
def publish_rounds(
    *, by: Who, stage: Stage, numbers: Collection[int] | None = None, seen: str = ""
) -> list[int]:
    """Let everybody see these drafts, or all there are; of a bracket, all that is known."""
    stage = held(stage)
    own = own_rounds(stage, rounds_of(stage.event))
    if seen:
        same_mark(seen, stage, own)
    if has_bracket(stage):
        fill_pools(by, stage)
        sync_brackets(stage)
        tell(by, "publish_rounds", stage, rounds=[1])
        return [1]
    drafts = [
        each
        for each in own
        if not each.is_published and (numbers is None or each.number in numbers)
    ]
    if not drafts:
        raise ChangedMeanwhile
    PairingRound.objects.filter(pk__in=[each.pk for each in drafts]).update(
        state=PairingRound.State.PUBLISHED
    )
    set_times(stage.event)
    tell_of_rounds([each.pk for each in drafts])
    told = [each.number for each in drafts]
    tell(by, "publish_rounds", stage, rounds=told)
    return told


@transaction.atomic
def take_back_rounds(
    *, by: Who, stage: Stage, numbers: Collection[int] | None = None, seen: str = ""
) -> list[int]:
    """Make drafts again of published rounds that nobody has begun.

    A bracket follows from its seeds, so its matches are simply not there any more.
    """
    stage = held(stage)
    own = own_rounds(stage, rounds_of(stage.event))
    if seen:
        same_mark(seen, stage, own)
    wanted = [
        each
        for each in own
        if each.is_published and (numbers is None or each.number in numbers)
    ]
    back = [each for each in wanted if not each.has_begun]
    if not back or (numbers is not None and len(back) < len(wanted)):
        raise CannotDraw(_("Somebody has begun to play this round."))
    if has_bracket(stage):
        if len(back) < len(own):
            raise CannotDraw(_("Somebody has begun to play this bracket."))
        clear([each.pk for each in back])
    else:
        PairingRound.objects.filter(pk__in=[each.pk for each in back]).update(
            state=PairingRound.State.DRAFT
        )
    told = [each.number for each in back]
    tell(by, "take_back_rounds", stage, rounds=told)
    return told


def own_rounds(stage: Stage, rounds: Sequence[DrawnRound]) -> list[DrawnRound]:
    return [each for each in rounds if each.stage == stage.pk]


def same_mark(seen: str, stage: Stage, own: Sequence[DrawnRound]) -> None:
    """Refuse to go on if the draw is no longer the one that somebody saw."""
    if seen != stage_mark(stage, own):
        raise ChangedMeanwhile


def stage_mark(stage: Stage, own: Sequence[DrawnRound]) -> str:
    seats = PoolEntry.objects.filter(stage=stage).order_by("pool__number", "seed")
    return mark_of(own, seats.values_list("pool", "entry"))
