"""Pairing rounds that were drawn from the table before them, drawn again from another one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from leagues.bridge.consequences import Meeting
from leagues.bridge.history import DrawnRound
from leagues.bridge.play import StagePlay
from leagues.models import Action, Stage
from leagues.pairing.values import NoPairing
from leagues.stages.recipe import Recipe, from_json, make
from leagues.stages.ways import way_from


@dataclass(frozen=True)
class DrawnFromTable:
    """A published pairing round, and the recipe it was drawn from."""

    pairing_round: int
    number: int
    has_begun: bool
    recipe: Recipe

    def meetings(self, play: StagePlay) -> frozenset[Meeting]:
        """Who meets whom when the dice are the same and the table is that of this play."""
        try:
            (drawn,) = make(self._from(play))
        except NoPairing:
            return frozenset()
        paired = [tuple(sorted(p.entries)) for pool in drawn for p in pool.pairings]
        return frozenset(paired + [(bye.entry,) for pool in drawn for bye in pool.byes])

    def _from(self, play: StagePlay) -> Recipe:
        """The recipe with the table as it stood before this round."""
        here = play.stage.number, self.number
        earlier = tuple(match for match in play.matches if match.when < here)
        before = replace(play, matches=earlier, is_final=False)
        rows = [
            row for row in before.rows(play.everyone) if row.entry in self.recipe.points
        ]
        by_20s = not getattr(self.recipe.way, "by_rating", False)
        return replace(
            self.recipe,
            points={row.entry: row.points for row in rows},
            then={row.entry: row.twenties or 0 for row in rows}
            if by_20s
            else self.recipe.then,
        )


def drawn_from_table(
    stage: Stage, rounds: Iterable[DrawnRound]
) -> tuple[DrawnFromTable, ...]:
    """The stage's published rounds that followed from a table: one query, or none.

    Where everything is drawn ahead no result decides who meets whom.
    """
    if way_from(stage.format, stage.options).drawn_ahead:
        return ()
    own = [each for each in rounds if each.stage == stage.pk and each.is_published]
    told = Action.objects.filter(
        event=stage.event_id, verb="draw_rounds", said__stage_id=stage.pk
    )
    papers = {act.said["first"]: act.said["paper"] for act in told.order_by("pk")}
    return tuple(
        DrawnFromTable(
            each.pk, each.number, each.has_begun, from_json(papers[each.number])
        )
        for each in own
        if each.number in papers
    )
