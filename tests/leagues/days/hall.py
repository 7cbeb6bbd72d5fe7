"""A hall to play whole days in: an event, its people, and cards entered at the desk."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from itertools import count
from uuid import uuid4

from django.db.models import Model

from leagues.access.roles import Who
from leagues.actions.advance.finish import finish_event
from leagues.actions.advance.ties import settle_by_lot
from leagues.actions.draw.brackets import sync_brackets
from leagues.actions.draw.draw import draw_rounds, publish_rounds
from leagues.actions.draw.opening import open_stage
from leagues.actions.entries.entries import enrol_players
from leagues.actions.events.events import add_stage, create_event, seat_pools, start_event
from leagues.actions.play.cards import enter_card
from leagues.actions.play.score import fill_round, row_for_round
from leagues.actions.play.settle import add_up, close_or_open, settle_match
from leagues.models import Board, Club, Entry, Event, Match, Player, Round, RoundReport, Stage
from leagues.reads import Sheet, format_of, match_state, sheet_of
from leagues.reads.advance.bracket_play import entries_at, has_bracket
from leagues.reads.play.card import card_mark
from leagues.reads.play.claims import Claim
from leagues.reads.play.typed_cards import play_out
from leagues.reads.play.walkover import AWARDED
from leagues.stages.entry_sources import Source
from leagues.stages.pairing_ways import PairingWay, way_from
from leagues.stages.stage_plan import StagePlan, match_format
from scoring.matches import MatchFormat, state_as_recorded
from scoring.rules import GameRule
from scoring.sides import BySeat, Seat
from tests.leagues.advance.ties import ties_before
from tests.leagues.days.always import Always
from tests.leagues.days.script import Script

ClaimOf = Callable[[Match], Sequence[int]]
"""A function that returns the points of each seat, the same in every round of a match."""

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
BY_HAND = 2
"""The number of cards per pairing round entered by the desk's action; the others go in bulk."""
numbers = count(1)


