"""The current leaders of a league, for sharing and for the club's news."""

from collections.abc import Iterable
from itertools import groupby
from typing import TypeAlias

from django.utils.translation import gettext as _

from leagues.models import League, Surface
from leagues.reads.leagues.end.honours import season_honours
from leagues.reads.leagues.table.season import LeagueSeason, season_of
from leagues.reads.leagues.table.table_lines import (
    LeagueLine,
    by_division,
    league_lines,
    lines_of_season,
)
from leagues.say import say
from scoring.text import Listing

MANY = 3  # a first place shared by more is not shown
Leaders: TypeAlias = tuple[tuple[str, tuple[int, ...]], ...]
"""The divisions, each with the ids of its leaders. A league without divisions has one named ""."""


def lines_now(league: League) -> tuple[LeagueLine, ...]:
    """The table of a league including a running night, as its page shows it."""
    if league.has_dated_matches or league.closed_at:
        return league_lines(league)
    return lines_of_season(season_of(league, with_running=True))


def leaders_after(season: LeagueSeason, number: int) -> Leaders:
    """The leaders after a night, without the divisions in which too many share first place."""
    of_each = groupby(season.after(number).rows, lambda row: row.division or "")
    found = (
        (name, tuple(row.player for row in rows if row.place == 1 and row.played))
        for name, rows in of_each
    )
    return tuple((name, first) for name, first in found if first and len(first) <= MANY)


def leader_names(lines: Iterable[LeagueLine], surface: Surface) -> str:
    """The names in first place of each division: "Ann", or "A: Ann · B: Ben and Cat"."""
    return " · ".join(_of_divisions(lines, surface))


def _of_divisions(lines: Iterable[LeagueLine], surface: Surface) -> Iterable[str]:
    for division, found in by_division(lines):
        has_begun = any(line.played for line in found)
        first = [
            line
            for line in found
            if line.place == 1 and (line.played or (line.is_rung and has_begun))
        ]
        if first and len(first) <= MANY:
            yield name_leaders(division, [line.shown_on(surface) for line in first])


def name_leaders(division: str, names: Iterable[str]) -> str:
    listed = say(Listing(tuple(names)))
    return f"{division}: {listed}" if division else listed


def champion_names(league: League, lines: Iterable[LeagueLine], surface: Surface) -> str:
    """The names of the champions of a closed league, from its finals or else its table."""
    [season] = season_honours([league])
    if not season.deciding:
        return leader_names(lines, surface)
    found = season.champions_on(surface)
    return " · ".join(f"{where}: {who}" if where else who for where, who in found)


def league_in_short(league: League, lines: Iterable[LeagueLine]) -> str:
    """A one-line summary of a league: its kind, season, and leaders or champions."""
    facts = [str(league.get_kind_display())]
    if league.season:
        facts.append(league.season.name)
    if league.closed_at:
        who, label = champion_names(league, lines, Surface.WEB), _("Champion: %(names)s")
    else:
        who, label = leader_names(lines, Surface.WEB), _("In the lead: %(names)s")
    if who:
        facts.append(label % {"names": who})
    return " · ".join(facts)
