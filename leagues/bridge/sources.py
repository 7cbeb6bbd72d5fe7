"""Where the entries of a stage come from, and so where the table before is cut."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import accumulate
from string import ascii_uppercase
from typing import Protocol

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from leagues.models import Stage
from scoring.stored import from_dict, stored

Cuts = Mapping[int, str]
"""What is said beneath a place of the table: {8: "The first eight play on"}."""


class Source(Protocol):
    """Where the entries of a stage come from."""

    @property
    def stage(self) -> int:
        """The number of the stage they come from; 0 for the entry list."""
        ...

    def cuts(self, pools: int) -> Cuts:
        """How this cuts the tables of the stage before, when it has so many pools."""
        ...


@stored("everyone", Source)
@dataclass(frozen=True)
class Everyone:
    """Everybody on the entry list, by seed."""

    stage: int = 0

    def cuts(self, pools: int) -> Cuts:
        return {}


@stored("bands", Source)
@dataclass(frozen=True)
class Bands:
    """The first so many to pool A, the next to pool B, and so on: power pools."""

    stage: int
    sizes: tuple[int, ...]

    def cuts(self, pools: int) -> Cuts:
        """A single table shows the bands; from several they come by overall place."""
        if pools > 1:
            return {}
        ends = list(accumulate(self.sizes))[:-1]
        return {
            end: _("Above this line: pool %(pool)s") % {"pool": letter}
            for end, letter in zip(ends, ascii_uppercase, strict=False)
        }


@stored("top-overall", Source)
@dataclass(frozen=True)
class TopOverall:
    """The first so many of all."""

    stage: int
    entries: int

    def cuts(self, pools: int) -> Cuts:
        return {} if pools > 1 else _play_on(self.entries)


@stored("top-of-each-pool", Source)
@dataclass(frozen=True)
class TopOfEachPool:
    """The first so many of every pool."""

    stage: int
    entries: int

    def cuts(self, pools: int) -> Cuts:
        return _play_on(self.entries)


def _play_on(entries: int) -> Cuts:
    says = ngettext("The first plays on", "The first %(n)s play on", entries)
    return {entries: says % {"n": entries}}


def source_of(stage: Stage) -> Source:
    if not stage.source:
        return Everyone()
    source: Source = from_dict(Source, stage.source)
    return source


def cuts_of(stage: Stage, pools: int) -> Cuts:
    """The lines across this stage's tables: who of them goes where afterwards."""
    cuts: dict[int, str] = {}
    for later in stage.event.stages.filter(number__gt=stage.number):
        source = source_of(later)
        if source.stage == stage.number:
            cuts |= source.cuts(pools)
    return cuts
