"""Who is a member on which night, and so who is a guest."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Generic

from scoring.season.event import SeasonEvent
from scoring.season.finish import P
from scoring.season.night import Enrolled


@dataclass(frozen=True)
class Roster(Generic[P]):
    """The members of a league. Without a list everybody is one, but an event's guests."""

    enrolments: Sequence[Enrolled[P]] | None = None

    def on(self, night: int) -> Mapping[P, str | None] | None:
        """The members of a night and their divisions."""
        if self.enrolments is None:
            return None
        return {e.player: e.division for e in self.enrolments if e.on(night)}

    @property
    def divisions(self) -> dict[P, str | None]:
        """Everybody who ever was a member, and the division they are in now."""
        by_night = sorted(self.enrolments or (), key=lambda enrolled: enrolled.first)
        return {e.player: e.division for e in by_night}

    def here(self, over: int, nights: int) -> tuple[P, ...]:
        """Who is in the table without a score: not who had left when a night was over."""
        return tuple(
            e.player
            for e in self.enrolments or ()
            if e.last is None or e.last > over or e.last >= nights
        )

    def guests(self, event: SeasonEvent[P], night: int) -> frozenset[P]:
        """Who is not paid in this event."""
        members = self.on(night)
        if members is None:
            return event.guests
        played = {player for finish in event.finishes for player in finish.players}
        at_home = {
            player for player, division in members.items() if event.division in (None, division)
        }
        return event.guests | (played - at_home)
