"""A match from one side's point of view."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

from django.utils.text import get_text_list
from django.utils.translation import gettext as _

from leagues.models import Match, MatchSide, Surface
from leagues.models.matches import PLAYED_OUT
from leagues.reads.leagues.kinds.series import SeriesGame


@dataclass(frozen=True)
class MyMatch:
    match: Match
    mine: MatchSide
    others: tuple[MatchSide, ...]
    game: SeriesGame | None = None
    """The game's position in its series, in a league of series; otherwise None."""

    @classmethod
    def of(cls, match: Match, own: Collection[int]) -> MyMatch:
        """The match, loaded ``with_sides()``, seen from the side whose key is in ``own``."""
        sides = tuple(match.sides.all())
        [mine] = [side for side in sides if side.pk in own]
        return cls(match, mine, tuple(side for side in sides if side is not mine))

    @property
    def entries(self) -> list[int]:
        """The keys of the entries on this side."""
        return [entry.pk for entry in self.mine.entry_list]

    def in_series(self, games: Mapping[int, SeriesGame]) -> MyMatch:
        return replace(self, game=games.get(self.match.pk))

    @property
    def against(self) -> str:
        """The names on the other sides: "Ben", or "Ben, Cat and Dan"."""
        names = [side.shown_on(Surface.WEB) for side in self.others]
        return get_text_list(names, _("and"))

    @property
    def sides(self) -> tuple[MatchSide, ...]:
        """All sides, this one first."""
        return (self.mine, *self.others)

    @property
    def is_over(self) -> bool:
        return self.match.state == Match.State.FINISHED

    @property
    def is_bye(self) -> bool:
        return self.match.ending == Match.Ending.BYE

    @property
    def went(self) -> str:
        """ "won", "tied" or "lost"; empty while it is open, and for byes and annulled matches."""
        if not self.is_over or not self.others:
            return ""
        if self.match.ending == Match.Ending.ANNULLED:
            return ""
        if self.match.winner is None:
            return "tied" if self.match.ending in PLAYED_OUT else ""
        return "won" if self.match.winner == self.mine.seat else "lost"

    @property
    def shoots_first(self) -> bool:
        """Whether this side shoots first, if the match has not begun."""
        waits = self.match.state in (Match.State.PLANNED, Match.State.CALLED)
        return waits and self.mine.seat == self.match.first

    @property
    def is_together(self) -> bool:
        """Whether partners from different entries share this side."""
        return len(self.mine.entry_list) > 1

    @property
    def has_score(self) -> bool:
        began = self.match.state in (Match.State.PLAYING, Match.State.FINISHED)
        return began and len(self.others) == 1
