"""The chances of each place in a stage, from ratings and the matches left.

They are only given if they can be computed: points come first in the table, every match pays
the same total, and the rounds are drawn or will be drawn from the table. At least one result
is needed.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from operator import attrgetter

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from leagues.models import Entry, Event, Match, Pool, Stage
from leagues.pairing.seeds import roll_dice
from leagues.reads.events.drawn_byes import averages_games
from leagues.reads.events.next_stage import has_rounds_to_come
from leagues.reads.events.sheets import chain_of, match_format_of
from leagues.reads.people.ratings import rating_of_entry, ratings_of
from leagues.reads.tables.entry_sources import stage_after
from leagues.reads.tables.needs import cut_of, has_secrets, in_words, outlooks_of, worth_of
from leagues.reads.tables.stage_results import StagePlay, play_of
from leagues.reads.tables.tables import Table
from leagues.stages.chances import Contender, PlaceChances, StillToPlay, place_chances
from leagues.stages.pairing_ways import RoundRobin, SomeGames, Swiss, way_from
from scoring.qualification import Outlook, Status
from scoring.ratings import CLUB_SCALE
from scoring.results import Number
from scoring.standings import Row

MOST_RUNS, LEAST_RUNS = 300, 40
EFFORT = 24_000  # steps of all simulation runs together: about 30 ms
MOST_ENTRIES = 100
RARELY = 0.05


@dataclass(frozen=True)
class ChanceLine:
    """An entry's chances, and what it still needs."""

    entry: Entry
    points: Number
    left: int  # matches to play
    rating: int
    first: float
    in_cut: float
    places: tuple[float, ...]
    often: str
    needs: str

    @property
    def likely(self) -> tuple[tuple[int, str], ...]:
        """The places with a share of at least ``RARELY``, each with the share in words."""
        return tuple(
            (place, how_often(share))
            for place, share in enumerate(self.places, start=1)
            if share >= RARELY
        )


@dataclass(frozen=True)
class PoolChances:
    pool: Pool
    lines: tuple[ChanceLine, ...]


@dataclass(frozen=True)
class StageChances:
    """The chances in every pool. ``cut`` is how many of each pool play on; 0 in the last stage."""

    pools: tuple[PoolChances, ...]
    cut: int


def may_have_chances(stage: Stage) -> bool:
    """Whether the stage's format allows chances. Reads no match."""
    if not stage.event.club.shows_chances or stage.event.kind == Event.Kind.LEAGUE:
        return False
    way = way_from(stage.format, stage.options)
    if not isinstance(way, RoundRobin | SomeGames | Swiss):
        return False
    if chain_of(stage)[:1] != ("points",):
        return False
    if averages_games(stage):
        return False
    return worth_of(match_format_of(stage)) is not None and not has_secrets(stage)


def has_chances(stage: Stage, tables: Sequence[Table]) -> bool:
    """Whether the stage has a page of chances, given its tables."""
    return (
        any(table.has_begun for table in tables)
        and not any(table.is_final for table in tables)
        and max(len(table.lines) for table in tables) <= MOST_ENTRIES
        and may_have_chances(stage)
    )


def chances_in(stage: Stage) -> StageChances | None:
    """The chances of everyone in a stage; None if they can't be computed or play is over."""
    if not may_have_chances(stage):
        return None
    play = play_of(stage)
    if play.is_final or not play.has_results:
        return None
    if max(map(len, play.members.values()), default=0) > MOST_ENTRIES:
        return None
    cut = cut_of(play)
    entries = Entry.objects.named().in_bulk(play.everyone)
    rows = {pool: play.rows(numbers) for pool, numbers in play.members.items()}
    points = {row.entry: row.points for of_pool in rows.values() for row in of_pool}
    to_play = _to_play(play, entries)
    if not to_play.drawn and not to_play.rounds:
        return None
    field = _contenders(stage.event, entries, points)
    outlooks = outlooks_of(play, points)
    aim = _("the next stage") if stage_after(stage) else _("first place")
    return StageChances(
        tuple(
            PoolChances(
                pool,
                tuple(
                    _chance_lines(
                        of_pool,
                        entries,
                        _chances_in_pool(stage, field, of_pool, to_play),
                        field,
                        to_play,
                        outlooks,
                        cut or 1,
                        aim,
                    )
                ),
            )
            for pool, of_pool in rows.items()
            if of_pool
        ),
        cut if stage_after(stage) else 0,
    )


