"""Friendly matches: free boards, names for the form, and abandoned matches."""

from collections.abc import Mapping
from datetime import datetime, timedelta

from django.db.models import Max

from leagues.access.pass_checks import follows_here, here_now
from leagues.models import Board, Club, Match, Player, Surface
from leagues.models.events import FRIENDLIES
from leagues.models.names import fold_name

LEFT_AFTER = timedelta(hours=1)


def is_free(board: Board, now: datetime) -> bool:
    """Whether the board has no match now, and none to come. An abandoned friendly doesn't count."""
    here = here_now(board)
    return follows_here(board) is None and (here is None or is_left(here, now))


def is_left(match: Match, now: datetime) -> bool:
    """Whether this is a friendly in which nothing was entered for ``LEFT_AFTER``."""
    if match.event.kind not in FRIENDLIES or match.state == Match.State.FINISHED:
        return False
    last = match.reports.aggregate(last=Max("received_at"))["last"]
    since = last or match.called_at
    return since is not None and since < now - LEFT_AFTER


def by_shown_name(club: Club) -> Mapping[str, tuple[Player, ...]]:
    """Players by the name that public pages show. Several may share one."""
    found: dict[str, tuple[Player, ...]] = {}
    for player in Player.objects.filter(club=club).seen().as_listed():
        shown = fold_name(player.shown_on(Surface.WEB))
        found[shown] = (*found.get(shown, ()), player)
    return found
