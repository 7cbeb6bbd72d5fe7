"""The leagues that a player runs as secretary or treasurer."""

from dataclasses import dataclass

from django.db.models import Exists, OuterRef, Q

from leagues.models import League, Player


@dataclass(frozen=True)
class Post:
    """The office of a player in a league: secretary or treasurer. A secretary also keeps dues."""

    league: League
    is_secretary: bool


def posts_of(player: Player) -> list[Post]:
    """List the offices of a player, newest league first. A secretary keeps the office until the
    next season exists, a treasurer until the league is closed.
    """
    has_next = Exists(League.objects.filter(before=OuterRef("pk")))
    runs = Q(secretary=player) & (Q(closed_at=None) | ~has_next)
    keeps_dues = Q(treasurer=player, closed_at=None) & ~Q(dues="")
    leagues = League.objects.filter(runs | keeps_dues, club__is_home=True)
    return [Post(league, league.secretary_id == player.pk) for league in leagues.order_by("-pk")]
