"""Everything said and standing of a match, as a phone needs it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from leagues.bridge.hall.matches import match_state
from leagues.bridge.phones.rows import Rows
from leagues.bridge.phones.voices import Spoken, voices_of
from leagues.bridge.rules.sheets import match_format_of
from leagues.models import Event, Match, MatchSide, Round, RoundReport
from scoring.matches import MatchFormat, MatchState

Which = tuple[int, int]
Voices = Mapping[int | None, Spoken]


@dataclass(frozen=True)
class Card:
    """A match with its sides, its rounds, and who says what of each."""

    match: Match
    match_format: MatchFormat
    sides: Sequence[MatchSide]
    names: Mapping[int, str]
    rounds: Mapping[Which, Round]
    voices: Mapping[Which, Voices]
    at: MatchState

    @property
    def event(self) -> Event:
        return self.match.event


def card_of(rows: Rows) -> Card:
    """What all of it says; nothing is asked of the database."""
    match = rows.match
    match_format = match_format_of(match.pairing_round.stage)
    rounds = {(each.game, each.number): each for each in rows.rounds}
    at = match_state(match_format, rows.rounds, match.first)
    played = {(each.game, each.round): each for of in at.games for each in of.rounds}
    reports: dict[Which, list[RoundReport]] = {}
    for report in rows.reports:
        reports.setdefault((report.game, report.number), []).append(report)
    return Card(
        match=match,
        match_format=match_format,
        sides=rows.sides,
        names=rows.names,
        rounds=rounds,
        voices={
            which: voices_of(said, match_format, played[which])
            for which, said in reports.items()
            if which in played
        },
        at=at,
    )
