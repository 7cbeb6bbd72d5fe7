"""Matches played in bulk: the rows that ``actions.score`` would write one by one.

Through the action two thousand rounds take half a minute, in bulk a second. The same functions
work out what follows from a round, so the rows are the same; a test compares them.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from operator import attrgetter
from random import Random
from uuid import UUID

from django.db import connection, models, transaction

from leagues.access.roles import Who
from leagues.actions.play.score import fill_round
from leagues.actions.play.settle import add_up, close_or_open
from leagues.demo.random_rounds import shoot_round
from leagues.models import Action, Entry, Event, Match, MatchSide, PairingRound, Round, RoundReport
from leagues.reads import format_of, match_state, round_score
from leagues.reads.play.claims import Claim
from leagues.reads.play.walkover import AWARDED, award_points
from scoring.matches import MatchFormat, MatchState
from scoring.score import score_round
from scoring.sides import BySeat

A_ROUND = timedelta(minutes=3)


@dataclass
class Ledger:
    """The play of one event, collected until it is written."""

    event: Event
    strengths: dict[int, float]
    dice: Random
    desk: Who | None = None  # the person who enters the cards; None: players report by phone
    rounds: list[Round] = field(default_factory=list)
    reports: list[RoundReport] = field(default_factory=list)
    log: list[Action] = field(default_factory=list)
    matches: list[Match] = field(default_factory=list)
    sides: list[MatchSide] = field(default_factory=list)

    def play_round(self, pairing_round: PairingRound, skipped: Sequence[int] = ()) -> None:
        """Play every match of a pairing round to its end, except those on the skipped boards."""
        for match in self.matches_of(pairing_round):
            if match.board is None or match.board.number not in skipped:
                self.play(match)

    def matches_of(self, pairing_round: PairingRound) -> list[Match]:
        found = (
            pairing_round.matches.with_sides()
            .unfinished()
            .prefetch_related("sides__players")
            .order_by("number")
        )
        for match in found:  # share one object, otherwise each match queries it
            match.event = match.pairing_round.stage.event = self.event
        return list(found)

    def play(self, match: Match, most: int = 99) -> list[Round]:
        """Play a match to its end, or at most ``most`` rounds of it."""
        match_format = format_of(match)
        starts = match.pairing_round.starts_at or self.event.starts_at
        played: list[Round] = []
        at = match_state(match_format, played, match.first)
        while (due := at.next) and len(played) < most:
            current = Round(match=match, game=due.game, number=due.round, first=due.first.seat)
            now = starts + A_ROUND * (len(played) + 1)
            self._shoot(match_format, match, current, now)
            played.append(current)
            at = match_state(match_format, played, match.first)
        self._settle(match, at, played, starts)
        return played

    def _settle(self, match: Match, at: MatchState, played: list[Round], starts: datetime) -> None:
        close_or_open(match, at)
        match.called_at, match.started_at = starts - A_ROUND / 3, starts
        match.finished_at = starts + A_ROUND * len(played) if at.over else None
        sides = list(match.sides.all())
        for side in sides:
            add_up(side, at, played)
        self.rounds += played
        self.matches.append(match)
        self.sides += sides

    def _shoot(
        self, match_format: MatchFormat, match: Match, current: Round, now: datetime
    ) -> None:
        rule = match_format.rule
        sitting = [min(side.players.all(), key=attrgetter("pk")) for side in match.sides.all()]
        strength = BySeat(*(self.strengths[player.pk] for player in sitting))
        first = strength.seats[current.first]
        claim = shoot_round(rule, strength, first, self.dice)
        scored = score_round(rule, round_score(claim))
        fill_round(current, scored, claim, Round.State.AGREED)
        if self.desk:
            self._report(current, claim, now, None, self.desk)
        else:
            for seat, player in enumerate(sitting):
                later = now + timedelta(seconds=20 * seat)
                self._report(current, claim, later, seat, Who(player=player))

    def _report(
        self, current: Round, claim: Claim, at: datetime, seat: int | None, by: Who
    ) -> None:
        self.reports.append(
            RoundReport(
                kind=RoundReport.Kind.CARD if self.desk else RoundReport.Kind.CLAIM,
                key=UUID(int=self.dice.getrandbits(128), version=4),
                match=current.match,
                game=current.game,
                number=current.number,
                seat=seat,
                player=by.player,
                user=by.user,
                claim=claim,
                made_at=at,
                received_at=at,
            )
        )
        facts = {
            "match": current.match.number,
            "game": current.game,
            "round": current.number,
            "claim": claim,
            "side": seat,
        }
        self._log("enter_round" if self.desk else "report_round", by, at, **facts)

    def _log(self, verb: str, by: Who, at: datetime, **facts: object) -> None:
        self.log.append(
            Action(
                club=self.event.club,
                event=self.event,
                verb=verb,
                details=facts,
                user=by.user,
                player=by.player,
                at=at,
            )
        )

    def walk_over(self, match: Match, paid: BySeat[int], by: Who) -> None:
        """Record a walkover: one side did not come, and the other gets the points of a clean
        win.
        """
        winner = paid.leaders()[0]
        match.state = Match.State.FINISHED
        match.ending = Match.Ending.WALKOVER
        match.winner = winner
        match.finished_at = match.pairing_round.starts_at or self.event.starts_at
        sides = list(match.sides.all())
        award_points(sides, paid, format_of(match), winner)
        self.matches.append(match)
        self.sides += sides
        facts = {"match": match.number, "winner": winner.name, "points": list(paid)}
        self._log("give_walkover", by, match.finished_at, **facts)

    def only_one_reports(self, current: Round) -> None:
        """Withdraw one report of the last round: the other side hasn't reported it yet."""
        current.state = Round.State.REPORTED
        del self.reports[-1], self.log[-1]

    def dispute(self, current: Round) -> None:
        """Change the second report of the last round, so that the sides disagree."""
        current.state = Round.State.DISPUTED
        report = self.reports[-1]
        other = [2, 0] if report.claim["points"] == [1, 1] else [1, 1]
        report.claim = {**report.claim, "points": other}
        self.log[-1].details["claim"] = report.claim

    @transaction.atomic
    def write(self) -> None:
        """Write everything that was played, with one revision for each line of the log, by time."""
        self.log.sort(key=attrgetter("at"))
        self.event.refresh_from_db(fields=["revision"])
        for revision, line in enumerate(self.log, start=self.event.revision + 1):
            line.revision = revision
        Round.objects.bulk_create(self.rounds, batch_size=500)
        RoundReport.objects.bulk_create(self.reports, batch_size=500)
        Action.objects.bulk_create(self.log, batch_size=500)
        write_back(self.matches, ENDED)
        write_back(self.sides, AWARDED)
        self.event.revision += len(self.log)
        Event.objects.filter(pk=self.event.pk).update(revision=self.event.revision)
        for kept in (self.rounds, self.reports, self.log, self.matches, self.sides):
            kept.clear()


