"""A league on Mondays, with nights that were played."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, time, timedelta

from leagues.actions.leagues.joining.members import enrol_members
from leagues.actions.leagues.settings import open_league
from leagues.models import Entry, EntryPlayer, Event, League, Night, Player, Pool, PoolEntry
from leagues.reads.leagues.table.season import LeagueSeason, season_of
from scoring.season import NIGHTS, Scheme
from tests.cast import Cast
from tests.leagues.entries.people_in import publish_match

FIRST = date(2026, 10, 5)
MATCH = tuple[str, str, int, int]


@dataclass(frozen=True)
class Mondays:
    cast: Cast
    league: League

    @classmethod
    def open(cls, cast: Cast, *names: str, nights: int = 3, scheme: Scheme = NIGHTS) -> Mondays:
        """Open a league with these members from its first night."""
        league = open_league(
            by=cast.who("ann"), club=cast.club, name="Mondays", scheme=scheme, fewest=2
        )
        for number in range(nights):
            Night.objects.create(league=league, on=FIRST + timedelta(weeks=number), at=time(19, 30))
        mondays = cls(cast, league)
        if names:
            mondays.enrol(*names)
        return mondays

    def player(self, name: str) -> Player:
        return Player.objects.get_or_create(club=self.cast.club, name=name)[0]

    def night(self, number: int) -> Night:
        return self.league.nights.in_order()[number - 1]

    def enrol(self, *names: str, first: int | None = None) -> None:
        enrol_members(
            by=self.cast.who("ann"),
            league=self.league,
            players=[self.player(name) for name in names],
            first=self.night(first) if first else None,
        )

    def play(
        self, number: int, *matches: MATCH, state: Event.State = Event.State.FINISHED
    ) -> Event:
        """A night with these matches: both names, and the points of both."""
        night = self.night(number)
        event = Event.objects.create(
            club=self.cast.club,
            name=f"Monday {number}",
            slug=f"monday-{number}-{Event.objects.count()}",
            starts_at=night.starts_at,
            zone=self.league.zone,
            night=night,
        )
        entries: dict[str, Entry] = {}
        for one, other, points, against in matches:
            for name in (one, other):
                if name not in entries:
                    entries[name] = Entry.objects.create(event=event)
                    EntryPlayer.objects.create(
                        entry=entries[name], event=event, player=self.player(name)
                    )
            won, lost = (one, other) if points >= against else (other, one)
            publish_match(
                event, entries[won], entries[lost], points=sorted((points, against), reverse=True)
            )
        pool = Pool.objects.create(stage=event.stages.get(), number=1)
        PoolEntry.objects.bulk_create(
            PoolEntry(pool=pool, stage=pool.stage, entry=entry, seed=seed)
            for seed, entry in enumerate(entries.values(), 1)
        )
        Event.objects.filter(pk=event.pk).update(state=state)
        event.refresh_from_db()
        return event

    def season(self, *, with_running: bool = False) -> LeagueSeason:
        return season_of(self.league, with_running=with_running)

    def totals(self, *, with_running: bool = False) -> dict[str, float]:
        names = dict(Player.objects.values_list("pk", "name"))
        return {
            names[row.player]: float(row.tour_points)
            for row in self.season(with_running=with_running).rows
        }
