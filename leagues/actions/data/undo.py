"""What came in from a file goes again, as long as nothing was built upon it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
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
    AwardsOfEvent,
    DaySum,
    Entry,
    EntryPlayer,
    Event,
    EventAward,
    EventPodium,
    EventSum,
    FinalRow,
    League,
    Match,
    MatchSide,
    Night,
    PairingRound,
    PairSum,
    Player,
    Pool,
    PoolEntry,
    RecordedPlace,
    Round,
    Settlement,
    SideEntry,
    SidePlayer,
    Stage,
    SummedEvent,
)
from leagues.reads.people.kept_sums import take_back

IN_SUMS = (SummedEvent, EventSum, PairSum, DaySum)
"""Made again from results, so nobody depends on them."""


def _rows(said: Mapping[str, Any]) -> dict[type[Model], QuerySet[Any]]:
    """All rows of these events and leagues, who refers to others first."""
    return {**_rows_of_events(said["events"]), **_rows_of_leagues(_leagues(said))}


def rows_that_came(said: Mapping[str, Any]) -> Iterator[QuerySet[Any]]:
    """Those of events and leagues, in an order in which they can be deleted."""
    yield from _rows(said).values()


def rows_of_people(players: Collection[int]) -> Iterator[QuerySet[Any]]:
    """New people, after what names them and is made again from results."""
    for model in (*IN_SUMS[1:], Alias):
        for field in model._meta.fields:
            if field.related_model is Player:
                yield model._base_manager.filter(**{f"{field.name}__in": players})
    yield Player.objects.filter(pk__in=players)


def _leagues(said: Mapping[str, Any]) -> list[int]:
    """Old lines know of none."""
    return list(said.get("leagues", ()))


def _rows_of_leagues(leagues: Collection[int]) -> dict[type[Model], QuerySet[Any]]:
    behind = FinalRow.players.through
    return {
        behind: behind.objects.filter(finalrow__league__in=leagues),
        FinalRow: FinalRow.objects.filter(league__in=leagues),
        Night: Night.objects.filter(league__in=leagues),
        League: League.objects.filter(pk__in=leagues),
    }


def _rows_of_events(events: Collection[int]) -> dict[type[Model], QuerySet[Any]]:
    return {
        EventAward: EventAward.objects.filter(event__in=events),
        AwardsOfEvent: AwardsOfEvent.objects.filter(event__in=events),
        EventPodium: EventPodium.objects.filter(event__in=events),
        RecordedPlace: RecordedPlace.objects.filter(entry__event__in=events),
        PairSum: PairSum.objects.filter(event__in=events),
        EventSum: EventSum.objects.filter(event__in=events),
        SummedEvent: SummedEvent.objects.filter(event__in=events),
        SidePlayer: SidePlayer.objects.filter(match__event__in=events),
        SideEntry: SideEntry.objects.filter(pairing_round__stage__event__in=events),
        MatchSide: MatchSide.objects.filter(match__event__in=events),
        Round: Round.objects.filter(match__event__in=events),
        Match: Match.objects.filter(event__in=events),
        PairingRound: PairingRound.objects.filter(stage__event__in=events),
        Settlement: Settlement.objects.filter(stage__event__in=events),
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
    leagues = League.objects.filter(pk__in=_leagues(action.said))
    if leagues.count() < len(_leagues(action.said)):
        raise Refused(GONE)
    if touched := leagues.exclude(revision=0).order_by("pk").first():
        raise Refused(
            _("“%(name)s” has been changed since the import.") % {"name": touched.name}
        )
    if changed := events.exclude(revision=0).order_by("pk").first():
        raise Refused(
            _("“%(name)s” has been changed since the import.") % {"name": changed.name}
        )
    _refuse_needed(action)
    return " ".join(_going(len(action.said["events"]), leagues.count()))


def _going(events: int, leagues: int) -> Iterator[str]:
    if events or not leagues:
        yield ngettext(
            "Deletes %(n)s imported event, with its matches and the people imported with it.",
            "Deletes %(n)s imported events, with their matches and the people imported with them.",
            events,
        ) % {"n": events}
    if leagues:
        yield ngettext(
            "Deletes %(n)s imported season, with its nights and the people imported with it.",
            "Deletes %(n)s imported seasons, with their nights and the people imported with them.",
            leagues,
        ) % {"n": leagues}


def _refuse_needed(action: Action) -> None:
    """Whether anything that stays refers to what would go."""
    going = _rows(action.said)
    for model, rows in going.items():
        if _needs(model, rows, going):
            raise Refused(_("Something else now depends on these events."))
    players = Player.objects.filter(pk__in=action.said["players"])
    for player in _needed_players(players, going):
        raise Refused(
            _("%(name)s was imported with this file and has other entries here now.")
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
    events = events.exclude(matches=None).distinct()  # sums are of matches
    days = [event.starts_at.astimezone(event.tzinfo).date() for event in events]
    Alias.objects.filter(pk__in=action.said["aliases"]).delete()
    for rows in rows_that_came(action.said):
        rows._raw_delete(rows.db)  # nothing else refers to them: that was asked
    take_back(action.club, min(days, default=date.max))
    for rows in rows_of_people(action.said["players"]):
        rows._raw_delete(rows.db)
    tell(by, action)


RESULTS = Undo(_says, _do, keeps="events")
