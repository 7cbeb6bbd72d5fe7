"""Meetings of teams at several boards: line-ups, boards, and the result of a meeting.

A line-up names the players of each board, singles first, then pairs; or all players of a team
meet all of the other.

>>> rules = TeamRules(singles=2, pairs=1)
>>> [(board.number, board.session, board.one, board.other) for board in rules.boards]
[(1, 1, 0, 0), (2, 1, 1, 1), (3, 2, 2, 2)]
>>> [(b.session, b.one, b.other) for b in TeamRules(singles=2, everyone=True).boards]
[(1, 0, 0), (1, 1, 1), (2, 0, 1), (2, 1, 0)]
>>> won, lost = BoardSum(BySeat(5, 3), BySeat(4, 2)), BoardSum(BySeat(2, 6), BySeat(1, 3))
>>> meeting = rules.sum([won, lost, won])
>>> meeting.points, meeting.winner, meeting.twenties
(BySeat(12, 12), None, BySeat(9, 7))
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from leagues.stages.pairing_way import check_between
from scoring.sides import BySeat, Seat
from scoring.text import Text

MOST_BOARDS = 12
MOST_STAND_INS = 40
LONGEST_BEFORE = 24 * 14  # hours

Place = tuple[int, ...]
"""The player or pair at one place of a line-up; empty if missing."""


class TeamsPay(Enum):
    """The source of a team's points."""

    MEETINGS = "meetings"
    """Two points for a meeting won and one for a tied one; then the points of the boards."""
    BOARDS = "boards"
    """The points of the boards."""
    BOTH = "both"
    """The points of the boards, and two or one for the meeting."""


class BoardsPay(Enum):
    """The points of a team for one board."""

    POINTS = "points"
    """The points made there: 5–3."""
    WINS = "wins"
    """Two points for a board won, one for a tied one."""


@dataclass(frozen=True)
class MeetingBoard:
    """A board of a meeting: the places of the two line-ups that sit there, and its session.

    All boards of one session can be played at the same time.
    """

    number: int
    session: int
    one: int
    other: int


@dataclass(frozen=True)
class BoardSum:
    """The points of both sides of a board, and their 20s if known."""

    points: BySeat[int]
    twenties: BySeat[int] | None = None
    is_played: bool = True
    """False if it was forfeited."""
    counts: bool = True
    """False if it was struck out."""


@dataclass(frozen=True)
class MeetingSum:
    """The result of a meeting, for the first team and for the other."""

    points: BySeat[int]
    winner: Seat | None
    twenties: BySeat[int] | None
    is_played: bool
    counts: bool


