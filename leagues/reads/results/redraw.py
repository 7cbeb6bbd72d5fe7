"""Repeat the draws of rounds with a different table."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cache, lru_cache, partial
from typing import NamedTuple, TypeAlias

from django.db.models.fields.json import KT, KeyTransform

from leagues.models import Action, PairingRound, Stage
from leagues.pairing.values import NoPairing
from leagues.reads.draw.history import DrawnRound
from leagues.reads.results.event_state import Meeting
from leagues.reads.tables.results import FinishedMatch
from leagues.reads.tables.stage_results import StagePlay, made_in
from leagues.stages.pairing_ways import way_from
from leagues.stages.recipe import Number, from_json, meetings_of


@dataclass(frozen=True)
class DrawnFromTable:
    """A published round that was drawn from a table, with the stored recipe of its draw."""

    pairing_round: int
    number: int
    has_begun: bool
    kept: Callable[[], Kept]

    def before(self, play: StagePlay) -> tuple[FinishedMatch, ...]:
        """The matches that were finished before this round was drawn."""
        here = play.stage.number, self.number
        return tuple(match for match in play.matches if match.when < here)

    def meetings(self, play: StagePlay) -> frozenset[Meeting]:
        """The meetings drawn with the same seed from the table of this play.

        For the table that was really used, the log has the meetings, so nothing is drawn.
        """
        made = made_in(self.before(play), play.everyone)
        return drawn_again(self.kept(), tuple((e, *both) for e, both in made.items()))


Made: TypeAlias = tuple[int, Number, Number]
"""An entry's key, its points and its 20s."""


NOTHING_PLAYED = {"played": (), "before": ()}
"""Replaces most of a stored recipe, to avoid parsing it when only its table is needed."""


class Kept(NamedTuple):
    """A draw as stored in the log: its recipe, and its meetings if they were stored."""

    paper: str
    meetings: str | None


@lru_cache(maxsize=32)
def drawn_again(kept: Kept, table: tuple[Made, ...]) -> frozenset[Meeting]:
    """The meetings that the stored recipe gives with this table.

    Cached, because a correction asks for the same ones while it is typed and when it is saved.
    """
    paper = json.loads(kept.paper)
    was = from_json(paper | NOTHING_PLAYED)
    here = [made for made in table if made[0] in was.points]
    by_20s = not getattr(was.way, "by_rating", False)
    then = {entry: twenties for entry, _, twenties in here} if by_20s else was.then
    points = {entry: made for entry, made, _ in here}
    if kept.meetings and (points, then) == (was.points, was.then):
        return frozenset(map(tuple, json.loads(kept.meetings)))
    try:
        return meetings_of(replace(from_json(paper), points=points, then=then))
    except NoPairing:
        return frozenset()


def drawn_from_table(stage: Stage, rounds: Iterable[DrawnRound]) -> tuple[DrawnFromTable, ...]:
    """The stage's published rounds that were drawn from a table.

    At most one query, and one more for each recipe that is used, because large ones are slow to
    read. Empty if all rounds are drawn in advance: then no result changes the pairings.
    """
    if way_from(stage.format, stage.options).drawn_ahead:
        return ()
    own = [each for each in rounds if each.stage == stage.pk and each.is_published]
    lines = _draw_lines(stage)
    return tuple(
        DrawnFromTable(
            each.pk, each.number, each.has_begun, cache(partial(_stored_draw, lines[number]))
        )
        for each in own
        if (number := each.number) in lines
    )


def one_drawn_from_table(pairing_round: PairingRound) -> DrawnFromTable | None:
    """One round that has begun, if it was drawn from a table; otherwise None."""
    stage, number = pairing_round.stage, pairing_round.number
    if way_from(stage.format, stage.options).drawn_ahead:
        return None
    line = _draw_lines(stage).get(number)
    if line is None:
        return None
    return DrawnFromTable(pairing_round.pk, number, True, cache(partial(_stored_draw, line)))


def _draw_lines(stage: Stage) -> dict[int, int]:
    """The key of the log line of each round's last draw, by the draw's first round."""
    drawn = Action.objects.filter(event=stage.event_id, verb="draw_rounds")
    # A separate filter, so that the database reads the JSON of these lines only.
    of_stage = drawn.filter(details__stage_id=stage.pk)
    return dict(of_stage.order_by("pk").values_list(KeyTransform("first", "details"), "pk"))


def _stored_draw(line: int) -> Kept:
    lines = Action.objects.filter(pk=line)
    return Kept(*lines.values_list(KT("details__paper"), KT("details__meetings")).get())
