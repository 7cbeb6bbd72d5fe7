"""Thirty thousand rows of matches brought in: how long it takes, and in how much memory.

    python -m benchmarks.import_results [ROWS]

It competes with bare reading: Python's csv, and the same rows of matches, sides and players written many
at a time without a question asked. Either is a process of its own, with a new database on SQLite,
so that the most memory is its own. Wall time and
processor time; the file is understood as the page does it, from the bytes that were uploaded.
"""

import csv
import io
import os
import subprocess
import sys
import tempfile
from datetime import UTC, date, datetime, timedelta
from random import Random
from resource import RUSAGE_SELF, getrusage
from time import perf_counter, process_time

import django

ROWS, PEOPLE, A_NIGHT = 30_000, 200, 60
MOST_SECONDS = 60
AT_ONCE = 500


def source(rows: int) -> bytes:
    """Nights of sixty matches, a week apart, in a spreadsheet as clubs have it."""
    dice = Random(16)
    letters = "abcdefghijklmnopqrstuvwxyz"
    people = [
        f"{''.join(dice.choices(letters, k=6)).title()} "
        f"{''.join(dice.choices(letters, k=9)).title()}"
        for _ in range(PEOPLE)
    ]
    first = date(1998, 1, 5)
    lines = ["Date,Event,Player 1,Player 2,Points 1,Points 2,20s 1,20s 2"]
    for number in range(rows):
        night = number // A_NIGHT
        a, b = dice.sample(people, 2)
        points = dice.randint(0, 8)
        made = f"{points},{8 - points},{dice.randint(0, 30)},{dice.randint(0, 30)}"
        day = first + timedelta(weeks=night % 1000)
        lines.append(f"{day},Night {night},{a},{b},{made}")
    return "\n".join(lines).encode()


def bring_in(content: bytes) -> None:
    """As the page does it: uploaded and kept, then read and written."""
    from leagues.access.roles import ANONYMOUS
    from leagues.actions.data.import_results import bring_in
    from leagues.actions.data.results_files import keep_file
    from leagues.files.spreadsheet import pack, read_content
    from leagues.models import Club
    from leagues.reads.data.results_file import ResultsReading

    club = Club.objects.create(name="Benchmark", slug="benchmark", is_home=True)
    packed = pack(read_content("Nights.csv", content))
    file = keep_file(by=ANONYMOUS, club=club, name="Nights.csv", content=packed)
    reading = ResultsReading(file)
    bring_in(by=ANONYMOUS, file=file, results=reading.results, names=reading.names)


def bare(content: bytes) -> None:
    """The same matches, sides and people, with nothing understood."""
    from django.db import transaction

    from leagues.models import (
        Club,
        Entry,
        Event,
        Match,
        MatchSide,
        PairingRound,
        Player,
        SideEntry,
        SidePlayer,
        Stage,
    )

    lines = list(csv.DictReader(io.StringIO(content.decode())))
    with transaction.atomic():
        club = Club.objects.create(name="Benchmark", slug="benchmark", is_home=True)
        now = datetime(2026, 1, 1, tzinfo=UTC)
        event = Event.objects.create(club=club, name="All", slug="all", starts_at=now)
        stage = Stage.objects.create(event=event, number=1, name="All")
        names = sorted({line[f"Player {n}"] for line in lines for n in (1, 2)})
        people = dict(
            zip(
                names,
                Player.objects.bulk_create(Player(club=club, name=n) for n in names),
                strict=True,
            )
        )
        entries = dict(
            zip(names, Entry.objects.bulk_create(Entry(event=event) for _ in names), strict=True)
        )
        turns = PairingRound.objects.bulk_create(
            [PairingRound(stage=stage, number=n) for n in range(len(lines))], batch_size=AT_ONCE
        )
        matches = Match.objects.bulk_create(
            [
                Match(event=event, pairing_round=turn, number=n)
                for n, turn in enumerate(turns, start=1)
            ],
            batch_size=AT_ONCE,
        )
        sides = MatchSide.objects.bulk_create(
            [
                MatchSide(
                    match=match,
                    seat=seat,
                    points=int(line[f"Points {seat + 1}"]),
                    twenties=int(line[f"20s {seat + 1}"]),
                )
                for match, line in zip(matches, lines, strict=True)
                for seat in (0, 1)
            ],
            batch_size=AT_ONCE,
        )
        whose = [line[f"Player {seat + 1}"] for line in lines for seat in (0, 1)]
        SideEntry.objects.bulk_create(
            [
                SideEntry(side=side, pairing_round=side.match.pairing_round, entry=entries[name])
                for side, name in zip(sides, whose, strict=True)
            ],
            batch_size=AT_ONCE,
        )
        SidePlayer.objects.bulk_create(
            [
                SidePlayer(side=side, match=side.match, player=people[name])
                for side, name in zip(sides, whose, strict=True)
            ],
            batch_size=AT_ONCE,
        )


WAYS = {"bring-in": bring_in, "bare": bare}


def one(way: str, rows: int) -> None:
    """In a process of its own: seconds by the clock, of the processor, and megabytes."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"DATA_DIR": folder, "DJANGO_SETTINGS_MODULE": "crokinole_site.settings"}
        os.environ.pop("DATABASE_URL", None)
        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        content = source(rows)
        before = getrusage(RUSAGE_SELF).ru_maxrss
        begun, of_processor = perf_counter(), process_time()
        WAYS[way](content)
        took = perf_counter() - begun, process_time() - of_processor
        most = getrusage(RUSAGE_SELF).ru_maxrss
        print(*took, before / 1024, most / 1024)


def main(rows: int) -> None:
    found = {}
    print(f"{rows} rows{'':8}{'s':>8}{'cpu s':>8}{'MB before':>11}{'MB most':>9}")
    for way in WAYS:
        asked = [sys.executable, "-m", "benchmarks.import_results", way, str(rows)]
        said = subprocess.run(asked, check=True, capture_output=True, text=True).stdout
        found[way] = seconds, cpu, before, most = tuple(map(float, said.split()))
        print(f"{way:16}{seconds:8.1f}{cpu:8.1f}{before:11.0f}{most:9.0f}")
    ours, theirs = found["bring-in"], found["bare"]
    print(f"ratio: time {ours[1] / theirs[1]:.2f}, memory {ours[3] / theirs[3]:.2f}")
    if ours[0] > MOST_SECONDS:
        sys.exit(f"{ours[0]:.0f} s, where {MOST_SECONDS} are the most")


if __name__ == "__main__":
    if sys.argv[1:2] and sys.argv[1] in WAYS:
        one(sys.argv[1], int(sys.argv[2]))
    else:
        main(int(sys.argv[1]) if sys.argv[1:] else ROWS)
