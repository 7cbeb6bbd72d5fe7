"""What a pairing round puts on paper: a score card for each match, and who meets whom."""

from __future__ import annotations

from dataclasses import dataclass

from leagues.bridge.hall.typed import fixed_length
from leagues.bridge.rules.sheets import match_format_of
from leagues.models import Match, PairingRound, Stage, Surface
from leagues.models.play import MatchQuerySet
from leagues.passes import code_in_two

IF_NOBODY_KNOWS = 8  # rounds, where the points decide how many there are


@dataclass(frozen=True)
class PaperCard:
    """A match to be written down by hand; a spare has neither match nor names."""

    names: tuple[str, ...]
    match: Match | None = None
    first: str = ""
    """Who shoots first in round 1."""
    code: str = ""

    @property
    def board(self) -> int | None:
        return self.match.board.number if self.match and self.match.board else None


def paper_cards(pairing_round: PairingRound) -> list[PaperCard]:
    """A card for each match of the round, board by board, in four queries."""
    return [_card(match) for match in met(pairing_round)]


def met(pairing_round: PairingRound) -> MatchQuerySet:
    """Where somebody meets somebody: a bye needs neither a board nor a card."""
    matches: MatchQuerySet = pairing_round.matches.with_sides().by_board()
    return matches.exclude(ending=Match.Ending.BYE)


def _card(match: Match) -> PaperCard:
    """Cards lie about in the hall, so people are called what they are called on its wall."""
    names = tuple(side.shown_on(Surface.WALL) for side in match.sides.all())
    first = "".join(names[match.first : match.first + 1])
    return PaperCard(names, match, first, code_in_two(match))


def spare_cards(stage: Stage, many: int) -> list[PaperCard]:
    """Cards that are filled in by hand, with room for as many sides as the sheet has."""
    sides = match_format_of(stage).rule.sides
    return [PaperCard(names=("",) * sides)] * many


def rounds_on_card(stage: Stage) -> range:
    """The rounds that a card has boxes for."""
    length = fixed_length(match_format_of(stage)) or IF_NOBODY_KNOWS
    return range(1, length + 1)
