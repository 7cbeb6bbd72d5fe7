"""The kinds of league: what each is like, as one plain value.

What a kind does is in ``leagues/actions/leagues/kinds/openers.py``, what it asks in
``leagues/forms/leagues/kinds/rules.py``.

>>> kind_of("ladder").is_ladder, kind_of("pairs").entry_size, kind_of("singles").is_dated
(True, 2, False)
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum


class WhenDrawn(Enum):
    AT_ONCE = "at once"
    """All matches when it begins: each has a week, and the last day follows from it."""
    BY_PERIOD = "by period"
    NEVER = "never"
    """Players arrange their matches, so a newcomer owes none that was drawn."""


@dataclass(frozen=True)
class LeagueKind:
    name: str
    drawn: WhenDrawn | None = None
    """None in a league of nights."""
    rules: str = ""
    """The family of the rules that only it has (``leagues/stages/kind_rules.py``), if any."""
    sides: str = "singles"
    entry_size: int | None = 1
    """How many play together in an entry; None if the list shows it."""
    is_one_order: bool = False
    """Its entries are one list, the strongest first, and not divisions."""
    takes_late: bool = False
    """Everybody meets everybody, and a newcomer can too."""

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
        """The draw of the desk would break it."""
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
    """A name that no kind has may come from a form: it is asked like the first."""
    return KINDS.get(name, ALL[0])
