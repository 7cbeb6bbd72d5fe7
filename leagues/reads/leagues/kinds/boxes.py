"""Box leagues: the tables of the current period, and the plan of the next one."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise

from django.utils.translation import ngettext

from leagues.models import Entry, League, Match, Night, Player, Stage, Surface
from leagues.reads.leagues.kinds.rules import own_rules
from leagues.reads.state_marks import mark_of
from leagues.reads.tables.tables import Table, tables_of
from leagues.stages.boxes import BoxRules, moving_count
from leagues.stages.group_plan import GroupPlan
from leagues.stages.promotion import Level, Movement, Stood, count_crossing, next_groups


@dataclass(frozen=True)
class Wishes:
    """Wishes and decisions for the next period. A player is given by entry id, or by negative
    player id if they are new.
    """

    leaving: Collection[int] = ()
    declining: Collection[int] = ()
    """Players who do not want to move up."""
    settled: Sequence[int] = ()
    """The order the organiser chose for tied players, best first."""
    joining: Sequence[int] = ()


@dataclass(frozen=True)
class BoxPeriod:
    """A period with the current table of every box."""

    league: League
    stage: Stage
    tables: tuple[Table, ...]
    unplayed: tuple[Match, ...]

    @property
    def number(self) -> int:
        return self.stage.number

    @property
    def sizes(self) -> tuple[int, ...]:
        return tuple(len(table.lines) for table in self.tables)

    @cached_property
    def entries(self) -> dict[int, Entry]:
        """All entries of the league by id, including those that only played an earlier period."""
        assert self.league.event is not None
        found = Entry.objects.named().filter(event=self.league.event)
        return {entry.pk: entry for entry in found}

    @cached_property
    def in_it(self) -> frozenset[int]:
        lines = (line for table in self.tables for line in table.lines)
        return frozenset(line.entry.pk for line in lines)

    @property
    def gone(self) -> frozenset[int]:
        """The entries that withdrew during this period."""
        left = Entry.State.WITHDRAWN
        return frozenset(e for e in self.in_it if self.entries[e].state == left)

    @property
    def mark(self) -> str:
        """A checksum of the tables, which a form sends back to detect changes."""
        rows = [line.row for table in self.tables for line in table.lines]
        return mark_of([self.stage.pk, [[r.entry, r.place, r.games, str(r.points)] for r in rows]])

    def levels(self) -> list[Level[int]]:
        """The boxes as input for ``next_groups``."""
        return [
            [
                tuple(
                    Stood(row.entry, row.place, row.games, row.made.points)
                    for row in (line.row for line in table.lines)
                )
            ]
            for table in self.tables
        ]


def box_period(league: League) -> BoxPeriod:
    """Read the period that began last."""
    stages = Stage.objects.filter(event=league.event_id, opened_at__isnull=False)
    stage = stages.select_related("event__club").order_by("-number")[0]
    matches = Match.objects.filter(pairing_round__stage=stage)
    unplayed = matches.unfinished().with_sides().order_by("number")
    return BoxPeriod(league, stage, tables_of(stage), tuple(unplayed))


def weeks_left(league: League) -> list[Night]:
    """List the weeks of the calendar after the last one that has matches."""
    nights = league.nights.in_order().filter(is_cancelled=False)
    used = [night.pk for night in nights.filter(dated_matches__isnull=False)]
    here = list(nights)
    for night in here:
        night.league = league
    last = max((at for at, night in enumerate(here) if night.pk in used), default=-1)
    return here[last + 1 :]


def next_period(period: BoxPeriod, wishes: Wishes) -> GroupPlan[int]:
    """Plan the boxes of the next period from the tables and the wishes."""
    rules = own_rules(period.league, BoxRules)
    leaving = {*wishes.leaving, *period.gone} & period.in_it
    joining = [key for key in dict.fromkeys(wishes.joining) if key not in period.in_it]
    playing = len(period.in_it) - len(leaving) + len(joining)
    sizes = rules.next_sizes(period.sizes, playing) if playing else []
    movement = Movement(
        rules.go_up, rules.needed, leaving, wishes.declining, joining, wishes.settled
    )
    return next_groups(period.levels(), sizes, movement)


def names_in_plan(period: BoxPeriod, wishes: Wishes) -> Mapping[int, str]:
    """The names of everyone in a plan, by entry id or negative player id."""
    names = {key: e.shown_on(Surface.DESK) for key, e in period.entries.items()}
    new = Player.objects.in_bulk([-key for key in wishes.joining if key < 0])
    return names | {-pk: p.shown_on(Surface.DESK) for pk, p in new.items()}


# --- The tables for everybody ---------------------------------------------------------


def with_lines(league: League, boxes: Sequence[Table]) -> tuple[Table, ...]:
    """Add the lines for promotion and relegation to the tables of boxes or divisions. A ladder
    has none.
    """
    if league.of_kind.is_ladder:
        return tuple(boxes)
    go_up = own_rules(league, BoxRules).go_up if league.of_kind.has_boxes else moving_count
    sizes = [len(box.lines) for box in boxes]
    lines = [count_crossing(upper, go_up(lower)) for upper, lower in pairwise(sizes)]
    return tuple(
        _add_lines(box, up, down)
        for box, up, down in zip(boxes, [0, *lines], [*lines, 0], strict=False)
    )


def _add_lines(box: Table, up: int, down: int) -> Table:
    labels: dict[int, list[str]] = {}
    if up:
        first = ngettext("The first goes up", "The first %(n)s go up", up)
        labels.setdefault(up, []).append(first % {"n": up})
    if down:
        last = ngettext("The last goes down", "The last %(n)s go down", down)
        labels.setdefault(len(box.lines) - down, []).append(last % {"n": down})
    size = len(box.lines)
    lines = [
        replace(
            line,
            cut=" · ".join(labels.get(at, ())),
            crosses=(at <= up) - (at > size - down),
            moved=None,
        )
        for at, line in enumerate(box.lines, 1)
    ]
    return replace(box, lines=tuple(lines))
