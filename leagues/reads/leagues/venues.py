"""Where the matches of a league are played: an agreed place, or the home side's venue.

Side A is at home where the league is drawn with home and away (``RoundRobin.home_and_away``).
"""

from collections.abc import Collection
from dataclasses import dataclass

from django.db.models import Q

from leagues.models import DatedMatch, Entry, Event, League, Match, Player, SideEntry
from leagues.stages.ways import RoundRobin, way_from
from scoring.sides import Seat


@dataclass(frozen=True)
class Venue:
    name: str
    is_public: bool
    """A team's, such as a club's hall; a player's may be their home address."""


def has_home_sides(league: League) -> bool:
    """Whether side A of its matches is at home."""
    if league.event is None or league.of_kind.rules == "series":
        return False  # the games of a series are played on one day, at one venue
    stages = league.event.stages.values_list("format", "options")
    ways = (way_from(kind, options) for kind, options in stages)
    return any(isinstance(way, RoundRobin) and way.home_and_away for way in ways)


def venue_entries(league: League) -> list[Entry]:
    """The entries that may have a venue: the teams, or each player or pair."""
    if not has_home_sides(league):
        return []
    entries = Entry.objects.named().filter(event=league.event_id)
    if league.of_kind.has_teams:
        entries = entries.filter(line_up=None)
    return list(entries)


def venue_entry(league: League, player: Player) -> Entry | None:
    """The player's own entry, or that of their pair. None where players have no venue."""
    here = (each for each in venue_entries(league) if player in each.people)
    return next(here, None)


def home_venues(matches: Collection[int]) -> dict[int, Venue]:
    """The home side's venue of each match that has one, in one query. A board of a meeting is
    where its meeting is."""
    at_home = SideEntry.objects.filter(
        Q(side__match__in=matches) | Q(side__match__team_boards__match__in=matches),
        side__seat=Seat.A,
    ).exclude(entry__venue="")
    found = dict[int, Venue]()
    for match, board, name, sides in at_home.values_list(
        "side__match",
        "side__match__team_boards__match",
        "entry__venue",
        "side__match__event__sides",
    ):
        found[match] = Venue(name, sides == Event.Sides.TEAMS)
        if board:
            found[board] = found[match]
    return found


def team_venue(match: Match) -> str:
    """Where a meeting of teams, or a board of one, is played; empty where another place is
    agreed."""
    if DatedMatch.objects.filter(match=match.pk).exclude(place="").exists():
        return ""
    venue = home_venues([match.pk]).get(match.pk)
    return venue.name if venue and venue.is_public else ""
