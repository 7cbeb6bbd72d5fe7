"""Replacement of an entry that advanced but is absent."""

from collections.abc import Collection, Sequence

from leagues.stages.entry_sources import Before, KeepPools, Source, Top, TopOfPools


def next_in_order(
    takes: Source, before: Before[int], seated: Collection[int], absent: int, pool: int
) -> int | None:
    """The best entry that did not advance, overall or from the absent entry's pool; None if all
    advanced. ``pool`` is the number of that pool, from 1.
    """
    orders: Sequence[Sequence[int]]
    match takes:
        case Top():
            orders = [before.order]
        case TopOfPools():
            orders = [each for each in before.pools if absent in each]
        case KeepPools():
            orders = before.pools[pool - 1 : pool]
        case _:
            orders = []
    left = (entry for order in orders for entry in order if entry not in seated)
    return next(left, None)
