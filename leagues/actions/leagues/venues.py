"""The home venue of a team, a pair or a player."""

from django.utils.translation import gettext_lazy as later

from leagues.access.roles import Who
from leagues.actions.act import act
from leagues.actions.leagues.matches.arranged_matches import refuse_not_on
from leagues.actions.leagues.matches.draw import event_of
from leagues.actions.refusal import Stale
from leagues.actions.verb import Verb
from leagues.models import Entry, League, Surface
from leagues.reads.leagues.venues import venue_entries


def set_venue(*, by: Who, league: League, entry: Entry, venue: str) -> None:
    """Set or clear a home venue. The log omits it, because it may be a private address."""
    name = entry.shown_on(Surface.DESK)
    with act(by, event_of(league), SET_VENUE, name=name) as line:
        refuse_not_on(line.on)
        if entry not in venue_entries(league):
            raise Stale
        here = Entry.objects.filter(pk=entry.pk).exclude(venue=venue)
        if not here.update(venue=venue):
            line.drop()


SET_VENUE = Verb(
    "set_venue",
    later("Changed the home venue of %(name)s."),
    later("The earlier venue wasn’t saved. Enter it again on the page of the league."),
    in_league_log=True,
)