def write_back(rows: Sequence[models.Model], names: Sequence[str]) -> None:
    """Do what ``bulk_update`` does in a tenth of its time: that writes a case for each value."""
    if not rows:
        return
    meta = rows[0]._meta
    fields = [field for field in meta.concrete_fields if field.name in names]
    put = ", ".join(f'"{field.column}" = %s' for field in fields)
    with connection.cursor() as cursor:
        cursor.executemany(
            f'UPDATE "{meta.db_table}" SET {put} WHERE id = %s',  # noqa: S608
            [
                [
                    *(
                        field.get_db_prep_save(getattr(row, field.attname), connection)
                        for field in fields
                    ),
                    row.pk,
                ]
                for row in rows
            ],
        )


def date_back(event: Event, at: datetime) -> None:
    """Move what the organiser has just done to a time before the event began.

    The log can't be rewritten through the model, so this bypasses it: the demo's past is staged.
    """
    lines: models.QuerySet[Action] = models.QuerySet(Action)
    lines.filter(event=event, verb__in=PREPARED).update(at=at)
    Event.objects.filter(pk=event.pk).update(made_at=at)
    Entry.objects.filter(event=event).update(made_at=at)


def date_last(event: Event, at: datetime) -> None:
    """Set the time of the last line of the log."""
    lines: models.QuerySet[Action] = models.QuerySet(Action)
    last = lines.filter(event=event).order_by("-pk")[:1].values_list("pk", flat=True)
    lines.filter(pk__in=list(last)).update(at=at)


ENDED = (*("state", "ending", "winner", "decided_by"), *("called_at", "started_at", "finished_at"))
PREPARED = (
    *("create_event", "enrol", "add_stage", "seat_pools"),
    *("draw_rounds", "publish_rounds", "publish_round"),
)
