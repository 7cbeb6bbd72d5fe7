"""Data for the page of a stage's draw: the matches, the reasons for them, and remarks."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby
from operator import attrgetter

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from leagues.models import Entry, Event, League, PoolEntry, Stage, Surface
from leagues.pairing.bracket import Seeded, fill_slots
from leagues.pairing.history import History
from leagues.pairing.values import Bye, Pairing, Pairs, Why
from leagues.reads.advance.bracket_play import has_bracket, shape_of
from leagues.reads.draw.attendance import Comings, comings_of
from leagues.reads.draw.draw_input import kept_apart, kinds_of, way_of
from leagues.reads.draw.history import (
    DrawnMatch,
    DrawnRound,
    own_rounds,
    rounds_of,
    stage_mark,
    why_drawn,
)
from leagues.reads.draw.swapping import may_move
from leagues.reads.events.next_stage import stage_at_hand
from leagues.reads.events.next_step import FEWEST
from leagues.say import say
from leagues.stages.entry_sources import Everyone, source_from
from leagues.stages.pairing_ways import RoundRobin

AT_A_BOARD = 2
TOGETHER = frozenset({Stage.Format.PARTNERS, Stage.Format.HEATS})
"""Formats in which more than two entries share a match, so one can't simply be left out."""


@dataclass(frozen=True)
class Sitter:
    entry: int
    name: str
    seed: int | None = None
    """Shown in a bracket that is not published yet; otherwise None."""


@dataclass(frozen=True)
class SideLine:
    sitters: tuple[Sitter, ...]
    is_first: bool


@dataclass(frozen=True)
class MatchLine:
    """One match of the draw. A bye has one side."""

    key: str
    """A key that is unique on the page."""
    label: str
    pool: str
    board: int | None
    wave: int
    sides: tuple[SideLine, ...]
    remarks: tuple[str, ...] = ()
    entries: tuple[int, ...] = ()
    may_move: bool = True
    """Whether its entries may swap seats with others."""

    @property
    def is_bye(self) -> bool:
        return len(self.sides) == 1

    @property
    def names(self) -> str:
        return " – ".join(sitter.name for side in self.sides for sitter in side.sitters)


@dataclass(frozen=True)
class PoolLines:
    name: str
    lines: tuple[MatchLine, ...]


