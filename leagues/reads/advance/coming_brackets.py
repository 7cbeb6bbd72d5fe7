"""Brackets of a stage that isn't open yet. Their sides are places of the stage before it."""

from collections.abc import Mapping, Sequence
from string import ascii_uppercase

from django.db.models import Count, Q
from django.utils.translation import gettext as _

from leagues.models import Entry, Pool, Stage
from leagues.pairing.seeds import roll_dice
from leagues.pairing.values import NoPairing
from leagues.reads.advance.bracket_play import BracketPlay, PlaceTaken, shape_of
from leagues.reads.advance.brackets import DrawnBracket, draw_bracket
from leagues.reads.advance.stage_order import entries_in, keep_entries, read_stage
from leagues.stages.entry_sources import Before, Everyone, source_from

Place = tuple[str, int]
"""A pool of the stage before, "" for the overall order, and a place in it."""


def coming_brackets(stage: Stage) -> tuple[DrawnBracket, ...]:
    """Draw the brackets from the places that lead there.

    There are none while the pools before aren't known, if the lot decides the places, or if a
    pool has too many or too few for its format.
    """
    pools = _places_before(stage)
    takes = source_from(stage.source)
    if not pools or isinstance(takes, Everyone):
        return ()
    order = tuple(("", place) for place in range(1, sum(map(len, pools)) + 1))
    before = Before(order, pools if len(pools) > 1 else (order,))
    filled, *others = (takes.fill(before, dice=roll_dice(seed)) for seed in "abcd")
    if any(other != filled for other in others):
        return ()
    names = ascii_uppercase if len(filled) > 1 else [""]
    holders = _holders_now(stage)
    try:
        return tuple(
            draw_bracket(_play_of(Pool(stage=stage, number=number, name=name), places, holders), {})
            for number, (name, places) in enumerate(zip(names, filled, strict=False), start=1)
            if len(places) > 1
        )
    except NoPairing:
        return ()


def _places_before(stage: Stage) -> tuple[tuple[Place, ...], ...]:
    """The places in each pool of the stage before; empty if no stage is open yet."""
    playing = Count("places", filter=Q(places__entry__state=Entry.State.ACTIVE))
    earlier = Pool.objects.filter(stage__event=stage.event_id, stage__number__lt=stage.number)
    rows = earlier.annotate(playing=playing).values_list("stage__number", "playing", "name")
    last = max((number for number, _playing, _name in rows), default=0)
    sizes = [playing for number, playing, _name in rows if number == last]
    names = [name for number, _playing, name in rows if number == last]
    between = Stage.objects.filter(event=stage.event_id, number__gt=last, number__lt=stage.number)
    for each in between if sizes else ():
        sizes = source_from(each.source).sizes(sizes)
        names = list(ascii_uppercase[: len(sizes)])
    return tuple(
        tuple((name, place) for place in range(1, size + 1))
        for name, size in zip(names, sizes, strict=True)
    )


def _holders_now(stage: Stage) -> dict[Place, PlaceTaken]:
    """Who is in each place of the stage just before, once it has results. Ties are left out."""
    earlier = stage.event.stages.filter(number__lt=stage.number).last()
    reading = read_stage(earlier) if earlier else None
    if reading is None or not reading.has_results:
        return {}
    here = Entry.objects.named().in_bulk(entries_in(stage.event))
    names = [pool.name for pool in reading.stage.pools.all()]
    standing, holders = reading.standing, dict[Place, PlaceTaken]()
    for name, ladder in [("", standing.overall), *zip(names, standing.pools, strict=True)]:
        place = 1
        for rung in keep_entries(ladder, here):
            if len(rung) == 1:
                code = f"{name if len(name) <= 2 else ''}{place}"
                holders[name, place] = PlaceTaken(code, here[rung[0]])
            place += len(rung)
    return holders


def _play_of(
    pool: Pool, places: Sequence[Place], holders: Mapping[Place, PlaceTaken]
) -> BracketPlay:
    return BracketPlay(
        pool=pool,
        shape=shape_of(pool.stage, len(places)),
        seeded=tuple(range(len(places))),
        matches={},
        coming=tuple(map(_name_place, places)),
        holders=tuple(map(holders.get, places)),
    )


def _name_place(place: Place) -> str:
    pool, number = place
    if not pool:
        return _("Place %(place)s") % {"place": number}
    return _("Place %(place)s in %(name)s") % {
        "place": number,
        "name": _("pool %(pool)s") % {"pool": pool} if len(pool) <= 2 else pool,
    }
