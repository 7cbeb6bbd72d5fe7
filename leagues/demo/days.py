"""What every demo event needs: the people who run and play it, and the day it is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from random import Random

from leagues.access import Who
from leagues.actions.planning.events import enrol
from leagues.demo.ledger import Ledger
from leagues.models import Board, Club, Event, Player, Season
from leagues.pairing.boards import assign_boards
from leagues.pairing.history import History
from leagues.pairing.seeds import roll
from leagues.pairing.values import PairingRound


@dataclass(frozen=True)
class Hall:
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
        """So many days from today, by the club's clock."""
        day = self.today + timedelta(days=days)
        return datetime.combine(day, time.fromisoformat(clock), self.club.tzinfo)

    def dice(self, purpose: str) -> Random:
        return roll(self.seed, purpose)

    def draw_seed(self, event: Event) -> str:
        """What an organiser would have typed for this event's dice."""
        return f"{self.seed}-{event.slug}"

    def ledger(self, event: Event, *, desk: bool) -> Ledger:
        return Ledger(
            event=event,
            strengths=self.strengths,
            dice=self.dice(f"{event.slug}/play"),
            desk=self.owner if desk else None,
        )

    def enrol_best(self, event: Event, players: Sequence[Player]) -> list[int]:
        """Enter these players, seeded as the club knows them: nearly by strength."""
        luck = self.dice(f"{event.slug}/seeds")
        known = {p.pk: self.strengths[p.pk] + luck.gauss(0, 0.5) for p in players}
        by_seed = sorted(players, key=lambda player: -known[player.pk])
        return [
            enrol(by=self.owner, event=event, players=[player], seed=seed).pk
            for seed, player in enumerate(by_seed, start=1)
        ]


def at_boards(
    rounds: Iterable[PairingRound[int]], boards: Sequence[int], dice: Random
) -> list[PairingRound[int]]:
    """Give each round its boards after the ones before.

    ``boards.assign_all`` would try many ways for a better one; the demo is in a hurry.
    """
    history: History[int] = History()
    seated = []
    for pairing_round in rounds:
        seated.append(assign_boards(pairing_round, boards, history, dice))
        history = history.then(seated[-1])
    return seated
