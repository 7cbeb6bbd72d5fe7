"""Read what a draw is made from."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence

from django.db.models import Count

from leagues.models import Entry, Event, KeepApart, PoolEntry, Stage
from leagues.pairing.values import Pairs, pair_up
from leagues.reads.draw.history import DrawnRound
from leagues.reads.draw.night_history import nights_before
from leagues.reads.entries.clubs import clubs_of
from leagues.reads.events.sheets import sheet_of
from leagues.reads.tables.stage_results import play_of
from leagues.stages.entry_sources import Everyone, source_from
from leagues.stages.pairing_ways import PairingWay, Swiss, way_from
from leagues.stages.recipe import Number, Recipe


def way_of(stage: Stage) -> PairingWay:
    return way_from(stage.format, stage.options)


def recipe_for(stage: Stage, rounds: Sequence[DrawnRound], seed: str, purpose: str) -> Recipe:
    """The input of a stage's next draw, after its published rounds.

    Only active entries are paired: late arrivals are included, paused and withdrawn ones are not.
    """
    event, way = stage.event, way_of(stage)
    here = here_in(stage.event_id)
    published = [each for each in rounds if each.is_published]
    clubs = {entry: club for entry, (club, _) in here.items()}
    never, rather_not = kept_apart(stage)
    ratings = {entry: rating for entry, (_, rating) in here.items()}
    points, then = _points_and_order(stage, way, ratings, published)
    return Recipe(
        way=way,
        seed=seed,
        purpose=purpose,
        pools=tuple(
            tuple(entry for entry in pool if entry in here) for pool in _pool_entries(stage)
        ),
        played=tuple(r.as_played() for r in published if r.stage == stage.pk),
        before=tuple(r.as_played() for r in published if r.stage != stage.pk),
        points=points,
        then=then,
        apart=rather_not | _club_mates(clubs if event.clubs_apart else {}),
        forbidden=never,
        clubs=clubs if any(clubs.values()) else {},
        boards=() if stage.is_queue else tuple(event.boards.values_list("number", flat=True)),
        nights=nights_before(event),
        side_by_side=True,
        late_sit_out_last=True,
        three_play=True,
        seeds=_swiss_seeds(stage, way, here),
        kinds={entry: many for entry, many in kinds_of(event).items() if entry in here},
    )


def clubs_in(event: Event) -> tuple[int, ...]:
    """The number of active entries by club, if a stage pairs across clubs; otherwise empty."""
    if not event.stages.filter(format=Stage.Format.OUTSIDERS).exists():
        return ()
    return tuple(Counter(club for club, _ in here_in(event.pk).values()).values())


def kinds_of(event: Event) -> dict[int, int]:
    """The number of players in each entry if the sheet is two against one; otherwise empty."""
    if not sheet_of(event).rule.is_uneven:
        return {}
    entries = event.entries.annotate(many=Count("line_up")).order_by("pk")
    return dict(entries.values_list("pk", "many"))


def kept_apart(stage: Stage) -> tuple[Pairs[int], Pairs[int]]:
    """Pairs that must never meet, and all pairs to keep apart."""
    kept = list(KeepApart.objects.filter(event=stage.event_id).values_list("one", "other", "never"))
    never = frozenset(frozenset((one, other)) for one, other, ever in kept if ever)
    return never, frozenset(frozenset((one, other)) for one, other, _ in kept)


def here_in(event: int) -> dict[int, tuple[str, float | None]]:
    """Active entries, each with its team or club and its rating (or None)."""
    here = Entry.objects.filter(event=event, state=Entry.State.ACTIVE)
    clubs = clubs_of(here)
    return {pk: (clubs[pk], rating) for pk, rating in here.values_list("pk", "rating")}


def _club_mates(clubs: dict[int, str]) -> Pairs[int]:
    mates: dict[str, list[int]] = {}
    for entry, club in clubs.items():
        if club:
            mates.setdefault(club, []).append(entry)
    return pair_up(mates.values())


def _pool_entries(stage: Stage) -> Iterable[tuple[int, ...]]:
    pools: dict[int, list[int]] = {pool.pk: [] for pool in stage.pools.all()}
    places = PoolEntry.objects.filter(stage=stage).values_list("pool", "entry")
    for pool, entry in places:
        pools[pool].append(entry)
    return map(tuple, pools.values())


def _swiss_seeds(stage: Stage, way: PairingWay, here: Collection[int]) -> dict[int, int]:
    """Seeds of the active entries if a Swiss first stage uses them; otherwise empty."""
    is_start = isinstance(source_from(stage.source), Everyone)
    if not is_start or not isinstance(way, Swiss) or not way.by_seed:
        return {}
    seeds = stage.event.entries.values_list("pk", "seed")
    return {entry: seed for entry, seed in seeds if seed is not None and entry in here}


def _points_and_order(
    stage: Stage,
    way: PairingWay,
    ratings: Mapping[int, float | None],
    published: Iterable[DrawnRound],
) -> tuple[dict[int, Number], dict[int, Number]]:
    """Points, and a number that orders tied entries; both empty if rounds are drawn in advance."""
    if way.drawn_ahead:
        return {}, {}
    play = play_of(stage, [match for each in published for match in each.finished()])
    made = {entry: both for entry, both in play.made().items() if entry in ratings}
    points = {entry: points for entry, (points, _twenties) in made.items()}
    if isinstance(way, Swiss) and way.by_rating:
        return points, {entry: round(rating or 0) for entry, rating in ratings.items()}
    return points, {entry: twenties for entry, (_points, twenties) in made.items()}
