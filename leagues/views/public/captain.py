"""A captain's page: the meetings of the team, and who plays in them; by a link, without an account."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods

from leagues.access.captains import captain_link
from leagues.access.roles import NOBODY, anyone, keep_secret, wrong_link
from leagues.views.team_line_ups import team_page


@anyone
@require_http_methods(["GET", "HEAD", "POST"])
def captain(request: HttpRequest, pk: int, secret: str) -> HttpResponse:
    """Whoever holds the link names the line-ups of its team."""
    link = captain_link(pk, secret)
    if link is None:
        return wrong_link(request)
    league, team = link.entry.event.league, link.entry
    return keep_secret(
        team_page(request, league, team, NOBODY, "public/leagues/captain.html")
    )
