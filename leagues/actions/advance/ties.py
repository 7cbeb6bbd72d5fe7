"""Settle ties that matter, by a shoot-out or by a decision with a reason."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later

from leagues.access.roles import Who
from leagues.actions.act import Line, act
from leagues.actions.draw.opening import let_in, open_with_it
from leagues.actions.entries.waiting_list import names_of
from leagues.actions.events.events import start_with_it
from leagues.actions.events.seed import seed_of
from leagues.actions.refusal import Refused, Stale
from leagues.actions.undo_rows import GONE, put_back
from leagues.actions.verb import Verb
from leagues.models import Entry, PoolEntry, Settlement, Stage
from leagues.pairing.seeds import roll_dice
from leagues.reads.advance.finals import level_on_twenties
from leagues.reads.advance.stage_order import flatten, standing_of
from leagues.reads.events.shoot_outs import in_order, in_tries, shoot_out_of
from leagues.reads.log.facts import LogFacts

Kind = Settlement.Kind


def settle_by_shoot_out(
    *, by: Who, stage: Stage, twenties: Mapping[int, Sequence[int]]
) -> Settlement:
    """Settle a tie by the 20s each entry shot, with sudden-death tries after the first."""
    with act(by, stage, SETTLE_TIE) as line:
        stage = line.on
        level = _all_tied_with(stage, twenties, also=_may_shoot(stage))
        if not all(twenties.values()):
            raise Refused(_("Enter the 20s of everyone who is tied."))
        best_first = sorted(twenties, key=lambda e: tuple(twenties[e]), reverse=True)
        # Entries that have left the event did not shoot, and come after those that did.
        result = [[entry, list(twenties[entry])] for entry in best_first]
        result += [[entry, []] for entry in level if entry not in twenties]
        return _save_settlement(line, Kind.SHOOT_OUT, result, "")


def enter_shots(
    *, by: Who, stage: Stage, entry: Entry, tries: Sequence[int], seen: Sequence[int]
) -> None:
    """Enter, correct or clear the 20s of one entry of a shoot-out stage.

    The first 20s of a stage seat all entries and start the event. ``seen`` has the tries that
    the desk was shown: if they have changed since, the act is refused.
    """
    with act(by, stage, ENTER_SHOTS, entry=entry.pk) as line:
        stage = line.on
        line.say(stage=stage.name, name=names_of([entry.pk])[entry.pk])
        open_with_it(line)
        before = shoot_out_of(stage)
        if entry not in before.entries:
            raise Refused(_("This player isn’t in the shoot-out."))
        was = before.shot.get(entry.pk, ())
        if was != (*seen,):
            raise Stale(
                _("Someone else entered %(shots)s for this player. Nothing was changed.")
                % {"shots": in_tries(was)}
            )
        if was == (*tries,):
            line.drop()
            return
        start_with_it(line, timezone.now())
        seated = PoolEntry.objects.filter(stage=stage)
        if not seated.filter(entry=entry).exists():
            let_in(stage, [entry.pk])
        shot: dict[int, tuple[int, ...]] = {
            **dict.fromkeys(seated.values_list("entry", flat=True), ()),
            **before.shot,
            entry.pk: (*tries,),
        }
        most_first = sorted(sorted(shot), key=shot.__getitem__, reverse=True)
        result = [[pk, [*shot[pk]]] for pk in most_first]
        _keep_shots(line, before.settlement, result)
        line.say(before=[*was], shots=[*tries])


def _describe_shots(facts: LogFacts) -> str:
    data = facts["details"]
    facts["shots"] = in_tries(data.get("shots", ()))
    facts["before"] = in_tries(data.get("before", ()))
    if not facts["shots"]:
        return _("Cleared the 20s of %(name)s in %(stage)s (%(before)s).")
    if facts["before"]:
        return _("Corrected the 20s of %(name)s in %(stage)s from %(before)s to %(shots)s.")
    return _("Entered the 20s of %(name)s in %(stage)s: %(shots)s.")


ENTER_SHOTS = Verb(
    "enter_shots",
    _describe_shots,
    put_back(
        later("Restores the earlier 20s of %(name)s in %(stage)s."), since=GONE, moves_tables=True
    ),
)


def _keep_shots(line: Line[Stage], settlement: Settlement | None, result: list[Any]) -> None:
    """Save the 20s of a stage in its single row, so that a correction isn't a second shoot-out."""
    if settlement is None:
        made = line.on.settlements.create(kind=Kind.SHOOT_OUT, result=result)
        line.keep_new(Settlement.objects.filter(pk=made.pk))
        return
    line.keep(Settlement.objects.filter(pk=settlement.pk))
    settlement.result = result
    settlement.save(update_fields=["result"])


