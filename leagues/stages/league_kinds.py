"""The kinds of league: the properties of each, as one plain value.

The actions of a kind are in ``leagues/actions/leagues/kinds/openers.py``, its form in
``leagues/forms/leagues/kinds/rules.py``.

>>> kind_of("ladder").is_ladder, kind_of("pairs").entry_size, kind_of("singles").is_dated
(True, 2, False)
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum


class WhenDrawn(Enum):
    AT_ONCE = "at once"
    """All matches are drawn when it begins: each has a week, which gives its last day."""
    BY_PERIOD = "by period"
    NEVER = "never"
    """Players arrange their matches, so a newcomer owes none that was drawn."""


@dataclass(frozen=True)
class LeagueKind:
    name: str
    drawn: WhenDrawn | None = None
    """None in a league of nights."""
    rules: str = ""
    """The family of the rules that only this kind has (``leagues/stages/kind_rules.py``), if
    any.
    """
    sides: str = "singles"
    entry_size: int | None = 1
    """How many players form an entry; None if that differs between entries."""
    is_one_order: bool = False
    """True if its entries are one list, the strongest first, and not divisions."""
    takes_late: bool = False
    """True if late entries get matches, as all entries meet each other."""

    @property
    def is_dated(self) -> bool:
        return self.drawn is not None

    @property
    def has_weeks(self) -> bool:
        return self.drawn is WhenDrawn.AT_ONCE

    @property
    def is_arranged(self) -> bool:
        """Players arrange their matches, so a friendly may count."""
        return self.drawn is WhenDrawn.NEVER

    @property
    def has_boxes(self) -> bool:
        return self.drawn is WhenDrawn.BY_PERIOD

    @property
    def has_teams(self) -> bool:
        return self.sides == "teams"

    @property
    def is_ladder(self) -> bool:
        return self.rules == "ladder"

    @property
    def is_own_time(self) -> bool:
        return self.rules == "own-time"

    @property
    def is_drawn_by_league(self) -> bool:
        """True if the league draws its event: a draw by the desk would break it."""
        return self.is_dated and (not self.has_weeks or self.has_teams)


ALL = (
    LeagueKind("singles"),
    LeagueKind("redrawn"),
    LeagueKind("groups"),
    LeagueKind("hundred"),
    LeagueKind("handicap"),
    LeagueKind("tour"),
    LeagueKind("matches", WhenDrawn.AT_ONCE, takes_late=True),
    LeagueKind("pairs", WhenDrawn.AT_ONCE, sides="doubles", entry_size=2, takes_late=True),
    LeagueKind("series", WhenDrawn.AT_ONCE, rules="series", entry_size=None),
    LeagueKind("teams", WhenDrawn.AT_ONCE, rules="teams", sides="teams"),
    LeagueKind("boxes", WhenDrawn.BY_PERIOD, rules="boxes", is_one_order=True),
    LeagueKind("ladder", WhenDrawn.NEVER, rules="ladder", is_one_order=True),
    LeagueKind("own-time", WhenDrawn.NEVER, rules="own-time"),
)

KINDS: Mapping[str, LeagueKind] = {each.name: each for each in ALL}


def kind_of(name: str) -> LeagueKind:
    """Return the kind of this name; an unknown name, as from a form, gives the first kind."""
    return KINDS.get(name, ALL[0])
