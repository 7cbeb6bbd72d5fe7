"""Season points so far, used to seed the next event of a season."""

from collections.abc import Collection, Iterator, Mapping

from leagues.models import EntryPlayer, Event, Season
from leagues.reads.advance.finals import finals_of
from leagues.reads.advance.snapshot import snapshot_of
from leagues.reads.advance.stage_order import StageReading
from leagues.reads.people.ratings import ratings_of
from leagues.stages.entry_sources import Bands, source_from
from scoring.results import Number
from scoring.season import TOUR, FieldWeighted, Finish, Scheme, SeasonEvent, season_table


def season_points(season: Season, *, before: Event) -> dict[int, Number]:
    """The tour points of each player in the season's finished events other than ``before``."""
    scheme = Scheme.from_dict(season.scheme) if season.scheme else TOUR
    over = season.events.present().over().exclude(pk=before.pk)
    played = [_season_event(event, scheme) for event in over.order_by("starts_at", "pk")]
    return {row.player: row.tour_points for row in season_table(scheme, played)}


def _season_event(event: Event, scheme: Scheme) -> SeasonEvent[int]:
    behind: dict[int, list[int]] = {}
    guests = set()
    for entry, player, is_guest in EntryPlayer.objects.filter(event=event).values_list(
        "entry", "player", "player__is_guest"
    ):
        behind.setdefault(entry, []).append(player)
        if is_guest:
            guests.add(player)
    finishes = tuple(_event_finishes(event, behind))
    here = [player for finish in finishes for player in finish.players]
    return SeasonEvent(
        event.name, finishes, guests=frozenset(guests), ratings=_field_ratings(event, here, scheme)
    )


def _event_finishes(event: Event, behind: Mapping[int, list[int]]) -> Iterator[Finish[int]]:
    whole = snapshot_of(event)
    pools = power_pools(whole.stages)
    for placed in finals_of(event, whole).places:
        if players := behind.get(placed.entry.pk):
            yield Finish(tuple(players), placed.place, pools.get(placed.entry.pk))


def power_pools(stages: Collection[StageReading]) -> dict[int, str]:
    """The number of each entry's power pool, as text; empty if pools are not ordered."""
    return {
        entry: str(number)
        for reading in stages
        if isinstance(source_from(reading.stage.source), Bands)
        for number, pool in enumerate(reading.pools)
        for entry in pool
    }


def _field_ratings(event: Event, players: Collection[int], scheme: Scheme) -> Mapping[int, float]:
    """The ratings on the morning of the event; empty unless the scheme uses them.

    If no player has a rating yet, all get the average that the scheme assumes (``par``).
    """
    if not isinstance(scheme.table, FieldWeighted):
        return {}
    morning = event.starts_at.astimezone(event.tzinfo).date()
    known = ratings_of(event.club, players, before=morning)
    usual = dict.fromkeys(players, float(scheme.table.par))
    return {player: rating.mu for player, rating in known.items()} or usual
