"""Find log lines about a person."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from leagues.models import Entry, Event, Match, Player

ENTRIES = frozenset({"entry", "entries", "absent", "other", "moved_up", "lot"})
PLAYERS = frozenset({"player", "players", "leaves", "comes", "stays", "new_players"})
MATCHES = frozenset({"match", "matches", "calls"})


@dataclass(frozen=True)
class LoggedPerson:
    """A player, with their entries and match numbers in one event."""

    player: int
    entries: frozenset[int]
    matches: frozenset[int]


def person_in(event: Event, player: Player) -> LoggedPerson:
    entries = Entry.objects.filter(event=event, line_up__player=player)
    matches = Match.objects.filter(event=event, sides__players=player)
    return LoggedPerson(
        player.pk,
        frozenset(entries.values_list("pk", flat=True)),
        frozenset(matches.values_list("number", flat=True)),
    )


def lines_about(lines: Iterable[tuple[int, Mapping[str, Any]]], person: LoggedPerson) -> list[int]:
    """The keys of the lines about a person, no matter who performed the act."""
    return [pk for pk, line in lines if is_about(line, person)]


def is_about(line: Mapping[str, Any], person: LoggedPerson) -> bool:
    """Whether the data of a log line names the person, their entry or one of their matches.

    >>> ann = LoggedPerson(1, entries=frozenset({11}), matches=frozenset({7}))
    >>> is_about({"entries": [{"entry": 11}]}, ann), is_about({"match": 7}, ann)
    (True, True)
    >>> is_about({"calls": [[7, 2]]}, ann), is_about({"calls": [[2, 7]]}, ann)
    (True, False)
    >>> is_about({"line": {"player": 1}}, ann), is_about({"announcement": 7}, ann)
    (True, False)
    """
    return any(_is_named(key, value, person) for key, value in line.items())


def _is_named(key: str, value: Any, person: LoggedPerson) -> bool:
    if key == "line":
        return isinstance(value, dict) and is_about(value, person)
    if key == "calls":
        return any(match in person.matches for match, _board in value)
    if isinstance(value, list):
        return any(_is_named(key, each, person) for each in value)
    if isinstance(value, dict):
        return key in ENTRIES and is_about(value, person)
    return (
        (key in ENTRIES and value in person.entries)
        or (key in PLAYERS and value == person.player)
        or (key in MATCHES and value in person.matches)
    )
