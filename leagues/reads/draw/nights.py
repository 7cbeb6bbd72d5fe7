"""What earlier nights of a season have come to, where partners are redrawn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import combinations, groupby, product
from operator import itemgetter
from typing import Any

from django.db.models import F, QuerySet

from leagues.models import EntryPlayer, Event, Match, SidePlayer
from leagues.pairing.history import Nights
from leagues.pairing.values import Pair
from leagues.reads.draw.history import NOBODY_SAT, NOT_MET


def nights_before(event: Event) -> Nights[int]:
    """Who has partnered, met and sat out on the season's nights before this one: two queries.

    People are known again from night to night; whoever is not here tonight is left out.
    """
    if event.season_id is None:
        return Nights()
    here = EntryPlayer.objects.filter(event=event)
    return _told(_lines(event), dict(here.values_list("player", "entry")))


def _lines(event: Event) -> QuerySet[SidePlayer, Any]:
    """Everybody who was to sit or to rest, match by match."""
    return (
        SidePlayer.objects.filter(
            match__event__in=Event.objects.present().filter(
                season=event.season_id,
                sides=Event.Sides.REDRAWN,
                starts_at__lt=event.starts_at,
            ),
            match__state=Match.State.FINISHED,
        )
        .exclude(match__event=event)
        .exclude(match__ending__in=NOT_MET | NOBODY_SAT)
        .order_by("match", "side__seat", "number")
        .values("match", "match__ending", "player", seat=F("side__seat"))
    )


def _told(lines: Iterable[dict[str, Any]], here: Mapping[int, int]) -> Nights[int]:
    partnered, met = Counter[Pair[int]](), Counter[Pair[int]]()
    rested, rounds = Counter[int](), Counter[int]()
    for _match, of_one in groupby(lines, key=itemgetter("match")):
        sitting = [each for each in of_one if each["player"] in here]
        sides = [
            [here[each["player"]] for each in of_side]
            for _seat, of_side in groupby(sitting, key=itemgetter("seat"))
        ]
        for side in sides:
            partnered.update(map(frozenset, combinations(side, 2)))
        for one, other in combinations(sides, 2):
            met.update(map(frozenset, product(one, other)))
        rounds.update(entry for side in sides for entry in side)
        if sitting and sitting[0]["match__ending"] == Match.Ending.BYE:
            rested.update(sides[0])
    return Nights(
        partnered,
        met,
        {entry: Fraction(rested[entry], rounds[entry]) for entry in rounds},
    )
