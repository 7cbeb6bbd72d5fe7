"""Results entered as totals, without rounds: who may enter or dispute them, and until when."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils.translation import gettext as _

from leagues.models import Event, League, Match, Surface, TotalsReport
from leagues.reads.events.sheets import format_of
from leagues.reads.leagues.kinds.rules import rules_of
from scoring.matches import SingleGame


def counts_from(match: Match, league: League) -> datetime | None:
    """The time after which a result that is not disputed counts; None if the match has no
    result.
    """
    if match.finished_at is None:
        return None
    return match.finished_at + timedelta(hours=rules_of(league).confirm_hours)


def may_enter_totals(match: Match, league: League, now: datetime) -> bool:
    """True if a player may enter totals for this match, or dispute those entered: the league
    allows it, no round was entered, and the time to dispute is not over.
    """
    lets = rules_of(league).totals and match.event.trust != Event.Trust.DESK
    if not lets or not takes_totals(match, league):
        return False
    until = counts_from(match, league)
    return until is None or now <= until


def takes_totals(match: Match, league: League) -> bool:
    """True if totals may be entered or corrected. The desk may still correct them after they are
    confirmed.
    """
    lets = rules_of(league).totals or match.ending == Match.Ending.TOTALS
    is_open = match.ending in ("", Match.Ending.TOTALS) and not match.rounds.exists()
    is_on = match.event.state == Event.State.RUNNING
    return lets and is_on and is_open and isinstance(format_of(match), SingleGame)


def is_confirmed(match: Match, league: League, now: datetime) -> bool:
    """True if both sides have confirmed the totals, or the time to dispute them is over."""
    if match.ending != Match.Ending.TOTALS or match.dated.is_contested:
        return False
    until = counts_from(match, league)
    is_silent = until is not None and until < now
    return is_silent or not match.sides.filter(confirmed_at=None).exists()


@dataclass(frozen=True)
class TotalsEntered:
    """Totals entered for a match, with the name of the side that entered them."""

    report: TotalsReport
    whose: str

    @property
    def in_figures(self) -> str:
        points, twenties = (
            "–".join(map(str, made or ())) for made in (self.report.points, self.report.twenties)
        )
        if not twenties:
            return points
        made = {"points": points, "made": twenties}
        return _("%(points)s, 20s %(made)s") % made


def totals_entered(match: Match) -> list[TotalsEntered]:
    """List all totals entered for a match, oldest first. Needs ``match.sides`` read with names."""
    names = {side.seat: side.shown_on(Surface.DESK) for side in match.sides.all()}
    reports = match.totals_reports.select_related("player", "user__player")
    return [TotalsEntered(each, names.get(each.seat, _("The desk"))) for each in reports]
