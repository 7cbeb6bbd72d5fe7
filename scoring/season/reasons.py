"""Explain in a sentence why a row of the season's table has its place."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from scoring.season.scheme import SeasonTie, SeasonTotal
from scoring.text import Count, Gap, Joined, Listing, Ordinal, Text

if TYPE_CHECKING:
    from scoring.season.night import PointsAdjusted
    from scoring.season.row import SeasonRow, TieDecision

MANY = 4
"""From this number on, tied players are counted instead of named."""

STEPS: Mapping[SeasonTie, Text] = {
    SeasonTie.WINS: Text("nights won"),
    SeasonTie.MEDALS: Text("first, second and third places"),
    SeasonTie.COUNTBACK: Text("the best scores"),
    SeasonTie.RATING: Text("the final rating"),
    SeasonTie.NEXT_BEST: Text("the next-best score"),
    SeasonTie.HEAD_TO_HEAD: Text("head-to-head"),
    SeasonTie.TWENTIES: Text("20s"),
    SeasonTie.LATEST: Text("the latest night they all played"),
}


def explain_row(row: SeasonRow[Any], name: Callable[[Any], str]) -> Text:
    """Return the place, what decided it, what the total consists of, and what is missing."""
    parts = [_describe_total(row)]
    parts += [_by_hand(each) for each in row.adjustments]
    if row.nights_short and row.can_qualify:
        short = Count("{n} more night", "{n} more nights", row.nights_short)
        parts.append(Text("{nights} to qualify", nights=short))
    elif row.nights_short:
        short = Count("{n} night", "{n} nights", row.nights_short)
        parts.append(Text("{nights} short of the minimum", nights=short))
    made = Listing(tuple(parts), Joined.SEMICOLON)
    place = Ordinal(row.place)
    if row.shared:
        others = _name_others(row, name)
        return Text("shares {place} with {others}: {made}", place=place, others=others, made=made)
    if row.decision:
        why = _describe_decision(row.decision, row.player, place, name)
        return Text("{why}: {made}", why=why, made=made)
    return Text("{place} with {made}", place=place, made=made)


def _describe_total(row: SeasonRow[Any]) -> Text:
    gaps: dict[str, Gap] = {
        "points": Count("{n} point", "{n} points", row.tour_points),
        "nights": Count("{n} night", "{n} nights", len(row.scores)),
        "best": len(row.counted),
    }
    if not row.scores:
        return Text("{points}", points=gaps["points"])
    if row.total is SeasonTotal.AVERAGE:
        if row.dropped:
            return Text("an average of {points} on the best {best} of {nights}", **gaps)
        return Text("an average of {points} on {nights}", **gaps)
    if row.dropped:
        return Text("{points} from the best {best} of {nights}", **gaps)
    return Text("{points} from {nights}", **gaps)


def _by_hand(adjusted: PointsAdjusted[Any]) -> Text:
    points = Count("{n} point", "{n} points", max(adjusted.points, -adjusted.points))
    how = Text("{points} added by hand", points=points)
    if adjusted.points < 0:
        how = Text("{points} deducted by hand", points=points)
    if not adjusted.reason:
        return how
    return Text("{how} ({reason})", how=how, reason=adjusted.reason)


def _name_others(row: SeasonRow[Any], name: Callable[[Any], str]) -> Gap:
    others = len(row.sharing) - 1
    if others < MANY:
        return Listing(tuple(map(name, row.level_with)))
    return Count("{n} other", "{n} others", others)


def _describe_decision(
    decision: TieDecision[Any], player: Any, place: Ordinal, name: Callable[[Any], str]
) -> Text:
    step, mine = STEPS[decision.step], decision.value_of(player)
    gaps: dict[str, Gap] = {"place": place, "step": step}
    if decision.step is SeasonTie.RATING:
        return Text("{place} on {step}", **gaps)
    if len(decision.values) > 2:
        return Text("{place} on {step}, among {level} tied", level=len(decision.values), **gaps)
    ((rival, theirs),) = (each for each in decision.values if each[0] != player)
    gaps["mine"], gaps["theirs"] = _first_difference(mine, theirs)
    return Text("{place} on {step}, {mine} to {theirs} for {rival}", rival=name(rival), **gaps)


def _first_difference(mine: Any, theirs: Any) -> tuple[Gap, Gap]:
    """Return the first pair of scores that differ, of scores that are compared one by one."""
    if not isinstance(mine, tuple):
        return mine, theirs
    return next((a, b) for a, b in zip(mine, theirs, strict=True) if a != b)
