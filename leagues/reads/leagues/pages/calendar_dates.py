"""Calendar items for league nights, events and matches.

The number of moves and the time of the last one (``SEQUENCE`` and ``LAST-MODIFIED``) are counted
in the action log. An undo is an action too, so the count never falls, as calendars require.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any, TypeAlias
from uuid import NAMESPACE_URL, uuid5

from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from leagues.files.calendar_file import CalendarItem
from leagues.models import Action, Club, Event, League, Match, Night, Surface
from leagues.models.events import FRIENDLIES
from leagues.reads.leagues.calendar import evening_day
from leagues.reads.leagues.matches.weeks import Dated, WeekMatch, dated_matches
from leagues.reads.leagues.words import day_in_words

SHOWN = {
    "league": {"name", "place", "zone"},
    "night": {"on", "at", "name", "place", "is_cancelled", "reason", "league_id"},
    "event": {"name", "starts_at", "place", "zone"},
    "datedmatch": {"week_id", "due_on", "on", "at", "place"},
    "match": {"ending"},
    "putoff": {"until"},
}
"""The columns that a calendar item is made from, by model."""
OF_EVENTS = (
    "change_event",
    "start_event",
    "move_with_night",
    "put_off_match",
    "answer_date",
    "fix_date",
    "move_matches",
    "forfeit_match",
    "void_match",
    "settle_match",
    "leave_league",
    "undo",
)
"""Actions that move events or matches. Filtering by them keeps the log of rounds out."""
WITH_NIGHT = "move_with_night"
PUT_OFF = "putoff"


@dataclass(frozen=True)
class MovesInLog:
    times: int
    last: datetime


MovedRows: TypeAlias = Mapping[tuple[str, int], MovesInLog]

LOOKS_BACK = timedelta(days=183)
LASTS = timedelta(hours=3)
"""The length of an evening in calendars, which need an end. The real end is not known."""
MATCH_LASTS = timedelta(hours=1)
FILE = Surface.FILE
VOID = (Match.Ending.ANNULLED, Match.Ending.WITHDRAWN)


def club_dates(club: Club, site: str, now: datetime) -> list[CalendarItem]:
    """List the public nights and events of a club. ``site`` is the base URL of its pages."""
    leagues = League.objects.listed().of(club).filter(event=None)
    events = Event.objects.listed().of(club).filter(night=None, league=None)
    found = events.exclude(kind__in=FRIENDLIES).filter(starts_at__gte=now - LOOKS_BACK)
    return [*night_dates(list(leagues), site, now - LOOKS_BACK), *event_dates(list(found), site)]


def league_dates(league: League, site: str) -> list[CalendarItem]:
    """List all nights of a league, or all its matches."""
    if league.has_dated_matches:
        today = evening_day(league, timezone.now())
        matches = [(league, each) for each in dated_matches(league, today)]
        return list(match_dates([league.event_id], matches, site, is_public=True))
    return list(night_dates([league], site))


def night_dates(
    leagues: Sequence[League],
    site: str,
    since: datetime | None = None,
    *,
    without: Collection[int] = (),
) -> Iterator[CalendarItem]:
    here = Q(on__gte=since.date()) if since else Q()
    nights = Night.objects.filter(here, league__in=leagues).exclude(pk__in=without)
    found = moves_of_leagues(leagues)
    for night in nights.select_related("league").in_order():
        yield _night_item(night, site, found)


def _night_item(night: Night, site: str, found: MovedRows) -> CalendarItem:
    league = night.league
    rows = [("night", night.pk), ("league", league.pk)]
    moves, changed_at = moves_since(found, rows, league.made_at)
    address = reverse("league-night", args=[league.slug, night.pk])
    return CalendarItem(
        uid=_item_uid("night", night.pk, league.made_at),
        title=f"{league.name}: {night.name}" if night.name else league.name,
        starts=night.starts_at,
        ends=night.starts_at + LASTS,
        place=night.where,
        url=f"{site}{address}",
        description=_night_note(night),
        is_cancelled=night.is_cancelled,
        moves=moves,
        changed_at=changed_at,
    )


def _night_note(night: Night) -> str:
    if night.is_cancelled:
        return _("Cancelled: %(why)s") % {"why": night.reason} if night.reason else _("Cancelled")
    if night.moved_from:
        return _("Moved from %(day)s") % {"day": day_in_words(night.moved_from)}
    return ""


def event_dates(events: Iterable[Event], site: str) -> Iterator[CalendarItem]:
    known = list(events)
    found = moves_of_events([event.pk for event in known])
    for event in known:
        moves, changed_at = moves_since(found, [("event", event.pk)], event.made_at)
        starts = event.starts_at.astimezone(event.tzinfo)
        yield CalendarItem(
            uid=_item_uid("event", event.pk, event.made_at),
            title=event.name,
            starts=starts,
            ends=starts + LASTS,
            place=event.place,
            url=f"{site}{event.get_absolute_url()}",
            moves=moves,
            changed_at=changed_at,
        )


def match_dates(
    events: Collection[int | None],
    matches: Iterable[tuple[League, WeekMatch]],
    site: str,
    *,
    is_public: bool,
) -> Iterator[CalendarItem]:
    """Yield each match on its agreed day. Without one it is shown on the last day to play, until
    it is played. A void match is kept as cancelled. If ``is_public``, an agreed venue or a
    player's own venue is left out.
    """
    found = moves_of_events(events)
    for league, each in matches:
        is_void = each.match.ending in VOID
        if each.dated.on or is_void or each.called != Dated.PLAYED:
            place = _place_of(league, each, is_public=is_public)
            yield _match_item(league, each, site, found, place, is_void=is_void)


def _place_of(league: League, here: WeekMatch, *, is_public: bool) -> str:
    """The venue to show: the league's if the match has none, "" if the match's is private."""
    if not here.where:
        return league.place
    return here.public_where if is_public else here.where


def _match_item(
    league: League, here: WeekMatch, site: str, found: MovedRows, place: str, *, is_void: bool
) -> CalendarItem:
    match, dated = here.match, here.dated
    rows = [("event", match.event_id), ("datedmatch", match.pk), ("match", match.pk)]
    moves, changed_at = moves_since(found, rows, league.made_at)
    starts = _start_of(league, here)
    names = " – ".join(side.shown_on(FILE) for side in match.sides.all())
    return CalendarItem(
        uid=_item_uid("match", match.pk, league.made_at),
        title=names if dated.on else _("Play by today: %(names)s") % {"names": names},
        starts=starts,
        ends=starts + (MATCH_LASTS if dated.at else timedelta(days=1)),
        place=" · ".join(str(each) for each in (match.board, place) if each),
        url=f"{site}{match.get_absolute_url()}",
        description=league.name,
        is_cancelled=is_void,
        moves=moves,
        changed_at=changed_at,
    )


def _start_of(league: League, here: WeekMatch) -> datetime | date:
    """The start of a match, or only its day if no time is agreed."""
    dated = here.dated
    if dated.on is None:
        return here.arranged.dates.last_day
    if dated.at is None:
        return dated.on
    return datetime.combine(dated.on, dated.at, tzinfo=league.tzinfo)


def _item_uid(kind: str, key: int, made_at: datetime) -> str:
    """A permanent id for a calendar item. It does not depend on the address of the site, and is
    unique across clubs.
    """
    return f"{uuid5(NAMESPACE_URL, f'{kind}/{key}/{made_at.isoformat()}')}@twenties"


def moves_of_leagues(leagues: Collection[League]) -> MovedRows:
    """Count the moves of these leagues and their nights."""
    keys = [league.pk for league in leagues]
    beside = Action.objects.filter(event=None, details__league__in=keys)
    return _count_moves(beside.filter(details__has_key="rows"))


def moves_of_events(events: Collection[int | None]) -> MovedRows:
    """Count the moves of these events and of their dated matches."""
    return _count_moves(Action.objects.filter(event__in=events, verb__in=OF_EVENTS))


def _count_moves(lines: QuerySet[Action]) -> MovedRows:
    found: dict[tuple[str, int], MovesInLog] = {}
    logged = lines.order_by("pk").values_list("verb", "event", "at", "details")
    for verb, event, at, facts in logged:
        for row in set(moved_rows(verb, event, facts)):
            before = found.get(row)
            found[row] = MovesInLog(1 + before.times if before else 1, at)
    return found


def moved_rows(verb: str, event: int | None, facts: dict[str, Any]) -> Iterable[tuple[str, int]]:
    """Yield the rows that one action moved, as model name and id, if calendars show them."""
    if verb == WITH_NIGHT and event is not None:
        yield "event", event
    rows = facts.get("rows", ())
    if isinstance(rows, int):
        return  # close_league wrote how many places there were, until December 2026
    for model, keys, was, now in rows:
        changed = was or now or {}
        if not SHOWN.get(model, set()) & changed.keys():
            continue
        if model == PUT_OFF:
            yield ("datedmatch", changed["dated_id"])  # the match waits, or no longer does
            continue
        for key in keys:
            yield model, key


def moves_since(
    found: MovedRows, rows: Iterable[tuple[str, int]], since: datetime
) -> tuple[int, datetime]:
    """The number of moves of these rows, and the time of the last one; ``since`` if none moved."""
    here = [found[row] for row in rows if row in found]
    return sum(each.times for each in here), max([since, *(each.last for each in here)])
