"""Mondays before they begin: who says that they come, and when."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import time_machine
from django.utils import timezone

from leagues.access.roles import Who
from leagues.actions.leagues.nights.answers import answer_night, settle_offers
from leagues.models import Answer, League, Night, Player
from leagues.reads.leagues.attendance.head_count import Comer, HeadCount, coming
from tests.cast import Cast
from tests.leagues.leagues.mondays import Mondays

TORONTO = ZoneInfo("America/Toronto")


def at(hour: int, minute: int = 0, day: int = 1) -> datetime:
    """A moment of October 2026 in Toronto: Mondays are the 5th, the 12th and the 19th."""
    return datetime(2026, 10, day, hour, minute, tzinfo=TORONTO)


@dataclass(frozen=True)
class Evening:
    """The first Monday, at half past seven in the evening."""

    mondays: Mondays
    number: int = 1

    @classmethod
    def open(cls, cast: Cast, *names: str, **facts: Any) -> Evening:
        """With members of these names, who joined on the first of September."""
        with time_machine.travel(datetime(2026, 9, 1, tzinfo=TORONTO)):
            mondays = Mondays.open(cast, *names)
        League.objects.filter(pk=mondays.league.pk).update(**facts)
        mondays.league.refresh_from_db()
        return cls(mondays)

    @property
    def night(self) -> Night:
        pk = self.mondays.night(self.number).pk
        return Night.objects.select_related("league").get(pk=pk)

    def player(self, name: str) -> Player:
        return self.mondays.player(name)

    def say(
        self,
        name: str,
        says: str = "in",
        when: datetime | None = None,
        *,
        by: Who | None = None,
        from_round: int | None = None,
    ) -> None:
        """By themselves, with their link, on the first of October unless told otherwise."""
        player = self.player(name)
        with time_machine.travel(when or at(12)):
            answer_night(
                by=by or Who(player=player),
                night=self.night,
                player=player,
                says=Answer.Says(says),
                from_round=from_round,
            )

    def look(self, when: datetime) -> None:
        """Somebody opens a page of this night."""
        with time_machine.travel(when):
            settle_offers(night=self.night, now=timezone.now())

    def known(self, when: datetime | None = None) -> HeadCount:
        return coming(self.night, when or at(13))

    def inside(self, when: datetime | None = None) -> list[str]:
        return names(self.known(when).inside)

    def waiting(self, when: datetime | None = None) -> list[str]:
        return names(self.known(when).waiting)

    def offered(self, when: datetime) -> list[str]:
        """Whom a place is held for at this moment."""
        known = self.known(when)
        return [each.player.name for each in known.waiting + known.called if each.offer]


def names(comers: Iterable[Comer]) -> list[str]:
    return [each.player.name for each in comers]
