"""Everything at once: 5,000 streams, 5,000 who ask again, sixteen players, a result a second.

Run from the repository: ``python -m benchmarks.everything``. Sixteen phones report together
once a second. A report is answered when the site has said that it is safe; it counts when it
was judged. Milliseconds; the ratio is to the same players in an empty hall, before.
"""

import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

from benchmarks.hall import REVISIONS, STANDINGS, crowd, databases, hall, needs, percentile, port_of
from benchmarks.hall.phones import Phone, phones, play_anew

PAGES = 5_000
ASKS = 3_000  # milliseconds
ROUNDS = 10


def together(
    hands: list[Phone], rounds: int = ROUNDS
) -> tuple[list[tuple[float, float]], list[int]]:
    """Reports of all players, once a second: milliseconds until each was safe and counted,
    and when each round was in."""
    play_anew(hands)
    times: list[tuple[float, float]] = []
    ends: list[int] = []
    with ThreadPoolExecutor(len(hands)) as pool:
        for _ in range(rounds):
            begun = time.monotonic()
            times += pool.map(Phone.report, hands)
            ends.append(time.monotonic_ns())
            time.sleep(max(0, 1 - (time.monotonic() - begun)))  # noqa: TID251
    return times, ends


def measure(database: str) -> None:
    with hall(database) as site:
        port, hands = port_of(site.url), phones(site.url)
        together(hands)
        alone, _ = together(hands)
        with (
            crowd(port, REVISIONS, PAGES, "watch") as watching,
            crowd(port, STANDINGS, PAGES, "poll", str(ASKS)) as asking,
        ):
            crowded, ends = together(hands)
            time.sleep(1)  # noqa: TID251 – so that the last has arrived
            asked, arrived = asking.go_home(), watching.go_home()
    last = dict.fromkeys(range(PAGES), 0)
    for at, who, _ in arrived:
        last[who] = max(last[who], at)
    pages = [waited / 1e6 for waited, *_ in asked]
    wrong = sum(status not in {200, 304} for _, status, *_ in asked)
    behind = [(at - ends[-1]) / 1e6 for at in last.values()]
    safe, counted = zip(*crowded, strict=True)
    slow = percentile(safe, 0.99)
    least = percentile([at for at, _ in alone], 0.99)
    print(
        f"{database}: reports p50 {percentile(safe, 0.5):.0f} p99 {slow:.0f} ms"
        f" ({slow / least:.1f} of an empty hall's {least:.0f}),"
        f" counted p50 {percentile(counted, 0.5):.0f} p99 {percentile(counted, 0.99):.0f} ms;"
        f" pages {len(pages)} p50 {percentile(pages, 0.5):.1f} p99 {percentile(pages, 0.99):.0f} ms;"
        f" last news after the last report: p99 {percentile(behind, 0.99):.0f} ms;"
        f" errors {wrong}, streams without news {sum(not at for at in last.values())}",
        flush=True,
    )


def main() -> None:
    needs("cc")
    for database in databases():  # Django knows one database a process
        command = [sys.executable, "-m", "benchmarks.everything", database]
        subprocess.run(command, check=True)


if __name__ == "__main__":
    measure(sys.argv[1]) if sys.argv[1:] else main()
