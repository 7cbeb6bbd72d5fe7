"""Read partners, opponents and byes of earlier nights in the same league, or in the same season
if partners are redrawn.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import combinations, groupby, product
from operator import itemgetter
from typing import Any

from django.db.models import F, Q, QuerySet

from leagues.models import EntryPlayer, Event, Match, SidePlayer
from leagues.pairing.history import Nights
from leagues.pairing.values import Pair
from leagues.reads.draw.history import NOT_MET, NOT_PLAYED


def nights_before(event: Event) -> Nights[int]:
    """Who has partnered, met and sat out on earlier nights, in two queries.

    Players are mapped to tonight's entries; players who are not here tonight are left out.
    """
    events = _events_before(event)
    if events is None:
        return Nights()
    here = EntryPlayer.objects.filter(event=event)
    return _nights_of(_side_players(event, events), dict(here.values_list("player", "entry")))


def _events_before(event: Event) -> QuerySet[Event] | None:
    """The earlier events; None if it is no league night and partners are not redrawn."""
    here = Q()
    if event.night_id is not None:
        here |= Q(night__league__nights=event.night_id)
    if event.sides == Event.Sides.REDRAWN and event.season_id is not None:
        here |= Q(season=event.season_id, sides=Event.Sides.REDRAWN)
    before = Event.objects.present().filter(here, starts_at__lt=event.starts_at)
    return before if here else None


def _side_players(event: Event, events: QuerySet[Event]) -> QuerySet[SidePlayer, Any]:
    """Each player on each side of the finished matches; byes included, walkovers excluded."""
    return (
        SidePlayer.objects.filter(
            match__event__in=events.values("pk"), match__state=Match.State.FINISHED
        )
        .exclude(match__event=event)
        .exclude(match__ending__in=NOT_MET | NOT_PLAYED)
        .order_by("match", "side__seat", "number")
        .values("match", "match__ending", "player", seat=F("side__seat"))
    )


def _nights_of(lines: Iterable[dict[str, Any]], here: Mapping[int, int]) -> Nights[int]:
    partnered, met = Counter[Pair[int]](), Counter[Pair[int]]()
    rested, rounds = Counter[int](), Counter[int]()
    for _match, of_one in groupby(lines, key=itemgetter("match")):
        sitting = [each for each in of_one if each["player"] in here]
        sides = [
            sorted({here[each["player"]] for each in of_side})
            for _seat, of_side in groupby(sitting, key=itemgetter("seat"))
        ]
        for side in sides:
            partnered.update(map(frozenset, combinations(side, 2)))
        for one, other in combinations(sides, 2):
            met.update(frozenset(two) for two in product(one, other) if len({*two}) > 1)
        rounds.update(entry for side in sides for entry in side)
        if sitting and sitting[0]["match__ending"] == Match.Ending.BYE:
            rested.update(sides[0])
    return Nights(
        partnered, met, {entry: Fraction(rested[entry], rounds[entry]) for entry in rounds}
    )
