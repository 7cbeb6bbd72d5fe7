"""Reminders of league matches that are due now."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from django.db.models import Q, QuerySet

from leagues.dates import date_format
from leagues.models import DatedMatch, Event, League, Match, Player, SidePlayer
from leagues.reads.leagues.matches.unplayed import Arrangement, read_arrangements
from leagues.reads.phones.my_match import MyMatch
from leagues.say import say
from leagues.stages.reminders import (
    DAYS_BEFORE,
    LASTS,
    SENTENCES,
    Reminder,
    ReminderKind,
    ToRemind,
    due_now,
    reminders_of,
)
from scoring.text import Text

A_DAY = timedelta(days=1)


@dataclass(frozen=True)
class MatchReminder:
    """A reminder or news about a match for one player, with the time until which it is relevant."""

    kind: ReminderKind
    player: Player
    mine: MyMatch
    league: League
    dated: DatedMatch
    day: date
    ends_at: datetime
    mark: str = ""
    """Tells it apart from other news of the same kind, match and day."""

    @property
    def about(self) -> str:
        key = f"{self.kind.value}-{self.mine.match.pk}-{self.day}"
        return f"{key}-{self.mark}" if self.mark else key

    @property
    def title(self) -> str:
        return news_in_words(self.kind, self.mine, self.day)


def news_in_words(kind: ReminderKind, mine: MyMatch, day: date) -> str:
    values = {"names": mine.against, "day": date_format(day, "l j F")}
    return say(Text(SENTENCES[kind].template, **values))


@dataclass(frozen=True)
class MatchNews:
    """A change to a league match, and the sides that it affects."""

    kind: ReminderKind
    match: int
    seats: frozenset[int]
    day: date
    ends_at: datetime
    mark: str
    by: int | None = None
    """The player who made the change, who is not notified."""

    @property
    def matches(self) -> QuerySet[Match]:
        """The match, or none if its page is not public."""
        found = Match.objects.filter(pk=self.match, event__in=Event.objects.reachable())
        return found.published().select_related("event").with_sides()


def of_news(news: MatchNews) -> Iterator[MatchReminder]:
    """Yield the news for each affected player."""
    for match in news.matches.select_related("dated__week__league"):
        league = match.dated.week.league
        for seat in _seats_of(match):
            if seat.side.seat in news.seats and seat.player_id != news.by:
                yield MatchReminder(
                    kind=news.kind,
                    player=seat.player,
                    mine=MyMatch.of(match, {seat.side_id}),
                    league=league,
                    dated=match.dated,
                    day=news.day,
                    ends_at=news.ends_at,
                    mark=news.mark,
                )


def due_reminders(now: datetime) -> Iterator[MatchReminder]:
    """Yield the reminders that are due now, for each player."""
    for found in read_arrangements(_dated_soon(now)):
        league = found.dated.week.league
        here = now.astimezone(league.tzinfo).replace(tzinfo=None)
        reminders = due_now(_reminders_for(found), here)
        due = [each for each in reminders if here < _end_time(found, each)]
        if not due:
            continue
        [match] = Match.objects.filter(pk=found.match.pk).with_sides()
        match.event = found.match.event
        for each in due:
            for seat in _seats_of(match):
                yield MatchReminder(
                    kind=each.kind,
                    player=seat.player,
                    mine=MyMatch.of(match, {seat.side_id}),
                    league=league,
                    dated=found.dated,
                    day=_day_of(found, each),
                    ends_at=_end_time(found, each).replace(tzinfo=league.tzinfo),
                )


def _dated_soon(now: datetime) -> QuerySet[DatedMatch]:
    """Open matches with a date or a deadline within a few days."""
    first = (now - A_DAY).date()
    last = first + timedelta(days=DAYS_BEFORE + 3)
    near = (first, last)
    return (
        DatedMatch.objects.filter(
            Q(on__range=near) | Q(due_on__range=near) | Q(put_offs__until__range=near),
            settled_at=None,
            week__league__closed_at=None,
            week__is_cancelled=False,
            match__in=Match.objects.published(),
            match__state=Match.State.PLANNED,
            match__event__in=Event.objects.reachable(),
        )
        .select_related("match__event")
        .order_by("pk")
        .distinct()
    )


def _reminders_for(found: Arrangement) -> Iterator[Reminder]:
    """Yield the match's reminders; the one a day before only if the day is fixed.

    A day is fixed if it was agreed on or is the only day of its week.
    """
    dates = found.dates
    dated = found.dated
    is_fixed = dated.on is not None or dated.due_on == dated.week.on
    waits = found.put_off_until is not None
    for each in reminders_of(ToRemind(dates.on, dates.last_day)):
        if each.kind is ReminderKind.DUE_SOON or (is_fixed and not waits):
            yield each


def _end_time(found: Arrangement, reminder: Reminder) -> datetime:
    """When the reminder is no longer relevant; a "tomorrow" reminder ends at midnight."""
    midnight = datetime.combine(found.dates.on, time())
    ends_at = reminder.at + LASTS
    is_of_tomorrow = reminder.kind is ReminderKind.TOMORROW
    return min(midnight, ends_at) if is_of_tomorrow else ends_at


def _day_of(found: Arrangement, reminder: Reminder) -> date:
    is_last = reminder.kind is ReminderKind.DUE_SOON
    return found.dates.last_day if is_last else found.dates.on


def _seats_of(match: Match) -> list[SidePlayer]:
    seats = SidePlayer.objects.filter(match=match, player__isnull=False)
    return list(seats.select_related("player__user", "player__club", "side").order_by("pk"))