@dataclass(frozen=True)
class StageDraw:
    """A stage's draw so far, shown at one of its rounds."""

    stage: Stage
    rounds: tuple[DrawnRound, ...]
    here: DrawnRound | None
    pools: tuple[PoolLines, ...]
    comings: Comings
    names: Mapping[int, str]
    league: League | None = None
    """The league that draws this event itself, so that the desk can only look; otherwise None."""

    @property
    def lines(self) -> list[MatchLine]:
        return [line for pool in self.pools for line in pool.lines]

    def rows(self) -> Iterator[tuple[str, str]]:
        """The id and the label of each line."""
        for line in self.lines:
            yield f"line-{line.key}", f"{line.board or line.label} · {line.names}"

    def lines_with(self, entries: Collection[int | None]) -> list[MatchLine]:
        """The matches with at least one of these entries."""
        return [line for line in self.lines if not {*line.entries}.isdisjoint(entries)]

    @property
    def drafts(self) -> tuple[int, ...]:
        return tuple(each.number for each in self.rounds if not each.is_published)

    @property
    def may_go_back(self) -> tuple[int, ...]:
        """Published rounds that have not begun, so they may become drafts again."""
        if self.league:
            return ()
        return tuple(
            each.number for each in self.rounds if each.is_published and not each.has_begun
        )

    @property
    def may_unpublish(self) -> bool:
        """Whether the round shown, several rounds, or the whole bracket may become drafts again."""
        rounds = self.may_go_back
        if self.has_bracket:
            return bool(self.stage.opened_at and rounds) and len(rounds) == len(self.rounds)
        return len(rounds) > 1 or (self.here is not None and self.here.number in rounds)

    @property
    def is_draft(self) -> bool:
        return self.here is not None and not self.here.is_published

    @property
    def draft_at_hand(self) -> int:
        """The number of the draft that is shown, or of the first one."""
        return self.here.number if self.here and self.is_draft else self.drafts[0]

    @cached_property
    def has_bracket(self) -> bool:
        return has_bracket(self.stage)

    @property
    def is_shot(self) -> bool:
        """Whether this is a shoot-out for 20s, in which no one is paired."""
        return self.stage.format == Stage.Format.SHOOT_OUT

    @cached_property
    def has_shot(self) -> bool:
        return self.stage.settlements.filter(withdrawn_at=None).exists()

    @property
    def seated(self) -> int:
        return PoolEntry.objects.filter(stage=self.stage).count()

    @property
    def may_swap(self) -> bool:
        """Whether seats may be swapped: in an unpublished bracket, or in a match not yet called."""
        if self.league:
            return False
        if self.has_bracket:
            return not self.rounds
        return any(line.may_move for line in self.lines)

    @property
    def matches(self) -> int:
        return sum(not line.is_bye for line in self.lines)

    @property
    def byes(self) -> int:
        return sum(line.is_bye for line in self.lines)

    @property
    def remarks(self) -> int:
        return sum(len(line.remarks) for line in self.lines)

    @property
    def next_number(self) -> int:
        published = [each.number for each in self.rounds if each.is_published]
        return 1 + max(published, default=0)

    @property
    def to_finish(self) -> int:
        """How many published matches the next draw waits for.

        0 if all rounds are drawn in advance.
        """
        if way_of(self.stage).drawn_ahead:
            return 0
        return sum(each.unfinished for each in self.rounds if each.is_published)

    @property
    def may_draw(self) -> bool:
        """Whether another round can be drawn now. The action checks this again."""
        way = way_of(self.stage)
        if self.has_bracket or way.rounds == 0:
            return False
        published = [each for each in self.rounds if each.is_published]
        enough = way.rounds is not None and len(published) >= way.rounds
        all_there = way.drawn_ahead and bool(published) and not self.drafts
        return not (self.to_finish or enough or all_there)

    @cached_property
    def is_seeded(self) -> bool:
        """Whether every entry has a seed, so that publishing the bracket needs no draw by lot.

        League finals are set up like this.
        """
        here = Entry.objects.filter(event=self.stage.event, state=Entry.State.ACTIVE)
        seeds = list(here.values_list("seed", flat=True))
        is_for_all = isinstance(source_from(self.stage.source), Everyone)
        return is_for_all and len(seeds) >= FEWEST and None not in seeds

    @cached_property
    def to_call(self) -> int | None:
        """The number of the round that can be published and called in one step, or None.

        It is drawn or seeded, no earlier match is unfinished, and it is the day of the event.
        """
        if self.has_bracket:
            is_ready = not self.rounds and (self.seated or self.is_seeded)
            next_up = 1 if is_ready else None
        else:
            next_up = next(iter(self.drafts), None)
        is_open = any(each.unfinished for each in self.rounds if each.is_published)
        waits = self.league or self.comings or is_open or not _is_on(self.stage.event)
        return None if waits else next_up

    @property
    def mark(self) -> str:
        return stage_mark(self.stage, self.rounds)

    @property
    def is_to_publish(self) -> bool:
        """Whether something still has to be drawn or published."""
        return bool(self.drafts or self.may_draw or not self.rounds)

    @property
    def draws_all(self) -> bool:
        return way_of(self.stage).drawn_ahead

    @property
    def may_mend(self) -> bool:
        """Whether the draw can be updated: some rounds have not begun, or rounds may be added."""
        if self.stage.format in TOGETHER or self.has_bracket:
            return False
        if any(not each.has_begun for each in self.rounds):
            return True
        return bool(self.rounds) and way_of(self.stage).meets_everybody

    @property
    def adds_rounds(self) -> bool:
        return way_of(self.stage).meets_everybody

    @property
    def gone_names(self) -> list[str]:
        return sorted(self.names[entry] for entry in self.comings.gone)

    @property
    def came_names(self) -> list[str]:
        come = (*self.comings.back, *self.comings.late)
        return sorted(self.names[entry] for entry in come)


