"""The current leaders of a league, for sharing and for the club's news."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import TypeAlias

from django.utils.translation import gettext as _

from leagues.models import League, Player, Surface
from leagues.reads.leagues.end.honours import season_honours
from leagues.reads.leagues.table.season import LeagueNight, LeagueSeason, season_of
from leagues.reads.leagues.table.table_lines import (
    LeagueLine,
    by_division,
    league_lines,
    lines_of_season,
)
from leagues.say import say
from scoring.results import Number
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


@dataclass(frozen=True)
class DivisionLead:
    """The names in first place of a division, and by how much they lead; 0 if only a tie-break
    decides, if they share it, or on a ladder.
    """

    division: str
    names: tuple[str, ...]
    ahead: Number

    @property
    def listed(self) -> str:
        return say(Listing(self.names))


def last_night_won(season: LeagueSeason) -> tuple[LeagueNight, str] | None:
    """The last finished night and who won it; None before it, or if too many share the win."""
    over = [night for night in season.nights if night.is_over]
    events = season.season_nights[over[-1].number - 1].events if over else ()
    finishes = (finish for event in events for finish in event.finishes if finish.place == 1)
    first = [player for finish in finishes for player in finish.players]
    if not first or len(first) > MANY:
        return None
    people = Player.objects.in_bulk(first)
    names = tuple(people[each].shown_on(Surface.WEB) for each in first)
    return over[-1], say(Listing(names))


def leader_names(lines: Iterable[LeagueLine], surface: Surface) -> str:
    """The names in first place of each division: "Ann", or "A: Ann · B: Ben and Cat"."""
    found = leads_of(lines, surface)
    return " · ".join(name_leaders(each.division, each.names) for each in found)


def leads_of(lines: Iterable[LeagueLine], surface: Surface = Surface.WEB) -> Iterator[DivisionLead]:
    """Yield the leaders of each division, without those in which too many share first place."""
    for division, found in by_division(lines):
        has_begun = any(line.played for line in found)
        first = [
            line
            for line in found
            if line.place == 1 and (line.played or (line.is_rung and has_begun))
        ]
        if first and len(first) <= MANY:
            second = found[len(first) :][:1]
            ahead = first[0].total - second[0].total if len(first) == 1 and second else 0
            names = tuple(line.shown_on(surface) for line in first)
            yield DivisionLead(division, names, 0 if first[0].is_rung else ahead)


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
