"""The to-do list of a league's organiser: matches to decide, corrections, duplicate players and
incomplete line-ups.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

from django.db.models import Prefetch
from django.db.models.fields.json import KeyTransform

from leagues.models import (
    Action,
    Entry,
    Event,
    League,
    Match,
    MatchSide,
    MeetingLineUp,
    Round,
    Surface,
)
from leagues.reads.leagues.calendar import evening_day
from leagues.reads.leagues.kinds.rules import rules_of
from leagues.reads.leagues.matches.unplayed import Arrangement, read_arrangements, to_decide
from leagues.reads.people.name_matches import KnownPerson, register_of
from leagues.stages.match_dates import DatedState, NotPlayed
from scoring.sides import Seat

CORRECTS = ("correct_match", "enter_totals")
SEEN = "see_correction"
JOINED, MARKED_APART = "join_by_link", "tell_apart"


class NeedReason(StrEnum):
    """Why an organiser has to look at a match. Most pressing first."""

    DENIED = "denied"
    """One side claims that the other did not come, and the other denies it."""
    SILENT = "silent"
    """One side claims that the other did not come, and the other let the time to answer pass."""
    READY = "ready"
    """The last day has passed; one side was ready and the other did not answer."""
    BOTH = "both"
    """The last day has passed, and both sides wanted to play."""
    NO_ANSWER = "nobody"
    """The last day has passed, and neither side proposed anything."""
    DIFFER = "differ"
    """The two sides report different results of a round."""
    HALF_PLAYED = "half-played"
    """The last day has passed, and the match is begun but not finished."""
    UNANSWERED = "unanswered"
    """A day was proposed long ago, and the other side has not answered."""


OVERDUE = {
    NotPlayed.FORFEIT: NeedReason.READY,
    NotPlayed.ASK: NeedReason.BOTH,
    NotPlayed.VOID: NeedReason.NO_ANSWER,
}


@dataclass(frozen=True)
class Need:
    """A match that an organiser has to look at, with the reason."""

    why: NeedReason
    found: Arrangement

    @property
    def match(self) -> Match:
        return self.found.match

    @property
    def sides(self) -> list[MatchSide]:
        return list(self.match.sides.all())

    @property
    def winner(self) -> MatchSide | None:
        """The side that would win by default, or None."""
        claim, seat = self.found.claim, self.found.proposed_end.winner
        if self.why is NeedReason.SILENT and claim and claim.seat is not None:
            seat = Seat(claim.seat)
        return None if seat is None else self.sides[seat]

    @property
    def is_decided_here(self) -> bool:
        """True if a button ends the match, because nothing was played."""
        return self.why not in (NeedReason.DIFFER, NeedReason.HALF_PLAYED, NeedReason.UNANSWERED)


def needs_of(league: League, now: datetime) -> list[Need]:
    """List the matches that an organiser has to look at, each once, most pressing first."""
    if league.event is None or league.event.state != Event.State.RUNNING:
        return []
    differ = _disputed_matches(league)
    sides = Prefetch("match__sides", MatchSide.objects.named())
    waiting = to_decide(league).prefetch_related(sides)
    found = (
        Need(why, each)
        for each in read_arrangements(waiting)
        if (why := _need_reason(league, each, now, differs=each.match.pk in differ))
    )
    order = list(NeedReason)
    return sorted(found, key=lambda need: (order.index(need.why), need.found.dates.last_day))


def _need_reason(
    league: League, found: Arrangement, now: datetime, *, differs: bool
) -> NeedReason | None:
    state = found.state_on(evening_day(league, now))
    if differs:
        return NeedReason.DIFFER
    if found.claim:
        if found.claim.is_silent(now):
            return NeedReason.SILENT
        return NeedReason.DENIED if found.claim.answered_at else None
    if state is DatedState.OVERDUE:
        if found.match.state == Match.State.PLAYING:
            return NeedReason.HALF_PLAYED
        return OVERDUE[found.proposed_end.becomes]
    wait = timedelta(hours=rules_of(league).answer_hours)
    is_late = found.offer is not None and found.offer.made_at + wait <= now
    return NeedReason.UNANSWERED if is_late else None


def _disputed_matches(league: League) -> set[int]:
    rounds = Round.objects.filter(match__event=league.event_id, state=Round.State.DISPUTED)
    return set(rounds.values_list("match", flat=True))


@dataclass(frozen=True)
class MovedPlace:
    """An entry whose place in the table was changed by a correction."""

    name: str
    before: int
    after: int


@dataclass(frozen=True)
class UnseenCorrection:
    """A corrected result that the organiser has not marked as seen yet."""

    action: Action
    moved: tuple[MovedPlace, ...]
    match: Match | None
    """The match with its names, its week, and its board if it belongs to a team meeting; None if
    it no longer exists.
    """


def unseen_corrections(league: League) -> list[UnseenCorrection]:
    """List the corrections that moved places and were not marked as seen, latest first."""
    seen = Action.objects.filter(
        club=league.club_id, event=None, verb=SEEN, details__league=league.pk, undone_by=None
    ).values_list(KeyTransform("correction", "details"), flat=True)
    done = Action.objects.filter(
        event=league.event_id, verb__in=CORRECTS, undone_by=None, details__has_key="moved"
    )
    found = done.exclude(pk__in=list(seen)).order_by("-pk")
    shown = list(found.select_related("user__player", "player", "club", "event"))
    names = _entry_names(each.details["moved"] for each in shown)
    matches = _matches_by_number(league, {each.details["match"] for each in shown})
    return [
        UnseenCorrection(
            each,
            tuple(
                MovedPlace(names[entry], before, after)
                for entry, before, after in each.details["moved"]
            ),
            matches.get(each.details["match"]),
        )
        for each in shown
    ]


def _matches_by_number(league: League, numbers: set[int]) -> dict[int, Match]:
    found = Match.objects.filter(event=league.event_id, number__in=numbers)
    named = found.with_sides().select_related("dated__week", "team_board")
    return {match.number: match for match in named}


def _entry_names(moved: Any) -> dict[int, str]:
    keys = {entry for of_one in moved for entry, *_places in of_one}
    entries = Entry.objects.named().filter(pk__in=keys)
    return {entry.pk: entry.shown_on(Surface.DESK) for entry in entries}


@dataclass(frozen=True)
class JoinedTwice:
    """A player who joined by the link, and a known player who may be the same person."""

    joined: KnownPerson
    known: KnownPerson


def joined_twice(league: League) -> list[JoinedTwice]:
    """List possible duplicates of players who joined by the link, unless they were merged or
    marked as two people.
    """
    log = Action.objects.filter(
        club=league.club_id, event=None, details__league=league.pk, undone_by=None
    )
    came = log.filter(verb=JOINED).values_list(KeyTransform("player", "details"), flat=True)
    apart = {
        frozenset((facts["player"], facts["other"]))
        for facts in log.filter(verb=MARKED_APART).values_list("details", flat=True)
    }
    joined = list(dict.fromkeys(came.order_by("pk")))
    if not joined:
        return []
    register = register_of(league.club)
    pairs = {
        frozenset((pk, twin.person.pk)): JoinedTwice(register.people[pk], twin.person)
        for pk in reversed(joined)
        if pk in register.people
        for twin in register.twins_of(pk)
    }
    return [pair for two, pair in reversed(pairs.items()) if two not in apart]


@dataclass(frozen=True)
class GapInLineUp:
    """A team meeting whose line-up lost a player, so the team has to name it again."""

    team: Entry
    other: str
    meeting: Match
    names: str
    """The names of the missing players."""


def gaps_of(league: League) -> Iterator[GapInLineUp]:
    """Yield the incomplete line-ups, by week. The number of queries is constant."""
    if not league.of_kind.has_teams:
        return
    found = (
        MeetingLineUp.objects.filter(meeting__event=league.event_id)
        .exclude(lacks=[])
        .exclude(meeting__state=Match.State.FINISHED)
        .select_related("entry", "meeting__dated__week")
        .prefetch_related("meeting__sides__entries")
        .order_by("meeting__dated__week__on", "pk")
    )
    line_ups = list(found)
    keys = {key for each in line_ups for key in each.lacks}
    gone = Entry.objects.named().filter(pk__in=keys)
    names = {entry.pk: entry.shown_on(Surface.DESK) for entry in gone}
    for each in line_ups:
        [other] = [
            entry.name
            for side in each.meeting.sides.all()
            for entry in side.entry_list
            if entry.pk != each.entry_id
        ]
        yield GapInLineUp(
            each.entry, other, each.meeting, ", ".join(names.get(key, "?") for key in each.lacks)
        )
