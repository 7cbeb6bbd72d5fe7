"""What came in from a file goes again, as long as nothing was built upon it."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from datetime import date
from typing import Any

from django.db.models import Model, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from leagues.access.roles import Who
from leagues.actions.refusal import Refused
from leagues.actions.rows import references_to
from leagues.actions.undoable import GONE, tell
from leagues.actions.verb import Undo
from leagues.models import (
    Action,
    Alias,
    DaySum,
    Entry,
    EntryPlayer,
    Event,
    EventSum,
    Match,
    MatchSide,
    PairingRound,
    PairSum,
    Player,
    Pool,
    PoolEntry,
    Round,
    SideEntry,
    SidePlayer,
    Stage,
    SummedEvent,
)
from leagues.reads.people.kept_sums import take_back

IN_SUMS = (SummedEvent, EventSum, PairSum, DaySum)
"""Made again from results, so nobody depends on them."""


def _rows(events: Collection[int]) -> dict[type[Model], QuerySet[Any]]:
    """All rows of these events, who refers to others first."""
    return {
        PairSum: PairSum.objects.filter(event__in=events),
        EventSum: EventSum.objects.filter(event__in=events),
        SummedEvent: SummedEvent.objects.filter(event__in=events),
        SidePlayer: SidePlayer.objects.filter(match__event__in=events),
        SideEntry: SideEntry.objects.filter(pairing_round__stage__event__in=events),
        MatchSide: MatchSide.objects.filter(match__event__in=events),
        Round: Round.objects.filter(match__event__in=events),
        Match: Match.objects.filter(event__in=events),
        PairingRound: PairingRound.objects.filter(stage__event__in=events),
        PoolEntry: PoolEntry.objects.filter(stage__event__in=events),
        Pool: Pool.objects.filter(stage__event__in=events),
        Stage: Stage.objects.filter(event__in=events),
        EntryPlayer: EntryPlayer.objects.filter(event__in=events),
        Entry: Entry.objects.filter(event__in=events),
        Event: Event.objects.filter(pk__in=events),
    }


def _says(action: Action) -> str:
    events = Event.objects.filter(pk__in=action.said["events"])
    if events.count() < len(action.said["events"]):
        raise Refused(GONE)
    if changed := events.exclude(revision=0).order_by("pk").first():
        raise Refused(
            _("“%(name)s” was changed since it came in.") % {"name": changed.name}
        )
    _refuse_needed(action)
    return ngettext(
        "%(n)s event goes again with its matches, and who came with it.",
        "%(n)s events go again with their matches, and who came with them.",
        len(action.said["events"]),
    ) % {"n": len(action.said["events"])}


def _refuse_needed(action: Action) -> None:
    """Whether anything that stays refers to what would go."""
    going = _rows(action.said["events"])
    for model, rows in going.items():
        if _needs(model, rows, going):
            raise Refused(_("Something else depends on these events by now."))
    players = Player.objects.filter(pk__in=action.said["players"])
    for player in _needed_players(players, going):
        raise Refused(
            _("%(name)s came with it, and has done something else here since.")
            % {"name": player.name}
        )


def _needs(
    model: type[Model], rows: QuerySet[Any], going: Collection[type[Model]]
) -> bool:
    return any(
        field.model._base_manager.filter(**{f"{field.name}__in": rows}).exists()
        for field in references_to(model)
        if field.model not in going
    )


def _needed_players(
    players: QuerySet[Player], going: dict[type[Model], QuerySet[Any]]
) -> Iterator[Player]:
    yield from players.exclude(user=None, merged_into=None, binned_at=None)
    for field in references_to(Player):
        if field.model in (*IN_SUMS, Alias):
            continue
        rows = field.model._base_manager.filter(**{f"{field.name}__in": players})
        if field.model in going:
            rows = rows.exclude(pk__in=going[field.model].values("pk"))
        if found := rows.first():
            yield getattr(found, field.name)


def _do(by: Who, action: Action) -> None:
    events = Event.objects.filter(pk__in=action.said["events"])
    days = [event.starts_at.astimezone(event.tzinfo).date() for event in events]
    players = Player.objects.filter(pk__in=action.said["players"])
    Alias.objects.filter(pk__in=action.said["aliases"]).delete()
    for rows in _rows(action.said["events"]).values():
        rows._raw_delete(rows.db)  # nothing else refers to them: that was asked
    take_back(action.club, min(days, default=date.max))
    for model in IN_SUMS[1:]:
        names = [f.name for f in model._meta.fields if f.related_model is Player]
        for name in names:
            model._base_manager.filter(**{f"{name}__in": players}).delete()
    Alias.objects.filter(player__in=players).delete()
    players._raw_delete(players.db)
    tell(by, action)


RESULTS = Undo(_says, _do, keeps="events")
