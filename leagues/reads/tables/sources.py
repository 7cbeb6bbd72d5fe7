"""Where the entries of a stage come from, and so where the table before is cut."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import singledispatch
from itertools import accumulate
from string import ascii_uppercase

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from leagues.models import Stage
from leagues.stages.sources import (
    Bands,
    KeepPools,
    Source,
    Top,
    TopOfPools,
    source_from,
)

Cuts = Mapping[int, str]
"""What is said beneath a place of the table: {8: "The first eight play on"}."""


def cuts_of(stage: Stage, sizes: Sequence[int]) -> Cuts:
    """The lines across this stage's tables, when its pools are so large: who of them
    goes where in the stage that follows."""
    later = stage.event.stages.filter(number__gt=stage.number).first()
    return cuts(source_from(later.source), sizes) if later else {}


@singledispatch
def cuts(takes: Source, sizes: Sequence[int]) -> Cuts:
    """Where everybody goes on there is nothing to cut."""
    return {}


@cuts.register
def _of_bands(takes: Bands, sizes: Sequence[int]) -> Cuts:
    """A single table shows the bands; from several they come by overall place."""
    if len(sizes) > 1:
        return {}
    ends = list(accumulate(takes.sizes(sizes)))[:-1]
    return {
        end: _("Above this line: pool %(pool)s") % {"pool": letter}
        for end, letter in zip(ends, ascii_uppercase, strict=False)
    }


@cuts.register
def _of_top(takes: Top, sizes: Sequence[int]) -> Cuts:
    return {} if len(sizes) > 1 else _play_on(takes.go_on)


@cuts.register(TopOfPools)
@cuts.register(KeepPools)
def _of_each_pool(takes: TopOfPools | KeepPools, sizes: Sequence[int]) -> Cuts:
    return _play_on(takes.go_on)


def _play_on(entries: int) -> Cuts:
    says = ngettext("The first plays on", "The first %(n)s play on", entries)
    return {entries: says % {"n": entries}}
