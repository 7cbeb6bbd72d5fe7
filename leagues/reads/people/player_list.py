"""The club's players with their numbers, sorted by any of them."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.db.models import QuerySet, Sum

from leagues.models import Club, Event, EventSum, Player, SidePlayer
from leagues.reads.people.careers import Average, Tally
from leagues.reads.people.rating_list import rated_in_public
from leagues.reads.people.results import SAT, outcome_of
from leagues.reads.people.stored_sums import Sums, sums_of
from scoring.ratings import Rating
from scoring.results import WonOrLost

FORM = 5  # matches
RECENT = 12  # events that the form comes from
AGAIN = 10  # seats read for each player: most play several matches on a day
SUMMED = ("won", "tied", "lost", "points", "against", "rounds", "twenties")


@dataclass(frozen=True)
class PlayerRow:
    player: Player
    rating: Rating | None
    tally: Tally
    twenties: Average


ORDERS = {
    "rating": lambda row: (row.rating is None, -(row.rating.shown if row.rating else 0)),
    "won": lambda row: (-row.tally.won, row.tally.played),
    "twenties": lambda row: -row.twenties.each,
}
"""How a list is sorted by a column; rows that are equal stay in the order of names."""


def player_rows(club: Club, players: Iterable[Player]) -> list[PlayerRow]:
    """Read the rows in a constant number of queries."""
    people = list(players)
    sums = sums_of(club)
    numbers = [player.pk for player in people]
    rated = rated_in_public(sums, numbers) if club.shows_ratings else {}
    added = _add_sums(sums, numbers)
    return [
        PlayerRow(
            player,
            rated.get(player.pk),
            Tally(*added[player.pk][:5]),
            Average(*added[player.pk][5:]),
        )
        for player in people
    ]


def _add_sums(sums: Sums, players: Collection[int]) -> dict[int, list[int]]:
    """The sums of each player's public events, in the order of ``SUMMED``."""
    wanted = set(players)
    rows = EventSum.objects.filter(player__in=wanted).exclude(event__in=sums.events).listed()
    stored = rows.order_by().values_list("player").annotate(*map(Sum, SUMMED))
    added = defaultdict(lambda: [0] * len(SUMMED), {pk: list(each) for pk, *each in stored})
    for event in sums.added_up():
        for pk in wanted & event.players.keys():
            newer = [getattr(event.players[pk], name) for name in SUMMED]
            added[pk] = [one + other for one, other in zip(added[pk], newer, strict=True)]
    return added


def _latest_events(club: Club) -> QuerySet[Event, Any]:
    """The ids of the latest events that have begun, as a part of another query."""
    begun = Event.objects.listed().of(club).exclude(state=Event.State.PLANNED)
    return begun.order_by("-starts_at").values("pk")[:RECENT]


def lately_played(club: Club, most: int) -> list[Player]:
    """Players of the club's latest events, the last to play first."""
    played = SidePlayer.objects.filter(
        match__event__in=_latest_events(club), match__ending__in=SAT
    ).order_by("-match__finished_at", "-match", "pk")
    few = list(dict.fromkeys(played.values_list("player", flat=True)[: most * AGAIN]))
    seen = Player.objects.filter(club=club).seen().in_bulk(few)
    return [seen[pk] for pk in few if pk in seen][:most]


class Lately(NamedTuple):
    """The last few results of a player, latest last, and the name of the latest one's event."""

    form: tuple[WonOrLost, ...] = ()
    event: str = ""


def lately_of(club: Club, players: Sequence[int]) -> dict[int, Lately]:
    """The results of each player in the club's latest events, in one query."""
    found: dict[int, Lately] = defaultdict(Lately)
    for player, *result, event in _results_of(club, players):
        found[player] = Lately((*found[player].form, outcome_of(*result))[-FORM:], event)
    return found


def forms_of(club: Club, players: Sequence[int]) -> dict[int, tuple[WonOrLost, ...]]:
    return {player: lately.form for player, lately in lately_of(club, players).items()}


def form_of(player: Player) -> tuple[WonOrLost, ...]:
    """The same of one player, read without the results before these."""
    latest = _results_of(player.club, [player.pk]).reverse()[:FORM]
    return tuple(outcome_of(*result) for _player, *result, _event in reversed(latest))


def _results_of(club: Club, players: Sequence[int]) -> QuerySet[SidePlayer, Any]:
    """The player, the match's winner and ending, the player's seat and the name of the event, in
    the latest events.
    """
    played = SidePlayer.objects.filter(
        match__event__in=_latest_events(club),
        match__ending__in=SAT,
        match__pairing_round__state="published",
        player__in=players,
    ).order_by("match__finished_at", "match")
    return played.values_list(
        "player", "match__winner", "match__ending", "side__seat", "match__event__name"
    )
