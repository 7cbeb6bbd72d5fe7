"""A match as one of its sides sees it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

from django.utils.text import get_text_list
from django.utils.translation import gettext as _

from leagues.models import Match, MatchSide, Surface
from leagues.models.play import PLAYED_OUT
from leagues.reads.leagues.kinds.series import SeriesGame


@dataclass(frozen=True)
class MyMatch:
    match: Match
    mine: MatchSide
    others: tuple[MatchSide, ...]
    game: SeriesGame | None = None
    """In a league of series, which game of one it is."""

    @classmethod
    def of(cls, match: Match, own: Collection[int]) -> MyMatch:
        """A match ``with_sides()`` for whoever sits on the side that is among ``own``."""
        sides = tuple(match.sides.all())
        [mine] = [side for side in sides if side.pk in own]
        return cls(match, mine, tuple(side for side in sides if side is not mine))

    @property
    def entries(self) -> list[int]:
        """Those that earn what their own side earns."""
        return [entry.pk for entry in self.mine.entries.all()]

    def in_series(self, games: Mapping[int, SeriesGame]) -> MyMatch:
        return replace(self, game=games.get(self.match.pk))

    @property
    def against(self) -> str:
        """Everybody on the other sides: "Ben", or "Ben, Cat and Dan"."""
        names = [side.shown_on(Surface.WEB) for side in self.others]
        return get_text_list(names, _("and"))

    @property
    def sides(self) -> tuple[MatchSide, ...]:
        """Their own first, as they tell the result."""
        return (self.mine, *self.others)

    @property
    def is_over(self) -> bool:
        return self.match.state == Match.State.FINISHED

    @property
    def is_bye(self) -> bool:
        return self.match.ending == Match.Ending.BYE

    @property
    def went(self) -> str:
        """Won, tied or lost; nothing while it is open, or where nobody won by playing."""
        if not self.is_over or not self.others:
            return ""
        if self.match.ending == Match.Ending.ANNULLED:
            return ""
        if self.match.winner is None:
            return "tied" if self.match.ending in PLAYED_OUT else ""
        return "won" if self.match.winner == self.mine.seat else "lost"

    @property
    def shoots_first(self) -> bool:
        """Whether they begin, as long as nobody has."""
        waits = self.match.state in (Match.State.PLANNED, Match.State.CALLED)
        return waits and self.mine.seat == self.match.first

    @property
    def is_together(self) -> bool:
        """Whether partners who are redrawn share this side."""
        return len(self.mine.entries.all()) > 1

    @property
    def has_score(self) -> bool:
        began = self.match.state in (Match.State.PLAYING, Match.State.FINISHED)
        return began and len(self.others) == 1