def _to_play(play: StagePlay, entries: Mapping[int, Entry]) -> StillToPlay[int]:
    """The matches left in the stage, and who has met or had a bye."""
    stage = play.stage
    way = way_from(stage.format, stage.options)
    here = Match.objects.filter(
        pairing_round__stage=stage, pairing_round__is_play_off=False
    ).published()
    unfinished = set(here.unfinished().values_list("pk", flat=True))
    drawn, met, rested = list[tuple[int, int]](), set[frozenset[int]](), set[int]()
    for pk, of_one in groupby(here.score_lines(), key=attrgetter("match")):
        sitting = [line.entry for line in of_one if line.entry is not None]
        if len(sitting) == 2:
            met.add(frozenset(sitting))
            if pk in unfinished:
                drawn.append((sitting[0], sitting[1]))
        elif sitting:
            rested.update(sitting)
    published = stage.pairing_rounds.filter(state="published", is_play_off=False)
    rounds = way.rounds or 0
    worth = worth_of(match_format_of(stage)) or 0
    return StillToPlay(
        drawn=tuple(drawn),
        rounds=rounds - published.count() if has_rounds_to_come(stage) else 0,
        met=frozenset(met),
        rested=frozenset(rested),
        bye_points=worth if way.bye_points is None else way.bye_points,
        gone=frozenset(pk for pk, e in entries.items() if e.state != "active"),
    )


def _contenders(
    event: Event, entries: Mapping[int, Entry], points: Mapping[int, Number]
) -> dict[int, Contender[int]]:
    """The entries with their current ratings. Unrated ones count as newcomers.

    ``benchmarks/odds.py`` shows that chances without the day's matches are worse.
    """
    people = {pk: [player.pk for player in e.people] for pk, e in entries.items()}
    everybody = [player for players in people.values() for player in players]
    rated = ratings_of(event.club, everybody)
    return {
        pk: Contender(pk, points[pk], rating_of_entry(players, rated) or CLUB_SCALE.newcomer)
        for pk, players in people.items()
    }


def _chances_in_pool(
    stage: Stage,
    field: Mapping[int, Contender[int]],
    rows: Sequence[Row[int]],
    to_play: StillToPlay[int],
) -> Mapping[int, PlaceChances]:
    here = {row.entry for row in rows}
    left = StillToPlay(
        drawn=tuple(two for two in to_play.drawn if here.issuperset(two)),
        rounds=to_play.rounds,
        met=frozenset(two for two in to_play.met if here.issuperset(two)),
        rested=to_play.rested & here,
        bye_points=to_play.bye_points,
        gone=to_play.gone & here,
    )
    worth = worth_of(match_format_of(stage)) or 0
    return _cached_chances(tuple(field[pk] for pk in sorted(here)), left, worth // 2, stage.number)


@lru_cache(maxsize=64)
def _cached_chances(
    field: tuple[Contender[int], ...], left: StillToPlay[int], rounds: int, dice: int
) -> Mapping[int, PlaceChances]:
    """Simulate a pool. Cached, because a result changes only one pool, and for other languages."""
    steps = (3 + left.rounds) * len(field) + len(left.drawn)
    runs = min(MOST_RUNS, max(LEAST_RUNS, EFFORT // steps))
    return place_chances(field, left, rounds, roll_dice(f"chances in stage {dice}"), runs)


def _chance_lines(
    rows: Sequence[Row[int]],
    entries: Mapping[int, Entry],
    counted: Mapping[int, PlaceChances],
    field: Mapping[int, Contender[int]],
    to_play: StillToPlay[int],
    outlooks: Mapping[int, Outlook],
    cut: int,
    aim: str,
) -> Iterator[ChanceLine]:
    """Yield a line for each entry, best chances first, equal ones in table order."""
    for row in sorted(rows, key=lambda row: -counted[row.entry].within(cut)):
        found, outlook = counted[row.entry], outlooks.get(row.entry)
        in_cut = float(found.within(cut))
        yield ChanceLine(
            entry=entries[row.entry],
            points=row.points,
            left=sum(row.entry in two for two in to_play.drawn)
            + (0 if row.entry in to_play.gone else to_play.rounds),
            rating=field[row.entry].rating.shown,
            first=float(found.first),
            in_cut=in_cut,
            places=tuple(map(float, found.places)),
            often=SURELY[outlook.status]()
            if outlook and outlook.status in SURELY
            else how_often(in_cut),
            needs=in_words(outlook, aim) if outlook else "",
        )


SURELY = {Status.IN: lambda: _("for certain"), Status.OUT: lambda: _("no longer")}


def how_often(share: float) -> str:
    """A share in words, such as "3 times in 10"."""
    if share < RARELY:
        return _("hardly ever")
    if share > 1 - RARELY:
        return _("nearly always")
    tenths = max(1, min(9, round(10 * share)))
    return ngettext("%(n)s time in 10", "%(n)s times in 10", tenths) % {"n": tenths}
