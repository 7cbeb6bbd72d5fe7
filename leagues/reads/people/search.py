"""Search players, events and leagues by name, ignoring accents and word order.

Only names that the site shows are searched: players with a short name or alias on the web
can't be found by the name they hide.
"""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import islice

from leagues.models import Alias, Club, Event, League, Player, Surface
from leagues.models.names import fold_name, words_begin
from leagues.models.people import NameStyle

MOST = 30
AT_ONCE = 100  # rows at a time; one letter finds enough among the first thousand players


@dataclass(frozen=True)
class SearchResult:
    players: tuple[Player, ...] = ()
    events: tuple[Event, ...] = ()
    leagues: tuple[League, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.players or self.events or self.leagues)


def search_club(club: Club, text: str) -> SearchResult:
    """Players, events and leagues in which each typed word begins a word of the name."""
    if not fold_name(text):
        return SearchResult()
    leagues = League.objects.listed().of(club).order_by("-pk")
    return SearchResult(
        tuple(players_called(club, text)),
        tuple(_find_events(club, text)),
        tuple(each for each in leagues if words_begin(text, each.name))[:MOST],
    )


def players_called(club: Club, text: str) -> list[Player]:
    """Players who are found by a name that the web shows; empty for an empty text."""
    if not fold_name(text):
        return []
    others: defaultdict[int, list[str]] = defaultdict(list)
    written_down = Alias.objects.filter(player__club=club).order_by("pk")
    for pk, name in written_down.values_list("player", "name"):
        others[pk].append(name)
    people = Player.objects.filter(club=club).seen().as_listed()
    few = _find_few(club, text, others)
    if few is not None:
        people = people.filter(pk__in=few)
    found = (
        player
        for player in people.iterator(AT_ONCE)
        if any(words_begin(text, name) for name in _known_as(player, others[player.pk]))
    )
    return list(islice(found, MOST))


def _find_few(club: Club, text: str, others: Mapping[int, list[str]]) -> list[int] | None:
    """The keys of all players with such a name, shown or not; None if there are many.

    Sorting only these takes a third of the time.
    """
    named = Player.objects.filter(club=club).values_list("pk", "name", "alias")
    called = (
        pk
        for pk, *names in named.iterator(AT_ONCE)
        if any(words_begin(text, name) for name in (*names, *others.get(pk, ())))
    )
    found = list(islice(called, MOST + 1))
    return found if len(found) <= MOST else None


def _find_events(club: Club, text: str) -> list[Event]:
    """Events by name and venue, latest first. Only those found are loaded."""
    listed = Event.objects.listed().of(club).order_by("-starts_at", "-pk")
    named = listed.values_list("pk", "name", "place")
    found = [pk for pk, *words in named if words_begin(text, " ".join(words))][:MOST]
    events = Event.objects.in_bulk(found)
    return [events[pk] for pk in found]


def _known_as(player: Player, others: list[str]) -> list[str]:
    names = [player.shown_on(Surface.WEB)]
    if player.style_on(Surface.WEB) is NameStyle.FULL:
        names += [player.alias, *others]
    return names
