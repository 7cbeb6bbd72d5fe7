"""Series of games to 100: their rules, the time limit, and the number of a game in its series."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from leagues.models import League, Match, SideEntry
from leagues.stages.kind_rules import read_rules
from leagues.stages.series import SeriesRules


def series_rules(league: League) -> SeriesRules | None:
    """The rules of a series league; None for other leagues."""
    rules = read_rules(league.kind_rules)
    return rules if isinstance(rules, SeriesRules) else None


def has_clock(league: League) -> bool:
    """True if games of this league have a time limit."""
    rules = series_rules(league)
    return rules is not None and rules.has_clock


@dataclass(frozen=True)
class SeriesGame:
    """The position of a match in its series, such as game 2 of 4, in the order of the draw."""

    number: int
    of: int


def games_of_series(league: League, entries: Collection[int]) -> Mapping[int, SeriesGame]:
    """The position in its series of every match of these entries, by match id; empty if the
    league plays no series.
    """
    if series_rules(league) is None:
        return {}
    theirs = Match.objects.filter(event=league.event_id, sides__entries__in=entries)
    sides = SideEntry.objects.filter(side__match__in=theirs).values_list(
        "side__match", "entry", "side__match__number"
    )
    who: dict[tuple[int, int], set[int]] = {}
    for match, entry, number in sides:
        who.setdefault((number, match), set()).add(entry)
    series: dict[frozenset[int], list[int]] = {}
    for (_number, match), two in sorted(who.items()):
        series.setdefault(frozenset(two), []).append(match)
    return {
        match: SeriesGame(at, len(games))
        for games in series.values()
        for at, match in enumerate(games, 1)
    }
