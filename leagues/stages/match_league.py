"""The schedule of a league of matches: how often all meet, in which weeks, by when.

>>> weekly = MatchLeague(catch_up_every=3)
>>> weekly.weeks(4)
(0, 1, 2, 4)
>>> weekly.needed(6), MatchLeague(a_week=2, catch_up_every=0).needed(9)
(7, 5)
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from leagues.stages.pairing_way import check_between
from scoring.text import Text

MOST_LEGS = 4
MOST_A_WEEK = 6
LONGEST_TO_PLAY = 60  # days
LONGEST_TO_CONFIRM = 24 * 14  # hours
MOST_PUT_OFF = 20
MOST_MATCHES = 200
MOST_PAID = 999


@dataclass(frozen=True)
class MatchLeague:
    """``legs`` is how often two meet. ``a_week`` pairing rounds share a week, and after
    ``catch_up_every`` such weeks comes one without, to catch up in.

    A match is due ``days_to_play`` after its week's day. A result entered by one side counts
    after ``confirm_hours`` without an answer.

    A side may have ``most_put_off`` postponed matches at a time. A side reported absent has
    ``answer_hours`` to answer. A player may be a substitute in ``most_as_substitute`` matches.
    A forfeit for not answering is proposed, or given ``forfeits_at_once``. It pays as much as a
    clean win, or ``forfeit_points`` and ``forfeit_games``; if ``forfeits_capped``, no more
    points than an average win.

    A match that neither side tried to play in time is lost by both if ``unplayed_is_lost``.
    Otherwise it is void, and totals are compared over equally many matches.
    """

    legs: int = 1
    a_week: int = 1
    catch_up_every: int = 6
    days_to_play: int = 6
    days_late: int = 0
    """Days an overdue match may still be played before it is ended automatically."""
    confirm_hours: int = 72
    totals: bool = False
    """True if players may enter a result without its rounds."""
    most_put_off: int = 2
    answer_hours: int = 48
    most_as_substitute: int = 3
    forfeits_at_once: bool = False
    forfeit_points: int | None = None
    forfeit_games: int | None = None
    forfeits_capped: bool = True
    unplayed_is_lost: bool = False

    def __post_init__(self) -> None:
        check_between(1, MOST_LEGS, self.legs, Text("how often the same two meet"))
        check_between(1, MOST_A_WEEK, self.a_week, Text("matches per week"))
        check_between(0, 52, self.catch_up_every, Text("weeks between catch-up weeks"))
        check_between(0, LONGEST_TO_PLAY, self.days_to_play, Text("days to play a match"))
        check_between(0, LONGEST_TO_PLAY, self.days_late, Text("days to play it late"))
        check_between(1, LONGEST_TO_CONFIRM, self.confirm_hours, Text("hours to confirm"))
        check_between(0, MOST_PUT_OFF, self.most_put_off, Text("matches postponed at a time"))
        check_between(1, LONGEST_TO_CONFIRM, self.answer_hours, Text("hours to answer"))
        check_between(0, MOST_MATCHES, self.most_as_substitute, Text("matches as a substitute"))
        for paid, what in self._paid():
            check_between(0, MOST_PAID, paid, what)

    def weeks(self, rounds: int) -> tuple[int, ...]:
        """Return the week of the calendar of each pairing round, the first being 0."""
        numbers = (number // self.a_week for number in range(rounds))
        return tuple(number + self._caught_up_before(number) for number in numbers)

    def needed(self, rounds: int) -> int:
        """Return how many weeks these pairing rounds take, without a catch-up week at the end."""
        return 1 + max(self.weeks(rounds), default=-1)

    def is_catch_up(self, week: int) -> bool:
        """True if no pairing rounds are in this week of the calendar."""
        every = self.catch_up_every
        return bool(every) and week % (every + 1) == every

    def due_on(self, day: date) -> date:
        """Return the last day for a match whose week begins on this day."""
        return day + timedelta(self.days_to_play)

    def _caught_up_before(self, number: int) -> int:
        return number // self.catch_up_every if self.catch_up_every else 0

    def _paid(self) -> Iterator[tuple[int, Text]]:
        """What a forfeit pays; settings left blank are omitted."""
        settings = (
            (self.forfeit_points, Text("points for a forfeit")),
            (self.forfeit_games, Text("games for a forfeit")),
        )
        return ((paid, what) for paid, what in settings if paid is not None)

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON that a league stores."""
        return dict(vars(self))
