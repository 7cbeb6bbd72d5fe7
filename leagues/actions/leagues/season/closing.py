"""Close a season: its table is saved as rows, and it can be reopened for seven days."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later

from leagues.access.roles import Who
from leagues.actions.act import act
from leagues.actions.refusal import Refused, refuse_stale
from leagues.actions.undo_rows import GONE, put_back
from leagues.actions.verb import Undo, Verb
from leagues.actions.webhook_queue import season_closed
from leagues.models import Action, Award, FinalRow, League
from leagues.reads.leagues.end.closing import (
    handicap_facts,
    is_reopenable,
    mark_of_lines,
    why_not_closed,
)
from leagues.reads.leagues.table.table_lines import LeagueLine, league_lines


def close_league(*, by: Who, league: League, seen: str = "") -> None:
    """Close a season with its current table; ``seen`` is the mark of the table shown."""
    with act(by, league, CLOSE_LEAGUE) as line:
        if why := why_not_closed(line.on):
            raise Refused(why)
        lines = league_lines(line.on)
        if seen:
            refuse_stale(seen, mark_of_lines(lines))
        _freeze_table(line.on, lines)
        League.objects.filter(pk=league.pk).update(closed_at=timezone.now())
        firsts = [each.name for each in lines if each.place == 1]
        line.say(name=line.on.name, names=firsts, places=len(lines))
    league.refresh_from_db()


def _league_of(action: Action) -> League:
    league: League = League.objects.get(pk=action.details["league"])
    return league


def _preview_undo_close(action: Action) -> str:
    league = _league_of(action)
    if league.closed_at is None:
        raise Refused(GONE)
    if not is_reopenable(league, timezone.now()):
        raise Refused(
            _("This season was closed more than seven days ago, so it can’t be reopened.")
        )
    return _("The season will be open again, and its table will follow its nights.")


def _undo_close(by: Who, action: Action) -> None:
    reopen_league(by=by, league=_league_of(action))


CLOSE_LEAGUE = Verb(
    "close_league",
    later("Closed the season of %(name)s. First place: %(names)s."),
    Undo(_preview_undo_close, _undo_close, of_closed=True),
    webhook=season_closed,
)


def _row_facts(line: LeagueLine, handicaps: Mapping[int, dict[str, Any]]) -> dict[str, Any]:
    own = [handicaps[player] for player in line.keys if player in handicaps]
    return line.facts | ({"handicap": own[0]} if own else {})


def _freeze_table(league: League, lines: Iterable[LeagueLine]) -> None:
    lines, handicaps = list(lines), handicap_facts(league)
    rows = FinalRow.objects.bulk_create(
        FinalRow(
            league=league,
            number=number,
            division=line.division,
            place=line.place,
            team=line.team,
            total=str(line.total),
            played=line.played,
            facts=_row_facts(line, handicaps),
        )
        for number, line in enumerate(lines, 1)
    )
    behind = FinalRow.players.through
    behind.objects.bulk_create(
        behind(finalrow_id=row.pk, player_id=player.pk)
        for row, line in zip(rows, lines, strict=True)
        for player in line.players
    )


@transaction.atomic
def reopen_league(*, by: Who, league: League, now: datetime | None = None) -> None:
    """Reopen a season that was closed at most seven days ago."""
    now = now or timezone.now()
    if not is_reopenable(league, now):
        raise Refused(
            _("This season was closed more than seven days ago, so it can’t be reopened.")
        )
    closed = League.objects.filter(pk=league.pk, closed_at=league.closed_at)
    if not closed.update(closed_at=None):
        raise Refused(_("This season is no longer closed."))
    with act(by, league, REOPEN_LEAGUE) as line:
        line.say(name=line.on.name)
        line.on.final_rows.all().delete()
    league.refresh_from_db()


REOPEN_LEAGUE = Verb(
    "reopen_league",
    later("Reopened the season of %(name)s."),
    later("Close the season again on its “End of season” page."),
)


# --- Awards -----------------------------------------------------------------------------

AWARD = ("kind", "title", "division", "player_id", "rival_id", "figures")
"""The columns of an award."""


def awards_of(league: League) -> list[dict[str, Any]]:
    """The confirmed awards of a season, in the form that ``confirm_awards`` takes."""
    return list(league.awards.order_by("pk").values(*AWARD))


def confirm_awards(*, by: Who, league: League, awards: Iterable[Mapping[str, Any]]) -> bool:
    """Replace the awards of a season; False if they are the same."""
    wanted = [dict(award) for award in awards]
    with act(by, league, CONFIRM_AWARDS) as line:
        before = awards_of(line.on)
        if before == wanted:
            line.drop()
            return False
        line.keep(line.on.awards.all())
        line.on.awards.all().delete()
        Award.objects.bulk_create(Award(league=line.on, user=by.user, **award) for award in wanted)
        line.say(awards=len(wanted))
    return True


CONFIRM_AWARDS = Verb(
    "confirm_awards",
    later("Chose the awards: %(awards)s."),
    put_back(later("Restores the earlier awards.")),
)
