"""Update a draw that is already made when entries join or leave."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from django.db.models import Max
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from leagues.access.roles import Who
from leagues.actions.draw.draw import DRAW_CHANGED, delete_drawn, refuse_changed
from leagues.actions.draw.matches import write_rounds
from leagues.actions.draw.opening import draw_act, let_in, names_of, no_garbage_collection
from leagues.actions.events.seed import seed_of
from leagues.actions.events.times import set_times
from leagues.actions.refusal import Refused, Stale
from leagues.actions.undo_rows import log_undo, nothing_since, stage_of
from leagues.actions.verb import Undo, Verb
from leagues.models import Action, PairingRound, PoolEntry, SideEntry, Stage
from leagues.pairing.boards import assign_boards
from leagues.pairing.history import History
from leagues.pairing.seeds import roll_dice
from leagues.pairing.values import Bye, Pairing, Why
from leagues.pairing.values import PairedRound as Drawn
from leagues.reads.advance.bracket_play import has_bracket
from leagues.reads.draw.attendance import Comings, MendedPool, comings_of, mend_pool, to_come
from leagues.reads.draw.draw_input import here_in, kept_apart, kinds_of, way_of
from leagues.reads.draw.draw_page import TOGETHER
from leagues.reads.draw.history import DrawnMatch, DrawnRound, own_rounds, rounds_of
from leagues.reads.draw.night_history import nights_before
from leagues.reads.log.facts import LogFacts, fill_sentence
from leagues.reads.play.walkover import bye_in
from leagues.stages.pairing_way import StageField
from scoring.sides import BySeat, Seat


@dataclass(frozen=True)
class Mending:
    """The result of updating a draw, to show to the desk."""

    left: tuple[str, ...]
    joined: tuple[tuple[str, int, int], ...]
    """Name of each entry that joined, its matches in the remaining rounds, and its byes."""
    new_rounds: tuple[int, ...]


@no_garbage_collection()
def mend_rounds(*, by: Who, stage: Stage, seen: str = "") -> Mending:
    """Update all rounds without a match begun to the entries that are here now.

    An entry that lost its opponent meets another one with a bye. Late entries fill byes or get
    byes in turn. In a round robin the other pairings stay, and rounds are added as needed.
    """
    with draw_act(by, stage, MEND_ROUNDS) as line:
        stage = line.on
        own = own_rounds(stage, rounds_of(stage.event))
        refuse_changed(seen, stage, own)
        if stage.format in TOGETHER:
            raise Refused(_("Matches of more than two entries can only be drawn again."))
        if kinds_of(stage.event):
            raise Refused(_("Matches of two against one can only be drawn again."))
        if has_bracket(stage):
            raise Refused(
                _("In a bracket, the seeds decide the matches. Change the seeds instead.")
            )
        comings = comings_of(stage, own)
        if not comings:
            raise Stale(DRAW_CHANGED)
        let_in(stage, comings.late)
        pools = _mend_pools(stage, own, comings)
        changes = [change for pool in pools for change in pool.changed]
        delete_drawn(
            [change.round.pk for change in changes],
            [match.pk for change in changes for match in change.removed],
        )
        most = max((len(pool.after) for pool in pools), default=0)
        new_rounds = _new_rounds(stage, own, most)
        added = _write_changes(stage, own, pools, new_rounds)
        set_times(stage.event)
        names = names_of(stage.event, comings.everybody)
        come = (*comings.back, *comings.late)
        line.say(
            left=[names[entry] for entry in comings.gone],
            joined=[names[entry] for entry in come],
            entries=sorted(names),
            rounds=sorted({change.round.number for change in changes}),
            new_rounds=[row.number for row in new_rounds],
            late=list(comings.late),
            removed=[
                {"round": change.round.number, "pool": pool.pool, **match_data(match)}
                for pool in pools
                for change in pool.changed
                for match in change.removed
            ],
            added=added,
        )
        return _summarise_mending(stage, comings, names, new_rounds)


def _mended_rounds(action: Action) -> list[int]:
    return [*action.details["rounds"], *action.details.get("new_rounds", ())]


def _drawn_since(action: Action, stage: Stage) -> bool:
    drawn = Action.objects.filter(event=action.event_id, verb="draw_rounds")
    return drawn.filter(pk__gt=action.pk, details__stage_id=stage.pk).exists()


def _find_added(action: Action) -> list[int]:
    """The keys of the matches that the update added; ``Refused`` if the draw has changed since."""
    stage, data = stage_of(action), action.details
    nothing_since(action, ("mend_rounds", "swap_entries"), stage_id=stage.pk)
    if _drawn_since(action, stage):
        raise Refused(_("These games have been drawn again since."))
    here = [r for r in rounds_of(stage.event) if r.stage == stage.pk]
    numbers = _mended_rounds(action)
    rounds = [each for each in here if each.number in numbers]
    if any(each.has_begun for each in rounds):
        raise Refused(_("Play has already begun in this game."))
    found = {m.number: m.pk for each in rounds for m in each.matches}
    if len(rounds) < len(numbers) or not set(data["added"]) <= found.keys():
        raise Refused(_("These games have been drawn again since."))
    return [found[number] for number in data["added"]]


def _preview_undo_mend(action: Action) -> str:
    _find_added(action)
    data = action.details
    text = ngettext(
        "Restores the earlier draw of game %(rounds)s of %(stage)s.",
        "Restores the earlier draw of games %(rounds)s of %(stage)s.",
        len(data["rounds"]),
    )
    return fill_sentence(text, {"rounds": data["rounds"], "stage": data["stage"]})


def _undo_mend(by: Who, action: Action) -> None:
    added, stage, data = _find_added(action), stage_of(action), action.details
    rounds = stage.pairing_rounds.filter(number__in=_mended_rounds(action))
    delete_drawn(list(rounds.values_list("pk", flat=True)), added)
    stage.pairing_rounds.filter(number__in=data.get("new_rounds", ())).delete()
    put_in_again(stage, data["removed"])
    drawn = SideEntry.objects.filter(pairing_round__stage=stage).values("entry")
    late = PoolEntry.objects.filter(stage=stage, entry__in=data["late"])
    late.exclude(entry__in=drawn).delete()
    log_undo(by, action)


def _describe_mending(facts: LogFacts) -> str:
    left, joined = facts["details"].get("left"), facts["details"].get("joined")
    if left and joined:
        return _("Updated the remaining games of %(stage)s. Removed %(left)s, added %(joined)s.")
    if left:
        return _("Updated the remaining games of %(stage)s. Removed %(left)s.")
    return _("Updated the remaining games of %(stage)s. Added %(joined)s.")


MEND_ROUNDS = Verb(
    "mend_rounds", _describe_mending, Undo(_preview_undo_mend, _undo_mend, keeps="removed")
)


def _summarise_mending(
    stage: Stage, comings: Comings, names: Mapping[int, str], new_rounds: Sequence[PairingRound]
) -> Mending:
    coming = to_come(own_rounds(stage, rounds_of(stage.event)))
    games, byes = Counter[int](), Counter[int]()
    for each in coming:
        drawn = each.pairing_round()
        games.update(entry for p in drawn.pairings for entry in p.entries)
        byes.update(bye.entry for bye in drawn.byes)
    return Mending(
        left=tuple(names[entry] for entry in comings.gone),
        joined=tuple(
            (names[entry], games[entry], byes[entry]) for entry in (*comings.back, *comings.late)
        ),
        new_rounds=tuple(row.number for row in new_rounds),
    )


def _mend_pools(stage: Stage, own: Sequence[DrawnRound], comings: Comings) -> list[MendedPool]:
    here = here_in(stage.event_id)
    pools: dict[int, list[int]] = {}
    touched = set[int]()
    for place in PoolEntry.objects.filter(stage=stage):
        if place.entry_id in here:
            pools.setdefault(place.pool_id, []).append(place.entry_id)
        if place.entry_id in comings.everybody:
            touched.add(place.pool_id)
    way, (never, _rather_not) = way_of(stage), kept_apart(stage)
    nights = nights_before(stage.event)
    dice = roll_dice(seed_of(stage.event), f"{stage.number}.mend.{stage.event.revision}")
    return [
        mend_pool(
            way,
            own,
            pool,
            comings,
            StageField(
                entries=tuple(pools.get(pool, ())),
                dice=dice,
                forbidden=never,
                nights=nights,
                clubs={entry: club for entry, (club, _rating) in here.items()},
            ),
        )
        for pool in sorted(touched)
    ]


def _new_rounds(stage: Stage, own: Sequence[DrawnRound], many: int) -> list[PairingRound]:
    """Add ``many`` rounds after the last one, published if that one is."""
    if not many:
        return []
    last = stage.pairing_rounds.aggregate(last=Max("number"))["last"] or 0
    is_published = bool(own) and own[-1].is_published
    state = PairingRound.State.PUBLISHED if is_published else PairingRound.State.DRAFT
    return PairingRound.objects.bulk_create(
        PairingRound(stage=stage, number=last + n, state=state) for n in range(1, many + 1)
    )


def _write_changes(
    stage: Stage,
    own: Sequence[DrawnRound],
    mended_pools: Sequence[MendedPool],
    new_rounds: Sequence[PairingRound],
) -> list[int]:
    """Write the new matches at free boards, under freed numbers first; returns their numbers."""
    event, pools = stage.event, {pool.pk: pool for pool in stage.pools.all()}
    changes = [(each.pool, change) for each in mended_pools for change in each.changed]
    rows = PairingRound.objects.in_bulk([change.round.pk for _pool, change in changes])
    boards = [] if stage.is_queue else list(event.boards.values_list("number", flat=True))
    history = History([each.as_played() for each in own])
    dice = roll_dice(seed_of(event), f"{stage.number}.boards.{event.revision}")
    stayed = list(event.matches.values_list("pk", flat=True))
    taken: dict[int, list[int]] = {}
    waves: dict[int, int] = {}
    drawn = [(rows[c.round.pk], pool, c.added) for pool, c in changes]
    drawn += [
        (row, each.pool, each.after[at])
        for each in mended_pools
        for at, row in enumerate(new_rounds[: len(each.after)])
    ]
    for _pool, change in changes:
        taken.setdefault(change.round.pk, []).extend(change.busy)
        waves[change.round.pk] = max(waves.get(change.round.pk, 0), change.waves)
    to_write = []
    for row, pool, added in drawn:
        busy = taken.setdefault(row.pk, [])
        seated = _at_boards(added, boards, busy, waves.get(row.pk, 0), history, dice)
        busy += [p.board for p in seated.pairings if p.board is not None]
        waves[row.pk] = max([waves.get(row.pk, 0), *(p.wave for p in seated.pairings)])
        to_write.append((row, {pools[pool]: seated}))
    write_rounds(
        event,
        to_write,
        numbers=[match.number for _pool, c in changes for match in c.removed],
        bye_points=bye_in(stage),
    )
    new = event.matches.exclude(pk__in=stayed).order_by("number")
    return list(new.values_list("number", flat=True))


def _at_boards(
    added: Drawn[int],
    boards: Sequence[int],
    busy: Collection[int],
    waves: int,
    history: History[int],
    dice: Random,
) -> Drawn[int]:
    """Assign the free boards; matches without one get boards in a wave after the current ones."""
    apart = [replace(pairing, board=None, wave=1) for pairing in added.pairings]
    free = [board for board in boards if board not in busy]
    now = Drawn(tuple(apart[: len(free)] if boards else apart))
    later = Drawn(tuple(apart[len(now.pairings) :]))
    if free:
        now = assign_boards(now, free, history, dice)
    if later.pairings:
        later = assign_boards(later, boards, history, dice)
    after = [replace(p, wave=p.wave + max(1, waves)) for p in later.pairings]
    return Drawn((*now.pairings, *after), added.byes)


def match_data(match: DrawnMatch) -> dict[str, Any]:
    """Log data from which undo can create an unplayed match or bye again."""
    drawn = match.drawn
    data: dict[str, Any] = {
        "number": match.number,
        "why": [drawn.why.template, *drawn.why.as_data["by_side"]],
    }
    if isinstance(drawn, Bye):
        return data | {"sides": [[drawn.entry]]}
    sides = [list(side) for side in drawn.sides]
    return data | {"sides": sides, "first": drawn.first, "board": drawn.board, "wave": drawn.wave}


def put_in_again(stage: Stage, removed: Sequence[dict[str, Any]]) -> None:
    """Create removed matches again, with their earlier numbers and boards."""
    rows = {row.number: row for row in stage.pairing_rounds.all()}
    pools = {pool.pk: pool for pool in stage.pools.all()}
    for was in removed:
        draw = {pools[was["pool"]]: _read_drawn(was)}
        write_rounds(
            stage.event,
            [(rows[was["round"]], draw)],
            numbers=[was["number"]],
            bye_points=bye_in(stage),
        )


def _read_drawn(was: dict[str, Any]) -> Drawn[int]:
    template, *by_side = was["why"]
    why = Why.from_data({"template": template, "by_side": by_side})
    if len(was["sides"]) == 1:
        return Drawn(byes=(Bye(was["sides"][0][0], why),))
    pairing = Pairing(
        BySeat(*map(tuple, was["sides"])),
        first=Seat(was["first"]),
        why=why,
        board=was["board"],
        wave=was["wave"],
    )
    return Drawn((pairing,))
