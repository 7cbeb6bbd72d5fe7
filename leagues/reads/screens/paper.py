"""Printed pages of a pairing round: scorecards and a list of pairings."""

from collections.abc import Iterator
from dataclasses import dataclass

from leagues.access.phone_passes import code_in_two
from leagues.models import Entry, Match, MatchSide, PairingRound, Player, Stage, Surface
from leagues.models.matches import WITHOUT_A_DISC, MatchQuerySet
from leagues.models.names import sort_key
from leagues.reads.events.sheets import match_format_of
from leagues.reads.play.typed_cards import fixed_length
from scoring.game_end import Target
from scoring.payouts import MatchPoints

ON_SMALL_CARD = 12  # rounds for which a small card has boxes large enough to write in
DEFAULT_ROUNDS = 8  # rounds on a card if the points decide how many are played


@dataclass(frozen=True)
class PaperCard:
    """A scorecard to fill in by hand. A spare card has no match and empty names."""

    names: tuple[str, ...]
    match: Match | None = None
    first: str = ""
    """The name of the side that shoots first in round 1."""
    code: str = ""

    @property
    def board(self) -> int | None:
        return self.match.board.number if self.match and self.match.board else None


@dataclass(frozen=True)
class NameLine:
    """A player's line in the list of pairings."""

    name: str
    match: Match
    beside: str
    others: tuple[MatchSide, ...]

    @property
    def against(self) -> str:
        return ", ".join(other.shown_on(Surface.WALL) for other in self.others)


def paper_cards(pairing_round: PairingRound) -> list[PaperCard]:
    """A card for each match of the round, by board, in four queries."""
    return [_paper_card(match) for match in matches_to_play(pairing_round)]


def matches_to_play(pairing_round: PairingRound) -> MatchQuerySet:
    """The round's matches that are played: byes and walkovers need no board or card."""
    matches: MatchQuerySet = pairing_round.matches.with_sides().by_board()
    return matches.exclude(ending__in=WITHOUT_A_DISC)


def _paper_card(match: Match) -> PaperCard:
    """The card of a match. Cards lie open in the hall, so names are those shown on the wall."""
    names = tuple(side.shown_on(Surface.WALL) for side in match.sides.all())
    first = "".join(names[match.first : match.first + 1])
    return PaperCard(names, match, first, code_in_two(match))


def by_name(pairing_round: PairingRound) -> list[NameLine]:
    """The list of pairings by surname, with a line for each partner of a pair."""
    lines = [
        line
        for match in pairing_round.matches.with_sides()
        for side in match.sides.all()
        if not match.is_left_by(side)
        for line in _name_lines(match, side)
    ]
    return sorted(lines, key=lambda line: sort_key(line.name))


def _name_lines(match: Match, side: MatchSide) -> Iterator[NameLine]:
    others = tuple(other for other in match.sides.all() if other != side)
    here = [each for _entry, each in of_side(side)]
    for each in here:
        beside = (other.shown_on(Surface.WALL) for other in here if other != each)
        yield NameLine(listed_name(each), match, " & ".join(beside), others)


def of_side(side: MatchSide) -> list[tuple[Entry, Entry | Player]]:
    """The players of a side, each with their entry. A team with a name counts as one."""
    return [
        (entry, each)
        for entry in side.entry_list
        for each in ([entry] if entry.name else entry.people)
    ]


def listed_name(entrant: Entry | Player) -> str:
    """The name for a list: a player's by surname, or a team's."""
    if isinstance(entrant, Player):
        return entrant.listed_on(Surface.WALL)
    return entrant.shown_on(Surface.WALL)


def spare_cards(stage: Stage, many: int) -> list[PaperCard]:
    """Empty cards, with as many sides as the sheet has."""
    sides = match_format_of(stage).rule.sides
    return [PaperCard(names=("",) * sides)] * many


def rounds_on_card(stage: Stage) -> range:
    """The numbers of the rounds on a card, with a deciding round if a game is a race."""
    match_format = match_format_of(stage)
    rule, length = match_format.rule, fixed_length(match_format)
    if length is None:
        length = DEFAULT_ROUNDS
        if isinstance(rule.ends, Target) and isinstance(rule.pays, MatchPoints):
            length = max(length, rule.ends.distance + 1)
    return range(1, length + 1)


def needs_large_cards(stage: Stage) -> bool:
    """Whether only two cards fit on a page instead of four."""
    sides = match_format_of(stage).rule.sides
    return sides > 2 or len(rounds_on_card(stage)) > ON_SMALL_CARD
