"""A hall to play whole days in: an event, its people, and cards typed in at the desk."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import count
from uuid import uuid4

from leagues.access import Who
from leagues.actions.brackets import sync_brackets
from leagues.actions.cards import enter_card
from leagues.actions.events import add_stage, create_event, enrol, seat_pools
from leagues.actions.score import enter_round, settle
from leagues.bridge import Sheet, match_format_of, match_state
from leagues.bridge.bracket_play import sitting
from leagues.bridge.card import mark_of
from leagues.bridge.claims import Claim
from leagues.models import Board, Club, Entry, Event, Match, Player, Round, Stage
from leagues.stages.plan import StagePlan
from leagues.stages.takes import Takes
from leagues.stages.ways import Way
from scoring.matches import state
from scoring.sides import BySeat, Seat

Says = Callable[[Match], Sequence[int]]
"""What every round of a match comes to."""

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
numbers = count(1)


@dataclass
class Hall:
    """One event, and the organiser who runs it."""

    by: Who
    event: Event

    @classmethod
    def open(
        cls,
        club: Club,
        by: Who,
        entries: int,
        *,
        boards: int = 4,
        preset: str = "tournament-singles",
        **facts: str,
    ) -> Hall:
        there = [
            Board.objects.get_or_create(club=club, number=number)[0]
            for number in range(1, boards + 1)
        ]
        event = create_event(
            by=by,
            club=club,
            name=f"Day {next(numbers)}",
            starts_at=NOON,
            sheet=Sheet.named(preset),
            boards=there,
            rng_seed="SPRING-2026",
            **facts,
        )
        hall = cls(by, event)
        for seed in range(1, entries + 1):
            hall.arrive(f"Player {seed}", seed)
        return hall

    def arrive(self, name: str, seed: int | None = None) -> Entry:
        player = Player.objects.create(club=self.event.club, name=name)
        return enrol(by=self.by, event=self.event, players=[player], seed=seed)

    def stage(self, name: str, way: Way, takes: Takes | None = None) -> Stage:
        return add_stage(by=self.by, event=self.event, name=name, way=way, takes=takes)

    def plan(self, *plans: StagePlan) -> list[Stage]:
        return [self.stage(plan.name, plan.way, plan.takes) for plan in plans]

    @property
    def entries(self) -> list[int]:
        return list(self.event.entries.in_order().values_list("pk", flat=True))

    def seat(self, stage: Stage, pools: Sequence[Sequence[int]]) -> None:
        named = {chr(ord("A") + at): pool for at, pool in enumerate(pools)}
        seat_pools(by=self.by, stage=stage, pools=named)

    def win(self, match: Match, seat: int) -> None:
        """Type in round after round in which one seat wins, until the match is over."""
        match_format = match_format_of(match.pairing_round.stage)
        while due := match_state(
            match_format, list(match.rounds.all()), match.first
        ).next:
            points = [0, 0]
            points[seat] = 2
            enter_round(
                by=self.by,
                match=match,
                key=uuid4(),
                game=due.game,
                number=due.round,
                claim={"points": points, "twenties": [1, 0]},
                made_at=NOON,
            )
        match.refresh_from_db()

    def play(self, stage: Stage, says: Says) -> None:
        """Type in the card of every published match that is not over."""
        unfinished = Match.objects.filter(pairing_round__stage=stage).published()
        for match in unfinished.unfinished().with_sides():
            self.card(match, says(match))

    def card(self, match: Match, points: Sequence[int]) -> None:
        """One card: the same points in every round until the match is over."""
        match_format = match_format_of(match.pairing_round.stage)
        claims: list[Claim] = []
        played: list[BySeat[int]] = []
        while state(match_format, played, Seat(match.first)).next:
            played.append(BySeat(*points))
            claims.append({"points": list(points), "twenties": [1] * len(points)})
        enter_card(
            by=self.by,
            match=match,
            key=uuid4(),
            claims=claims,
            seen=mark_of(match),
            made_at=NOON,
        )

    def better_seed(self, match: Match) -> tuple[int, int]:
        """The better seed wins every round."""
        one, other = sitting(match)
        order = self.entries
        return (2, 0) if order.index(one) < order.index(other) else (0, 2)

    def correct(self, match: Match, winner: int) -> None:
        """The card was read upside down: the other seat won every round."""
        points = [0, 0]
        points[winner] = 2
        rounds = list(match.rounds.all())
        for each in rounds:
            each.points = points
            each.save()
        self._settle_again(match, rounds)

    def reopen(self, match: Match) -> None:
        """The last round is struck out, so the match is not over."""
        rounds = list(match.rounds.all())
        rounds.pop().delete()
        self._settle_again(match, rounds)

    def _settle_again(self, match: Match, rounds: list[Round]) -> None:
        settle(match, match_format_of(match.pairing_round.stage), rounds)
        sync_brackets(match.pairing_round.stage)
