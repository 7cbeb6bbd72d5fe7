"""Ties that matter are settled: by a shoot-out, or by a decision with its reason."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from leagues.access import Who
from leagues.actions.entering.waiting import names_of
from leagues.actions.log import record
from leagues.actions.planning.dice import seed_of
from leagues.bridge.standing.finals import level_on_twenties
from leagues.bridge.standing.order import flat, standing_of
from leagues.models import Event, Settlement, Stage
from leagues.pairing.seeds import roll

Kind = Settlement.Kind


class CannotSettle(Exception):
    """Why a tie cannot be settled like this, in a sentence for whoever tried."""


@transaction.atomic
def settle_by_shoot_out(
    *, by: Who, stage: Stage, twenties: Mapping[int, Sequence[int]]
) -> Settlement:
    """Level entries shot open 20s; of each the tries, sudden death after the first."""
    event, stage = _locked(stage)
    level = _level_with(stage, twenties, also=_may_shoot(stage))
    lengths = {len(tries) for tries in twenties.values()}
    if len(lengths) > 1 or 0 in lengths:
        raise CannotSettle(_("Give everybody's 20s, the same number of tries each."))
    best_first = sorted(twenties, key=lambda entry: tuple(twenties[entry]))[::-1]
    # Who has left the event did not shoot, and comes after those who did.
    result = [[entry, list(twenties[entry])] for entry in best_first]
    result += [[entry, []] for entry in level if entry not in twenties]
    return _settle(by, event, stage, Kind.SHOOT_OUT, result, "")


@transaction.atomic
def settle_by_decision(
    *, by: Who, stage: Stage, order: Sequence[int], reason: str
) -> Settlement:
    """The organiser puts level entries in order, and says why."""
    event, stage = _locked(stage)
    level = _level_with(stage, order)
    if not reason.strip():
        raise CannotSettle(_("Say why: everybody can read the reason."))
    rest = [entry for entry in level if entry not in order]
    return _settle(by, event, stage, Kind.DECISION, [*order, *rest], reason.strip())


@transaction.atomic
def settle_by_lot(*, by: Who, stage: Stage, entries: Collection[int]) -> Settlement:
    """The event's dice put level entries in order; anybody can throw them again."""
    event, stage = _locked(stage)
    level = _level_with(stage, entries)
    purpose = f"lot {stage.number} " + " ".join(map(str, sorted(level)))
    lots = roll(seed_of(event), purpose)
    order = sorted(sorted(entries), key=lambda _: lots.random())
    rest = [entry for entry in level if entry not in order]
    reason = _("By lot, with the dice %(dice)s") % {
        "dice": f"{event.rng_seed}/{purpose}"
    }
    return _settle(by, event, stage, Kind.DECISION, [*order, *rest], reason)


@transaction.atomic
def withdraw_settlement(*, by: Who, settlement: Settlement) -> None:
    """What was settled counts no longer; it stays on record."""
    event, stage = _locked(settlement.stage)
    standing = Settlement.objects.filter(pk=settlement.pk, withdrawn_at=None)
    if standing.update(withdrawn_at=timezone.now()):
        event.touch()
        record(
            by=by,
            verb="withdraw_settlement",
            club=event.club,
            event=event,
            stage=stage.name,
            settlement=settlement.pk,
            names=list(names_of(_of(settlement)).values()),
        )


def _of(settlement: Settlement) -> list[int]:
    if settlement.kind == Kind.SHOOT_OUT:
        return [entry for entry, _tries in settlement.result]
    return list(settlement.result)


def _locked(stage: Stage) -> tuple[Event, Stage]:
    event = Event.objects.select_for_update().get(pk=stage.event_id)
    return event, Stage.objects.select_related("event").get(pk=stage.pk)


def _may_shoot(stage: Stage) -> tuple[int, ...]:
    """Who else may shoot: those level on 20s, or everybody where that is the stage."""
    if stage.format == Stage.Format.SHOOT_OUT:
        return flat(standing_of(stage).overall)
    return level_on_twenties(stage)


def _level_with(
    stage: Stage, entries: Collection[int], also: tuple[int, ...] = ()
) -> tuple[int, ...]:
    """Everybody on the rung where these stand level, or a refusal: it may have moved."""
    stands = standing_of(stage)
    rungs = [rung for ladder in (stands.overall, *stands.pools) for rung in ladder]
    holding = (rung for rung in (*rungs, also) if set(entries) <= set(rung))
    level = next(holding, ())
    if len(set(entries)) < 2 or not level:
        raise CannotSettle(_("These are not level any more. Nothing was settled."))
    return level


def _settle(
    by: Who,
    event: Event,
    stage: Stage,
    kind: Settlement.Kind,
    result: Sequence[object],
    reason: str,
) -> Settlement:
    settlement = Settlement.objects.create(
        stage=stage, kind=kind, result=result, reason=reason
    )
    event.touch()
    record(
        by=by,
        verb="settle_tie",
        club=event.club,
        event=event,
        stage=stage.name,
        settlement=settlement.pk,
        kind=kind.value,
        names=list(names_of(_of(settlement)).values()),
        result=result,
        reason=reason,
    )
    return settlement
