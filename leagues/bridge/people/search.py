"""Finding players and events by a few letters, forgiving about accents, order and other names.

Only what the page would show anyway can be found: whoever goes by a short name or an alias
on the web is not found by the name they keep to themselves.
"""

from __future__ import annotations

from dataclasses import dataclass

from leagues.models import Club, Event, Player, Surface
from leagues.models.people import NameStyle
from leagues.names import fold

MOST = 30


@dataclass(frozen=True)
class Found:
    players: tuple[Player, ...] = ()
    events: tuple[Event, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.players or self.events)


def search(club: Club, text: str) -> Found:
    """Each word that was typed begins a word of the name."""
    words = fold(text).split()
    if not words:
        return Found()
    people = Player.objects.filter(club=club).seen().by_surname()
    events = Event.objects.listed().of(club).order_by("-starts_at", "-pk")
    players = [
        player
        for player in people.prefetch_related("aliases")
        if any(_begins(words, name) for name in _known_as(player))
    ]
    return Found(
        tuple(players[:MOST]),
        tuple(e for e in events if _begins(words, f"{e.name} {e.place}"))[:MOST],
    )


def _known_as(player: Player) -> list[str]:
    names = [player.shown_on(Surface.WEB)]
    if player.style_on(Surface.WEB) is NameStyle.FULL:
        names += [player.alias, *(alias.name for alias in player.aliases.all())]
    return names


def _begins(words: list[str], name: str) -> bool:
    known = fold(name).split()
    return all(any(each.startswith(word) for each in known) for word in words)
