"""Where a stage's entries come from, and so where the table before it is cut."""

from collections.abc import Mapping, Sequence
from functools import singledispatch
from itertools import accumulate
from string import ascii_uppercase

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from leagues.models import Entry, PoolEntry, Stage
from leagues.stages.entry_sources import Bands, KeepPools, Source, Top, TopOfPools, source_from

Cuts = Mapping[int, str]
"""The text below a place in a table, by place: {8: "The first 8 play on"}."""


def stage_after(stage: Stage) -> Stage | None:
    return stage.event.stages.filter(number__gt=stage.number).first()


def may_go_on(later: Stage) -> frozenset[int]:
    """The entries in the next stage, or the active ones until it is open."""
    if later.opened_at:
        return frozenset(PoolEntry.objects.filter(stage=later).values_list("entry", flat=True))
    active = later.event.entries.filter(state=Entry.State.ACTIVE)
    return frozenset(active.values_list("pk", flat=True))


def cut_lines(stage: Stage, tables: Sequence[Sequence[int]]) -> dict[int, str]:
    """The text of the cut line below an entry, by entry.

    A withdrawn entry keeps its place in the table, and the next one goes on instead.
    """
    later = stage_after(stage)
    if later is None:
        return {}
    can = may_go_on(later)
    going = [[entry for entry in table if entry in can] for table in tables]
    texts = cut_texts(source_from(later.source), [len(table) for table in going])
    return {
        entry: texts[place]
        for table, of_table in zip(tables, going, strict=True)
        for place, entry in enumerate(of_table, start=1)
        if place in texts and entry != table[-1]
    }


@singledispatch
def cut_texts(takes: Source, sizes: Sequence[int]) -> Cuts:
    """The cut lines for a source, by place; empty if everyone goes on."""
    return {}


@cut_texts.register
def _of_bands(takes: Bands, sizes: Sequence[int]) -> Cuts:
    """The lines between bands, in a single table only: several pools are merged first."""
    if len(sizes) > 1:
        return {}
    ends = list(accumulate(takes.sizes(sizes)))[:-1]
    return {
        end: _("Above this line: pool %(pool)s") % {"pool": letter}
        for end, letter in zip(ends, ascii_uppercase, strict=False)
    }


@cut_texts.register
def _of_top(takes: Top, sizes: Sequence[int]) -> Cuts:
    return {} if len(sizes) > 1 else _play_on(takes.go_on)


@cut_texts.register(TopOfPools)
@cut_texts.register(KeepPools)
def _of_each_pool(takes: TopOfPools | KeepPools, sizes: Sequence[int]) -> Cuts:
    return _play_on(takes.go_on)


def _play_on(entries: int) -> Cuts:
    text = ngettext("The first plays on", "The first %(n)s play on", entries)
    return {entries: text % {"n": entries}}
