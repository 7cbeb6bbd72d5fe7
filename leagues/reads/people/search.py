"""Search players, events and leagues by name, ignoring accents and word order.

Only names that the site shows are searched: players with a short name or alias on the web
can't be found by the name they hide.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby, islice
from operator import itemgetter

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
    people = Player.objects.filter(club=club).seen().as_listed()
    others = _find_few(club, text)
    if others is None:
        others = defaultdict(list)
        written_down = Alias.objects.filter(player__club=club).order_by("pk")
        for pk, name in written_down.values_list("player", "name"):
            others[pk].append(name)
    else:
        people = people.filter(pk__in=others)
    found = (
        player
        for player in people.iterator(AT_ONCE)
        if any(words_begin(text, name) for name in _known_as(player, others.get(player.pk, [])))
    )
    return list(islice(found, MOST))


def _find_few(club: Club, text: str) -> dict[int, list[str]] | None:
    """The earlier names of all players with such a name, shown or not; None if there are many.

    Sorting only these takes a third of the time.
    """
    found = dict[int, list[str]]()
    named = Player.objects.filter(club=club).order_by("pk", "aliases")
    rows = named.values_list("pk", "name", "alias", "aliases__name").iterator(AT_ONCE)
    for pk, of_one in groupby(rows, key=itemgetter(0)):
        (_, *names, other), *more = of_one
        others = [each for each in (other, *(row[-1] for row in more)) if each]
        if any(words_begin(text, name) for name in (*names, *others)):
            found[pk] = others
        if len(found) > MOST:
            return None
    return found


def _find_events(club: Club, text: str) -> Iterator[Event]:
    """Events by name and venue, latest first, with what a row shows of them."""
    listed = Event.objects.listed().of(club).order_by("-starts_at", "-pk")
    rows = listed.only("name", "slug", "place", "starts_at", "zone")
    named = (e for e in rows.iterator(AT_ONCE) if words_begin(text, f"{e.name} {e.place}"))
    return islice(named, MOST)


def _known_as(player: Player, others: list[str]) -> list[str]:
    names = [player.shown_on(Surface.WEB)]
    if player.style_on(Surface.WEB) is NameStyle.FULL:
        names += [player.alias, *others]
    return names
