"""A league on a card: its next night, and who leads."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils import timezone

from leagues.models import League, Player, Surface
from leagues.reads.leagues.coming import HeadCount, coming
from leagues.reads.leagues.match_cards import MatchCard, match_card
from leagues.reads.leagues.season import LeagueNight, LeagueSeason, season_of
from leagues.reads.readable import readable
from leagues.say import say
from scoring.text import Listing

MANY = 3  # leaders who are named


@dataclass(frozen=True)
class LeagueCard:
    season: LeagueSeason
    leaders: str
    """Who has the first place; nothing before the first night, or where many share it."""
    count: HeadCount | None
    """Who comes to the next night."""

    @property
    def league(self) -> League:
        return self.season.league

    @property
    def now(self) -> LeagueNight | None:
        return self.season.now

    @property
    def next(self) -> LeagueNight | None:
        return self.season.next

    @property
    def is_current(self) -> bool:
        return self.now is not None or self.next is not None


def league_cards(leagues: Iterable[League]) -> list[LeagueCard | MatchCard]:
    now = timezone.now()

    def card(league: League) -> LeagueCard | MatchCard:
        if league.has_dated_matches:
            return match_card(league, now)
        return _card(season_of(league, as_it_stands=True))

    return list(readable(leagues, card))


def _card(season: LeagueSeason) -> LeagueCard:
    count = coming(season.next.row) if season.next else None
    return LeagueCard(season, _leaders(season), count)


def _leaders(season: LeagueSeason) -> str:
    """Of the highest division, where there are several."""
    highest = season.rows[0].division if season.rows else None
    first = [row.player for row in season.rows if row.place == 1 and row.division == highest]
    if not season.over or len(first) > MANY:
        return ""
    players = Player.objects.in_bulk(first)
    return say(Listing(tuple(players[p].shown_on(Surface.WEB) for p in first)))
