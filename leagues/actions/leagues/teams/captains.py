"""Links by which captains enter their team's line-ups without an account."""

from django.utils.translation import gettext_lazy as later

from leagues.access.roles import Who
from leagues.actions.act import act
from leagues.actions.refusal import Stale
from leagues.actions.verb import Verb
from leagues.models import CaptainLink, Entry, League
from leagues.reads.leagues.kinds.teams import teams_of


def offer_captain_link(*, by: Who, league: League, entry: Entry) -> CaptainLink:
    """Create a new link for the captain of a team, or return the open one."""
    with act(by, league, OFFER_CAPTAIN_LINK, name=entry.name) as line:
        if entry.pk not in {each.pk for each in teams_of(line.on)}:
            raise Stale
        link, is_new = CaptainLink.objects.get_or_create(entry=entry)
        if link.is_open and not is_new:
            line.drop()
            return link
        link.number, link.is_open = link.number + 1, True
        link.save()
    return link


OFFER_CAPTAIN_LINK = Verb(
    "offer_captain_link",
    later("Created a link for the captain of %(name)s."),
    later("Revoke the link on the league’s “Teams” page."),
)


def revoke_captain_link(*, by: Who, league: League, entry: Entry) -> None:
    """Revoke the captain's link of a team. Line-ups that were entered stay."""
    with act(by, league, REVOKE_CAPTAIN_LINK, name=entry.name) as line:
        here = CaptainLink.objects.filter(entry=entry, is_open=True)
        if not here.update(is_open=False):
            line.drop()


REVOKE_CAPTAIN_LINK = Verb(
    "revoke_captain_link",
    later("Revoked the link of the captain of %(name)s."),
    later("A revoked link can’t be used again. Create a new one."),
)
