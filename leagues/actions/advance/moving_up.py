"""Replace an entry that qualified for a stage but doesn't come with the next in order."""

from typing import Any

from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later
from django.utils.translation import ngettext

from leagues.access.roles import Who
from leagues.actions.act import act
from leagues.actions.draw.brackets import sync_brackets
from leagues.actions.entries.waiting_list import names_of
from leagues.actions.play.endings import as_it_was, reopen_match
from leagues.actions.refusal import Refused
from leagues.actions.undo_rows import GONE, log_undo, stage_of
from leagues.actions.verb import Undo, Verb
from leagues.models import (
    Action,
    Entry,
    EntryPlayer,
    Match,
    MatchSide,
    PoolEntry,
    SideEntry,
    SidePlayer,
    Stage,
)
from leagues.models.fields import shown_name
from leagues.models.matches import MatchQuerySet
from leagues.reads import format_of
from leagues.reads.advance.bracket_play import has_bracket
from leagues.reads.advance.replacement import next_in_order
from leagues.reads.advance.stage_order import order_before
from leagues.reads.play.walkover import AWARDED, award_points
from leagues.stages.entry_sources import source_from

Ending = Match.Ending


def move_up_for(*, by: Who, stage: Stage, absent: Entry) -> Entry:
    """Withdraw an entry that doesn't come to a stage, and give its place to the next in order.

    In a bracket without a match begun, all entries below move up one seed and the new entry is
    seeded last; otherwise the new entry takes the same seat. Walkovers that the absent entry
    lost are reopened.
    """
    with act(by, stage, MOVE_UP) as line:
        stage = line.on
        place = PoolEntry.objects.filter(stage=stage, entry=absent).first()
        if place is None:
            raise Refused(_("This place has already been given to someone else."))
        if begun_matches(stage).filter(sides__entries=absent).exclude(UNPLAYED).exists():
            raise Refused(
                _("They’ve already played in this stage, so no one can take their place.")
            )
        coming = _who_comes(stage, absent, place)
        line.say(order=_order_of(place), before=absent.state)
        Entry.objects.filter(pk=absent.pk).update(state=Entry.State.WITHDRAWN)
        given = _play_after_all(stage, absent)
        if has_bracket(stage) and not begun_matches(stage, place.pool_id).exists():
            _reseed_pool(place, coming)
        else:
            PoolEntry.objects.filter(pk=place.pk).update(entry=coming)
            take_seats(stage, absent.pk, coming)
        if stage.pairing_rounds.exists():
            sync_brackets(stage)
        names = names_of([absent.pk, coming])
        line.say(
            stage=stage.name,
            stage_id=stage.pk,
            pool=place.pool_id,
            absent=absent.pk,
            absent_name=names[absent.pk],
            entry=coming,
            name=names[coming],
            given=given,
        )
        return Entry.objects.get(pk=coming)


def _is_reseeded(action: Action, stage: Stage) -> bool:
    """Whether the entries below moved up a seed, rather than the new one taking the same seat."""
    now = PoolEntry.objects.filter(pool=action.details["pool"]).order_by("seed")
    seats = list(now.values_list("entry", flat=True))
    names = {action.details["absent"]: action.details["entry"]}
    return seats != [names.get(entry, entry) for entry in action.details["order"]]


def _find_stage(action: Action) -> Stage:
    data = action.details
    stage = stage_of(action)
    absent = Entry.objects.filter(pk=data["absent"], state=Entry.State.WITHDRAWN)
    seated = PoolEntry.objects.filter(pool=data["pool"], entry=data["entry"])
    if not absent.exists() or not seated.exists():
        raise Refused(GONE)
    if begun_matches(stage).filter(sides__entries=data["entry"]).exists():
        raise Refused(_("%(name)s has already played there.") % {"name": data["name"]})
    if _is_reseeded(action, stage) and begun_matches(stage, data["pool"]).exists():
        raise Refused(_("Play has already begun."))
    return stage


def _preview_undo_move_up(action: Action) -> str:
    _find_stage(action)
    data = action.details
    sentences = [
        _("%(absent)s will be back in %(stage)s in place of %(name)s.")
        % {"absent": data["absent_name"], "stage": shown_name(data["stage"]), "name": data["name"]}
    ]
    if given := data["given"]:
        text = ngettext(
            "Match %(matches)s will be a walkover again.",
            "Matches %(matches)s will be walkovers again.",
            len(given),
        )
        numbers = ", ".join(str(each["match"]) for each in given)
        sentences.append(text % {"matches": numbers})
    return " ".join(sentences)


def _end_again(action: Action, was: dict[str, Any]) -> None:
    match = Match.objects.get(event=action.event_id, number=was["match"])
    sides = list(match.sides.all())
    award_points(sides, was["points"], format_of(match), was["winner"])
    MatchSide.objects.bulk_update(sides, AWARDED)
    match.state, match.ending, match.winner = was["state"], was["ending"], was["winner"]
    match.finished_at = action.at
    match.save(update_fields=["state", "ending", "winner", "finished_at"])


