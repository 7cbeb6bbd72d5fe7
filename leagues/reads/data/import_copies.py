"""Check whether an event exported from another Twenties site can be imported as a whole."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from datetime import date
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from leagues.files.event_copy import MatchCopy, StageCopy
from leagues.models import Entry, Event, Match, Settlement, Stage
from leagues.reads.data.import_values import ArrivingCopy, ArrivingResults
from leagues.reads.events.sheets import sheet_of
from leagues.stages.entry_sources import source_from
from leagues.stages.pairing_ways import way_from
from leagues.stages.ranking import ranking_from
from leagues.stages.stage_plan import match_format
from scoring.presets import PRESETS
from scoring.tiebreaks import STEP_NAMES

WRONG = (ValueError, TypeError, LookupError, AttributeError)
"""Errors that reading rules from another site may raise."""
LONGEST_SLOT = 12


def plan_copy(arriving: ArrivingCopy, today: date, *, again: bool) -> ArrivingResults:
    """The import of one event, empty if the event is in the future or is already here.

    ``again`` imports it although it is here.
    """
    if arriving.first_day > today:
        sentence = _("%(event)s is skipped because it’s in the future.")
        return ArrivingResults(doubts=(sentence % {"event": arriving.name},), left_out=1)
    if arriving.is_here and not again:
        return ArrivingResults(here=(arriving,))
    return ArrivingResults(doubts=tuple(_find_oddities(arriving)), copies=(arriving,))


def _find_oddities(arriving: ArrivingCopy) -> Iterator[str]:
    not_played = sum(not match.ending for match in arriving.matches)
    if not_played:
        yield ngettext(
            "%(n)s match wasn’t finished there. It will be imported as planned and won’t count.",
            "%(n)s matches weren’t finished there. They will be imported as planned and won’t count.",
            not_played,
        ) % {"n": not_played}


def why_incomplete(arriving: ArrivingCopy) -> str:
    """Why the event can't be imported as a whole, as half a sentence; empty if it can."""
    checks: tuple[Callable[[ArrivingCopy], bool], ...]
    copy = arriving.copy
    if copy.sides == Event.Sides.TEAMS:
        return _("the file doesn’t include the line-ups of teams")
    checks = (_has_known_rules, _has_sound_entries, _has_sound_stages)
    if not all(check(arriving) for check in checks):
        return _("part of the file isn’t as this site writes it")
    if any(_has_duplicates(arriving.of(match_names(match))) for match in copy.all_matches()):
        return _("a player would play themselves")
    everybody = [who for entry in copy.entries for who in arriving.of(entry.players)]
    return _("a player is entered twice") if _has_duplicates(everybody) else ""


def match_names(match: MatchCopy) -> list[str]:
    return [name for side in match.sides for name in side.players]


def _has_duplicates(values: Iterable[object]) -> bool:
    return any(often > 1 for often in Counter(values).values())


def _has_known_rules(arriving: ArrivingCopy) -> bool:
    copy = arriving.copy
    try:
        rule = sheet_of(Event(rules=dict(copy.rules))).rule
        if copy.rules and copy.rules["preset"] not in PRESETS:
            return False
        for stage in copy.stages:
            way_from(stage.way, stage.options)
            source_from(dict(stage.takes))
            ranking_from(dict(stage.ranking))
            match_format(dict(stage.match_format), rule, needs_winner=False)
    except WRONG:
        return False
    formats = {each.way for each in copy.stages}
    steps = {step for each in copy.stages for step in each.chain}
    return (
        copy.kind in Event.Kind.values
        and copy.sides in Event.Sides.values
        and formats <= {*Stage.Format.values}
        and steps <= {*STEP_NAMES}
    )


def _has_sound_entries(arriving: ArrivingCopy) -> bool:
    entries = arriving.copy.entries
    seeds = [entry.seed for entry in entries if entry.seed is not None]
    known = {entry.number for entry in entries}
    placed = [each.entry for each in arriving.copy.places]
    return not (
        _has_duplicates(entry.number for entry in entries)
        or _has_duplicates(seeds)
        or any(not e.players or e.state not in Entry.State.values for e in entries)
        or _has_duplicates(placed)
        or not {*placed} <= known
    )


def _has_sound_stages(arriving: ArrivingCopy) -> bool:
    copy = arriving.copy
    known = {entry.number for entry in copy.entries}
    numbers = [match.number for match in copy.all_matches()]
    if _has_duplicates(numbers) or _has_duplicates(stage.number for stage in copy.stages):
        return False
    return all(_is_sound(stage, known) for stage in copy.stages)


def _is_sound(stage: StageCopy, known: set[int]) -> bool:
    seated = [entry for pool in stage.pools for entry in pool.entries]
    pools = {pool.number for pool in stage.pools}
    if _has_duplicates(seated) or len(pools) < len(stage.pools) or not {*seated} <= known:
        return False
    if _has_duplicates(turn.number for turn in stage.rounds):
        return False
    for turn in stage.rounds:
        sides = [side for match in turn.matches for side in match.sides]
        sitting = [entry for side in sides for entry in side.entries]
        if _has_duplicates(sitting) or not {*sitting} <= known:
            return False
        if not all(_is_sound_match(match, pools) for match in turn.matches):
            return False
    return {*_settled_entries(stage)} <= known


def _is_sound_match(match: MatchCopy, pools: set[int]) -> bool:
    seats = {side.seat for side in match.sides}
    rounds = [(each.game, each.number) for each in match.rounds]
    return (
        len(seats) == len(match.sides)
        and not _has_duplicates(rounds)
        and len(match.slot) <= LONGEST_SLOT
        and match.ending in {"", *Match.Ending.values}
        and (match.winner is None or match.winner in seats)
        and (match.pool is None or match.pool in pools)
    )


def _settled_entries(stage: StageCopy) -> Iterator[Any]:
    """Yield the entries in the settled ties; -1 for a result that has the wrong form."""
    for each in stage.settlements:
        for item in each.result:
            if each.kind == Settlement.Kind.DECISION:
                yield item if isinstance(item, int) else -1
            elif each.kind == Settlement.Kind.SHOOT_OUT:
                yield item[0] if _is_shot(item) else -1
            else:
                yield -1


def _is_shot(item: object) -> bool:
    match item:
        case [int(), [*tries]]:
            return all(isinstance(made, int) for made in tries)
    return False
