"""Plan an import of final places: one event for each name, division and day."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import date

from django.utils.translation import gettext as _

from leagues.dates import date_format
from leagues.files.place_rows import PlaceRecord
from leagues.models import Event
from leagues.models.names import fold_name, tidy_name
from leagues.reads.data.import_matches import LONGEST_NAME, with_year
from leagues.reads.data.import_values import ArrivingPlace, ArrivingRanking, ArrivingResults, Who

Sides = Event.Sides
Shared = list[tuple[int, list[str]]]
A_PAIR = 2


def plan_rankings(
    records: Iterable[PlaceRecord],
    who: Mapping[str, Who],
    *,
    name: str,
    here: Iterable[tuple[str, date]] = (),
    again: bool = False,
) -> ArrivingResults:
    """Group final places into events. The parameters are those of ``plan_results``."""
    groups: defaultdict[tuple[str, str, date], list[PlaceRecord]] = defaultdict(list)
    for record in records:
        assert record.day is not None
        event, division = tidy_name(record.event), tidy_name(record.division)
        groups[event, division, record.day].append(record)
    known = {(fold_name(each), day) for each, day in here}
    doubts: list[str] = []
    rankings, left_out = [], 0
    for (event, division, day), lines in groups.items():
        named = _ranking_name(event, division, day, name, groups)
        places, odd = _plan_places(named, lines, who)
        left_out += len(lines) - len(places)
        is_here = (fold_name(named), day) in known
        sides = _guess_sides(places)
        rankings.append(ArrivingRanking(named, day, sides, places, is_here))
        if again or not is_here:
            doubts += odd
    rankings.sort(key=lambda each: (each.day, each.name))
    coming = tuple(each for each in rankings if again or not each.is_here)
    staying = () if again else tuple(each for each in rankings if each.is_here)
    return ArrivingResults(doubts=tuple(doubts), left_out=left_out, here=staying, rankings=coming)


def _ranking_name(
    event: str, division: str, day: date, name: str, groups: Iterable[tuple[str, str, date]]
) -> str:
    """The event's name, with its year or day if held more than once, and its division if it had
    several.
    """
    alike = [each for each in groups if each[0] == event]
    if not event:
        several = len({each_day for _event, _division, each_day in alike}) > 1
        named = f"{name}, {date_format(day, 'j F Y')}" if several else name
    else:
        several = len({each_day for _event, _division, each_day in alike}) > 1
        named = with_year(event, [day]) if several else event
    if division and len({each for _event, each, on in alike if on == day}) > 1:
        named = f"{named} · {division}"
    return named[:LONGEST_NAME]


def _plan_places(
    event: str, lines: Sequence[PlaceRecord], who: Mapping[str, Who]
) -> tuple[tuple[ArrivingPlace, ...], list[str]]:
    """The places, best first, and warnings. A player who is listed twice gets the better place."""
    doubts: list[str] = []
    seen: set[Who] = set()
    found: list[ArrivingPlace] = []
    for line, place in _in_order(lines):
        people = tuple(who[fold_name(name)] for name in line.names)
        if seen & {*people} or len({*people}) < len(people):
            doubts.append(
                _("%(event)s: %(who)s is listed twice. The better place will be imported.")
                % {"event": event, "who": " & ".join(line.names)}
            )
            continue
        seen |= {*people}
        found.append(ArrivingPlace(people, place, line.points, line.twenties))
    return tuple(found), [*doubts, *_find_oddities(event, lines, found)]


def _in_order(lines: Sequence[PlaceRecord]) -> list[tuple[PlaceRecord, int]]:
    """Lines with their places, best first. If a place is missing, all are ranked by points."""
    if any(line.place is None for line in lines):
        made = [line.points or 0 for line in lines]
        placed = [(line, 1 + sum(p > (line.points or 0) for p in made)) for line in lines]
    else:
        placed = [(line, line.place or 1) for line in lines]
    return sorted(placed, key=lambda each: (each[1], each[0].row))


def _find_oddities(
    event: str, lines: Sequence[PlaceRecord], found: Sequence[ArrivingPlace]
) -> Iterable[str]:
    """Yield warnings about shared places, places that no one has, and lines of unequal size."""
    names: defaultdict[int, list[str]] = defaultdict(list)
    for line, place in _in_order(lines):
        names[place].append(" & ".join(line.names))
    for place, here in names.items():
        if len(here) > 1:
            yield _("%(event)s: place %(place)s is shared by %(names)s.") % {
                "event": event,
                "place": place,
                "names": ", ".join(here),
            }
    expected = 1
    for place, many in sorted(Counter(each.place for each in found).items()):
        if place > expected:
            yield _("%(event)s: no one has place %(place)s.") % {"event": event, "place": expected}
        expected = max(expected, place) + many
    if len({len(each.who) for each in found}) > 1:
        yield _("%(event)s: some lines have one player and some have two.") % {"event": event}


def _guess_sides(places: Sequence[ArrivingPlace]) -> str:
    pairs = sum(len(each.who) == A_PAIR for each in places)
    return Sides.DOUBLES if pairs * 2 > len(places) else Sides.SINGLES
