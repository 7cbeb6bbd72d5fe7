"""A printed sheet for each player, with all their matches in a stage and room for results."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from leagues.models import Entry, Match, MatchSide, PairingRound, Player, Stage, Surface
from leagues.models.names import sort_key
from leagues.reads.events.plans import plan_of
from leagues.reads.play.round_times import times_of
from leagues.reads.screens.paper import listed_name, of_side

MOST_TO_COME = 20


@dataclass(frozen=True)
class PersonalLine:
    """A player's match. ``against`` is empty for a bye."""

    round: PairingRound
    match: Match
    side: MatchSide
    at: datetime | None
    beside: str
    against: str

    @property
    def has_result(self) -> bool:
        match = self.match
        is_over = match.state == Match.State.FINISHED
        return is_over and match.has_score and not match.is_unplayed

    @property
    def result(self) -> str:
        """The result with the player's points first."""
        others = [each for each in self.match.sides.all() if each != self.side]
        return "–".join(str(each.result) for each in (self.side, *others))


@dataclass(frozen=True)
class PersonalSheet:
    name: str
    lines: tuple[PersonalLine, ...]
    to_come: range
    """The numbers of games that are not drawn yet, printed as empty lines."""


def personal_sheets(stage: Stage, now: datetime) -> list[PersonalSheet]:
    """A sheet for each player by surname, without withdrawn ones."""
    times = {found.pk: at for found, at in times_of(stage.event, now)}
    rounds = list(stage.pairing_rounds.published().order_by("number"))
    theirs: dict[Entry | Player, list[PersonalLine]] = {}
    for pairing_round in rounds:
        pairing_round.stage = stage
        at = times.get(pairing_round.pk)
        for match in pairing_round.matches.with_sides():
            for entrant, line in _personal_lines(pairing_round, match, at):
                theirs.setdefault(entrant, []).append(line)
    to_come = _to_come(stage, len(rounds))
    sheets = [
        PersonalSheet(listed_name(entrant), tuple(lines), to_come)
        for entrant, lines in theirs.items()
    ]
    return sorted(sheets, key=lambda sheet: sort_key(sheet.name))


def _personal_lines(
    pairing_round: PairingRound, match: Match, at: datetime | None
) -> Iterator[tuple[Entry | Player, PersonalLine]]:
    for side in match.sides.all():
        here = of_side(side)
        against = ", ".join(
            other.shown_on(Surface.WALL) for other in match.sides.all() if other != side
        )
        for entry, each in here:
            if entry.state == Entry.State.WITHDRAWN:
                continue
            others = (other.shown_on(Surface.WALL) for _, other in here if other != each)
            beside = " & ".join(others)
            yield (each, PersonalLine(pairing_round, match, side, at, beside, against))


def _to_come(stage: Stage, drawn: int) -> range:
    """The numbers of the rounds still to be drawn; empty if all are drawn in advance."""
    way = plan_of(stage).way
    planned = 0 if way.drawn_ahead else way.rounds or 0
    last = min(planned, drawn + MOST_TO_COME)
    return range(drawn + 1, last + 1)
