"""How long a forecast takes, and whether its middle is the mean of days played out.

    python -m benchmarks.forecast

The one-day open with 40 on 20 boards: a hundred runs, the time beside that of the plan's own
sum, and the middle beside the mean end of a thousand single days with other dice.
"""

from random import Random
from statistics import fmean
from time import perf_counter

from leagues.pairing.timetable import format_clock
from leagues.stages import estimate
from leagues.stages.estimate import HallPlan
from leagues.stages.event_templates import SHAPES
from leagues.stages.forecast import simulate_days

ENTRIES, RUNS, DAYS = 40, 100, 1000


def main() -> None:
    plan, hall = SHAPES["one-day-open"].stages(ENTRIES), HallPlan(boards=20)
    worths = [8] * len(plan)
    started = perf_counter()
    to_play = estimate.timetable_stages(plan, ENTRIES, hall.minutes)
    planned = estimate.end_of_day(to_play, hall)
    of_plan = perf_counter() - started
    started = perf_counter()
    found = simulate_days(plan, ENTRIES, hall, Random(1), runs=RUNS, worths=worths)
    taken = perf_counter() - started
    dice = Random(2)
    mean = fmean(
        simulate_days(plan, ENTRIES, hall, dice, runs=1, worths=worths).usually for _ in range(DAYS)
    )
    print(f"{RUNS} runs: {1000 * taken:.0f} ms, {taken / of_plan:.0f} × the sum of the plan")
    print(f"planned {format_clock(planned)}, usually {format_clock(found.usually)}, ", end="")
    print(f"mean of {DAYS} days {format_clock(round(mean))}, mostly {format_clock(found.mostly)}")


if __name__ == "__main__":
    main()
