"""Changes to a draw by hand."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.db.models import F
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later

from leagues.access.roles import Who
from leagues.actions.act import act
from leagues.actions.draw.draw import DRAW_CHANGED, refuse_changed
from leagues.actions.draw.matches import write_sides
from leagues.actions.draw.opening import draw_act, names_of, no_garbage_collection, seats_of
from leagues.actions.events.seed import seed_of
from leagues.actions.push import tell_of_matches
from leagues.actions.refusal import Refused, Stale
from leagues.actions.undo_rows import put_back, stage_of
from leagues.actions.verb import Undo, Verb
from leagues.models import (
    Action,
    Entry,
    Event,
    KeepApart,
    Match,
    MatchSide,
    PoolEntry,
    RoundReport,
    Stage,
)
from leagues.pairing.changes import exchange_entries
from leagues.pairing.values import Bye, Pairing
from leagues.pairing.values import PairedRound as Drawn
from leagues.reads.advance.bracket_play import has_bracket
from leagues.reads.draw.draw_input import kinds_of
from leagues.reads.draw.history import DrawnRound, own_rounds, rounds_of
from leagues.reads.draw.swapping import may_move
from leagues.reads.log.facts import LogFacts
from leagues.reads.play.walkover import bye_in
from leagues.stages.recipe import by_lot

HELD = 30_000
"""An unused seed, which an entry has for a moment while two entries swap theirs."""


# --- By hand --------------------------------------------------------------------------


@no_garbage_collection()
def swap_entries(
    *, by: Who, stage: Stage, number: int, one: int, other: int, seen: str = ""
) -> None:
    """Swap two entries of a pairing round, at their boards or with a bye.

    In a published round this is possible until one of their matches is called to a board.
    """
    with draw_act(by, stage, SWAP_ENTRIES, round=number) as line:
        stage = line.on
        own = own_rounds(stage, rounds_of(stage.event))
        refuse_changed(seen, stage, own)
        here = next((each for each in own if each.number == number), None)
        if here is None:
            raise Stale(DRAW_CHANGED)
        if has_bracket(stage):
            raise Refused(
                _("In a bracket, the seeds decide the matches. Change the seeds instead.")
            )
        theirs = [m for m in here.matches if {one, other} & set(m.entries)]
        reports = RoundReport.objects.filter(match__in=[match.pk for match in theirs])
        if not all(may_move(here, match) for match in theirs) or reports.exists():
            raise Refused(_("One of their matches has been called to a board, or is finished."))
        changed = _exchange_entries(here, one, other)
        if not changed:
            raise Refused(_("These two can’t swap places."))
        _refuse_one_kind(stage.event, changed.values())
        _reseat_matches(changed, bye_in(stage))
        if here.is_published:
            tell_of_matches(changed)
        line.say(**_pair_facts(stage.event, one, other))


def _preview_undo_swap(action: Action) -> str:
    return _("%(names)s will swap back.") % {"names": " & ".join(action.details["names"])}


def _undo_swap(by: Who, action: Action) -> None:
    one, other = action.details["entries"]
    number = action.details["round"]
    swap_entries(by=by, stage=stage_of(action), number=number, one=one, other=other)


SWAP_ENTRIES = Verb(
    "swap_entries",
    later("Swapped in game %(round)s of %(stage)s: %(names)s."),
    Undo(_preview_undo_swap, _undo_swap),
)


def _refuse_one_kind(event: Event, changed: Iterable[Pairing[int] | Bye[int]]) -> None:
    """Refuse a match of pair against pair where the rule sheet is for two against one."""
    kinds = kinds_of(event)
    for drawn in changed if kinds else ():
        if isinstance(drawn, Pairing) and len({kinds[e] for e in drawn.entries}) < 2:
            raise Refused(
                _(
                    "On this rule sheet, a pair plays against a single player. These two can’t swap places."
                )
            )


def _exchange_entries(here: DrawnRound, one: int, other: int) -> dict[int, Pairing[int] | Bye[int]]:
    """The changed pairing or bye of each match of these two, by key; empty if they can't swap.

    Entries of different pools can't swap.
    """
    matches = [m for m in here.matches if {one, other} & set(m.entries)]
    at_hand = {entry for match in matches for entry in match.entries}
    if one == other or not {one, other} <= at_hand or len({m.pool for m in matches}) > 1:
        return {}
    return {
        match.pk: new
        for match in matches
        if (new := _exchange_in(match.drawn, one, other)) != match.drawn
    }


def _exchange_in(drawn: Pairing[int] | Bye[int], one: int, other: int) -> Pairing[int] | Bye[int]:
    if isinstance(drawn, Pairing):
        return exchange_entries(Drawn((drawn,)), one, other).pairings[0]
    return exchange_entries(Drawn(byes=(drawn,)), one, other).byes[0]


def _reseat_matches(changed: Mapping[int, Pairing[int] | Bye[int]], bye_points: int) -> None:
    """Replace the entries of these matches; number, board and first shot stay the same."""
    matches = Match.objects.in_bulk(changed)
    for pk, match in matches.items():
        match.why = changed[pk].why.as_data
    Match.objects.bulk_update(matches.values(), ["why"])
    MatchSide.objects.filter(match__in=matches).delete()
    write_sides(
        [(pk, match.pairing_round_id, _sides_of(changed[pk])) for pk, match in matches.items()],
        bye_points,
    )


def _sides_of(drawn: Pairing[int] | Bye[int]) -> tuple[tuple[int, ...], ...]:
    return tuple(drawn.sides) if isinstance(drawn, Pairing) else ((drawn.entry,),)


def swap_seeds(*, by: Who, stage: Stage, one: int, other: int, seen: str = "") -> None:
    """Swap the seeds of two entries in a bracket that isn't published yet."""
    with draw_act(by, stage, SWAP_SEEDS) as line:
        stage = line.on
        _refuse_published(stage, seen)
        places = list(PoolEntry.objects.filter(stage=stage, entry__in=[one, other]))
        if len(places) < 2 or len({place.pool_id for place in places}) > 1:
            raise Refused(_("These two can’t swap places."))
        line.keep(PoolEntry.objects.filter(pk__in=[place.pk for place in places]))
        a, b = places
        for place, seed in ((a, HELD), (b, a.seed), (a, b.seed)):
            PoolEntry.objects.filter(pk=place.pk).update(seed=seed)
        line.say(**_pair_facts(stage.event, one, other))


