"""Opening a stage, drawing it, and letting everybody see the draw."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from random import Random

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from leagues.access import Who
from leagues.actions.brackets import sync_brackets
from leagues.actions.dice import purpose_of, seed_of
from leagues.actions.log import record
from leagues.actions.matches import write_rounds
from leagues.actions.meanwhile import ChangedMeanwhile
from leagues.bridge.bracket_play import has_bracket
from leagues.bridge.field import recipe_for, way_of
from leagues.bridge.history import DrawnRound, mark_of, rounds_of
from leagues.bridge.order import before
from leagues.models import (
    Entry,
    Event,
    Match,
    MatchSide,
    PairingRound,
    Pool,
    PoolEntry,
    SideEntry,
    SidePlayer,
    Stage,
)
from leagues.pairing.seeds import roll
from leagues.pairing.values import NoPairing
from leagues.stages.recipe import ByPool, Recipe, by_lot, make, to_json
from leagues.stages.takes import Everyone, takes_from

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class CannotDraw(Exception):
    """Something stands in the way; the sentence says what."""


# --- Opening --------------------------------------------------------------------------


@transaction.atomic
def open_stage(*, by: Who, stage: Stage) -> None:
    """Fill the pools of a stage from where its entries come. Open already, it stays as it is."""
    _open(by, held(stage))


def _open(by: Who, stage: Stage) -> None:
    if stage.opened_at:
        return
    _after_the_stage_before(stage)
    event = stage.event
    purpose = f"{stage.number}.0.1"
    lots = _by_lot(stage, purpose)
    dice = roll(seed_of(event), purpose)
    pools = _filled(stage, lots, dice)
    if not any(len(entries) > 1 for entries in pools):
        raise CannotDraw(_("There are not two entries yet to play each other."))
    _seat(stage, pools)
    stage.opened_at = timezone.now()
    stage.save(update_fields=["opened_at"])
    event.touch()
    record(
        by=by,
        verb="open_stage",
        club=event.club,
        event=event,
        stage=stage.name,
        stage_id=stage.pk,
        pools=[len(entries) for entries in pools],
        seed=event.rng_seed,
        purpose=purpose,
        lot=sorted(lots),
    )


def _after_the_stage_before(stage: Stage) -> None:
    """What a stage takes is known when the stage before it has been played."""
    earlier = stage.event.stages.filter(number__lt=stage.number).last()
    if earlier is None:
        return
    if earlier.opened_at is None and not earlier.pools.exists():
        raise CannotDraw(_("%(stage)s has not been played yet.") % {"stage": earlier})
    matches = Match.objects.filter(pairing_round__stage=earlier)
    if missing := matches.unfinished().count():
        raise CannotDraw(
            ngettext(
                "%(n)s match of %(stage)s is not finished.",
                "%(n)s matches of %(stage)s are not finished.",
                missing,
            )
            % {"n": missing, "stage": earlier}
        )


def _by_lot(stage: Stage, purpose: str) -> tuple[int, ...]:
    """Those without a seed come after those who have one, in an order the dice give."""
    if not isinstance(takes_from(stage.source), Everyone):
        return ()
    unseeded = stage.event.entries.filter(state=Entry.State.ACTIVE, seed=None)
    return by_lot(unseeded.values_list("pk", flat=True), seed_of(stage.event), purpose)


def _filled(stage: Stage, lots: Sequence[int], dice: Random) -> list[list[int]]:
    stands = before(stage)
    if lots:
        seeded = tuple(entry for entry in stands.order if entry not in set(lots))
        stands = type(stands)(order=(*seeded, *lots), pools=stands.pools)
    return takes_from(stage.source).fill(stands, dice=dice)


def _seat(stage: Stage, pools: Sequence[Sequence[int]]) -> None:
    names = LETTERS if len(pools) > 1 else [""]
    rows = Pool.objects.bulk_create(
        Pool(stage=stage, number=number, name=names[number - 1])
        for number in range(1, len(pools) + 1)
    )
    PoolEntry.objects.bulk_create(
        PoolEntry(pool=pool, stage=stage, entry_id=entry, seed=seed)
        for pool, entries in zip(rows, pools, strict=True)
        for seed, entry in enumerate(entries, start=1)
    )


# --- Drawing --------------------------------------------------------------------------


@transaction.atomic
def draw_rounds(*, by: Who, stage: Stage, seen: str = "") -> list[PairingRound]:
    """Draw what can be drawn now: a whole stage, or the next round of it, as a draft.

    Drafts there were are drawn anew, with dice of their own; what is published stays.
    """
    stage = held(stage)
    event = stage.event
    _open(by, stage)
    rounds = rounds_of(event)
    own = own_rounds(stage, rounds)
    if seen:
        same_mark(seen, stage, own)
    published = [each for each in own if each.is_published]
    _may_be_drawn(stage, published)
    clear([each.pk for each in own if not each.is_published])
    first = 1 + max((each.number for each in published), default=0)
    purpose = purpose_of(stage, first)
    recipe = recipe_for(stage, rounds, seed_of(event), purpose)
    made = _made(recipe)
    rows = _write(stage, made, first, f"{event.rng_seed}/{purpose}")
    event.touch()
    record(
        by=by,
        verb="draw_rounds",
        club=event.club,
        event=event,
        stage=stage.name,
        stage_id=stage.pk,
        first=first,
        rounds=len(rows),
        purpose=purpose,
        paper=to_json(recipe),
    )
    return rows


def _may_be_drawn(stage: Stage, published: Sequence[DrawnRound]) -> None:
    if stage.closed_at:
        raise CannotDraw(_("This stage is closed."))
    if has_bracket(stage) or stage.format == Stage.Format.SHOOT_OUT:
        raise CannotDraw(_("Nothing is drawn here: the seeds say who meets whom."))
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
    MatchSide.objects.filter(match__in=gone).delete()
    gone.delete()
    if matches is None:
        PairingRound.objects.filter(pk__in=rounds).delete()


# --- Publishing -----------------------------------------------------------------------


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
        _open(by, stage)
        sync_brackets(stage)
        return _tell(by, "publish_rounds", stage, [1])
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
    return _tell(by, "publish_rounds", stage, [each.number for each in drafts])


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
    return _tell(by, "take_back_rounds", stage, [each.number for each in back])


def _tell(by: Who, verb: str, stage: Stage, numbers: list[int]) -> list[int]:
    event = stage.event
    event.touch()
    record(
        by=by,
        verb=verb,
        club=event.club,
        event=event,
        stage=stage.name,
        stage_id=stage.pk,
        rounds=numbers,
    )
    return numbers


# --- For all who change a draw ----------------------------------------------------------


def held(stage: Stage) -> Stage:
    """The stage as it is now, its event's row locked."""
    event = (
        Event.objects.select_for_update().select_related("club").get(pk=stage.event_id)
    )
    if event.state == Event.State.FINISHED:
        raise CannotDraw(_("This event is finished."))
    now: Stage = event.stages.get(pk=stage.pk)
    now.event = event
    return now


def own_rounds(stage: Stage, rounds: Sequence[DrawnRound]) -> list[DrawnRound]:
    return [each for each in rounds if each.stage == stage.pk]


def same_mark(seen: str, stage: Stage, own: Sequence[DrawnRound]) -> None:
    """Refuse to go on if the draw is no longer the one that somebody saw."""
    if seen != stage_mark(stage, own):
        raise ChangedMeanwhile


def stage_mark(stage: Stage, own: Sequence[DrawnRound]) -> str:
    seats = PoolEntry.objects.filter(stage=stage).order_by("pool__number", "seed")
    return mark_of(own, seats.values_list("pool", "entry"))