def _undo_move_up(by: Who, action: Action) -> None:
    stage, data = _find_stage(action), action.details
    is_reseeded = _is_reseeded(action, stage)
    Entry.objects.filter(pk=data["absent"]).update(state=data["before"])
    PoolEntry.objects.filter(pool=data["pool"]).delete()
    PoolEntry.objects.bulk_create(
        PoolEntry(pool_id=data["pool"], stage=stage, entry_id=entry, seed=seed)
        for seed, entry in enumerate(data["order"], start=1)
    )
    if not is_reseeded:
        take_seats(stage, data["entry"], data["absent"])
    if stage.pairing_rounds.exists():
        sync_brackets(stage)
    for each in data["given"]:
        _end_again(action, each)
    if data["given"]:
        sync_brackets(stage)
    log_undo(by, action)


MOVE_UP = Verb(
    "move_up",
    later("Gave the place of %(absent_name)s in %(stage)s to %(name)s."),
    Undo(_preview_undo_move_up, _undo_move_up, keeps="order"),
)


UNPLAYED = Q(ending__in=(Ending.WALKOVER, Ending.FORFEIT, Ending.WITHDRAWN)) & Q(rounds=None)
"""Finished without a round played."""


def begun_matches(stage: Stage, pool: int | None = None) -> MatchQuerySet:
    """The begun or finished matches of a stage, or of one of its pools, without byes."""
    started = Q(started_at__isnull=False) | Q(state=Match.State.FINISHED)
    matches = Match.objects.filter(pairing_round__stage=stage)
    if pool is not None:
        matches = matches.filter(pool=pool)
    return matches.filter(started).exclude(ending=Match.Ending.BYE)


def _order_of(place: PoolEntry) -> list[int]:
    pool = PoolEntry.objects.filter(pool=place.pool_id).order_by("seed")
    return list(pool.values_list("entry", flat=True))


def _play_after_all(stage: Stage, absent: Entry) -> list[dict[str, Any]]:
    """Reopen the matches that the absent entry lost unplayed; returns the earlier results."""
    lost = begun_matches(stage).filter(UNPLAYED, sides__entries=absent)
    given = []
    for match in lost.select_related("pairing_round__stage").order_by("number"):
        if has_bracket(stage) and _went_on(match):
            raise Refused(
                _(
                    "Match %(n)s went to their opponent, who has played another match since. It can’t be reopened."
                )
                % {"n": match.number}
            )
        given.append({"match": match.number, **as_it_was(match)})
        reopen_match(match)
    return given


def _went_on(match: Match) -> bool:
    """Whether an entry of this match has started or finished a later match of the bracket."""
    stage, here = match.pairing_round.stage, match.pairing_round.number
    entries = SideEntry.objects.filter(side__match=match).values("entry")
    later = begun_matches(stage).filter(pairing_round__number__gt=here)
    return later.filter(sides__entries__in=entries).exists()


def _who_comes(stage: Stage, absent: Entry, place: PoolEntry) -> int:
    seated = set(PoolEntry.objects.filter(stage=stage).values_list("entry", flat=True))
    coming = next_in_order(
        source_from(stage.source), order_before(stage), seated, absent.pk, place.pool.number
    )
    if coming is None:
        raise Refused(_("There’s no one left to move up. Withdraw them and record walkovers."))
    return coming


def _reseed_pool(place: PoolEntry, coming: int) -> None:
    """Move the entries below up one seed, and seed the new entry last."""
    below = PoolEntry.objects.filter(pool=place.pool_id, seed__gt=place.seed)
    entries = [*below.order_by("seed").values_list("entry", flat=True), coming]
    pool, first = place.pool, place.seed
    PoolEntry.objects.filter(pool=pool, seed__gte=first).delete()
    PoolEntry.objects.bulk_create(
        PoolEntry(pool=pool, stage_id=place.stage_id, entry_id=entry, seed=seed)
        for seed, entry in enumerate(entries, start=first)
    )


def take_seats(stage: Stage, absent: int, coming: int) -> None:
    """Give every seat of the absent entry in this stage's matches to the new one."""
    sides = SideEntry.objects.filter(pairing_round__stage=stage, entry=absent)
    seats = list(sides.values_list("side", "side__match"))
    sides.update(entry=coming)
    SidePlayer.objects.filter(side__in=[side for side, _match in seats]).delete()
    people = EntryPlayer.objects.filter(entry=coming).values_list("player", "number")
    SidePlayer.objects.bulk_create(
        SidePlayer(side_id=side, match_id=match, player_id=player, number=number)
        for side, match in seats
        for player, number in people
    )
