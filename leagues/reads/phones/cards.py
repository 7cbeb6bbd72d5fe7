"""A match with its rounds and reports, as a phone needs it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from leagues.access.phone_passes import WayIn
from leagues.models import Event, Match, MatchSide, Round, RoundReport
from leagues.reads.events.sheets import format_of
from leagues.reads.phones.match_rows import Rows, Seated
from leagues.reads.phones.report_merge import Reporters, State, Trust, reporters_of
from leagues.reads.play.matches import match_state
from leagues.reads.play.round_names import RoundNames
from scoring.matches import MatchFormat, MatchState

Which = tuple[int, int]


@dataclass(frozen=True)
class Card:
    """A match with its sides, its rounds, and the reports on each round."""

    match: Match
    match_format: MatchFormat
    sides: Sequence[MatchSide]
    seated: Seated
    rounds: Mapping[Which, Round]
    reporters: Mapping[Which, Reporters]
    at: MatchState
    hidden: frozenset[Which] = frozenset()
    """Rounds whose numbers are hidden from this phone until its side has entered its report."""

    @property
    def event(self) -> Event:
        return self.match.event

    @property
    def names(self) -> Mapping[int, str]:
        """The names of the sides, by seat."""
        return self.seated.names

    @cached_property
    def called(self) -> RoundNames:
        return RoundNames(self.at)


def card_of(rows: Rows) -> Card:
    """The card of a match, without database queries."""
    match = rows.match
    match_format = format_of(match)
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
        seated=rows.seated,
        rounds=rounds,
        reporters={
            which: reporters_of(of_round, match_format, played[which])
            for which, of_round in reports.items()
            if which in played
        },
        at=at,
    )


def without_open_reports(card: Card, way: str, seat: int | None) -> Card:
    """The card without the numbers that one phone may not see yet.

    If both sides have to enter results (``Trust.BOTH``), a side must not copy: the other side's
    report of a round, and everything after it, is hidden until it has entered its report. A
    tablet that lies between the players sees everything.
    """
    if card.event.trust != Trust.BOTH or way == WayIn.KIOSK:
        return card
    hidden = frozenset(
        which
        for which, recorded in card.rounds.items()
        if recorded.state == State.REPORTED and seat not in card.reporters.get(which, {})
    )
    if not hidden:
        return card
    known = [each for which, each in card.rounds.items() if which < min(hidden)]
    at = match_state(card.match_format, known, card.match.first)
    return replace(card, at=at, hidden=hidden)