def settle_by_decision(*, by: Who, stage: Stage, order: Sequence[int], reason: str) -> Settlement:
    """Put tied entries in the order that the organiser chose, with a public reason."""
    with act(by, stage, SETTLE_TIE) as line:
        level = _all_tied_with(line.on, order)
        if not reason.strip():
            raise Refused(_("Enter a reason. Everyone can read it."))
        rest = [entry for entry in level if entry not in order]
        return _save_settlement(line, Kind.DECISION, [*order, *rest], reason.strip())


def settle_by_lot(*, by: Who, stage: Stage, entries: Collection[int]) -> Settlement:
    """Put tied entries in an order drawn from the event's seed, which anyone can verify."""
    with act(by, stage, SETTLE_TIE) as line:
        event, stage = line.event, line.on
        level = _all_tied_with(stage, entries)
        purpose = f"lot {stage.number} " + " ".join(map(str, sorted(level)))
        lots = roll_dice(seed_of(event), purpose)
        order = sorted(sorted(entries), key=lambda _: lots.random())
        rest = [entry for entry in level if entry not in order]
        reason = _("By lot, with the draw seed %(dice)s") % {"dice": f"{event.rng_seed}/{purpose}"}
        return _save_settlement(line, Kind.DECISION, [*order, *rest], reason)


def _describe_settlement(facts: LogFacts) -> str:
    data = facts["details"]
    if data.get("kind") == "shoot_out" and data.get("shots"):
        pairs = zip(data["names"], data["shots"], strict=False)
        shot = [f"{name} {shots or '–'}" for name, shots in pairs]
        facts["names"] = ", ".join(shot)
        return _("Recorded a shoot-out in %(stage)s: %(names)s.")
    if data.get("kind") == "shoot_out":
        return _("Decided a tie in %(stage)s by shoot-out. Order: %(names)s.")
    return _("Decided a tie in %(stage)s by hand. Order: %(names)s.")


SETTLE_TIE = Verb(
    "settle_tie",
    _describe_settlement,
    put_back(
        later("These will be tied again in %(stage)s: %(names)s."), since=GONE, moves_tables=True
    ),
)


def withdraw_settlement(*, by: Who, settlement: Settlement) -> None:
    """Withdraw a settlement: it no longer counts, but stays in the database."""
    with act(by, settlement.stage, WITHDRAW_SETTLEMENT) as line:
        standing = Settlement.objects.filter(pk=settlement.pk, withdrawn_at=None)
        line.keep(standing)
        if not standing.update(withdrawn_at=timezone.now()):
            line.drop()
            return
        names = _names_in_order(settlement)
        line.say(stage=line.on.name, settlement=settlement.pk, names=names)


WITHDRAW_SETTLEMENT = Verb(
    "withdraw_settlement",
    later("Removed the decision of a tie in %(stage)s."),
    put_back(
        later("Restores the earlier decision of the tie in %(stage)s: %(names)s."),
        since=GONE,
        moves_tables=True,
    ),
)


def _names_in_order(settlement: Settlement) -> list[str]:
    order = [entry for entry, _shots in in_order(settlement)]
    named = names_of(order)
    return [named[entry] for entry in order]


def _may_shoot(stage: Stage) -> tuple[int, ...]:
    """Other entries that may shoot: all of a shoot-out stage, otherwise those tied on 20s."""
    if stage.format == Stage.Format.SHOOT_OUT:
        return flatten(standing_of(stage).overall)
    return level_on_twenties(stage)


def _all_tied_with(
    stage: Stage, entries: Collection[int], also: tuple[int, ...] = ()
) -> tuple[int, ...]:
    """All entries tied with these; ``Refused`` if they are no longer tied."""
    standing = standing_of(stage)
    # A pool first: in the overall order, entries of other pools may be tied with its own.
    rungs = [rung for ladder in (*standing.pools, standing.overall) for rung in ladder]
    holding = (rung for rung in (*rungs, also) if set(entries) <= set(rung))
    level = next(holding, ())
    if len(set(entries)) < 2 or not level:
        raise Refused(_("These are no longer tied. Nothing was decided."))
    return level


def _save_settlement(
    line: Line[Stage], kind: Settlement.Kind, result: Sequence[object], reason: str
) -> Settlement:
    settlement = Settlement.objects.create(stage=line.on, kind=kind, result=result, reason=reason)
    line.keep_new(Settlement.objects.filter(pk=settlement.pk))
    line.say(
        stage=line.on.name,
        kind=kind.value,
        names=_names_in_order(settlement),
        shots=[in_tries(shots) for _entry, shots in in_order(settlement)],
        result=result,
        reason=reason,
    )
    return settlement
