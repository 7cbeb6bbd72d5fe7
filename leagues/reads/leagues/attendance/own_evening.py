"""The evening of an own-time league: who is here, what they still owe, and who could play."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from leagues.models import Board, Entry, League, Match, Night, SidePlayer, Surface
from leagues.reads.leagues.attendance.attendance_list import Face, boards_of, faces_of
from leagues.reads.leagues.calendar import evening_day
from leagues.reads.leagues.kinds.own_time import OwnTimeState, own_time_of
from leagues.reads.leagues.matches.unplayed import open_matches
from leagues.say import say
from scoring.text import Listing

AT_A_BOARD = (Match.State.CALLED, Match.State.PLAYING)


@dataclass(frozen=True)
class EveningFace:
    """A person on the attendance list, with the matches they still owe in the current period."""

    face: Face
    entry: Entry | None
    """Their entry in the league; None if they do not play in it."""
    to_arrange: int
    waits_for: tuple[str, ...]
    """The names of opponents in matches they have arranged and not played yet."""
    is_playing: bool

    @property
    def is_free(self) -> bool:
        return self.face.is_here and self.entry is not None and not self.is_playing

    @property
    def note(self) -> str:
        """The note shown beside the name: "playing now", or matches to arrange and to play."""
        if self.entry is None:
            return _("not in this league")
        if self.is_playing:
            return _("playing now")
        parts = [self._to_arrange, self._waits_for]
        return " · ".join(filter(None, parts)) or _("no match due")

    @property
    def _to_arrange(self) -> str:
        many = self.to_arrange
        text = ngettext("%(n)s to arrange", "%(n)s to arrange", many) % {"n": many}
        return text if many else ""

    @property
    def _waits_for(self) -> str:
        names = say(Listing(self.waits_for)) if self.waits_for else ""
        return _("to play: %(names)s") % {"names": names} if names else ""


@dataclass(frozen=True)
class EveningGame:
    """A possible game between two free entries, with their ``match`` if one is arranged."""

    entry: Entry
    other: Entry
    match: Match | None = None
    board: int | None = None
    """A free board for the game; None if there are not enough."""


@dataclass(frozen=True)
class OwnEvening:
    night: Night
    state: OwnTimeState
    faces: tuple[EveningFace, ...]
    arranged: tuple[Match, ...]
    """Arranged matches that are not at a board yet."""
    on_now: tuple[Match, ...]
    boards: tuple[int, ...]
    """The numbers of the free boards."""

    @property
    def here(self) -> list[EveningFace]:
        return [each for each in self.faces if each.face.is_here]

    @cached_property
    def free(self) -> Mapping[int, Entry]:
        """The entries of players who are here and not playing, by entry id."""
        found = [each.entry for each in self.faces if each.is_free and each.entry]
        return {entry.pk: entry for entry in found}

    @cached_property
    def games(self) -> tuple[EveningGame, ...]:
        """The games to propose: arranged matches first, then pairs of free players who have met
        least.
        """
        boards = iter(self.boards)
        return tuple(
            EveningGame(one, other, match, next(boards, None))
            for one, other, match in (*self._arranged, *self._others)
        )

    @cached_property
    def _arranged(self) -> tuple[tuple[Entry, Entry, Match | None], ...]:
        busy = set[int]()
        found = list[tuple[Entry, Entry, Match | None]]()
        for match in self.arranged:
            two = _entries_of(match)
            if {*two} <= self.free.keys() - busy:
                busy |= {*two}
                found.append((self.free[two[0]], self.free[two[1]], match))
        return tuple(found)

    @property
    def _others(self) -> Iterator[tuple[Entry, Entry, Match | None]]:
        busy = {each.pk for one, other, _match in self._arranged for each in (one, other)}
        pairs = self.state.season.games_tonight(
            self.free.keys() - busy, list(self.state.pools.values()), self.state.today
        )
        for one, other in pairs:
            yield self.free[one], self.free[other], None


def own_evening(night: Night, now: datetime) -> OwnEvening:
    """Read an evening of an own-time league, in a constant number of queries."""
    league = night.league
    state = own_time_of(league, evening_day(league, now))
    waiting = _read_open_matches(league)
    busy = _busy_players()
    on_now = tuple(each for each in waiting if each.state in AT_A_BOARD)
    arranged = tuple(each for each in waiting if each.state == Match.State.PLANNED)
    faces = tuple(_evening_face(each, state, arranged, busy=busy) for each in faces_of(night))
    return OwnEvening(night, state, faces, arranged, on_now, _free_boards(night))


def _read_open_matches(league: League) -> list[Match]:
    keys = open_matches(league).values("match")
    found = Match.objects.filter(pk__in=keys).select_related("board")
    return list(found.with_sides().order_by("number"))


def _busy_players() -> frozenset[int]:
    """The players who sit at a board in any event, rehearsals excluded."""
    seats = SidePlayer.objects.filter(match__state__in=AT_A_BOARD, match__event__rehearsal_of=None)
    return frozenset(seats.values_list("player", flat=True))


def _free_boards(night: Night) -> tuple[int, ...]:
    taken = Match.objects.at_a_board().filter(board__club=night.league.club_id)
    there = Board.objects.filter(club=night.league.club_id, number__in=boards_of(night)).exclude(
        pk__in=taken.values("board")
    )
    return tuple(there.order_by("number").values_list("number", flat=True))


def _evening_face(
    face: Face, state: OwnTimeState, arranged: tuple[Match, ...], *, busy: frozenset[int]
) -> EveningFace:
    entry = state.entry_of(face.player)
    return EveningFace(
        face,
        entry,
        state.owes(entry) if entry else 0,
        tuple(_opponent_names(entry, arranged)) if entry else (),
        face.player.pk in busy,
    )


def _opponent_names(entry: Entry, matches: tuple[Match, ...]) -> Iterator[str]:
    for match in matches:
        if entry.pk in _entries_of(match):
            for side in match.sides.all():
                if entry not in side.entry_list:
                    yield side.shown_on(Surface.DESK)


def _entries_of(match: Match) -> list[int]:
    return [entry.pk for side in match.sides.all() for entry in side.entry_list]
