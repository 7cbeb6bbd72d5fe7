"""The rules in force for an event, a stage and a match."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from django.db.models import Count

from leagues.models import Event, Match, Stage
from leagues.pairing.partners import Spare
from leagues.say import say, say_all
from leagues.stages.ranking import Ranking, ranking_from
from leagues.stages.stage_plan import match_format
from scoring.matches import MatchFormat
from scoring.presets import PRESETS
from scoring.rules import GameRule, PlacePoints
from scoring.rules_card import OptionalRule, labelled_card, option_from_dict
from scoring.serialization import to_dict
from scoring.sides import BySeat
from scoring.tiebreaks import PRELIMINARY, ROUND_ROBIN, STEPS, SWISS, Chain

Format = Stage.Format

BRACKETS = frozenset({Format.KNOCKOUT, Format.DOUBLE_KNOCKOUT, Format.PAGE})
"""Formats in which one side goes on, so no match may end in a tie."""

CHAINS: dict[str, Chain] = {Format.ROUND_ROBIN: ROUND_ROBIN, Format.SWISS: SWISS}


@dataclass(frozen=True)
class Sheet:
    """A rule sheet: its preset, its rule, and optional rules."""

    preset: str
    rule: GameRule
    options: tuple[OptionalRule, ...] = ()

    @classmethod
    def named(cls, preset: str) -> Sheet:
        return cls(preset, PRESETS[preset].rule, PRESETS[preset].options)

    @classmethod
    def from_dict(cls, kept: Mapping[str, Any]) -> Sheet:
        """The sheet from its ``to_dict()`` data."""
        return _parse_sheet(json.dumps(kept))

    @property
    def title(self) -> str:
        return say(PRESETS[self.preset].title)

    @property
    def card(self) -> list[tuple[str, tuple[str, ...]]]:
        """The rules card: what each rule is about, and its sentences for players."""
        card = labelled_card(self.rule, self.options)
        return [(say(label), say_all(sentences)) for label, sentences in card]

    @property
    def by_agreement(self) -> tuple[str, ...]:
        """Rules that apply only if both sides agree, without those that the options settle."""
        settled = {option.topic for option in self.options}
        open_ones = (o for o in PRESETS[self.preset].by_agreement if o.topic not in settled)
        return say_all(option.text for option in open_ones)

    def to_dict(self) -> dict[str, Any]:
        return {
            "preset": self.preset,
            "rule": self.rule.to_dict(),
            "options": [to_dict(option) for option in self.options],
        }


def sheet_of(event: Event) -> Sheet:
    """The event's sheet; the tournament sheet for singles if it has none."""
    if not event.rules:
        return Sheet.named("tournament-singles")
    return Sheet.from_dict(event.rules)


@lru_cache(maxsize=256)
def _parse_sheet(kept: str) -> Sheet:
    """Parse a stored sheet. Cached, because every report reads the same few several times."""
    data = json.loads(kept)
    return Sheet(
        data["preset"],
        GameRule.from_dict(data["rule"]),
        tuple(option_from_dict(option) for option in data.get("options", ())),
    )


def match_format_of(stage: Stage) -> MatchFormat:
    """The match format of a stage, by the event's sheet."""
    return match_format(
        stage.match_format, sheet_of(stage.event).rule, needs_winner=stage.format in BRACKETS
    )


def match_sentences(stage: Stage) -> tuple[str, ...]:
    """The match format in sentences, with the points for a round if they differ from the sheet."""
    match_format, sheet = match_format_of(stage), sheet_of(stage.event).rule
    pays = match_format.rule.pays
    paid = pays.sentences if pays != sheet.pays else ()
    return say_all((*paid, *match_format.sentences))


def format_of(match: Match) -> MatchFormat:
    """The format of one match, for the number of players at it. A play-off can't end in a tie."""
    pairing_round = match.pairing_round
    stage = pairing_round.stage
    return match_format(
        stage.match_format,
        _between_those_at(match, sheet_of(stage.event).rule),
        needs_winner=pairing_round.is_play_off or stage.format in BRACKETS,
    )


def has_one_against_two(stage: Stage) -> bool:
    """Whether three leftover players play one against two, in pairs drawn for each round."""
    return bool(stage.options.get("spare") == Spare.ALONE.value)


def _between_those_at(match: Match, sheet: GameRule) -> GameRule:
    """The sheet for the sides and players of this match."""
    uneven = sheet.is_uneven or has_one_against_two(match.pairing_round.stage)
    of_teams = match.pairing_round.stage.event.sides == Event.Sides.TEAMS
    if sheet.sides == 2 and not uneven and not of_teams:
        return sheet
    sides = match.sides.order_by("seat").annotate(people=Count("side_players"))
    people = list(sides.values_list("people", flat=True))
    if len(people) < 2:
        return sheet  # a bye is not played
    if of_teams:  # a team's match at one board may be between pairs
        return sheet.between(BySeat.repeat(min(max(*people, 1), 2)))
    if uneven:
        return sheet.between(BySeat(*(min(max(n, 1), 2) for n in people)))
    rule = sheet.between(BySeat.repeat(sheet.players.a, len(people)))
    even_pay = match.pairing_round.stage.options.get("even_pay")
    if even_pay and len(people) == 3 and isinstance(rule.pays, PlacePoints):
        return replace(rule, pays=rule.pays.evened(3, most=4))
    return rule


def chain_of(stage: Stage) -> Chain:
    """The tie-breaks of a stage, or the usual ones for its format."""
    return tuple(stage.chain) or usual_chain(stage.format)


def ranking_of(stage: Stage) -> Ranking:
    """How a stage ranks entries still tied after a split, and unequal numbers of games."""
    return ranking_from(stage.ranking)


def usual_chain(kind: str) -> Chain:
    return CHAINS.get(kind, PRELIMINARY)


def chain_labels(stage: Stage) -> list[str]:
    """The names of the tie-breaks, in their order."""
    return [say(STEPS[str(name)].label) for name in chain_of(stage) if name in STEPS]
