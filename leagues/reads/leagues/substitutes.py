"""Who sat for somebody else in matches of an event: points and 20s are theirs who sat there."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from leagues.models import EntryPlayer, Event, Match, SidePlayer
from leagues.reads.tables.results import FinishedMatch

Substitutes = Mapping[tuple[int, int], int]
"""The person, by match and entry."""


def substitutes_in(event: Event) -> Substitutes:
    """In singles, whoever sat there and is behind no entry of the event."""
    behind = EntryPlayer.objects.filter(event=event)
    if event.sides != Event.Sides.SINGLES:
        return {}
    sat = SidePlayer.objects.filter(match__event=event, match__ending=Match.Ending.PLAYED).exclude(
        player__in=behind.values("player")
    )
    rows = sat.values_list("match", "side__side_entries__entry", "player")
    return {(match, entry): player for match, entry, player in rows}


def without_substitutes(matches: Iterable[FinishedMatch], sat: Substitutes) -> list[FinishedMatch]:
    """What every entry did by its own people."""
    return [
        replace(match, results=tuple(r for r in match.results if (match.match, r.entry) not in sat))
        for match in matches
    ]


def of_substitutes(matches: Iterable[FinishedMatch], sat: Substitutes) -> list[FinishedMatch]:
    """What everybody did who sat for somebody else, by person."""
    return [
        replace(
            match,
            results=tuple(
                replace(result, entry=sat[match.match, result.entry])
                for result in match.results
                if (match.match, result.entry) in sat
            ),
        )
        for match in matches
    ]