class Hall:
    """One event and the organiser who runs it."""

    def __init__(self, by: Who, event: Event) -> None:
        self.by, self.event = by, event
        self.script = Script("a day")
        self.always = Always(event)

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
        return enrol_players(by=self.by, event=self.event, players=[player], seed=seed)

    def stage(self, name: str, way: PairingWay, takes: Source | None = None) -> Stage:
        return add_stage(by=self.by, event=self.event, name=name, way=way, takes=takes)

    def plan(self, plans: Iterable[StagePlan]) -> list[Stage]:
        return [
            add_stage(
                by=self.by,
                event=self.event,
                name=plan.name,
                way=plan.way,
                takes=plan.takes,
                chain=plan.chain,
                match_format=match_format({"name": plan.match_format}, self.sheet)
                if plan.match_format
                else None,
                carries_over=plan.carries_over,
            )
            for plan in plans
        ]

    @property
    def sheet(self) -> GameRule:
        return sheet_of(self.event).rule

    @property
    def entries(self) -> list[int]:
        return list(self.event.entries.in_order().values_list("pk", flat=True))

    def seat(self, stage: Stage, pools: Sequence[Sequence[int]]) -> None:
        named = {chr(ord("A") + at): pool for at, pool in enumerate(pools)}
        seat_pools(by=self.by, stage=stage, pools=named)

    # --- A day, checked after each step --------------------------------------------------

    def run(self, *stages: Stage) -> None:
        """Play these stages to their end."""
        start_event(by=self.by, event=self.event)
        for stage in stages:
            self.enter(stage)
            self.play_out(stage)

    def enter(self, stage: Stage) -> None:
        """Break ties at the cut by lot, and open the stage."""
        for tie in ties_before(stage):
            earlier = stage.event.stages.get(number=stage.number - 1)
            settle_by_lot(by=self.by, stage=earlier, entries=tie.entries)
        open_stage(by=self.by, stage=stage)
        self.always.holds()

    def play_out(self, stage: Stage) -> None:
        """Draw, publish and play until there is nothing left to draw."""
        if has_bracket(stage):
            publish_rounds(by=self.by, stage=stage)
            self.play_what_is_there(stage)
            return
        rounds = 0
        while rounds < (rounds_due(stage) or 1):
            self.draw(stage)
            self.play_what_is_there(stage)
            rounds = stage.pairing_rounds.count()

    def draw(self, stage: Stage) -> None:
        draw_rounds(by=self.by, stage=stage)
        self.always.holds(stage)
        publish_rounds(by=self.by, stage=stage)

    def play_what_is_there(self, stage: Stage) -> None:
        """Play the published rounds in order; a bracket gets more while it is played."""
        while waiting := self.next_round(stage):
            self.play_round(waiting)
            self.always.holds(stage)

    def waiting(self, stage: Stage) -> list[Match]:
        unfinished = Match.objects.filter(pairing_round__stage=stage).published()
        ordered = unfinished.unfinished().order_by("pairing_round__number", "number")
        return list(ordered.with_sides())

    def next_round(self, stage: Stage) -> list[Match]:
        """The open matches of the first pairing round that is not over."""
        unfinished = Match.objects.filter(pairing_round__stage=stage).published()
        ordered = unfinished.unfinished().order_by("pairing_round__number", "number")
        first = ordered.values("pairing_round")[:1]
        return list(ordered.filter(pairing_round=first).with_sides())

    def play_round(self, matches: Sequence[Match]) -> None:
        """Enter the first cards one by one and the others in bulk."""
        played_by = format_of(matches[0])
        cards = [(match, self.claims(match, played_by)) for match in matches]
        for match, claims in cards[:BY_HAND]:
            self.enter_card(match, claims)
        self.pile(cards[BY_HAND:], played_by)

    def claims(self, match: Match, match_format: MatchFormat) -> list[Claim]:
        """The rounds of a match from the script; a better seed is stronger."""
        strengths = [
            max(1, 9 - min(entry.seed or 40, 40) // 5)
            for side in match.sides.all()
            for entry in side.entries.all()[:1]
        ]
        return self.script.claims(match_format, strengths, match.first)

    def finish(self) -> None:
        finish_event(by=self.by, event=self.event)
        self.always.holds()

    # --- Cards -------------------------------------------------------------------------------

    def enter_card(self, match: Match, claims: Sequence[Claim]) -> None:
        enter_card(
            by=self.by, match=match, key=uuid4(), claims=claims, seen=card_mark(match), made_at=NOON
        )

    def pile(
        self, cards: Sequence[tuple[Match, Sequence[Claim]]], match_format: MatchFormat
    ) -> None:
        """Save many cards in a few queries, with the same rows that the desk's action makes.

        The action takes twenty queries a card, which adds a minute to a day of four hundred cards.
        """
        rounds, reports, matches, sides = [], [], [], []
        for match, claims in cards:
            typed = play_out(match_format, claims, Seat(match.first))
            standing = []
            for each in typed.rounds:
                round_ = row_for_round(match, (), each.due)
                fill_round(round_, each.scored, each.claim, Round.State.AGREED)
                standing.append(round_)
                reports.append(report_of(match, round_, each.claim))
            close_or_open(match, typed.state)
            match.started_at = match.finished_at = NOON
            for side in match.sides.all():
                add_up(side, typed.state, standing)
                sides.append(side)
            rounds += standing
            matches.append(match)
        Round.objects.bulk_create(rounds)
        RoundReport.objects.bulk_create(reports)
        facts = ["state", "ending", "winner", "decided_by", "started_at", "finished_at"]
        update_rows(matches, facts)
        update_rows(sides, AWARDED)
        if matches and has_bracket(stage_of(matches[0])):
            sync_brackets(stage_of(matches[0]))
        self.event.touch()

    def win(self, match: Match, seat: int) -> None:
        """Let one seat win every round."""
        points = [0, 0]
        points[seat] = 2
        self.card(match, points)
        match.refresh_from_db()

    def play(self, stage: Stage, claim_of: ClaimOf) -> None:
        """Enter the card of every published match that is not over."""
        for match in self.waiting(stage):
            self.card(match, claim_of(match))

    def card(self, match: Match, points: Sequence[int]) -> None:
        """Enter a card with the same points in every round until the match is over."""
        rounds = rounds_until_over(format_of(match), BySeat(*points), match.first)
        claim: Claim = {"points": list(points), "twenties": [1] * len(points)}
        self.enter_card(match, [claim] * rounds)

    def better_seed(self, match: Match) -> tuple[int, int]:
        """Points of a round that the better seed wins."""
        one, other = entries_at(match)
        order = self.entries
        return (2, 0) if order.index(one) < order.index(other) else (0, 2)

    def correct(self, match: Match, winner: int) -> None:
        """Correct a card that was read upside down: the other seat won every round."""
        points = [0, 0]
        points[winner] = 2
        rounds = list(match.rounds.all())
        for each in rounds:
            each.points = points
            each.save()
        self._settle_again(match, rounds)

    def reopen(self, match: Match) -> None:
        """Delete the last round, so that the match is not over."""
        rounds = list(match.rounds.all())
        rounds.pop().delete()
        self._settle_again(match, rounds)

    def _settle_again(self, match: Match, rounds: list[Round]) -> None:
        settle_match(match, match_state(format_of(match), rounds, match.first), rounds)
        sync_brackets(stage_of(match))


def stage_of(match: Match) -> Stage:
    return match.pairing_round.stage


def rounds_due(stage: Stage) -> int | None:
    """The number of pairing rounds of a stage, None if its format does not fix it."""
    return way_from(stage.format, stage.options).rounds


def rounds_until_over(match_format: MatchFormat, points: BySeat[int], first: int) -> int:
    played: list[BySeat[int]] = []
    while state_as_recorded(match_format, played, Seat(first)).next:
        played.append(points)
    return len(played)


def update_rows(rows: Sequence[Model], facts: Sequence[str]) -> None:
    """Update rows in one statement; ``bulk_update`` weighs every fact of every row."""
    if rows:
        type(rows[0])._default_manager.bulk_create(
            rows, update_conflicts=True, unique_fields=["id"], update_fields=facts
        )


def report_of(match: Match, round_: Round, claim: Claim) -> RoundReport:
    return RoundReport(
        key=uuid4(),
        match=match,
        game=round_.game,
        number=round_.number,
        kind=RoundReport.Kind.CARD,
        claim=claim,
        made_at=NOON,
    )
