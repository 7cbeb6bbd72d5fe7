"""Plan an import of match results: the events to create, and warnings about the file.

Nothing is written here: ``leagues.actions.data`` writes what this plans.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date, timedelta
from itertools import pairwise

from django.utils.translation import gettext as _

from leagues.dates import date_format
from leagues.files.match_rows import MOST_POINTS
from leagues.models import Event
from leagues.models.names import fold_name, tidy_name
from leagues.reads.data.import_values import ArrivingEvent, ArrivingMatch, ArrivingResults, Who
from leagues.reads.events.sheet_choice import sheet_for
from leagues.reads.events.sheets import Sheet
from scoring.notation import MatchRecord
from scoring.sides import BySeat

APART = timedelta(days=60)
"""A longer gap between days splits one event name into two events: leagues pause in summer."""
A_PAIR = 2
MANY_DAYS = 3  # from here on an event is a league
LONGEST_NAME = 120
MOST_ROUNDS = 20
TOURNAMENT, RACE, ROUNDS = "tournament", "workshop-100", "workshop-rounds"
Sides = Event.Sides
Kind = Event.Kind


def plan_results(
    records: Iterable[MatchRecord],
    who: Mapping[str, Who],
    *,
    name: str,
    rules: str = "",
    here: Iterable[tuple[str, date]] = (),
    again: bool = False,
    today: date | None = None,
) -> ArrivingResults:
    """Group matches into events.

    ``name`` is for matches without an event name in the file. ``rules`` is the rule sheet, or
    empty to guess it. ``here`` are the names and first days of the club's events; the same events
    are skipped unless ``again`` is true. Matches after ``today`` are skipped.
    """
    doubts: list[str] = []
    groups: defaultdict[tuple[str, str, int], list[ArrivingMatch]] = defaultdict(list)
    left_out = 0
    for record in records:
        match = ArrivingMatch(record, _who_sat(record, who))
        if why := _cannot_come(match, today):
            doubts.append(why % {"where": _match_label(match)})
            left_out += 1
            continue
        context = record.context
        event = tidy_name((context and context.event) or "")
        division = tidy_name((context and context.division) or "")
        groups[event, division, len(match.sides.a)].append(match)
    known = {(fold_name(each), day) for each, day in here}
    events = [
        event
        for (event_name, division, _size), matches in groups.items()
        for event in _plan_events(event_name, division, matches, name, rules)
    ]
    events = [
        replace(each, is_here=(fold_name(each.name), each.first_day) in known)
        for each in _with_distinct_names(events)
    ]
    events.sort(key=lambda each: (each.first_day, each.name))
    coming = tuple(each for each in events if again or not each.is_here)
    for each in coming:
        doubts += _find_oddities(each)
    staying = () if again else tuple(each for each in events if each.is_here)
    return ArrivingResults(coming, tuple(doubts), left_out, staying)


def _cannot_come(match: ArrivingMatch, today: date | None) -> str:
    """Why a match can't be imported, as a sentence with ``%(where)s``; empty if it can."""
    record = match.record
    everybody = [each for side in match.sides for each in side]
    sizes = {len(side) for side in match.sides}
    known = [made for made in record.points if made is not None]
    if len(set(everybody)) < len(everybody):
        return _("%(where)s is skipped because a player would play themselves.")
    if len(match.sides) != A_PAIR or len(sizes) > 1 or max(sizes) > A_PAIR:
        return _("%(where)s is skipped because it isn’t one against one or two against two.")
    if record.played is None:
        return _("%(where)s is skipped because it has no date.")
    if today is not None and match.day > today:
        return _("%(where)s is skipped because it’s in the future.")
    if len(known) == 1 or (not known and record.winner is None):
        return _("%(where)s is skipped because it doesn’t have points for both sides.")
    if any(made.denominator != 1 or not 0 <= made <= MOST_POINTS for made in known):
        return _("%(where)s is skipped because its points aren’t whole numbers.")
    return ""


def _match_label(match: ArrivingMatch) -> str:
    if match.row:
        return _("Row %(row)s") % {"row": match.row}
    a, b = match.record.names
    played = match.record.played
    day = f", {date_format(match.day, 'j F Y')}" if played else ""
    return f"{a} – {b}{day}"


def _who_sat(record: MatchRecord, who: Mapping[str, Who]) -> BySeat[tuple[Who, ...]]:
    return record.sides.map(
        lambda side: tuple(who[fold_name(player.name)] for player in side.players)
    )


