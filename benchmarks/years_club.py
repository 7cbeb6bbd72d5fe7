"""A club with years behind it, played by the generators that make the demo.

Ten times a year a cup, a league and an open, about 640 matches together, each played to its
end, and a season of nights; then the demo's own present. Regulars stay, and each year brings newcomers who leave again.
One year is played, which takes most of a minute; those before it are copies of it
(``years_copied.py``), which takes two seconds each.
"""

import sqlite3
import sys
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path
from time import monotonic

from django.core.management import call_command
from django.db import connection, transaction

from benchmarks.years_copied import copy_year
from leagues.actions.leagues.season.closing import close_league
from leagues.demo import found_club, play_present
from leagues.demo.cup import play_cup
from leagues.demo.days import DemoHall
from leagues.demo.league import play_league
from leagues.demo.people import MEMBERS
from leagues.demo.todays_open import play_open
from leagues.demo.winter_nights import play_nights
from leagues.models import Player, Season
from leagues.models.names import guess_family_name
from leagues.pairing.seeds import roll_dice

PASSWORD = "of-the-years"
TODAY = date(2026, 11, 21)
CYCLES = 10  # in a year
DAYS = 36  # from one to the next
NEWCOMERS = 30  # in a year
GUESTS = 3  # every so many of them


def make(years: int) -> None:
    """Fill the database of this process, which is empty."""
    call_command("migrate", verbosity=0)
    hall = found_club("tamarack", TODAY, PASSWORD)
    connection.close()
    began = monotonic()
    with transaction.atomic():
        season, new = play_year(hall, 1)
    for back in range(1, years):
        with transaction.atomic():
            copy_year(season, back, DAYS * CYCLES, [each.pk for each in new])
    print(f"  {years} years: {monotonic() - began:.0f} s", file=sys.stderr)
    with transaction.atomic():
        play_present(hall)


def play_year(hall: DemoHall, year: int) -> tuple[Season, list[Player]]:
    """The year that ended so many years ago, less one, and who came in it."""
    first = hall.today - timedelta(days=DAYS * CYCLES * year)
    season = Season.objects.create(
        club=hall.club,
        name=f"Year of {first}",
        starts_on=first,
        ends_on=first + timedelta(days=DAYS * CYCLES - 1),
    )
    new = newcomers(hall, year)
    dice = roll_dice(hall.seed, f"strengths {year}")
    players = [*hall.players, *new]
    strengths = hall.strengths | {each.pk: dice.gauss(-0.5, 1) for each in new}
    for cycle in range(CYCLES):
        then = replace(
            hall,
            today=first + timedelta(days=DAYS * cycle),
            season=season,
            seed=f"{hall.seed}-{year}-{cycle}",
            players=players,
            strengths=strengths,
        )
        play_cup(then)
        close_league(by=hall.owner, league=play_league(then, is_over=True).league)
        play_open(then, is_over=True)
    close_league(by=hall.owner, league=play_nights(then, is_over=True))
    return season, new


def newcomers(hall: DemoHall, year: int) -> list[Player]:
    """First names and surnames of the demo's people, joined anew."""
    dice = roll_dice(hall.seed, f"newcomers {year}")
    first = [name.split()[0] for name in MEMBERS]
    last = [name.split()[-1] for name in MEMBERS]
    names = [f"{dice.choice(first)} {dice.choice(last)}" for _ in range(NEWCOMERS)]
    return Player.objects.bulk_create(
        Player(
            club=hall.club,
            name=name,
            family_name=guess_family_name(name),
            is_guest=at % GUESTS == 0,
        )
        for at, name in enumerate(names)
    )


def keep(years: int, target: Path) -> None:
    """Make the club, and put a whole copy of it where it is kept."""
    make(years)
    part = target.with_suffix(".part")
    part.unlink(missing_ok=True)
    connection.close()
    with sqlite3.connect(connection.settings_dict["NAME"]) as made:
        made.execute("VACUUM INTO ?", [str(part)])
    part.rename(target)
