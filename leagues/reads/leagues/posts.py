"""The leagues that a player runs as secretary, or keeps the dues of."""

from dataclasses import dataclass

from django.db.models import Exists, OuterRef, Q

from leagues.models import League, Player


@dataclass(frozen=True)
class Post:
    """An office of a player in a league. A secretary keeps its dues too."""

    league: League
    is_secretary: bool


def posts_of(player: Player) -> list[Post]:
    """The offices of a player, the newest league first: a secretary's until the next season is
    open, a treasurer's until the league closes."""
    has_next = Exists(League.objects.filter(before=OuterRef("pk")))
    runs = Q(secretary=player) & (Q(closed_at=None) | ~has_next)
    keeps_dues = Q(treasurer=player, closed_at=None) & ~Q(dues="")
    leagues = League.objects.filter(runs | keeps_dues, club__is_home=True)
    return [Post(league, league.secretary_id == player.pk) for league in leagues.order_by("-pk")]
