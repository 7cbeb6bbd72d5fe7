"""Shared parts of all demo events: the people who run and play them, and their days."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from random import Random

from leagues.access.roles import Who
from leagues.actions.draw.draw import draw_rounds, publish_rounds
from leagues.actions.entries.entries import enrol_players
from leagues.demo.bulk_matches import Ledger
from leagues.models import Board, Club, Event, PairingRound, Player, Season, Stage
from leagues.pairing.seeds import roll_dice


@dataclass(frozen=True)
class DemoHall:
    """The club on the day the demo is built."""

    club: Club
    owner: Who
    players: Sequence[Player]
    strengths: dict[int, float]
    boards: Sequence[Board]
    season: Season
    seed: str
    today: date

    def at(self, days: int, clock: str) -> datetime:
        """Return the instant of a time, this many days from today, by the club's clock."""
        day = self.today + timedelta(days=days)
        return datetime.combine(day, time.fromisoformat(clock), self.club.tzinfo)

    def dice(self, purpose: str) -> Random:
        return roll_dice(self.seed, purpose)

    def ledger(self, event: Event, *, desk: bool) -> Ledger:
        return Ledger(
            event=event,
            strengths=self.strengths,
            dice=self.dice(f"{event.slug}/play"),
            desk=self.owner if desk else None,
        )

    def by_strength(self, players: Sequence[Player], slug: str) -> list[Player]:
        """Return the players in the order the club would seed them: nearly by strength."""
        luck = self.dice(f"{slug}/seeds")
        known = {p.pk: self.strengths[p.pk] + luck.gauss(0, 0.5) for p in players}
        return sorted(players, key=lambda player: -known[player.pk])

    def enrol_best(self, event: Event, players: Sequence[Player]) -> list[int]:
        """Enter these players, seeded nearly by strength."""
        return [
            enrol_players(by=self.owner, event=event, players=[player], seed=seed).pk
            for seed, player in enumerate(self.by_strength(players, event.slug), 1)
        ]

    def draw(self, stage: Stage, starts: Sequence[datetime]) -> list[PairingRound]:
        """Draw and publish a stage whose pools have their entries, as an organiser would."""
        Stage.objects.filter(pk=stage.pk).update(opened_at=stage.event.starts_at)
        draw_rounds(by=self.owner, stage=stage)
        publish_rounds(by=self.owner, stage=stage)
        rounds = list(stage.pairing_rounds.all())
        for pairing_round, at in zip(rounds, starts, strict=True):
            pairing_round.starts_at = at
        PairingRound.objects.bulk_update(rounds, ["starts_at"])
        return rounds
