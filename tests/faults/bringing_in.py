"""Import results, and print the name of each event once its rows are written.

It runs as a separate process, so that a test can kill it in the middle. With an argument it
takes back an import that was cut off, by a clock some minutes ahead.
"""

import sys
from collections.abc import Mapping

import django
from django.utils import timezone

django.setup()

from leagues.access.roles import ANONYMOUS  # noqa: E402
from leagues.actions.data import import_events as events  # noqa: E402
from leagues.actions.data import import_results as bringing  # noqa: E402
from leagues.actions.data.import_portions import (  # noqa: E402
    CUT_OFF,
    Portions,
    take_back_cut_off,
)
from leagues.actions.data.results_files import keep_file  # noqa: E402
from leagues.files.spreadsheet import pack, read_content  # noqa: E402
from leagues.models import Club, Event, Player  # noqa: E402
from leagues.reads.data.import_values import ArrivingEvent, Who  # noqa: E402
from leagues.reads.data.results_file import ResultsReading  # noqa: E402

NIGHTS = """\
Date,Player A,Player B,Points A,Points B
2019-03-05,Ida Newcomer,Per Newcomer,5,3
2019-03-12,Ida Newcomer,Per Newcomer,2,6
"""
make_event = events.make_event


def make_and_say(
    club: Club, arriving: ArrivingEvent, players: Mapping[Who, Player], portions: Portions
) -> Event:
    event = make_event(club, arriving, players, portions)
    portions.rest()
    sys.stdout.write(f"{event.name}\n")
    sys.stdout.flush()
    sys.stdin.readline()  # wait for the test: nothing more is written until it has read this line
    return event


def bring_in() -> None:
    bringing.make_event = make_and_say  # type: ignore[attr-defined]
    club = Club.objects.get(is_home=True)
    content = pack(read_content("Nights.csv", NIGHTS.encode()))
    file = keep_file(by=ANONYMOUS, club=club, name="Nights", content=content)
    reading = ResultsReading(file)
    bringing.bring_in(by=ANONYMOUS, file=file, results=reading.results, names=reading.names)


if __name__ == "__main__":
    if sys.argv[1:]:
        take_back_cut_off(now=timezone.now() + 2 * CUT_OFF)
    else:
        bring_in()