@dataclass(frozen=True)
class TeamRules:
    """The size of line-ups, what meetings pay, and limits on substitutes.

    A player may be a substitute ``stand_ins`` times a season for another team of the same club.
    Line-ups are due ``hours_before`` the meeting. A tied meeting is decided by the 20s if
    ``by_twenties``.
    """

    singles: int = 4
    pairs: int = 0
    everyone: bool = False
    pays: TeamsPay = TeamsPay.MEETINGS
    board_pays: BoardsPay = BoardsPay.POINTS
    by_twenties: bool = False
    stand_ins: int = 3
    hours_before: int = 2

    def __post_init__(self) -> None:
        check_between(0, MOST_BOARDS, self.singles, Text("singles per meeting"))
        check_between(0, MOST_BOARDS, self.pairs, Text("pairs per meeting"))
        check_between(1, MOST_BOARDS, self.singles + self.pairs, Text("boards per meeting"))
        check_between(0, MOST_STAND_INS, self.stand_ins, Text("times as a substitute"))
        check_between(0, LONGEST_BEFORE, self.hours_before, Text("hours before a meeting"))

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many people play at each place of a line-up."""
        return (1,) * self.singles + (2,) * self.pairs

    @property
    def boards(self) -> tuple[MeetingBoard, ...]:
        """The boards in sessions; a player plays once in a session, except singles players in
        pairs.
        """
        singles, pairs = range(self.singles), range(self.singles, len(self.sizes))
        if not self.everyone:
            kinds = [kind for kind in (singles, pairs) if kind]
            places = [
                (session, place, place) for session, kind in enumerate(kinds, 1) for place in kind
            ]
        else:
            places = [*_all_meet(singles, 1), *_all_meet(pairs, 1 + len(singles))]
        return tuple(
            MeetingBoard(number, session, one, other)
            for number, (session, one, other) in enumerate(places, 1)
        )

    @property
    def sessions(self) -> int:
        return max(board.session for board in self.boards)

    def clean(self, points: int) -> int:
        """Return the result of a meeting forfeited without play, from the points a board pays."""
        made = len(self.boards) * (points if self.board_pays is BoardsPay.POINTS else WON)
        return made + (WON if self.pays is TeamsPay.BOTH else 0)

    def sum(self, boards: Iterable[BoardSum]) -> MeetingSum:
        """Return the result of a meeting from its boards; nothing counts if no board does."""
        counting = [board for board in boards if board.counts]
        played = [board for board in counting if board.is_played]
        made = BySeat.total(self._paid(board.points) for board in counting)
        shot = [board.twenties for board in played]
        known = [each for each in shot if each is not None]
        twenties = BySeat.total(known) if played and len(known) == len(shot) else None
        winner = made.leader
        if winner is None and self.by_twenties and twenties is not None:
            winner = twenties.leader
        if self.pays is TeamsPay.BOTH and counting:
            made = BySeat.total([made, _won_or_level(winner)])
        return MeetingSum(made, winner, twenties, bool(played), bool(counting))

    def _paid(self, points: BySeat[int]) -> BySeat[int]:
        if self.board_pays is BoardsPay.POINTS:
            return points
        return _won_or_level(points.leader)


WON, LEVEL = 2, 1


def _all_meet(places: Sequence[int], session: int) -> list[tuple[int, int, int]]:
    """Return boards of each of these places against each of the other team's, session by
    session.
    """
    many = len(places)
    return [
        (session + turn, places[at], places[(at + turn) % many])
        for turn in range(many)
        for at in range(many)
    ]


def _won_or_level(winner: Seat | None) -> BySeat[int]:
    if winner is None:
        return BySeat(LEVEL, LEVEL)
    return BySeat(*(WON if seat is winner else 0 for seat in (Seat.A, Seat.B)))


# --- Line-ups -------------------------------------------------------------------------------


class WrongLineUp(Enum):
    """Why a line-up is not valid."""

    EMPTY = "empty"
    SIZE = "size"
    TWICE = "twice"
    NOT_OF_CLUB = "not-of-club"
    TOO_OFTEN = "too-often"
    PLAYS_ALREADY = "plays-already"
    NOT_THEN = "not-then"


@dataclass(frozen=True)
class TeamPlayer:
    """A player as a captain may choose: their team, and how often they substituted for which
    team.
    """

    key: int
    team: int
    club: str
    stood_in: int = 0
    is_taken: bool = False
    """They play for another team in the same week."""
    is_in: bool = True
    """They are in a squad in that week: they have joined before it, and have not left."""


def wrong_line_up(
    rules: TeamRules,
    places: Sequence[Place],
    team: int,
    club: str,
    players: Mapping[int, TeamPlayer],
) -> tuple[WrongLineUp, int | None] | None:
    """Return the first fault of a line-up, and the player it is about; None if it has no fault.

    A place may be empty: then its board is forfeited.
    """
    if not any(places):
        return WrongLineUp.EMPTY, None
    for place, size in zip(places, rules.sizes, strict=True):
        if place and len(place) != size:
            return WrongLineUp.SIZE, None
    if (twice := _first_repeated(places, rules)) is not None:
        return WrongLineUp.TWICE, twice
    for key in dict.fromkeys(key for place in places for key in place):
        if why := _may_not_play(rules, team, club, players.get(key)):
            return why, key
    return None


def _may_not_play(
    rules: TeamRules, team: int, club: str, player: TeamPlayer | None
) -> WrongLineUp | None:
    if player is None or (player.team != team and player.club != club):
        return WrongLineUp.NOT_OF_CLUB
    if not player.is_in:
        return WrongLineUp.NOT_THEN
    if player.is_taken:
        return WrongLineUp.PLAYS_ALREADY
    if player.team != team and player.stood_in >= rules.stand_ins:
        return WrongLineUp.TOO_OFTEN
    return None


def _first_repeated(places: Sequence[Place], rules: TeamRules) -> int | None:
    """Return the first player with two singles or two pairs, or None; one of each is allowed."""
    for kind in (places[: rules.singles], places[rules.singles :]):
        seen = set[int]()
        for key in (key for place in kind for key in place):
            if key in seen:
                return key
            seen.add(key)
    return None


NUMBER = re.compile(r"\s(?:\d{1,2}|[A-Z]|[IVX]{1,4})$")


def club_of_team(name: str) -> str:
    """Return the club of a team: its name without a final number or letter.

    >>> [club_of_team(name) for name in ("Mill 1", "Mill B", "Lake", "King’s Arms II")]
    ['Mill', 'Mill', 'Lake', 'King’s Arms']
    """
    return NUMBER.sub("", name.strip()).strip() or name.strip()
