"""The published draws of an event, which everyone may read and repeat from their seeds."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from leagues.models import Action, Event, PairingRound
from leagues.models.fields import shown_name
from leagues.pairing.values import PairedRound
from leagues.reads.draw.history import DrawnRound, rounds_of
from leagues.stages.recipe import ByPool, from_json, make_draw

DRAWN = "draw_rounds"
BY_LOT = ("open_stage", "seeds_by_lot")


@dataclass(frozen=True)
class PublishedDraw:
    """One draw by lot: its purpose, its time, and the rounds made from it."""

    pk: int
    stage: str
    at: datetime
    first: int
    rounds: tuple[DrawnRound, ...]
    """The published rounds from this draw; empty if it was replaced before it was published."""
    purpose: str
    paper: Mapping[str, Any]

    @property
    def is_lot(self) -> bool:
        return "lot" in self.paper

    @property
    def was_used(self) -> bool:
        return self.is_lot or bool(self.rounds)

    @property
    def last(self) -> int:
        return max((each.number for each in self.rounds), default=self.first)


@dataclass(frozen=True)
class Again:
    """A round drawn again from its seed, next to the published one."""

    number: int
    made: PairedRound[int]
    published: DrawnRound

    @property
    def is_same(self) -> bool:
        """Whether sides and first shots are the same; if not, the draw was changed by hand."""
        return _seating_of(self.made) == _seating_of(self.published.pairing_round())


def is_revealed(event: Event) -> bool:
    """Whether the seed may be shown: from the first published draw on."""
    drawn = PairingRound.objects.filter(stage__event=event, is_play_off=False)
    return drawn.published().exists()


def published_draws(event: Event) -> tuple[PublishedDraw, ...]:
    """Every draw of a stage that is published, including draws that were replaced."""
    rounds = [each for each in rounds_of(event) if each.is_published]
    stages = {each.stage for each in rounds}
    draws = (
        _published_draw(action, [r for r in rounds if r.stage == action.details["stage_id"]])
        for action in event.log.filter(verb__in=(DRAWN, *BY_LOT)).order_by("pk")
        if action.details.get("stage_id") in stages
    )
    return tuple(each for each in draws if each is not None)


def _published_draw(action: Action, rounds: Sequence[DrawnRound]) -> PublishedDraw | None:
    data = action.details
    if action.verb in BY_LOT:
        if not data.get("lot"):
            return None
        paper = {name: data[name] for name in ("seed", "purpose", "lot")}
        return PublishedDraw(
            action.pk, shown_name(data["stage"]), action.at, 0, (), data["purpose"], paper
        )
    if all(each.number != data["first"] for each in rounds):
        return None
    dice = f"{data['paper']['seed']}/{data['purpose']}"
    return PublishedDraw(
        pk=action.pk,
        stage=shown_name(data["stage"]),
        at=action.at,
        first=data["first"],
        rounds=tuple(each for each in rounds if each.dice == dice),
        purpose=data["purpose"],
        paper=data["paper"],
    )


def made_again(draw: PublishedDraw) -> tuple[Again, ...]:
    """Repeat a draw from its seed, and pair each round with the published one.

    Empty for a draw that was not used.
    """
    published = {each.number: each for each in draw.rounds}
    return tuple(
        Again(number, _merge_pools(pools), published[number])
        for number, pools in enumerate(make_draw(from_json(draw.paper)), start=draw.first)
        if number in published
    )


def _merge_pools(pools: ByPool) -> PairedRound[int]:
    return PairedRound(
        tuple(pairing for pool in pools for pairing in pool.pairings),
        tuple(bye for pool in pools for bye in pool.byes),
    )


def _seating_of(each: PairedRound[int]) -> set[object]:
    return {(tuple(p.sides), p.first) for p in each.pairings} | {bye.entry for bye in each.byes}
