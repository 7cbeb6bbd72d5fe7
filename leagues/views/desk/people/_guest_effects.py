"""Effects on league tables when a player becomes a guest or a member."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from leagues.actions.leagues.table_previews import what_if
from leagues.models import EntryPlayer, League, Player
from leagues.reads.leagues.table.table_moves import how_many_move
from leagues.reads.state_marks import mark_of
from leagues.views.desk.leagues._preview import moves_mark, with_names


@dataclass(frozen=True)
class LeagueChange:
    """A league whose table would change, and the nights concerned."""

    league: League
    nights: Sequence[date]
    """Nights on which the player took part."""
    moves: Sequence[dict[str, Any]]
    movers: int
    mark: str


def guest_changes(player: Player, do: Callable[[], object]) -> list[LeagueChange]:
    """Simulate ``do``, and return the changed tables among the player's open leagues."""
    here = League.objects.filter(
        pk__in=_line_ups_of(player).values("event__night__league"), is_open=True, closed_at=None
    )
    leagues = list(here.order_by("name", "pk"))
    if not leagues:
        return []
    found = what_if(leagues, do)
    return [
        LeagueChange(
            league,
            _night_days(player, league),
            with_names(moves),
            how_many_move(moves),
            moves_mark(moves),
        )
        for league, moves in found.items()
        if moves
    ]


def mark_of_changes(changes: Sequence[LeagueChange]) -> str:
    return mark_of([[each.league.pk, each.mark] for each in changes])


def _line_ups_of(player: Player) -> Any:
    return EntryPlayer.objects.filter(player=player, event__binned_at=None)


def _night_days(player: Player, league: League) -> list[date]:
    lines = _line_ups_of(player).filter(event__night__league=league)
    days = lines.order_by("event__night__on").values_list("event__night__on", flat=True)
    return list(dict.fromkeys(days))
