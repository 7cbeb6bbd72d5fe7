"""The rules in force, as an event and its stages keep them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from leagues.models import Event, Stage
from leagues.stages.plan import match_format
from scoring.matches import MatchFormat
from scoring.presets import PRESETS
from scoring.rules import GameRule
from scoring.rules_card import OptionalRule, option_from_dict, rules_card
from scoring.stored import to_dict
from scoring.tiebreaks import PRELIMINARY, ROUND_ROBIN, STEPS, SWISS, Chain

Format = Stage.Format

CHAINS: dict[str, Chain] = {
    Format.ROUND_ROBIN: ROUND_ROBIN,
    Format.SWISS: SWISS,
}


@dataclass(frozen=True)
class Sheet:
    """An event's rule sheet: the preset it came from, the rule, and what was agreed beside it."""

    preset: str
    rule: GameRule
    options: tuple[OptionalRule, ...] = ()

    @classmethod
    def named(cls, preset: str) -> Sheet:
        return cls(preset, PRESETS[preset].rule, PRESETS[preset].options)

    @property
    def title(self) -> str:
        return PRESETS[self.preset].title

    @property
    def card(self) -> tuple[str, ...]:
        """The rules card, in sentences a player can read."""
        return rules_card(self.rule, self.options)

    def to_dict(self) -> dict[str, Any]:
        return {
            "preset": self.preset,
            "rule": self.rule.to_dict(),
            "options": [to_dict(option) for option in self.options],
        }


def sheet_of(event: Event) -> Sheet:
    """The sheet as it was kept; an event that has none is played by the tournament's."""
    if not event.rules:
        return Sheet.named("tournament-singles")
    return _read(json.dumps(event.rules))


@lru_cache(maxsize=256)
def _read(kept: str) -> Sheet:
    """A hall plays by few sheets, and each is read several times for each report."""
    said = json.loads(kept)
    return Sheet(
        said["preset"],
        GameRule.from_dict(said["rule"]),
        tuple(option_from_dict(option) for option in said.get("options", ())),
    )


def match_format_of(stage: Stage) -> MatchFormat:
    """What a match of this stage consists of, between the sides of the event's sheet."""
    return match_format(stage.match_format, sheet_of(stage.event).rule)


def chain_of(stage: Stage) -> Chain:
    """The tie-breaks in force; without a choice, those usual for the format."""
    return tuple(stage.chain) or usual_chain(stage.format)


def usual_chain(kind: str) -> Chain:
    return CHAINS.get(kind, PRELIMINARY)


def chain_labels(stage: Stage) -> list[str]:
    """What people call the tie-breaks, in their order."""
    return [STEPS[str(name)].label for name in chain_of(stage) if name in STEPS]
