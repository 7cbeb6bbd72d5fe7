"""The rows that an import created, in an order in which they can be deleted."""

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from django.db.models import Model, QuerySet

from leagues.models import (
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

IN_SUMS = (SummedEvent, EventSum, PairSum, DaySum)
"""Rows derived from results, which can be rebuilt and so don't block a deletion."""


def leagues_in(data: Mapping[str, Any]) -> list[int]:
    """The keys of the imported seasons, from a log line; empty for old lines, which have none."""
    return list(data.get("leagues", ()))


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


def imported_rows(data: Mapping[str, Any]) -> dict[type[Model], QuerySet[Any]]:
    """All rows of an import's events and leagues by model, each before the rows it refers to."""
    return {**_rows_of_events(data["events"]), **_rows_of_leagues(leagues_in(data))}


def rows_of_people(players: Collection[int]) -> Iterator[QuerySet[Any]]:
    """The new players of an import, preceded by their aliases and sums."""
    for model in (*IN_SUMS[1:], Alias):
        for field in model._meta.fields:
            if field.related_model is Player:
                yield model._base_manager.filter(**{f"{field.name}__in": players})
    yield Player.objects.filter(pk__in=players)
