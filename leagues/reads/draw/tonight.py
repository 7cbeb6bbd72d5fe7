"""A night's draw for its host: the matches, and how often the opponents have met this season."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product

from django.db.models import Count
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from leagues.models import Entry, Event, Pool, Surface
from leagues.pairing.groups import least_group_repeats
from leagues.pairing.history import Nights
from leagues.pairing.repeat_meetings import count_repeats, least_repeats
from leagues.pairing.values import Bye, PairedRound, Pairing
from leagues.reads.draw.history import DrawnMatch, DrawnRound, rounds_of
from leagues.reads.draw.night_history import nights_before


@dataclass(frozen=True)
class NightMatch:
    """A match with its board, and a text about earlier meetings."""

    board: int | None
    wave: int
    sides: tuple[str, ...]
    met: str


@dataclass(frozen=True)
class NightRound:
    number: int
    matches: tuple[NightMatch, ...]
    out: tuple[str, ...]
    """The names of entries with a bye."""


@dataclass(frozen=True)
class NightDraw:
    event: Event
    rounds: tuple[NightRound, ...]
    summary: str
    """How many meetings are repeats from this season, and whether they could be avoided."""


def draw_of_night(event: Event) -> NightDraw:
    rounds = rounds_of(event)
    nights = nights_before(event)
    named = Entry.objects.named().filter(event=event)
    names = {entry.pk: entry.shown_on(Surface.DESK) for entry in named}
    return NightDraw(
        event,
        tuple(_night_round(each, names, nights) for each in rounds),
        _repeats_text([each.pairing_round() for each in rounds], nights, _pool_sizes(event)),
    )


def _pool_sizes(event: Event) -> list[int]:
    """The number of entries in each pool of the first stage."""
    pools = Pool.objects.filter(stage__event=event, stage__number=1)
    return list(pools.annotate(many=Count("places")).values_list("many", flat=True))


def _night_round(each: DrawnRound, names: Mapping[int, str], nights: Nights[int]) -> NightRound:
    return NightRound(
        each.number,
        tuple(
            NightMatch(
                match.drawn.board,
                match.drawn.wave,
                tuple(" & ".join(names[e] for e in side) for side in match.drawn.sides),
                _meeting_text(match.drawn, nights),
            )
            for match in _by_board(each.matches)
            if isinstance(match.drawn, Pairing)
        ),
        tuple(names[match.drawn.entry] for match in each.matches if isinstance(match.drawn, Bye)),
    )


def _by_board(matches: Iterable[DrawnMatch]) -> list[DrawnMatch]:
    def place(match: DrawnMatch) -> tuple[int, int, int]:
        board = match.drawn.board if isinstance(match.drawn, Pairing) else None
        wave = match.drawn.wave if isinstance(match.drawn, Pairing) else 0
        return wave, board or 0, match.number

    return sorted(matches, key=place)


def _meeting_text(pairing: Pairing[int], nights: Nights[int]) -> str:
    """How often the opponents have met this season; empty on a league's first night."""
    if not nights.met:
        return ""
    often = max(
        nights.meetings(one, other)
        for left, right in combinations(pairing.sides, 2)
        for one, other in product(left, right)
    )
    if not often:
        return _("first meeting this season")
    return ngettext("met %(n)s time this season", "met %(n)s times this season", often) % {
        "n": often
    }


def _fewest_repeats(
    rounds: list[PairedRound[int]], nights: Nights[int], pools: Sequence[int]
) -> int:
    """The fewest repeated meetings that any draw could have, given the pools."""
    entries = {entry for each in rounds for entry in each.entries}
    if len(pools) > 1:
        return least_group_repeats(entries, pools, nights)
    return least_repeats(entries, len(rounds), nights)


def _repeats_text(rounds: list[PairedRound[int]], nights: Nights[int], pools: Sequence[int]) -> str:
    """A sentence about repeated partners or opponents; empty without earlier nights."""
    if not nights.met:
        return ""
    pairings = [pairing for each in rounds for pairing in each.pairings]
    if any(len(side) > 1 for pairing in pairings for side in pairing.sides):
        return _partners_text(pairings, nights)
    again = count_repeats(rounds, nights)
    if not again:
        return _("No one meets an opponent from an earlier night.")
    if again > _fewest_repeats(rounds, nights, pools):
        return ngettext(
            "%(n)s meeting repeats one from an earlier night.",
            "%(n)s meetings repeat ones from earlier nights.",
            again,
        ) % {"n": again}
    return ngettext("%(n)s repeat can’t be avoided.", "%(n)s repeats can’t be avoided.", again) % {
        "n": again
    }


def _partners_text(pairings: Iterable[Pairing[int]], nights: Nights[int]) -> str:
    again = sum(
        bool(nights.partnered.get(frozenset(two)))
        for pairing in pairings
        for two in pairing.partnerships()
    )
    if not again:
        return _("No one has a partner from an earlier night.")
    return ngettext(
        "%(n)s pair played together on an earlier night.",
        "%(n)s pairs played together on earlier nights.",
        again,
    ) % {"n": again}
