"""The visible state of an event as plain values, which an undo has to restore."""

from typing import Any

from leagues.actions.entries.registration import registration_of
from leagues.actions.events.plan import state_of
from leagues.actions.events.stages import columns_of
from leagues.models import EntryPlayer, Event, Match, PairingRound, PoolEntry


def event_state(event: Event) -> dict[str, Any]:
    """The visible state without cards; stages are given by number, as their keys may change."""
    event = Event.objects.get(pk=event.pk)
    return {
        "event": {**state_of(event), "bin": event.binned_at is not None},
        "registration": registration_of(event),
        "stages": [(s.number, columns_of(s), s.opened_at is None) for s in event.stages.all()],
        "entries": list(event.entries.order_by("pk").values("pk", "state", "seed", "team")),
        "people": sorted(
            EntryPlayer.objects.filter(event=event).values_list("entry", "player", "number")
        ),
        "seats": list(
            PoolEntry.objects.filter(stage__event=event)
            .order_by("stage__number", "pool__number", "seed")
            .values_list("stage__number", "pool__number", "pool__name", "entry", "seed")
        ),
        "rounds": list(
            PairingRound.objects.of(event).values("number", "state", "clock_minutes", "clock_left")
        ),
        "matches": [
            (m.number, m.state, m.ending, m.board, m.first, m.wave, _seated_keys(m))
            for m in event.matches.with_sides()
        ],
        "help": [m.help_wanted_at is not None for m in event.matches.all()],
    }


def _seated_keys(match: Match) -> list[list[list[int]]]:
    return [
        [
            sorted(side.entries.values_list("pk", flat=True)),
            sorted(side.players.values_list("pk", flat=True)),
        ]
        for side in match.sides.all()
    ]


def as_seen(event: Event) -> dict[str, Any]:
    """The visible state of an event, cards included."""
    cards = [
        (
            match.number,
            match.winner,
            [
                (side.points, side.twenties, side.other_result, side.by_game)
                for side in match.sides.all()
            ],
            [(r.game, r.number, r.points, r.state) for r in match.rounds.all()],
        )
        for match in event.matches.with_sides().with_rounds()
    ]
    return {**event_state(event), "cards": cards}
