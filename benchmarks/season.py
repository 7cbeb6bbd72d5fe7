"""A season's table of 61 players and 30 nights: read, ranked, and shown.

Run from the repository: ``python -m benchmarks.season``. It competes with the rules alone, which
rank the same values without a database. Processor time, the best of seven.
"""

import os
import tempfile
from collections.abc import Callable
from dataclasses import asdict
from datetime import date, time, timedelta
from random import Random
from time import process_time

import django

PLAYERS, NIGHTS, HERE = 61, 30, 40
TURNS = 7


def best(act: Callable[[], object]) -> float:
    """The least processor time of several turns, in milliseconds."""
    took = []
    for _ in range(TURNS):
        begun = process_time()
        act()
        took.append(process_time() - begun)
    return min(took) * 1000


def make_season() -> str:
    """The rows that thirty nights leave behind; returns the address of the table."""
    from django.utils import timezone

    from leagues.models import Club, Enrolment, Event, League, Night, NightResult, Player
    from leagues.reads.leagues.table.night_results import EntryMade

    dice = Random(20)
    club = Club.objects.create(name="Benchmark", slug="benchmark", is_home=True)
    players = Player.objects.bulk_create(
        Player(club=club, name=f"Player {n}", family_name=f"{n}") for n in range(PLAYERS)
    )
    league = League.objects.create(club=club, name="Nights", slug="nights")
    Enrolment.objects.bulk_create(Enrolment(league=league, player=player) for player in players)
    for number in range(NIGHTS):
        night = Night.objects.create(
            league=league, on=date(2026, 1, 5) + timedelta(weeks=number), at=time(19, 30)
        )
        event = Event.objects.create(
            club=club,
            name=f"Night {number}",
            slug=f"night-{number}",
            night=night,
            starts_at=timezone.now(),
            state=Event.State.FINISHED,
        )
        here = dice.sample(players, HERE)
        NightResult.objects.create(
            event=event,
            revision=0,
            finishes=[
                {
                    "players": [player.pk],
                    "place": place,
                    "pool": None,
                    "group": None,
                    **asdict(
                        EntryMade(
                            points=HERE - place + dice.randint(0, 3),
                            twenties=dice.randint(0, 30),
                            games=4,
                            rounds=16,
                        )
                    ),
                }
                for place, player in enumerate(here, 1)
            ],
            meetings=[
                [one.pk, other.pk, one.pk] for one, other in zip(here[::2], here[1::2], strict=True)
            ],
        )
    return league.get_absolute_url()


def main() -> None:
    from django.core.management import call_command
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    from leagues.models import League
    from leagues.reads.leagues.table.season import season_of
    from leagues.reads.leagues.table.season_table import season_tables
    from scoring.season import season_table

    call_command("migrate", verbosity=0)
    call_command("collectstatic", verbosity=0, interactive=False)
    address = make_season()
    league = League.objects.get()
    season = season_of(league)
    browser = Client()
    answer = browser.get(address)
    assert answer.status_code == 200, answer.content[:300]
    with CaptureQueriesContext(connection) as captured:
        season_of(league)
    asked = [each["sql"] for each in captured]  # the next request forgets them
    rules = best(
        lambda: season_table(
            season.scheme,
            season.season_nights,
            enrolments=season.enrolments,
            adjustments=season.adjustments,
        )
    )
    read = best(lambda: season_of(league))
    table = best(lambda: season_tables(season_of(league)))
    page = best(lambda: browser.get(address))
    results = sum("leagues_nightresult" in sql for sql in asked)
    print(f"{PLAYERS} players, {NIGHTS} nights, {HERE} at each")
    print(f"queries of the season: {len(asked)}, of results: {results}")
    print(f"{'rules alone':<28} {rules:7.1f} ms")
    print(f"{'rows read':<28} {read:7.1f} ms  {read / rules:5.2f} of the rules")
    print(f"{'table for a page':<28} {table:7.1f} ms  {table / rules:5.2f}")
    print(f"{'page made':<28} {page:7.1f} ms  {page / rules:5.2f}")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {
            "DATA_DIR": folder,
            "HTTPS": "0",
            "ALLOWED_HOSTS": "testserver",
            "DJANGO_SETTINGS_MODULE": "crokinole_site.settings",
        }
        django.setup()
        main()
