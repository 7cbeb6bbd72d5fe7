"""A stage's plan in words: pairing, entries and tie-breaks."""

from collections.abc import Mapping
from dataclasses import replace
from functools import singledispatch
from types import MappingProxyType

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from leagues.models import Stage
from leagues.models.fields import shown_name
from leagues.pairing.knockout import Placing
from leagues.say import say
from leagues.stages.entry_sources import Bands, Everyone, KeepPools, Source, Top, TopOfPools
from leagues.stages.event_templates import Shape
from leagues.stages.pairing_ways import (
    Heats,
    Knockout,
    Outsiders,
    PairingWay,
    Partners,
    RoundRobin,
    SomeGames,
    Swiss,
    kind_and_options,
)
from leagues.stages.stage_plan import StagePlan
from scoring.tiebreaks.chains import Chain, steps_of

Format = Stage.Format
FORMAT_TEXTS: Mapping[Format, Promise] = MappingProxyType(
    {
        Format.ROUND_ROBIN: gettext_lazy("In one group, or in several pools."),
        Format.PARTIAL: gettext_lazy("Some games each, and one table for all."),
        Format.SWISS: gettext_lazy("Each game is against a player near you in the table."),
        Format.KNOCKOUT: gettext_lazy(
            "Lose once and you’re out. The losing semi-finalists play for bronze."
        ),
        Format.DOUBLE_KNOCKOUT: gettext_lazy(
            "Out after two losses; the unbeaten finalist may lose once."
        ),
        Format.PAGE: gettext_lazy("The best four play, and the first two get a second chance."),
        Format.PARTNERS: gettext_lazy(
            "New partners every game. Each player has a separate place in the table."
        ),
        Format.HEATS: gettext_lazy("Three or four at each board, each for themselves."),
        Format.OUTSIDERS: gettext_lazy(
            "Everyone plays everyone from the other clubs. Clubs are ranked by their totals."
        ),
        Format.SHOOT_OUT: gettext_lazy("Twelve open shots each; most 20s wins."),
    }
)
"""What each way of pairing means to players."""

FORMAT_LINES: Mapping[str, str] = MappingProxyType(
    {
        Format.ROUND_ROBIN: "M4 2h16v14h-16zM4 2l16 14M20 2l-16 14",
        Format.PARTIAL: "M5 3l14 6M5 9l14 6M5 15l14 -12",
        Format.SWISS: "M3 2h11M3 7h11M3 12h11M3 17h11M17 2h4v5h-4M17 12h4v5h-4",
        Format.KNOCKOUT: "M3 2h6v5h-6M3 11h6v5h-6M9 4.5h6v9h-6M15 9h6",
        Format.DOUBLE_KNOCKOUT: "M3 1h5v5h-5M8 3.5h8v9M3 12h5v5h-5M8 14.5h4v-4h4M16 8h5",
        Format.PAGE: "M3 2h6v5h-6M9 4.5h12M3 11h6v5h-6M9 13.5h6v-6h3v-3",
        Format.PARTNERS: "M4 6h15l-3 -3m3 3l-3 3M20 13h-15l3 -3m-3 3l3 3",
        Format.HEATS: "M8 5h8v8h-8zM12 1v2M12 15v2M4 9h2M18 9h2",
        Format.OUTSIDERS: "M5 3h14M5 3l14 12M5 15l14 -12M5 15h14",
        Format.SHOOT_OUT: "M12 2a7 7 0 1 0 .1 0M12 6.5a2.5 2.5 0 1 0 .1 0",
    }
)
"""A small picture of each way of pairing, as lines on 24 by 18."""


def stages_of(shape: Shape, entries: int) -> tuple[StagePlan, ...]:
    """The stages of a shape for a number of entries, with names in the current language."""
    return tuple(replace(plan, name=shown_name(plan.name)) for plan in shape.stages(entries))


def chain_in_words(chain: Chain) -> str:
    """The tie-breaks in order: "points, then 20s, then head-to-head"."""
    return _(", then ").join(say(step.label) for step in steps_of(chain))


