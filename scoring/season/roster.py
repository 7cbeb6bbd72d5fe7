"""The members of a league, night by night; all others are guests."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Generic

from scoring.season.event import SeasonEvent
from scoring.season.finish import P
from scoring.season.night import Enrolled


@dataclass(frozen=True)
class Roster(Generic[P]):
    """The members of a league. Without ``enrolments`` all are members, except an event's guests."""

    enrolments: Sequence[Enrolled[P]] | None = None

    def on(self, night: int) -> Mapping[P, str | None] | None:
        """Return the members of a night and their divisions."""
        if self.enrolments is None:
            return None
        return {e.player: e.division for e in self.enrolments if e.on(night)}

    @property
    def divisions(self) -> dict[P, str | None]:
        """All members of the season, past ones included, and their latest division."""
        by_night = sorted(self.enrolments or (), key=lambda enrolled: enrolled.first)
        return {e.player: e.division for e in by_night}

    def here(self, over: int, nights: int) -> tuple[P, ...]:
        """Return the members listed even without a score: those who hadn't left after ``over``
        nights.
        """
        return tuple(
            e.player
            for e in self.enrolments or ()
            if e.last is None or e.last > over or e.last >= nights
        )

    def guests(self, event: SeasonEvent[P], night: int) -> frozenset[P]:
        """Return the players who are not paid in this event."""
        members = self.on(night)
        if members is None:
            return event.guests
        played = {player for finish in event.finishes for player in finish.players}
        at_home = {
            player for player, division in members.items() if event.division in (None, division)
        }
        return event.guests | (played - at_home)