def stage_draw(
    stage: Stage, rounds: Sequence[DrawnRound], comings: Comings, number: int | None = None
) -> StageDraw:
    """A stage's draw with its lines, at round ``number`` or at the current one."""
    own = tuple(each for each in rounds if each.stage == stage.pk)
    here = _round_to_show(own, number)
    names = entry_names(stage.event, Surface.DESK)
    pools = {pool.pk: pool.name for pool in stage.pools.all()}
    if has_bracket(stage) and not own:
        shown = _bracket_lines(stage, pools, names)
    else:
        shown = _pool_lines(stage, rounds, here, pools, names) if here else ()
    league = League.objects.drawing(stage.event)
    return StageDraw(stage, own, here, shown, comings, names, league)


def draw_at_hand(event: Event) -> StageDraw | None:
    """The draw of the current or next stage, without lines; None if there is no such stage."""
    stage = stage_at_hand(event)
    if stage is None:
        return None
    stage.event = event
    own = tuple(own_rounds(stage, rounds_of(event)))
    comings, league = comings_of(stage, own), League.objects.drawing(event)
    return StageDraw(stage, own, None, (), comings, {}, league)


def _is_on(event: Event) -> bool:
    """Whether the event is running, or planned for today."""
    if event.state != Event.State.PLANNED:
        return event.state == Event.State.RUNNING
    starts_on = event.starts_at.astimezone(event.tzinfo).date()
    return starts_on == timezone.localdate(timezone=event.tzinfo)


def entry_names(event: Event, surface: Surface) -> dict[int, str]:
    """The name of each entry of the event on this surface."""
    entries = Entry.objects.named().filter(event=event)
    return {entry.pk: entry.shown_on(surface) for entry in entries}


def _round_to_show(own: Sequence[DrawnRound], number: int | None) -> DrawnRound | None:
    """The round to show: the requested one, the one in play, the next draft, the next one to play,
    or the last.
    """
    wanted = [each for each in own if each.number == number]
    to_play = [each for each in own if each.is_published and each.unfinished]
    played_now = [each for each in to_play if each.has_begun][-1:]
    drafts = [each for each in own if not each.is_published]
    last = own[-1:]
    return next(iter((*wanted, *played_now, *drafts, *to_play, *last)), None)


def _pool_lines(
    stage: Stage,
    rounds: Sequence[DrawnRound],
    here: DrawnRound,
    pools: Mapping[int, str],
    names: Mapping[int, str],
) -> tuple[PoolLines, ...]:
    eye = _Eye(stage, rounds, here)
    lines = [
        MatchLine(
            key=str(match.number),
            label=_("Match %(number)s") % {"number": match.number},
            pool=pools.get(match.pool or 0, ""),
            board=match.drawn.board if isinstance(match.drawn, Pairing) else None,
            wave=match.drawn.wave if isinstance(match.drawn, Pairing) else 1,
            sides=_side_lines(match.drawn, names),
            remarks=tuple(eye.remarks(match)),
            entries=match.entries,
            may_move=may_move(here, match),
        )
        for match in here.matches
    ]
    lines.sort(key=lambda line: (line.pool, line.is_bye, line.wave, line.board or 0))
    return pools_of(lines)


def pools_of(lines: Iterable[MatchLine]) -> tuple[PoolLines, ...]:
    """The lines by pool; those of a pool are consecutive."""
    return tuple(
        PoolLines(name, tuple(of_one)) for name, of_one in groupby(lines, key=attrgetter("pool"))
    )


def _side_lines(drawn: Pairing[int] | Bye[int], names: Mapping[int, str]) -> tuple[SideLine, ...]:
    if isinstance(drawn, Bye):
        return (_side_line((drawn.entry,), names),)
    return tuple(
        _side_line(side, names, is_first=seat is drawn.first) for seat, side in drawn.sides.items()
    )


def _side_line(
    entries: Iterable[int], names: Mapping[int, str], *, is_first: bool = False
) -> SideLine:
    return SideLine(tuple(Sitter(e, names[e]) for e in entries), is_first)


@dataclass(frozen=True)
class Reason:
    """Why an entry is in its match."""

    name: str
    because: str


