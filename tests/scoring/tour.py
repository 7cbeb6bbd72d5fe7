"""A tour of a few events, for tests."""

from typing import Any

from scoring.season import (
    FIELD_WEIGHTED,
    HUNGARIAN,
    NCA_TOUR,
    SERIES_15,
    SERIES_15_PAIRS,
    SERIES_25,
    SERIES_25_PAIRS,
    SERIES_35,
    SERIES_35_PAIRS,
    WCC_55,
    ByField,
    Field,
    Finish,
    Linear,
    Listed,
    PlaceTable,
    Scheme,
    SeasonEvent,
    season_table,
)

EVERY_SCORE = Scheme(NCA_TOUR)


def event_in_order(name: str, *order: str, **more: Any) -> SeasonEvent[str]:
    """An event in which these players finished in this order; "Ann & Ben" is a pair."""
    finishes = (Finish(tuple(who.split(" & ")), place) for place, who in enumerate(order, 1))
    return SeasonEvent(name, tuple(finishes), **more)


def places_and_totals(scheme: Scheme, *events: SeasonEvent[str]) -> list[tuple[int, str, Any]]:
    return [(row.place, row.player, row.tour_points) for row in season_table(scheme, events)]


def points_paid_by(table: PlaceTable, entries: int) -> list[Any]:
    field = Field(entries, ((3.3,),) * entries)
    return [table.points(place, field) for place in range(1, entries + 1)]


TABLES = [
    NCA_TOUR,
    WCC_55,
    HUNGARIAN,
    Linear(7, floor=2),
    SERIES_35,
    SERIES_25,
    SERIES_15,
    SERIES_35_PAIRS,
    SERIES_25_PAIRS,
    SERIES_15_PAIRS,
    FIELD_WEIGHTED,
    Listed((3, 1)),
    ByField(most=12),
]


SMALL = Listed((6, 4, 3, 2, 1))
