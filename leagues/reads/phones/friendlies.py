"""Friendlies: which boards are free for one, whom its form names, and which was left behind."""

from collections.abc import Mapping
from datetime import datetime, timedelta

from django.db.models import Max

from leagues.access.ways_in import follows_here, here_now
from leagues.models import Board, Club, Match, Player, Surface
from leagues.models.events import FRIENDLIES
from leagues.models.names import fold

LEFT_AFTER = timedelta(hours=1)


def is_free(board: Board, now: datetime) -> bool:
    """Nobody sits there, no match that is drawn for it is to come, or a friendly was left."""
    here = here_now(board)
    return follows_here(board) is None and (here is None or is_left(here, now))


def is_left(match: Match, now: datetime) -> bool:
    """Whether nothing was entered in a friendly for so long that its players have gone."""
    if match.event.kind not in FRIENDLIES or match.state == Match.State.FINISHED:
        return False
    last = match.reports.aggregate(last=Max("received_at"))["last"]
    since = last or match.called_at
    return since is not None and since < now - LEFT_AFTER


def by_shown_name(club: Club) -> Mapping[str, tuple[Player, ...]]:
    """Those whom public pages name, by what they are called there; two may share a name."""
    found: dict[str, tuple[Player, ...]] = {}
    for player in Player.objects.filter(club=club).seen().as_listed():
        shown = fold(player.shown_on(Surface.WEB))
        found[shown] = (*found.get(shown, ()), player)
    return found