@singledispatch
def way_in_words(way: PairingWay) -> str:
    """How a stage pairs its entries, with its options."""
    return str(Stage.Format(kind_and_options(way)[0]).label)


@way_in_words.register
def _describe_round_robin(way: RoundRobin) -> str:
    return ngettext("Everyone plays everyone", "Everyone plays everyone %(n)s times", way.legs) % {
        "n": way.legs
    }


@way_in_words.register
def _describe_some_games(way: SomeGames) -> str:
    return ngettext(
        "%(n)s game each", "%(n)s games each, against different opponents", way.games
    ) % {"n": way.games}


@way_in_words.register
def _describe_swiss(way: Swiss) -> str:
    return ngettext("Swiss, %(n)s game", "Swiss, %(n)s games", way.games) % {"n": way.games}


@way_in_words.register
def _describe_partners(way: Partners) -> str:
    if way.games is None:
        return _("Everyone partners everyone")
    return ngettext("Partners redrawn, %(n)s game", "Partners redrawn, %(n)s games", way.games) % {
        "n": way.games
    }


@way_in_words.register
def _describe_heats(way: Heats) -> str:
    if way.mixed:
        text = ngettext(
            "%(n)s heat with %(size)s at a board, or %(other)s to even out the numbers",
            "%(n)s heats with %(size)s at a board, or %(other)s to even out the numbers",
            way.games,
        ) % {"n": way.games, "size": way.size, "other": 7 - way.size}
        if way.even_pay:
            text += " · " + _("Boards of three pay as much on average as boards of four")
        return text
    return ngettext(
        "%(n)s heat with %(size)s at a board", "%(n)s heats with %(size)s at a board", way.games
    ) % {"n": way.games, "size": way.size}


@way_in_words.register
def _describe_outsiders(way: Outsiders) -> str:
    met = _("Everyone plays the other clubs")
    if way.best is None:
        return met
    counts = ngettext(
        "the best of each club counts for it", "the best %(n)s of each club count for it", way.best
    ) % {"n": way.best}
    return f"{met}, {counts}"


@way_in_words.register
def _describe_knockout(way: Knockout) -> str:
    return {
        Placing.SHARED: _("Knockout, losers share places"),
        Placing.BRONZE: _("Knockout with a match for bronze"),
        Placing.ALL: _("Knockout for every place"),
    }[way.placing]


@singledispatch
def takes_in_words(takes: Source) -> str:
    """Where a stage's entries come from."""
    raise TypeError(takes)


@takes_in_words.register
def _describe_everyone(takes: Everyone) -> str:
    return ngettext("Everyone", "Everyone, in %(n)s pools", takes.pools) % {"n": takes.pools}


@takes_in_words.register
def _describe_top(takes: Top) -> str:
    best = ngettext("The best one", "The best %(n)s", takes.go_on) % {"n": takes.go_on}
    if takes.pools == 1:
        return best
    return ngettext("%(who)s, in %(pools)s pool", "%(who)s, in %(pools)s pools", takes.pools) % {
        "who": best,
        "pools": takes.pools,
    }


@takes_in_words.register
def _describe_top_of_pools(takes: TopOfPools) -> str:
    return ngettext("The best of each pool", "The best %(n)s of each pool", takes.go_on) % {
        "n": takes.go_on
    }


@takes_in_words.register
def _describe_bands(takes: Bands) -> str:
    if takes.by_hand:
        sizes = ", ".join(map(str, takes.by_hand))
        return _("Everyone, by place in the table, into pools of %(sizes)s") % {"sizes": sizes}
    return ngettext(
        "Everyone, by place in the table",
        "Everyone, by place in the table, into %(n)s pools",
        takes.pools,
    ) % {"n": takes.pools}


@takes_in_words.register
def _describe_keep_pools(takes: KeepPools) -> str:
    return ngettext(
        "The best one of each pool, without mixing pools",
        "The best %(n)s of each pool, without mixing pools",
        takes.go_on,
    ) % {"n": takes.go_on}