def _plan_events(
    event: str, division: str, matches: Sequence[ArrivingMatch], name: str, rules: str
) -> Iterable[ArrivingEvent]:
    """Yield an event for each day if ``event`` is empty, or one for each time it was held."""
    days = sorted({match.day for match in matches})
    spans = [[day] for day in days] if not event else _split_spans(days)
    by_day: defaultdict[date, list[ArrivingMatch]] = defaultdict(list)
    for match in matches:
        by_day[match.day].append(match)
    for span in spans:
        played = [match for day in span for match in by_day[day]]
        named = event
        if not event:
            named = f"{name}, {date_format(span[0], 'j F Y')}"
        elif len(spans) > 1:
            named = with_year(event, span)
        sides = _guess_sides(played)
        sheet, is_sure = _guess_sheet(played, sides, rules)
        kind = Kind.CLUB_NIGHT if not event else Kind.TOURNAMENT
        if len(span) > MANY_DAYS:
            kind = Kind.LEAGUE
        yield ArrivingEvent(named, kind, sides, division, tuple(played), sheet, is_sure)


def _split_spans(days: Sequence[date]) -> list[list[date]]:
    spans = [[days[0]]]
    for before, day in pairwise(days):
        if day - before > APART:
            spans.append([])
        spans[-1].append(day)
    return spans


def with_year(event: str, span: Sequence[date]) -> str:
    first, last = span[0].year, span[-1].year
    if str(first) in event:
        return event
    return f"{event} {first}" if first == last else f"{event} {first}–{last % 100:02}"


def _with_distinct_names(events: Sequence[ArrivingEvent]) -> list[ArrivingEvent]:
    """Tell apart events with one name and day by adding the division, and singles or doubles."""
    alike = defaultdict[tuple[str, date], list[ArrivingEvent]](list)
    for each in events:
        alike[fold_name(each.name), each.first_day].append(each)
    named = []
    for each in events:
        of_day, parts = alike[fold_name(each.name), each.first_day], [each.name]
        if len({other.division for other in of_day}) > 1 and each.division:
            parts.append(each.division)
        if len({other.sides for other in of_day}) > 1:
            parts.append(str(Sides(each.sides).label))
        named.append(replace(each, name=" · ".join(parts)[:LONGEST_NAME]))
    return named


def _guess_sides(matches: Sequence[ArrivingMatch]) -> str:
    """Singles, doubles, or ``REDRAWN`` if players change partners between matches."""
    if len(matches[0].sides.a) == 1:
        return Sides.SINGLES
    partner: dict[Who, Who] = {}
    for match in matches:
        for one, other in match.sides:
            if partner.setdefault(one, other) != other:
                return Sides.REDRAWN
            if partner.setdefault(other, one) != one:
                return Sides.REDRAWN
    return Sides.DOUBLES


def usual_total(matches: Iterable[ArrivingMatch]) -> int | None:
    """The sum of both sides' points in more than half of the matches; None if there is none."""
    totals = Counter(sum(match.points) for match in matches if None not in match.record.points)
    if not totals:
        return None
    total, often = totals.most_common(1)[0]
    return total if often * 2 > totals.total() else None


def _guess_sheet(matches: Sequence[ArrivingMatch], sides: str, rules: str) -> tuple[Sheet, bool]:
    """The chosen rule sheet, or the one that fits the points, and whether it is certain."""
    if rules:
        return sheet_for(rules, sides), True
    total = usual_total(matches)
    if total and total % 2 == 0 and total <= 2 * MOST_ROUNDS:
        return sheet_for(TOURNAMENT, sides, length=total // 2), True
    points = [made for match in matches for made in match.points]
    if max(points) > 2 * MOST_ROUNDS and all(made % 5 == 0 for made in points):
        return sheet_for(RACE, sides), True
    return sheet_for(TOURNAMENT, sides), False


def _find_oddities(event: ArrivingEvent) -> Iterable[str]:
    """Yield warnings about matches that look wrong but are imported as recorded."""
    usual = usual_total(event.matches)
    seen: set[object] = set()
    for match in event.matches:
        total = sum(match.points)
        if usual is not None and total not in (usual, 0):
            yield _(
                "%(where)s: %(a)s–%(b)s adds up to %(total)s, but most matches of the event add up to %(usual)s. It will be imported as recorded."
            ) % {
                "where": _match_label(match),
                "a": match.points.a,
                "b": match.points.b,
                "total": total,
                "usual": usual,
            }
        same = (match.day, match.stage, frozenset(zip(match.sides, match.points, strict=True)))
        if same in seen:
            yield _("%(where)s is listed twice. Both will be imported.") % {
                "where": _match_label(match)
            }
        seen.add(same)
