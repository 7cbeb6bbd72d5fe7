"""Suggested awards of a season, with figures; a person confirms them.

>>> from scoring.season.standings import season_table
>>> from scoring.season.scheme import NIGHTS
>>> from scoring.season.event import SeasonEvent
>>> from scoring.season.finish import Finish
>>> order = (Finish(("Ann",), 1, points=6, twenties=9), Finish(("Ben",), 2, points=2))
>>> nights = [SeasonNight("1", (SeasonEvent("Monday", order),))]
>>> lines = [AwardLine.of(row) for row in season_table(NIGHTS, nights)]
>>> [(each.kind.value, each.player, str(each.figures_text)) for each in suggested_awards(lines, nights)]
[('champion', 'Ann', '6 points'), ('20s', 'Ann', '9 20s')]
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, TypeAlias

from scoring.results import Number
from scoring.season.award_words import AwardKind, figures_text
from scoring.season.event import Score
from scoring.season.finish import Meeting, P
from scoring.season.night import Enrolled, NightState, SeasonNight
from scoring.season.player_season import meetings_of
from scoring.season.roster import Roster
from scoring.season.row import SeasonRow
from scoring.text import Text

FEWEST_NIGHTS = 4
"""Nights to play in each half of the season, to be the most improved."""
FEWEST_ROUNDS = 40
"""Rounds to shoot, to have the best average of 20s."""
FEWEST_TOGETHER = 2
"""Shortest run or attendance worth an award: one night is neither."""

Valued: TypeAlias = tuple[Number, tuple[Number, ...]] | None
"""The value that lines are compared by, and the figures to show; None if there are none."""


@dataclass(frozen=True, slots=True)
class AwardLine(Generic[P]):
    """The facts about one line of the table that awards depend on."""

    player: P
    place: int
    total: Number
    division: str | None = None
    qualifies: bool = True
    scores: tuple[Score, ...] = ()

    @classmethod
    def of(cls, row: SeasonRow[P]) -> AwardLine[P]:
        return cls(
            row.player,
            row.place,
            row.tour_points,
            row.division,
            bool(row.played) and not row.nights_short,
            row.played,
        )


@dataclass(frozen=True, slots=True)
class SuggestedAward(Generic[P]):
    """An award, the player it is suggested for, and the figures that support it.

    Tied players are each suggested. ``rival`` is the player an upset was won against.
    """

    kind: AwardKind
    player: P
    figures: tuple[Number, ...]
    division: str | None = None
    rival: P | None = None

    @property
    def figures_text(self) -> Text:
        """The figures in words."""
        return figures_text(self.kind, self.figures)


def suggested_awards(
    lines: Sequence[AwardLine[P]],
    nights: Sequence[SeasonNight[P]],
    *,
    enrolments: Sequence[Enrolled[P]] | None = None,
    newcomers: Collection[P] = (),
) -> tuple[SuggestedAward[P], ...]:
    """Return every award that this season suggests; an award without a candidate is left out.

    ``newcomers`` are players who had not played in a league before.
    """
    over = [n for n, night in enumerate(nights, 1) if night.state is NightState.OVER]
    return (
        *_suggest_champions(lines),
        *_suggest_best(AwardKind.TWENTIES, lines, _value_twenties),
        *_suggest_best(AwardKind.TWENTIES_AVERAGE, lines, _value_average),
        *_suggest_improved(lines, over),
        *_suggest_best(AwardKind.ATTENDANCE, lines, lambda line: _value_attendance(line, over)),
        *_suggest_best(AwardKind.RUN, lines, lambda line: _value_run(line, over)),
        *_suggest_newcomers(lines, newcomers),
        *_suggest_upsets(lines, meetings_of(nights, Roster(enrolments))),
    )


# --- The table --------------------------------------------------------------------------


def _suggest_champions(lines: Iterable[AwardLine[P]]) -> Iterator[SuggestedAward[P]]:
    for line in lines:
        if line.place == 1 and line.qualifies:
            yield SuggestedAward(AwardKind.CHAMPION, line.player, (line.total,), line.division)


def _suggest_newcomers(
    lines: Iterable[AwardLine[P]], newcomers: Collection[P]
) -> Iterator[SuggestedAward[P]]:
    """Suggest the best newcomers of each division; none if everyone is new."""
    among = [line for line in lines if line.qualifies]
    new = [line for line in among if line.player in newcomers]
    if len(new) == len(among):
        return
    best: dict[str | None, int] = {}
    for line in new:
        best.setdefault(line.division, line.place)
        if line.place == best[line.division]:
            yield SuggestedAward(AwardKind.NEWCOMER, line.player, (line.place,), line.division)


def _suggest_upsets(
    lines: Iterable[AwardLine[P]], meetings: Iterable[Meeting[P]]
) -> Iterator[SuggestedAward[P]]:
    """Suggest the win against the opponent furthest ahead in the final table of a division."""
    known = {line.player: line for line in lines}
    found = dict[tuple[P, P], SuggestedAward[P]]()
    for meeting in meetings:
        if meeting.winner is not None:
            beaten = meeting.other if meeting.winner == meeting.one else meeting.one
            won, lost = known.get(meeting.winner), known.get(beaten)
            if won and lost and won.division == lost.division:
                found[won.player, lost.player] = _to_upset(won, lost)
    furthest = max((_places_ahead(each) for each in found.values()), default=0)
    if furthest > 0:
        yield from (each for each in found.values() if _places_ahead(each) == furthest)


def _places_ahead(upset: SuggestedAward[P]) -> Number:
    mine, theirs = upset.figures
    return mine - theirs


def _to_upset(won: AwardLine[P], lost: AwardLine[P]) -> SuggestedAward[P]:
    return SuggestedAward(
        AwardKind.UPSET, won.player, (won.place, lost.place), won.division, rival=lost.player
    )


# --- 20s --------------------------------------------------------------------------------


def _value_twenties(line: AwardLine[P]) -> Valued:
    total = sum(score.twenties or 0 for score in line.scores)
    return (total, (total,)) if total else None


def _value_average(line: AwardLine[P]) -> Valued:
    """The average of 20s, from nights whose rounds were recorded one by one."""
    known = [score for score in line.scores if score.rounds]
    rounds = sum(score.rounds or 0 for score in known)
    total = sum(score.twenties or 0 for score in known)
    if rounds < FEWEST_ROUNDS or not total:
        return None
    return Fraction(total, rounds), (total, rounds)


# --- Nights -----------------------------------------------------------------------------


def _suggest_improved(
    lines: Iterable[AwardLine[P]], over: Sequence[int]
) -> Iterator[SuggestedAward[P]]:
    """Suggest who improved most from the first half to the second; a middle night is in neither."""
    half = len(over) // 2
    first, second = set(over[:half]), set(over[len(over) - half :])

    def value(line: AwardLine[P]) -> Valued:
        before, after = (
            [score.total for score in line.scores if score.night in among]
            for among in (first, second)
        )
        if min(len(before), len(after)) < FEWEST_NIGHTS:
            return None
        was = Fraction(sum(before), len(before))
        now = Fraction(sum(after), len(after))
        return (now - was, (was, now)) if now > was else None

    return _suggest_best(AwardKind.IMPROVED, lines, value)


def _value_attendance(line: AwardLine[P], over: Sequence[int]) -> Valued:
    nights = len(line.scores)
    return (nights, (nights, len(over))) if nights >= FEWEST_TOGETHER else None


def _value_run(line: AwardLine[P], over: Sequence[int]) -> Valued:
    """The longest run of nights. A cancelled night doesn't break it."""
    played = {score.night for score in line.scores}
    longest = here = 0
    for number in over:
        here = here + 1 if number in played else 0
        longest = max(longest, here)
    return (longest, (longest,)) if longest >= FEWEST_TOGETHER else None


def _suggest_best(
    kind: AwardKind, lines: Iterable[AwardLine[P]], value: Callable[[AwardLine[P]], Valued]
) -> Iterator[SuggestedAward[P]]:
    """Suggest all players who share the highest value."""
    valued = [(found, line) for line in lines if (found := value(line)) is not None]
    most = max((worth for (worth, _), _ in valued), default=None)
    for (worth, figures), line in valued:
        if worth == most:
            yield SuggestedAward(kind, line.player, figures)
