"""Where a stage's entries come from, and so where the table before it is cut."""

from collections.abc import Mapping, Sequence
from functools import singledispatch
from itertools import accumulate
from string import ascii_uppercase

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from leagues.models import Entry, PoolEntry, Stage
from leagues.reads.tables.play_offs import play_offs_of
from leagues.reads.tables.stage_results import StagePlay
from leagues.say import say
from leagues.stages.entry_sources import Bands, KeepPools, Source, Top, TopOfPools, source_from
from scoring.standings import Row
from scoring.tiebreaks.chains import STEPS, steps_of
from scoring.tiebreaks.steps import Scope

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


def cut_lines(play: StagePlay, tables: Sequence[Sequence[Row[int]]]) -> dict[int, str]:
    """The text of the cut line below an entry, by entry.

    A withdrawn entry keeps its place in the table, and the next one goes on instead. If entries
    are tied at the cut, the line is below all of them.
    """
    later = stage_after(play.stage)
    if later is None:
        return {}
    can = may_go_on(later)
    going = [[row for row in table if row.entry in can] for table in tables]
    takes = source_from(later.source)
    texts = cut_texts(takes, [len(table) for table in going])
    found: dict[int, str] = {}
    for table, of_table in zip(tables, going, strict=True):
        has_begun = any(row.games for row in table)
        for end, letter in zip(sorted(texts), ascii_uppercase, strict=False):
            below = of_table[end:]
            if has_begun and below and below[0].place == of_table[end - 1].place:
                tied = [row for row in of_table if row.place == below[0].place]
                above = end - of_table.index(tied[0])
                places = {"first": tied[0].place, "last": tied[0].place + len(tied) - 1}
                go_on = _to_pool(above, letter) if isinstance(takes, Bands) else _advancing(above)
                found.setdefault(tied[-1].entry, _tie_text(play, places, go_on))
            elif of_table[end - 1 :] and of_table[end - 1] != table[-1]:
                found[of_table[end - 1].entry] = texts[end]
    return found


def _advancing(many: int) -> str:
    return ngettext("%(n)s of them advances.", "%(n)s of them advance.", many) % {"n": many}


def _to_pool(many: int, letter: str) -> str:
    words = ngettext(
        "%(n)s of them goes to pool %(pool)s.", "%(n)s of them go to pool %(pool)s.", many
    )
    return words % {"n": many, "pool": letter}


def _tie_text(play: StagePlay, places: dict[str, int], go_on: str) -> str:
    """The text of a cut that separates tied entries, and what decides once all is played."""
    text = _("They are tied for places %(first)s to %(last)s.") % places + f" {go_on}"
    event = play.stage.event
    if not play.is_final or event.state == event.State.FINISHED:
        return text
    is_drawn = any(not each.is_over for each in play_offs_of([play.stage]))
    steps = [STEPS["play-off"]] if is_drawn else steps_of(play.chain)
    by = [say(step.label) for step in steps if step.scope is Scope.GIVEN]
    return f"{text} " + _("To be decided by %(step)s.") % {"step": by[0]} if by else text


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
