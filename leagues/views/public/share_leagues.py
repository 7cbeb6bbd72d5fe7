"""Preview images for shared links to the club, a league or a league night."""

from collections.abc import Iterator, Sequence

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from leagues.access.league_roles import night_at, sees_league
from leagues.access.roles import for_anyone
from leagues.files.share_picture import Line, NumberedText
from leagues.live.page_cache import ready_made
from leagues.models import Event, League, Surface
from leagues.reads.leagues.nights.night_lines import (
    first_of_night,
    night_in_short,
    night_lines,
    night_title,
)
from leagues.reads.leagues.pages.front_page import Headline, headline_of, on_now
from leagues.reads.leagues.pages.leaders import leader_names, lines_now
from leagues.reads.leagues.table.season import season_of
from leagues.reads.leagues.table.table_lines import LeagueLine, by_division
from leagues.reads.tolerant_rows import read_each
from leagues.templatetags.look import points
from leagues.templatetags.projections import plainly
from leagues.views.public.club import home_club
from leagues.views.public.leagues import find_league
from leagues.views.public.share import first_or_tied, picture_response

WEB = Surface.WEB
MOST = 4  # leagues in the club's image


@for_anyone
@ready_made()
@require_safe
def club_picture(request: HttpRequest) -> HttpResponse:
    """Draw who leads the current event and the current leagues."""
    club = home_club()
    listed = Event.objects.listed().of(club)
    running = on_now(list(listed.on_now().filter(league=None)))[:1]
    first = [each.event for each in running]
    events = read_each(first, lambda _event: _on_now(headline_of(running[0])))
    current = League.objects.listed().current().of(club).order_by("-made_at")[:MOST]
    leagues = read_each(current, lambda league: (league.name, leader_names(lines_now(league), WEB)))
    lines: list[Line] = [f"{name}: {names}" if names else name for name, names in leagues]
    lines[:0] = [line for found in events for line in found if line]
    return picture_response(club, club.name, lines, has_caption=False)


def _on_now(on: Headline) -> tuple[Line, str]:
    """Return an event with its game in play, and its leaders, by pool if there are any."""
    state = str(on.event.shown_state.label)
    name: Line = f"{on.event.name}: {state}"
    if on.now and not on.now.is_play_off:
        words = _("%(stage)s, game %(number)s") % {
            "stage": on.event.name,
            "number": on.now.number,
        }
        name = NumberedText(f"{words}: {state}", before=str(on.now.number))
    first = [leader for leader in on.leaders if leader.place == 1]
    names = [leader.entry.shown_on(WEB) for leader in first]
    if first and first[0].pool:
        pools = zip(first, names, strict=True)
        return name, ", ".join(f"{each.pool} {leader}" for each, leader in pools)
    return name, f"{', '.join(names)}: {plainly(first[0].points)}" if first else ""


@for_anyone
@ready_made()
@require_safe
def league_picture(request: HttpRequest, slug: str) -> HttpResponse:
    league = find_league(request, slug)
    kind = str(league.get_kind_display())
    what = f"{kind} · {league.season.name}" if league.season else kind
    lines = [what, *_in_front(lines_now(league))]
    return picture_response(league.club, league.name, lines)


def _in_front(lines: Sequence[LeagueLine]) -> Iterator[Line]:
    """Yield the first three; with divisions, the leader of each that has one to name."""
    played = [line for line in lines if line.played or line.is_rung]
    divisions = by_division(played)
    if len(divisions) > 1:
        for _division, found in divisions:
            if names := leader_names(found, WEB):
                yield NumberedText(names, points=points(found[0].total))
        return
    yield from first_or_tied(
        [
            NumberedText(
                line.shown_on(WEB),
                before=str(line.place),
                points="" if line.is_rung else points(line.total),
            )
            for line in played
        ]
    )


@for_anyone
@ready_made()
@require_safe
def night_picture(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    night = night_at(slug, pk)
    if night is None or not sees_league(request, night.league):
        raise Http404
    if night.league.has_dated_matches:  # a week of dated matches has no page
        raise Http404
    season = season_of(night.league, with_running=True)
    [here] = [each for each in season.nights if each.row.pk == night.pk]
    first = first_of_night(night_lines(season, here) if here.events else None)
    placed = [NumberedText(name, before=str(place)) for place, name in first]
    lines: list[Line] = [night_in_short(night, None), *placed]
    return picture_response(night.league.club, night_title(night), lines)