def _bracket_is_not_published(action: Action) -> None:
    if stage_of(action).pairing_rounds.exists():
        raise Refused(_("This bracket is published. Unpublish it first."))


SEEDS_CHANGED = later("These seeds have been changed again since.")


SWAP_SEEDS = Verb(
    "swap_seeds",
    later("Swapped seeds in %(stage)s: %(names)s."),
    put_back(_preview_undo_swap, _bracket_is_not_published, since=SEEDS_CHANGED),
)


def seeds_by_lot(*, by: Who, stage: Stage, seen: str = "") -> None:
    """Draw all seeds of a bracket by lot, instead of the current ones."""
    with draw_act(by, stage, SEEDS_BY_LOT) as line:
        event, stage = line.event, line.on
        _refuse_published(stage, seen)
        drawn = event.log.filter(verb="seeds_by_lot", details__stage_id=stage.pk)
        purpose = f"{stage.number}.0.lot{1 + drawn.count()}"
        line.keep(PoolEntry.objects.filter(stage=stage))
        places = list(PoolEntry.objects.filter(stage=stage).order_by("pool", "seed"))
        pools: dict[int, list[PoolEntry]] = {}
        for place in places:
            pools.setdefault(place.pool_id, []).append(place)
        PoolEntry.objects.filter(stage=stage).update(seed=F("seed") + HELD)
        for mine in pools.values():
            order = by_lot((place.entry_id for place in mine), seed_of(event), purpose)
            for place in mine:
                place.seed = 1 + order.index(place.entry_id)
        PoolEntry.objects.bulk_update(places, ["seed"])
        line.say(
            seed=event.rng_seed,
            purpose=purpose,
            lot=sorted(place.entry_id for place in places),
            now=seats_of(stage),
        )


SEEDS_BY_LOT = Verb(
    "seeds_by_lot",
    later("Drew the seeds of %(stage)s by lot (draw seed %(purpose)s)."),
    put_back(
        later("Restores the seeds of %(stage)s from before the lot."),
        _bracket_is_not_published,
        since=SEEDS_CHANGED,
    ),
)


def _refuse_published(stage: Stage, seen: str) -> None:
    own = own_rounds(stage, rounds_of(stage.event))
    refuse_changed(seen, stage, own)
    if own or not has_bracket(stage):
        raise Refused(_("This bracket is published. Unpublish it first."))


# --- Kept apart -----------------------------------------------------------------------


def keep_apart(*, by: Who, event: Event, one: int, other: int, never: bool) -> KeepApart:
    """Keep two entries apart in later draws: where possible, or in any case with ``never``."""
    with act(by, event, KEEP_APART, never=never) as line:
        first, second = sorted((one, other))
        here = Entry.objects.filter(event=event, pk__in=(first, second))
        if first == second or here.count() != len((first, second)):
            raise Refused(_("Choose two entries of this event."))
        line.keep(event.kept_apart.all())
        kept, _made = KeepApart.objects.update_or_create(
            event=line.on, one_id=first, other_id=second, defaults={"never": never}
        )
        line.say(**_pair_facts(line.on, first, second))
    return kept


def _preview_undo_keep_apart(action: Action) -> str:
    return _("%(names)s will be allowed to meet again.") % {
        "names": " & ".join(action.details["names"])
    }


def _describe_keep_apart(facts: LogFacts) -> str:
    if facts["details"].get("never"):
        return _("Chose never to draw these against each other: %(names)s.")
    return _("Chose to keep these apart where possible: %(names)s.")


KEEP_APART = Verb(
    "keep_apart",
    _describe_keep_apart,
    put_back(_preview_undo_keep_apart, since=later("These two are already allowed to meet.")),
)


def let_meet(*, by: Who, event: Event, kept: int) -> None:
    """Allow two entries that were kept apart to meet again."""
    with act(by, event, LET_MEET) as line:
        row = KeepApart.objects.filter(event=event, pk=kept).first()
        if row is None:
            raise Stale(DRAW_CHANGED)
        line.keep(event.kept_apart.all())
        line.say(never=row.never, **_pair_facts(line.on, row.one_id, row.other_id))
        row.delete()


def _preview_undo_let_meet(action: Action) -> str:
    names = " & ".join(action.details["names"])
    return _("%(names)s will be kept apart again.") % {"names": names}


LET_MEET = Verb(
    "let_meet",
    later("Allowed to meet again: %(names)s."),
    put_back(_preview_undo_let_meet, since=later("These two are already kept apart.")),
)


def _pair_facts(event: Event, one: int, other: int) -> dict[str, Any]:
    """Log data for two entries: their keys, for undo, and their names, for readers."""
    names = names_of(event, (one, other))
    return {"entries": [one, other], "names": [names[one], names[other]]}
