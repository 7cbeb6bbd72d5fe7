"""Venues of a league's matches: an agreed venue, or the venue of the home side.

Side A is at home if the league is drawn home and away (``RoundRobin.home_and_away``).
"""

from collections.abc import Collection
from dataclasses import dataclass

from django.db.models import Q

from leagues.models import DatedMatch, Entry, Event, League, Match, Player, SideEntry
from leagues.stages.pairing_ways import RoundRobin, way_from
from scoring.sides import Seat


@dataclass(frozen=True)
class Venue:
    name: str
    is_public: bool
    """True for a team's venue, such as a club's hall. A player's may be their home address."""


def has_home_sides(league: League) -> bool:
    """True if side A of the league's matches is at home."""
    if league.event is None or league.of_kind.rules == "series":
        return False  # the games of a series are played on one day, at one venue
    stages = league.event.stages.values_list("format", "options")
    ways = (way_from(kind, options) for kind, options in stages)
    return any(isinstance(way, RoundRobin) and way.home_and_away for way in ways)


def venue_entries(league: League) -> list[Entry]:
    """List the entries that can have a venue: teams, or else players or pairs."""
    if not has_home_sides(league):
        return []
    entries = Entry.objects.named().filter(event=league.event_id)
    if league.of_kind.has_teams:
        entries = entries.filter(line_up=None)
    return list(entries)


def venue_entry(league: League, player: Player) -> Entry | None:
    """The player's entry, or that of their pair; None if players have no venue."""
    here = (each for each in venue_entries(league) if player in each.people)
    return next(here, None)


def home_venues(matches: Collection[int]) -> dict[int, Venue]:
    """The home side's venue of each match that has one, by match id, in one query. A board of a
    team meeting has the venue of the meeting.
    """
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
    """The venue of a team meeting or of one of its boards; "" if another venue was agreed."""
    if DatedMatch.objects.filter(match=match.pk).exclude(place="").exists():
        return ""
    venue = home_venues([match.pk]).get(match.pk)
    return venue.name if venue and venue.is_public else ""
