"""Pairing rounds that were drawn from the table before them, drawn again from another one."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cache, lru_cache, partial
from typing import NamedTuple, TypeAlias

from django.db.models.fields.json import KT

from leagues.models import Action, PairingRound, Stage
from leagues.pairing.values import NoPairing
from leagues.reads.draw.history import DrawnRound
from leagues.reads.results.event_state import Meeting
from leagues.reads.tables.results import FinishedMatch
from leagues.reads.tables.stage_results import StagePlay, made_in
from leagues.stages.recipe import Number, from_json, meetings
from leagues.stages.ways import way_from


@dataclass(frozen=True)
class DrawnFromTable:
    """A published pairing round, and the paper with the recipe it was drawn from."""

    pairing_round: int
    number: int
    has_begun: bool
    kept: Callable[[], Kept]

    def before(self, play: StagePlay) -> tuple[FinishedMatch, ...]:
        """What had been played when this round was drawn."""
        here = play.stage.number, self.number
        return tuple(match for match in play.matches if match.when < here)

    def meetings(self, play: StagePlay) -> frozenset[Meeting]:
        """Who meets whom when the dice are the same and the table is that of this play.

        From the table it was really drawn from, the log knows the answer.
        """
        made = made_in(self.before(play), play.everyone)
        return drawn_again(self.kept(), tuple((e, *both) for e, both in made.items()))


Made: TypeAlias = tuple[int, Number, Number]
"""An entry, its points and its 20s."""


NOTHING_PLAYED = {"played": (), "before": ()}
"""Nearly all of a paper; as long as only its table is looked at, it need not be read."""


class Kept(NamedTuple):
    """What the log has kept of a draw: its paper, and who met whom by it."""

    paper: str
    meetings: str | None


@lru_cache(maxsize=32)
def drawn_again(kept: Kept, table: tuple[Made, ...]) -> frozenset[Meeting]:
    """Who meets whom by the recipe on this paper, with this table.

    Kept, because the same is asked again: a correction is looked at while it is typed, and
    once more when it is saved.
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
        return meetings(replace(from_json(paper), points=points, then=then))
    except NoPairing:
        return frozenset()


def drawn_from_table(stage: Stage, rounds: Iterable[DrawnRound]) -> tuple[DrawnFromTable, ...]:
    """The stage's published rounds that followed from a table: one query, or none, and one
    more for each whose paper is wanted, since a large one is slow to read.

    Where everything is drawn ahead no result decides who meets whom.
    """
    if way_from(stage.format, stage.options).drawn_ahead:
        return ()
    own = [each for each in rounds if each.stage == stage.pk and each.is_published]
    lines = _lines(stage)
    return tuple(
        DrawnFromTable(each.pk, each.number, each.has_begun, cache(partial(_kept, lines[number])))
        for each in own
        if (number := each.number) in lines
    )


def one_drawn_from_table(pairing_round: PairingRound) -> DrawnFromTable | None:
    """The same of one round that was begun, without a look at any other."""
    stage, number = pairing_round.stage, pairing_round.number
    if way_from(stage.format, stage.options).drawn_ahead:
        return None
    line = _lines(stage).get(number)
    if line is None:
        return None
    return DrawnFromTable(pairing_round.pk, number, True, cache(partial(_kept, line)))


def _lines(stage: Stage) -> dict[int, int]:
    """The line of the log in which each round was drawn for the last time."""
    drawn = Action.objects.filter(event=stage.event_id, verb="draw_rounds")
    # Apart, so that the database looks into what was said of these lines alone.
    of_stage = drawn.filter(said__stage_id=stage.pk)
    return dict(of_stage.order_by("pk").values_list("said__first", "pk"))


def _kept(line: int) -> Kept:
    said = Action.objects.filter(pk=line)
    return Kept(*said.values_list(KT("said__paper"), KT("said__meetings")).get())
