"""A result as a mail asked to confirm it, and as it is now."""

from datetime import datetime
from typing import NamedTuple

from leagues.access.mail_acts import points_in_address
from leagues.models import League, Match
from leagues.reads.leagues.matches.totals import may_enter_totals
from leagues.reads.phones.my_match import MyMatch
from leagues.reads.play.typed_cards import Totals


class MailedResult(NamedTuple):
    totals: Totals
    has_changed: bool
    is_open: bool
    """True if the player can confirm it."""


def read_mailed_result(own: MyMatch, league: League, points: str, now: datetime) -> MailedResult:
    """``points`` are those of the mail."""
    match = own.match
    totals = Totals.of(match.sides.order_by("seat"))
    is_same = match.ending == Match.Ending.TOTALS and points_in_address(totals.points) == points
    is_open = is_same and not own.mine.confirmed_at and may_enter_totals(match, league, now)
    return MailedResult(totals, not is_same, is_open)
