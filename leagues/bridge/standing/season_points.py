"""What everybody has made of a season so far, to seed its next event by."""

from __future__ import annotations

from collections.abc import Iterator

from leagues.bridge.standing.finals import finals
from leagues.models import EntryPlayer, Event, Season
from scoring.results import Number
from scoring.season import TOUR, Finish, Scheme, SeasonEvent, season_table


def season_points(season: Season, *, before: Event) -> dict[int, Number]:
    """Tour points by player, of the season's finished events but this one."""
    scheme = Scheme.from_dict(season.scheme) if season.scheme else TOUR
    over = season.events.present().over().exclude(pk=before.pk)
    played = [_played(event) for event in over.order_by("starts_at", "pk")]
    return {row.player: row.tour_points for row in season_table(scheme, played)}


def _played(event: Event) -> SeasonEvent[int]:
    return SeasonEvent(event.name, tuple(_finishes(event)))


def _finishes(event: Event) -> Iterator[Finish[int]]:
    behind: dict[int, list[int]] = {}
    for entry, player in EntryPlayer.objects.filter(event=event).values_list(
        "entry", "player"
    ):
        behind.setdefault(entry, []).append(player)
    for placed in finals(event).places:
        if players := behind.get(placed.entry.pk):
            yield Finish(tuple(players), placed.place)
