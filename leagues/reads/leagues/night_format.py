"""The evening of a league: the shape of event, the rule sheet and the times of a usual night.

It is stored with the league. Every night's event is planned from it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from leagues.models import Event, League
from leagues.reads.events.fitting_formats import rank_by_wins
from leagues.reads.events.sheet_choice import sheet_for
from leagues.reads.events.sheets import Sheet
from leagues.reads.events.stage_words import stages_of
from leagues.stages.event_templates import SHAPES, Shape
from leagues.stages.pairing_way import PairingWay
from leagues.stages.pairing_ways import Partners, SomeGames, Swiss
from leagues.stages.stage_plan import StagePlan

Kind, Trust = League.Kind, Event.Trust
IN_A_NIGHT = (
    "club-night",
    "rotating-doubles",
    "groups-of-four",
    "swiss-night",
    "round-robin",
    "at-a-board",
    "one-day-open",
)
"""The shapes of event to choose from for a night."""
WITH_GAMES = SomeGames | Swiss | Partners


@dataclass(frozen=True)
class Evening:
    """The plan for the event of a night, before the number of players is known.

    If ``games`` is None, the shape decides the number of games.
    """

    shape: str = "club-night"
    sheet: Sheet = field(default_factory=lambda: Sheet.named("tournament-singles"))
    trust: str = Trust.CONFIRM
    confirm_minutes: int = 3
    game_minutes: int = 12
    change_over_minutes: int = 2
    games: int | None = None

    @property
    def ready_made(self) -> Shape:
        return SHAPES[self.shape]

    @property
    def sides(self) -> str:
        return self.ready_made.sides

    def stages(self, entries: int) -> tuple[StagePlan, ...]:
        """The stages for this number of entries, named in the language of the current user."""
        first, *then = stages_of(self.ready_made, entries)
        plan = replace(first, way=self._way(first, entries))
        return (rank_by_wins(plan, self.sheet.rule), *then)

    def _way(self, plan: StagePlan, entries: int) -> PairingWay:
        """The way to pair, with ``games`` games but no more than there are opponents."""
        if self.games is None or not isinstance(plan.way, WITH_GAMES):
            return plan.way
        others = max(1, entries - 1)
        redrawn = isinstance(plan.way, Partners)
        games = self.games if redrawn else min(self.games, others)
        return replace(plan.way, games=games)

    def facts(self) -> dict[str, Any]:
        """The field values of the night's event, without its stages, day and name."""
        return {
            "kind": Event.Kind.CLUB_NIGHT,
            "sides": self.sides,
            "trust": self.trust,
            "confirm_minutes": self.confirm_minutes,
            "game_minutes": self.game_minutes,
            "change_over_minutes": self.change_over_minutes,
        }

    def to_dict(self) -> dict[str, Any]:
        """The JSON stored in ``League.evening``."""
        return {
            "shape": self.shape,
            "rules": self.sheet.to_dict(),
            "trust": self.trust,
            "confirm_minutes": self.confirm_minutes,
            "game_minutes": self.game_minutes,
            "change_over_minutes": self.change_over_minutes,
            "games": self.games,
        }

    @classmethod
    def from_dict(cls, kept: Mapping[str, Any]) -> Evening:
        facts = {name: value for name, value in kept.items() if name != "rules"}
        return cls(sheet=Sheet.from_dict(kept["rules"]), **facts)


def usual_evening(kind: str) -> Evening:
    """The default evening of this kind of league. In leagues of dated matches it is used for
    catch-up nights.
    """
    return _USUAL.get(Kind(kind), _USUAL[Kind.SINGLES])


def evening_of(league: League) -> Evening:
    kept = league.evening
    return Evening.from_dict(kept) if kept else usual_evening(league.kind)


def sheet_by(family: str, shape: str) -> Sheet:
    """The rule sheet of this family for the sides of a shape (singles, pairs or teams)."""
    return sheet_for(family, SHAPES[shape].sides)


_USUAL: Mapping[League.Kind, Evening] = {
    Kind.SINGLES: Evening(games=5),
    Kind.REDRAWN: Evening(
        "rotating-doubles", Sheet.named("tournament-doubles"), game_minutes=15, games=5
    ),
    Kind.GROUPS: Evening("groups-of-four"),
    Kind.HUNDRED: Evening(sheet=Sheet.named("conventional-singles"), game_minutes=25, games=3),
    Kind.HANDICAP: Evening(games=5),
    Kind.TOUR: Evening("one-day-open"),
}
