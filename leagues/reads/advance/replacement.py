"""Who moves up when somebody who went on does not come."""

from collections.abc import Collection, Sequence

from leagues.stages.sources import Before, KeepPools, Source, Top, TopOfPools


def next_in_order(
    takes: Source, before: Before[int], seated: Collection[int], absent: int, pool: int
) -> int | None:
    """The best who did not go on: of all, or of the pool that the absent came from.

    Where everybody went on nobody is left. ``pool`` is the number of the absent's pool.
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
