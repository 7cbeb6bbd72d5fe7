"""Mondays before they begin: which players answered that they come, and when."""

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
from leagues.reads.leagues.attendance.head_count import Comer, HeadCount, read_head_count
from tests.cast import Cast
from tests.leagues.leagues.mondays import Mondays

TORONTO = ZoneInfo("America/Toronto")


def october_time(hour: int, minute: int = 0, day: int = 1) -> datetime:
    """A time in October 2026 in Toronto. The Mondays are the 5th, the 12th and the 19th."""
    return datetime(2026, 10, day, hour, minute, tzinfo=TORONTO)


@dataclass(frozen=True)
class Evening:
    """The first Monday, at 7:30 pm."""

    mondays: Mondays
    number: int = 1

    @classmethod
    def open(cls, cast: Cast, *names: str, **facts: Any) -> Evening:
        """Open a league with these members, who joined on 1 September."""
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
        reply: str = "in",
        when: datetime | None = None,
        *,
        by: Who | None = None,
        from_round: int | None = None,
    ) -> None:
        """Answer with the player's own link, by default on the first of October."""
        player = self.player(name)
        with time_machine.travel(when or october_time(12)):
            answer_night(
                by=by or Who(player=player),
                night=self.night,
                player=player,
                answer=Answer.Reply(reply),
                from_round=from_round,
            )

    def look(self, when: datetime) -> None:
        """Open a page of this night as a visitor."""
        with time_machine.travel(when):
            settle_offers(night=self.night, now=timezone.now())

    def known(self, when: datetime | None = None) -> HeadCount:
        return read_head_count(self.night, when or october_time(13))

    def inside(self, when: datetime | None = None) -> list[str]:
        return comer_names(self.known(when).inside)

    def waiting(self, when: datetime | None = None) -> list[str]:
        return comer_names(self.known(when).waiting)

    def offered(self, when: datetime) -> list[str]:
        """The player who has an offered spot at present."""
        known = self.known(when)
        return [each.player.name for each in known.waiting + known.called if each.offer]


def comer_names(comers: Iterable[Comer]) -> list[str]:
    return [each.player.name for each in comers]
