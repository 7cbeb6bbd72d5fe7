"""Players end a timed game when its time is up."""

from django.utils.translation import gettext as _

from leagues.access.roles import Who
from leagues.actions.play.endings import stop_match
from leagues.actions.refusal import Refused
from leagues.models import DatedMatch, Event, Match
from leagues.reads.leagues.kinds.series import has_clock


def call_time(*, by: Who, match: Match) -> None:
    """End a timed game of a league with the current score. A tied score is a tie."""
    dated = DatedMatch.objects.select_related("week__league").get(match=match)
    if not has_clock(dated.week.league):
        raise Refused(_("In this league, games are played without a clock."))
    if match.event.trust == Event.Trust.DESK:
        raise Refused(_("In this event, only the desk enters scores."))
    stop_match(by=by, match=match, reason=_("Time was up."))
