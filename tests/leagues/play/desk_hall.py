"""A hall with one running event, for tests of the desk."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

from leagues.access.roles import Who
from leagues.actions.advance.finish import finish_event
from leagues.actions.draw.publish import publish_round
from leagues.actions.entries.entries import enrol_players
from leagues.actions.events.events import add_stage, create_event, seat_pools, start_event
from leagues.actions.play.cards import Entered, enter_card
from leagues.models import Board, Event, Match, PairingRound, Player, Pool, Stage
from leagues.pairing import values
from leagues.reads import Sheet, format_of
from leagues.reads.play.card import card_mark
from leagues.reads.play.open_matches import left_open, state_of_open
from leagues.reads.play.typed_cards import read_line
from leagues.reads.state_marks import mark_of
from leagues.stages.pairing_ways import PairingWay, RoundRobin
from tests.cast import Cast

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)


@dataclass
class DeskHall:
    """A hall: entries numbered from 1, in one pool of one stage."""

    by: Who
    event: Event
    stage: Stage
    pool: Pool
    entries: list[int]

    def next_stage(
        self, name: str, way: PairingWay | None = None, *, carries_over: bool = False
    ) -> DeskHall:
        """Add a stage with its entries in one pool, and return the hall at that stage."""
        stage = add_stage(
            by=self.by,
            event=self.event,
            name=name,
            way=way or RoundRobin(),
            carries_over=carries_over,
        )
        [pool] = seat_pools(by=self.by, stage=stage, pools={"": self.entries})
        return replace(self, stage=stage, pool=pool)

    def publish(
        self,
        *pairs: tuple[int, ...],
        boards: Sequence[int | None] = (),
        waves: int = 1,
        byes: Sequence[int] = (),
    ) -> PairingRound:
        """Publish a pairing round of these matches of entries by number, on boards 1, 2, 3 …"""
        numbers = boards or range(1, len(pairs) + 1)
        per_wave = len(pairs) // waves
        pairings = tuple(
            replace(
                values.Pairing.between(*map(self.entry, sides)),
                board=board,
                wave=1 + at // per_wave,
            )
            for at, (sides, board) in enumerate(zip(pairs, numbers, strict=True))
        )
        sit_out = tuple(values.Bye(self.entry(number)) for number in byes)
        draw = {self.pool: values.PairedRound(pairings, sit_out)}
        return publish_round(by=self.by, stage=self.stage, draw=draw)

    def entry(self, number: int) -> int:
        return self.entries[number - 1]

    def at(self, board: int) -> Match:
        """The first unfinished match on this board."""
        matches = self.event.matches.filter(board__number=board).unfinished()
        found = matches.order_by("number").first()
        assert found is not None, f"nobody plays on board {board}"
        return found

    def at_boards(self) -> dict[int, int]:
        """The match at each board that is taken."""
        there = self.event.matches.at_a_board()
        return dict(there.values_list("board__number", "number"))

    def type_card(self, match: Match, card: str, *, by: Who | None = None, **how: Any) -> Entered:
        """Enter a card written as its lines: "20 11 02 2-0"; commas where lines have spaces."""
        split = "," if "," in card else None
        rule = format_of(match).rule
        usual: dict[str, Any] = {"key": uuid4(), "seen": card_mark(match)}
        return enter_card(
            by=by or self.by,
            match=match,
            claims=[read_line(line, rule) for line in card.split(split)],
            made_at=NOON,
            **(usual | how),
        )


def open_hall(
    cast: Cast,
    *,
    entries: int = 4,
    boards: int = 2,
    preset: str = "tournament-singles",
    way: PairingWay | None = None,
    is_queue: bool = False,
    names: Sequence[str] = (),
    running: bool = True,
    **facts: Any,
) -> DeskHall:
    by = cast.who("ann")
    there = [
        Board.objects.get_or_create(club=cast.club, number=number)[0]
        for number in range(1, boards + 1)
    ]
    event = create_event(
        by=by,
        club=cast.club,
        name=facts.pop("name", "Westport Open"),
        starts_at=NOON,
        sheet=Sheet.named(preset),
        boards=there,
        **facts,
    )
    enrolled = []
    for seed in range(1, entries + 1):
        name = names[seed - 1] if seed <= len(names) else f"Player {seed}"
        player = Player.objects.create(club=cast.club, name=name)
        enrolled.append(enrol_players(by=by, event=event, players=[player], seed=seed).pk)
    stage = add_stage(by=by, event=event, name="Morning", way=way or RoundRobin())
    if is_queue:
        Stage.objects.filter(pk=stage.pk).update(is_queue=True)
        stage.refresh_from_db()
    [pool] = seat_pools(by=by, stage=stage, pools={"": enrolled})
    if running:
        start_event(by=by, event=event)
    event.refresh_from_db()
    return DeskHall(by, event, stage, pool, enrolled)


def finish_as_it_is(by: Who, event: Event) -> None:
    """Finish an event, and accept what becomes of its open matches."""
    seen = mark_of(state_of_open(left_open(event)))
    finish_event(by=by, event=event, seen=seen)
