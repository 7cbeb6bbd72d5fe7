"""How large the workers grow while a hall plays: MB (PSS) of each, twice a minute.

Run from the repository: ``python -m benchmarks.memory 20`` (minutes). Sixteen phones report
together once a second, sixty streams follow real pages, a visitor asks for these pages and an
organiser for the desk, five times a second each at most.
"""

import sys
from itertools import islice, product

from benchmarks.hall import hall, percentile
from benchmarks.stranger import LANGUAGES, Hall, Stranger, at_work
from benchmarks.years_memory import memory, workers_of
from tests.served import Site

STREAMS = 60
HALF_A_MINUTE = 30  # reports of a round: of more than some forty the desk wants to know


def sizes(site: Site) -> str:
    workers = workers_of(site.process.pid)
    return " ".join(f"{memory(each):.0f}" for each in workers) + " MB"


def measure(minutes: int) -> None:
    with hall() as site:
        everybody = Hall(site)
        readers = Stranger(everybody.port)
        print(f"at first: {sizes(site)}", flush=True)
        followed = islice(product(LANGUAGES, everybody.pages), STREAMS)
        with at_work(*(readers.follow(f"{path}?fragment=stream", each) for each, path in followed)):
            for half in range(2 * minutes):
                took = everybody.evening(HALF_A_MINUTE)
                times = ", ".join(
                    f"{what} p50 {percentile(found, 0.5):.0f} p99 {percentile(found, 0.99):.0f} ms"
                    for what, found in vars(took).items()
                )
                print(f"{(half + 1) / 2} min: {sizes(site)}; {times}", flush=True)


if __name__ == "__main__":
    measure(int(sys.argv[1]))
