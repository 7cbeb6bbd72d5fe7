"""The kinds of differences that a correction can make, each with a sentence."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from django.utils.translation import gettext as _

from leagues.reads.results.event_state import Meeting

Name: TypeAlias = Callable[[int], str]


@dataclass(frozen=True)
class PlaceChange:
    """An entry moves up or down in a table."""

    table: str
    entry: int
    before: int
    after: int

    def sentence(self, name: Name) -> str:
        values = {"name": name(self.entry), "before": self.before, "after": self.after}
        if self.after < self.before:
            return _("%(name)s moves up from place %(before)s to %(after)s.") % values
        return _("%(name)s moves down from place %(before)s to %(after)s.") % values


@dataclass(frozen=True)
class Crosses:
    """An entry enters or leaves a cut, or goes into another pool."""

    stage: str
    entry: int
    before: str | None
    after: str | None
    is_seated: bool
    has_begun: bool = False
    earlier: int = 0
    later: int = 0
    is_right: bool = False
    """Whether the entry's current seat is already the right one."""

    def sentence(self, name: Name) -> str:
        values = {
            "name": name(self.entry),
            "stage": self.stage,
            "before": self.before,
            "after": self.after,
        }
        return self._sentence() % values

    def _sentence(self) -> str:
        if not self.is_seated:
            return self._before_seats()
        if self.is_right:
            return self._as_seated()
        if self.before is None:
            return _("%(name)s would be in %(stage)s, but its places are already filled.")
        if self.after is None:
            return _("%(name)s wouldn’t be in %(stage)s, but already has a place there.")
        return _("%(name)s would be in %(after)s of %(stage)s, not %(before)s.")

    def _before_seats(self) -> str:
        if self.before is None:
            return _("%(name)s advances to %(stage)s.")
        if self.after is None:
            return _("%(name)s no longer advances to %(stage)s.")
        return _("%(name)s goes into %(after)s of %(stage)s, not %(before)s.")

    def _as_seated(self) -> str:
        if self.before is None:
            return _("%(name)s belongs in %(stage)s and already has a place there.")
        if self.after is None:
            return _("%(name)s doesn’t belong in %(stage)s and has no place there.")
        return _("%(name)s belongs in %(after)s of %(stage)s and already has a place there.")


@dataclass(frozen=True)
class BecomesTied:
    """Entries are now tied at a cut."""

    stage: str
    entries: Meeting
    is_seated: bool
    has_begun: bool = False
    earlier: int = 0

    def sentence(self, name: Name) -> str:
        values = {"names": ", ".join(map(name, self.entries)), "stage": self.stage}
        if self.is_seated:
            return (
                _("Tied at the cut: %(names)s. The places in %(stage)s are already filled.")
                % values
            )
        return _("Tied at the cut for %(stage)s: %(names)s.") % values


@dataclass(frozen=True)
class Rivals:
    """Two entries that may play off for a seat, and the key of the stage with the tie."""

    stage: int
    entries: Meeting


@dataclass(frozen=True)
class SlotChanges:
    """A bracket slot gets other entries."""

    label: str
    match: int | None
    before: tuple[int | None, ...]
    after: tuple[int | None, ...]
    has_begun: bool
    """Whether the match has already begun with the wrong entries."""

    def sentence(self, name: Name) -> str:
        values = {
            "label": self.label,
            "before": _sides_text(self.before, name),
            "after": _sides_text(self.after, name),
        }
        if self.has_begun:
            return (
                _(
                    "%(label)s was started by %(before)s but belongs to %(after)s, so the bracket contradicts itself."
                )
                % values
            )
        return _("%(label)s is %(after)s, not %(before)s.") % values


@dataclass(frozen=True)
class RoundDiffers:
    """A published round would have been drawn differently."""

    round: int
    stage: str
    number: int
    was: tuple[Meeting, ...]
    would_be: tuple[Meeting, ...]

    def sentence(self, name: Name) -> str:
        values = {
            "stage": self.stage,
            "number": self.number,
            "was": _meetings_text(self.was, name),
            "would_be": _meetings_text(self.would_be, name),
        }
        return (
            _("Game %(number)s of %(stage)s would have been %(would_be)s instead of %(was)s.")
            % values
        )


@dataclass(frozen=True)
class DrawnSince:
    """A round that has begun was drawn from the old result.

    Whether its draw would differ is computed separately, because drawing is slow and the round
    can't be changed.
    """

    round: int
    stage: str
    number: int

    def sentence(self, name: Name) -> str:
        values = {"stage": self.stage, "number": self.number}
        return (
            _("Game %(number)s of %(stage)s was drawn from this result. It stays as it was played.")
            % values
        )


Change: TypeAlias = PlaceChange | Crosses | BecomesTied | SlotChanges | RoundDiffers | DrawnSince


# --- In words -----------------------------------------------------------------------------


def _sides_text(sides: tuple[int | None, ...], name: Name) -> str:
    return " – ".join(_("not known") if side is None else name(side) for side in sides)


def _meetings_text(meetings: tuple[Meeting, ...], name: Name) -> str:
    return ", ".join(_meeting_text(meeting, name) for meeting in meetings)


def _meeting_text(meeting: Meeting, name: Name) -> str:
    if len(meeting) == 1:
        return _("bye for %(name)s") % {"name": name(meeting[0])}
    return " – ".join(map(name, meeting))
