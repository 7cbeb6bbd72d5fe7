"""Finals of a league: who qualifies, and whether the table has changed since they were made."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import ngettext

from leagues.models import Event, League, SeasonFinals
from leagues.reads.leagues.table.table_lines import LeagueLine, league_lines
from leagues.reads.state_marks import mark_of
from leagues.stages.finals_cut import CutLine, FinalsRule, finals_cut

FINALS_SHAPES = (
    "knockout",
    "pools-then-knockout",
    "double-elimination",
    "page",
    "round-robin",
    "swiss-then-cut",
)
"""The shapes finals can have, the usual one first."""


@dataclass(frozen=True)
class FinalsField:
    """The table lines for finals: qualified ones by seed, the next ones, and ties at the cut."""

    seeds: tuple[LeagueLine, ...]
    next_ones: tuple[LeagueLine, ...]
    level: tuple[LeagueLine, ...]

    @property
    def mark(self) -> str:
        return mark_of([line.keys for line in self.seeds])

    @property
    def level_names(self) -> list[str]:
        return [line.name for line in self.level]


def finals_field(
    lines: Sequence[LeagueLine], rule: FinalsRule, declined: Collection[int] = ()
) -> FinalsField:
    """Choose the lines for finals by a rule. ``declined`` are player ids; a pair qualifies only
    if neither of the two has declined.
    """
    known = {line.keys: line for line in lines}
    cut = finals_cut(
        [CutLine(e.keys, e.place, e.division, e.played) for e in lines if e.qualifies],
        rule,
        {line.keys for line in lines if not {*declined}.isdisjoint(line.keys)},
    )
    return FinalsField(*(_lines_of(known, of) for of in (cut.seeds, cut.next_ones, cut.level)))


def _lines_of(
    known: dict[tuple[int, ...], LeagueLine], keys: Iterable[tuple[int, ...]]
) -> tuple[LeagueLine, ...]:
    return tuple(known[each] for each in keys)


@dataclass(frozen=True)
class FinalsNow:
    """Finals that were made, compared with the current table."""

    finals: SeasonFinals
    missing: tuple[str, ...] = ()
    """The names of those who would qualify now but are not in the finals."""
    surplus: tuple[str, ...] = ()
    """The names of those in the finals who would not qualify now."""
    is_reordered: bool = False

    @property
    def size(self) -> str:
        """Text with the number of seeds."""
        many = len(self.finals.seeds)
        return ngettext("%(n)s is in", "%(n)s are in", many) % {"n": many}

    @property
    def has_moved(self) -> bool:
        return self.is_reordered


def finals_now(league: League) -> list[FinalsNow]:
    """Compare the finals of a league with its current table. A correction is only shown; it does
    not change the seeds.

    Finished finals are not compared: if they count for the table, they changed it themselves.
    """
    made = list(league.finals.filter(event__binned_at=None).select_related("event__club"))
    to_come = [each for each in made if each.event.state != Event.State.FINISHED]
    lines = league_lines(league) if to_come else ()
    return [_compare_table(each, lines) if each in to_come else FinalsNow(each) for each in made]


def _compare_table(finals: SeasonFinals, lines: Sequence[LeagueLine]) -> FinalsNow:
    rule = FinalsRule(**finals.rule["cut"])
    field = finals_field(lines, rule, finals.rule["declined"])
    then = [tuple(each["players"]) for each in finals.seeds]
    now = [line.keys for line in field.seeds]
    names = {tuple(each["players"]): each["name"] for each in finals.seeds}
    return FinalsNow(
        finals,
        tuple(line.name for line in field.seeds if line.keys not in then),
        tuple(names[keys] for keys in then if keys not in now),
        is_reordered=then != now,
    )
