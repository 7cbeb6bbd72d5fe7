"""A player's place in each current league."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain

from django.db.models import Q

from leagues.models import Enrolment, Event, League, Night, Player
from leagues.reads.leagues.pages.leaders import lines_now
from leagues.reads.leagues.table.season import season_of
from leagues.reads.tolerant_rows import read_each
from scoring.results import Number


@dataclass(frozen=True)
class OwnPlace:
    """A player's line in a league's table."""

    league: League
    place: int | None
    """None before the player has played."""
    many: int
    """The number of players in the division's table."""
    points: Number
    played: int
    """Nights played, or matches in a league with dated matches."""
    counted: int | None = None
    """The number of nights that count; None in a league with dated matches."""
    next: Night | None = None


def own_places(player: Player, dated: Iterable[League]) -> list[OwnPlace]:
    """The player's place in each current league of nights, and in the ``dated`` leagues."""
    nights = list(read_each(_of_nights(player), lambda league: _in_season(league, player)))
    matches = list(read_each(dated, lambda league: _in_matches(league, player)))
    return [each for each in chain(nights, matches) if each]


def _of_nights(player: Player) -> Iterable[League]:
    """Leagues of nights in which the player is a member, and public ones they have played in."""
    member = Enrolment.objects.filter(player=player, kind=Enrolment.Kind.MEMBER)
    played = Night.objects.filter(events__entries__players=player)
    is_listed = Q(visibility=Event.Visibility.PUBLIC)
    found = League.objects.current().filter(
        Q(pk__in=member.values("league")) | Q(is_listed, pk__in=played.values("league")),
        club=player.club_id,
        event=None,
    )
    return found.select_related("club").order_by("pk")


def _in_season(league: League, player: Player) -> OwnPlace | None:
    season = season_of(league, with_running=True)
    row = next((row for row in season.rows if row.player == player.pk), None)
    if row is None:
        return None
    return OwnPlace(
        league,
        row.place if row.played else None,
        sum(other.division == row.division for other in season.rows),
        row.tour_points,
        len(row.played),
        len(row.counted),
        season.next.row if season.next else None,
    )


def _in_matches(league: League, player: Player) -> OwnPlace | None:
    lines = lines_now(league)
    own = next((line for line in lines if player.pk in line.keys), None)
    if own is None:
        return None
    return OwnPlace(
        league,
        own.place if own.played else None,
        sum(line.division == own.division for line in lines),
        own.total,
        own.played,
    )
