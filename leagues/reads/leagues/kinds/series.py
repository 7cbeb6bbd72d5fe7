"""Series of games to 100: which leagues play them, whether a clock may end a game, and which
game of its series a match is."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from leagues.models import League, Match, SideEntry
from leagues.stages.kind_rules import read_rules
from leagues.stages.series import SeriesRules


def series_rules(league: League) -> SeriesRules | None:
    """Those of a league of series; nothing of any other."""
    rules = read_rules(league.kind_rules)
    return rules if isinstance(rules, SeriesRules) else None


def has_clock(league: League) -> bool:
    """Whether time may end a game of this league."""
    rules = series_rules(league)
    return rules is not None and rules.has_clock


@dataclass(frozen=True)
class SeriesGame:
    """Which game of its series a match is, in the order in which they were drawn."""

    number: int
    of: int


def games_of_series(league: League, entries: Collection[int]) -> Mapping[int, SeriesGame]:
    """Of every match that one of these entries plays; nothing where no series are played."""
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
