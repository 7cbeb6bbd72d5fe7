"""What the organiser changes in a draw by hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext as _

from leagues.access import Who
from leagues.actions.drawing.draw import own_rounds, same_mark
from leagues.actions.drawing.matches import write_sides
from leagues.actions.drawing.opening import CannotDraw, held, names_of, seats_of, tell
from leagues.actions.log import record
from leagues.actions.meanwhile import ChangedMeanwhile
from leagues.actions.planning.dice import seed_of
from leagues.actions.push import tell_of_matches
from leagues.bridge.draws.field import way_of
from leagues.bridge.draws.history import DrawnRound, rounds_of
from leagues.bridge.draws.swapping import may_move
from leagues.bridge.knockout.bracket_play import has_bracket
from leagues.models import (
    Entry,
    Event,
    KeepApart,
    Match,
    MatchSide,
    PoolEntry,
    RoundReport,
    Stage,
)
from leagues.pairing.changes import exchange
from leagues.pairing.values import Bye, Pairing
from leagues.pairing.values import PairingRound as Drawn
from leagues.stages.recipe import by_lot

HELD = 30_000
"""A seed nobody has, where one waits while another takes its place."""


# --- By hand --------------------------------------------------------------------------


@transaction.atomic
def swap_entries(
    *, by: Who, stage: Stage, number: int, one: int, other: int, seen: str = ""
) -> None:
    """Let two entries change places, be it at a board or on the bench.

    In a round that is published they may while neither has been called to a board.
    """
    stage = held(stage)
    own = own_rounds(stage, rounds_of(stage.event))
    if seen:
        same_mark(seen, stage, own)
    here = next((each for each in own if each.number == number), None)
    if here is None:
        raise ChangedMeanwhile
    if has_bracket(stage):
        raise CannotDraw(_("Who meets whom in a bracket follows from its seeds."))
    theirs = [m for m in here.matches if {one, other} & set(m.entries)]
    reports = RoundReport.objects.filter(match__in=[match.pk for match in theirs])
    if not all(may_move(here, match) for match in theirs) or reports.exists():
        raise CannotDraw(_("One of them has been called to a board, or is done."))
    changed = _exchanged(here, one, other)
    if not changed:
        raise CannotDraw(_("These two cannot change places."))
    _seat_anew(changed, way_of(stage).bye_points)
    if here.is_published:
        tell_of_matches(changed)
    tell(by, "swap_entries", stage, round=number, **_two(stage.event, one, other))


def _exchanged(
    here: DrawnRound, one: int, other: int
) -> dict[int, Pairing[int] | Bye[int]]:
    """What each match becomes that one of the two is in; nothing from pool to pool."""
    matches = [m for m in here.matches if {one, other} & set(m.entries)]
    at_hand = {entry for match in matches for entry in match.entries}
    if (
        one == other
        or not {one, other} <= at_hand
        or len({m.pool for m in matches}) > 1
    ):
        return {}
    return {
        match.pk: new
        for match in matches
        if (new := _after(match.drawn, one, other)) != match.drawn
    }


def _after(
    drawn: Pairing[int] | Bye[int], one: int, other: int
) -> Pairing[int] | Bye[int]:
    if isinstance(drawn, Pairing):
        return exchange(Drawn((drawn,)), one, other).pairings[0]
    return exchange(Drawn(byes=(drawn,)), one, other).byes[0]


def _seat_anew(changed: Mapping[int, Pairing[int] | Bye[int]], bye_points: int) -> None:
    """Other people on the sides; number, board and first shot stay."""
    matches = Match.objects.in_bulk(changed)
    for pk, match in matches.items():
        why = changed[pk].why
        match.why = {"template": why.template, "by_side": list(why.by_side)}
    Match.objects.bulk_update(matches.values(), ["why"])
    MatchSide.objects.filter(match__in=matches).delete()
    write_sides(
        [(match, _sides(changed[pk])) for pk, match in matches.items()], bye_points
    )


def _sides(drawn: Pairing[int] | Bye[int]) -> tuple[tuple[int, ...], ...]:
    return tuple(drawn.sides) if isinstance(drawn, Pairing) else ((drawn.entry,),)


@transaction.atomic
def swap_seeds(*, by: Who, stage: Stage, one: int, other: int, seen: str = "") -> None:
    """Let two entries change places in a bracket that is not published yet."""
    stage = _bracket_to_come(stage, seen)
    places = list(PoolEntry.objects.filter(stage=stage, entry__in=[one, other]))
    if len(places) < 2 or len({place.pool_id for place in places}) > 1:
        raise CannotDraw(_("These two cannot change places."))
    a, b = places
    for place, seed in ((a, HELD), (b, a.seed), (a, b.seed)):
        PoolEntry.objects.filter(pk=place.pk).update(seed=seed)
    tell(by, "swap_seeds", stage, **_two(stage.event, one, other))


@transaction.atomic
def seeds_by_lot(*, by: Who, stage: Stage, seen: str = "") -> None:
    """Draw the order going into a bracket by lot, whatever it was."""
    stage = _bracket_to_come(stage, seen)
    attempt = (
        1 + stage.event.log.filter(verb="seeds_by_lot", said__stage_id=stage.pk).count()
    )
    purpose = f"{stage.number}.0.lot{attempt}"
    was = seats_of(stage)
    places = list(PoolEntry.objects.filter(stage=stage).order_by("pool", "seed"))
    pools: dict[int, list[PoolEntry]] = {}
    for place in places:
        pools.setdefault(place.pool_id, []).append(place)
    PoolEntry.objects.filter(stage=stage).update(seed=F("seed") + HELD)
    for mine in pools.values():
        order = by_lot(
            (place.entry_id for place in mine), seed_of(stage.event), purpose
        )
        for place in mine:
            place.seed = 1 + order.index(place.entry_id)
    PoolEntry.objects.bulk_update(places, ["seed"])
    tell(
        by,
        "seeds_by_lot",
        stage,
        seed=stage.event.rng_seed,
        purpose=purpose,
        lot=sorted(place.entry_id for place in places),
        was=was,
        now=seats_of(stage),
    )


def _bracket_to_come(stage: Stage, seen: str) -> Stage:
    stage = held(stage)
    own = own_rounds(stage, rounds_of(stage.event))
    if seen:
        same_mark(seen, stage, own)
    if own or not has_bracket(stage):
        raise CannotDraw(_("This bracket is published: take it back first."))
    return stage


# --- Kept apart -----------------------------------------------------------------------


@transaction.atomic
def keep_apart(
    *, by: Who, event: Event, one: int, other: int, never: bool
) -> KeepApart:
    """These two should not meet in draws to come; ``never`` even where nobody else is left."""
    event = Event.objects.select_for_update().select_related("club").get(pk=event.pk)
    first, second = sorted((one, other))
    here = Entry.objects.filter(event=event, pk__in=(first, second))
    if first == second or here.count() != len((first, second)):
        raise CannotDraw(_("Choose two entries of this event."))
    kept, _made = KeepApart.objects.update_or_create(
        event=event, one_id=first, other_id=second, defaults={"never": never}
    )
    event.touch()
    record(
        by=by,
        verb="keep_apart",
        club=event.club,
        event=event,
        never=never,
        **_two(event, first, second),
    )
    return kept


@transaction.atomic
def let_meet(*, by: Who, event: Event, kept: int) -> None:
    """These two may meet again."""
    event = Event.objects.select_for_update().select_related("club").get(pk=event.pk)
    row = KeepApart.objects.filter(event=event, pk=kept).first()
    if row is None:
        raise ChangedMeanwhile
    one, other, never = row.one_id, row.other_id, row.never
    row.delete()
    event.touch()
    record(
        by=by,
        verb="let_meet",
        club=event.club,
        event=event,
        never=never,
        **_two(event, one, other),
    )


def _two(event: Event, one: int, other: int) -> dict[str, Any]:
    """Two entries, by number for whoever undoes it and by name for whoever reads it."""
    names = names_of(event, (one, other))
    return {"entries": [one, other], "names": [names[one], names[other]]}
