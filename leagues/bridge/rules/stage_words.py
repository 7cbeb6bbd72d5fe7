"""A stage's plan in words: how it pairs, who is in it, what a match is, what breaks ties."""

from __future__ import annotations

from functools import singledispatch

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from leagues.models import Stage
from leagues.pairing.knockout import Placing
from leagues.stages.plan import OWN
from leagues.stages.takes import Bands, Everyone, KeepPools, Takes, Top, TopOfPools
from leagues.stages.ways import (
    Heats,
    Knockout,
    Partners,
    RoundRobin,
    SomeGames,
    Swiss,
    Way,
    kind_and_options,
)
from scoring.tiebreaks.chains import Chain, steps_of

FORMATS: dict[str, Promise] = {
    "": gettext_lazy("One game of the event’s sheet"),
    "four-rounds": gettext_lazy("Four rounds, a tie stands"),
    "four-rounds-deciding-round": gettext_lazy("Four rounds; level, one round decides"),
    "four-rounds-shoot-out": gettext_lazy("Four rounds; level, a 20s shoot-out"),
    "first-to-5": gettext_lazy("First to 5"),
    "first-to-7": gettext_lazy("First to 7"),
    "first-to-8": gettext_lazy("First to 8"),
    "first-to-9": gettext_lazy("First to 9"),
    "first-to-11": gettext_lazy("First to 11"),
    "first-to-12": gettext_lazy("First to 12"),
    "even-rounds-to-5": gettext_lazy("To 5, in even rounds"),
    "even-rounds-to-9": gettext_lazy("To 9, in even rounds"),
    "even-rounds-to-11": gettext_lazy("To 11, in even rounds"),
    "best-of-3-to-5": gettext_lazy("Best of three, first to 5"),
    "best-of-3-to-5-even-rounds": gettext_lazy(
        "Best of three, first to 5, the last in even rounds"
    ),
    "quinte": gettext_lazy("Quinte"),
    "quinte-stopping-early": gettext_lazy("Quinte, stopping when it is settled"),
    "shoot-out": gettext_lazy("A 20s shoot-out"),
    "to-100": gettext_lazy("By difference, first to 100"),
    "to-120": gettext_lazy("By difference, first to 120"),
    "four-rounds-difference": gettext_lazy("Four rounds by difference"),
    "lead-by-100": gettext_lazy("By difference, until one leads by 100"),
    OWN: gettext_lazy("A format of its own"),
}


def format_in_words(name: str) -> str:
    return str(FORMATS.get(name, name))


def chain_in_words(chain: Chain) -> str:
    """The tie-breaks in their order: "points, then 20s, then head-to-head"."""
    return _(", then ").join(step.label for step in steps_of(chain))


@singledispatch
def way_in_words(way: Way) -> str:
    """How a stage pairs, with what was chosen of it."""
    return str(Stage.Format(kind_and_options(way)[0]).label)


@way_in_words.register
def _round_robin(way: RoundRobin) -> str:
    return ngettext(
        "Everybody meets everybody",
        "Everybody meets everybody %(n)s times",
        way.legs,
    ) % {"n": way.legs}


@way_in_words.register
def _some_games(way: SomeGames) -> str:
    return ngettext(
        "%(n)s game each",
        "%(n)s games each, against different opponents",
        way.games,
    ) % {"n": way.games}


@way_in_words.register
def _swiss(way: Swiss) -> str:
    return ngettext("Swiss, %(n)s round", "Swiss, %(n)s rounds", way.games) % {
        "n": way.games
    }


@way_in_words.register
def _partners(way: Partners) -> str:
    if way.games is None:
        return _("Everybody partners everybody")
    return ngettext(
        "Partners redrawn, %(n)s round", "Partners redrawn, %(n)s rounds", way.games
    ) % {"n": way.games}


@way_in_words.register
def _heats(way: Heats) -> str:
    return ngettext(
        "%(n)s heat with %(size)s at a board",
        "%(n)s heats with %(size)s at a board",
        way.games,
    ) % {"n": way.games, "size": way.size}


@way_in_words.register
def _knockout(way: Knockout) -> str:
    return {
        Placing.SHARED: _("Knockout, losers share their places"),
        Placing.BRONZE: _("Knockout with a match for bronze"),
        Placing.ALL: _("Knockout for every place"),
    }[way.placing]


@singledispatch
def takes_in_words(takes: Takes) -> str:
    """Where the entries come from."""
    raise TypeError(takes)


@takes_in_words.register
def _everyone(takes: Everyone) -> str:
    return ngettext("Everybody", "Everybody, in %(n)s pools", takes.pools) % {
        "n": takes.pools
    }


@takes_in_words.register
def _top(takes: Top) -> str:
    best = _("The best %(n)s") % {"n": takes.go_on}
    if takes.pools == 1:
        return best
    return _("%(who)s, in %(pools)s pools") % {"who": best, "pools": takes.pools}


@takes_in_words.register
def _top_of_pools(takes: TopOfPools) -> str:
    return ngettext(
        "The best of each pool", "The best %(n)s of each pool", takes.go_on
    ) % {"n": takes.go_on}


@takes_in_words.register
def _bands(takes: Bands) -> str:
    if takes.by_hand:
        sizes = ", ".join(map(str, takes.by_hand))
        return _("Everybody, by place, into power pools of %(sizes)s") % {
            "sizes": sizes
        }
    return ngettext(
        "Everybody, by place",
        "Everybody, by place, into %(n)s power pools",
        takes.pools,
    ) % {"n": takes.pools}


@takes_in_words.register
def _keep_pools(takes: KeepPools) -> str:
    return _("The best %(n)s of each pool, still among themselves") % {"n": takes.go_on}