def reasons_for(drawn: StageDraw, key: str) -> tuple[Reason, ...]:
    """The reason for each entry in the match with this key; empty if there is no such match."""
    matches = drawn.here.matches if drawn.here else ()
    match = next((each for each in matches if str(each.number) == key), None)
    if match is None:
        return ()
    why = why_drawn(match.pk)
    return tuple(
        Reason(drawn.names[entry], _reason_text(match.drawn, why, entry, drawn.names))
        for entry in match.entries
    )


def _reason_text(
    drawn: Pairing[int] | Bye[int], why: Why | None, entry: int, names: Mapping[int, str]
) -> str:
    if why is not None:
        drawn = replace(drawn, why=why)
    if isinstance(drawn, Bye):
        return _as_sentence(say(drawn.because()))
    return _as_sentence(say(drawn.because(entry, names.__getitem__)))


def _as_sentence(reason: str) -> str:
    return f"{reason[:1].upper()}{reason[1:]}."


class _Eye:
    """Finds what an organiser may want to notice in a round, such as a repeated match.

    It does not judge whether the draw could have avoided it.
    """

    def __init__(self, stage: Stage, rounds: Sequence[DrawnRound], here: DrawnRound) -> None:
        way = way_of(stage)
        earlier = [each for each in rounds if each.stage == stage.pk and each.number < here.number]
        before = [each for each in rounds if each.stage != stage.pk and each.is_published]
        self.history = History([each.as_played() for each in earlier])
        self.over_all = self.history
        if before:
            self.over_all = History([r.as_played() for r in (*before, *earlier)])
        self.allowed = way.legs if isinstance(way, RoundRobin) else 1
        self.never: Pairs[int]
        self.never, self.apart = kept_apart(stage)
        self.kinds = kinds_of(stage.event)
        self.fewest = min(
            (self.history.byes[entry] for entry in here.pairing_round().entries), default=0
        )

    def remarks(self, match: DrawnMatch) -> Iterable[str]:
        if isinstance(match.drawn, Bye):
            if self.history.byes[match.drawn.entry] > self.fewest:
                yield _("Has a bye again")
            return
        if len(match.entries) == AT_A_BOARD:
            yield from self._of_two(*match.entries)
        board = match.drawn.board
        if board and any(self.over_all.last_board.get(entry) == board for entry in match.entries):
            yield _("Same board again")

    def _of_two(self, one: int, other: int) -> Iterable[str]:
        met = self.history.meetings(one, other)
        if met >= self.allowed:
            yield ngettext("Has met before", "Has met %(n)s times", met) % {"n": met}
        if self.kinds and self.kinds[one] == self.kinds[other]:
            yield _("Not two against one")
        two = frozenset((one, other))
        if two in self.never:
            yield _("Must never meet")
        elif two in self.apart:
            yield _("Kept apart")


# --- A bracket, before it is published ------------------------------------------------------


def _bracket_lines(
    stage: Stage, pools: Mapping[int, str], names: Mapping[int, str]
) -> tuple[PoolLines, ...]:
    seeded: dict[int, list[int]] = {pk: [] for pk in pools}
    places = PoolEntry.objects.filter(stage=stage).values_list("pool", "entry")
    for pool, entry in places:
        seeded[pool].append(entry)
    return tuple(
        PoolLines(pools[pk], tuple(_first_matches(stage, pk, entries, names)))
        for pk, entries in seeded.items()
    )


def _first_matches(
    stage: Stage, pool: int, entries: Sequence[int], names: Mapping[int, str]
) -> Iterable[MatchLine]:
    """Yield the bracket slots with seeded entries. A single entry in one has a bye."""
    shape = shape_of(stage, len(entries))
    for spot in fill_slots(shape, entries, {}).values():
        coming = [
            (who, source.seed)
            for who, source in zip(spot.sides, spot.slot.sources, strict=True)
            if isinstance(source, Seeded) and isinstance(who, int)
        ]
        if coming:
            yield MatchLine(
                key=f"{pool}-{spot.slot.key}",
                label=say(spot.slot.label),
                pool="",
                board=None,
                wave=1,
                sides=tuple(
                    SideLine((Sitter(who, names[who], seed),), is_first=False)
                    for who, seed in coming
                ),
                entries=tuple(who for who, _seed in coming),
            )
