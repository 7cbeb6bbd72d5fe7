"""Preview images for shared links to the club, a league or a league night."""

from collections.abc import Iterator, Sequence
from itertools import islice

from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from leagues.access.league_roles import night_at, sees_league
from leagues.access.roles import for_anyone
from leagues.dates import date_format
from leagues.files.share_picture import Line, NumberedText
from leagues.live.page_cache import ready_made
from leagues.models import Event, League, Surface
from leagues.reads.leagues.nights.night_lines import (
    first_of_night,
    night_in_short,
    night_lines,
    night_title,
)
from leagues.reads.leagues.pages.coming_days import A_DAY
from leagues.reads.leagues.pages.front_page import on_now
from leagues.reads.leagues.pages.leaders import leader_names, lines_now
from leagues.reads.leagues.table.season import season_of
from leagues.reads.leagues.table.table_lines import LeagueLine, by_division
from leagues.reads.tolerant_rows import read_each
from leagues.templatetags.look import points
from leagues.views.public.club import home_club
from leagues.views.public.leagues import find_league
from leagues.views.public.share import first_or_tied, picture_response, running_lines

WEB = Surface.WEB
MOST = 4  # leagues in the club's image


@for_anyone
@ready_made()
@require_safe
def club_picture(request: HttpRequest) -> HttpResponse:
    """Draw the event that is on, or who leads the current leagues."""
    club = home_club()
    listed = Event.objects.listed().of(club)
    running = on_now(list(listed.on_now().filter(league=None)))[:1]
    first = [each.event for each in running]
    for event, lines in read_each(first, lambda event: (event, list(running_lines(event)))):
        return picture_response(club, event.name, lines)
    current = League.objects.listed().current().of(club).order_by("-made_at")[:MOST]
    leagues = read_each(current, lambda league: (league.name, leader_names(lines_now(league), WEB)))
    texts = [f"{name}: {names}" if names else name for name, names in leagues]
    return picture_response(club, club.name, texts, has_caption=False)


@for_anyone
@ready_made()
@require_safe
def league_picture(request: HttpRequest, slug: str) -> HttpResponse:
    league = find_league(request, slug)
    kind = str(league.get_kind_display())
    what = f"{kind} · {league.season.name}" if league.season else kind
    lines = [what, *_in_front(lines_now(league)), *_next_night(league)]
    return picture_response(league.club, league.name, lines)


def _next_night(league: League) -> Iterator[str]:
    if league.has_dated_matches or league.closed_at:
        return
    now = timezone.now()
    nights = league.nights.filter(is_cancelled=False, on__gte=(now - A_DAY).date()).in_order()
    coming = (night for night in nights[:3] if night.starts_at > now)
    for night in islice(coming, 1):
        starts = timezone.localtime(night.starts_at, league.tzinfo)
        label = _("Next:")
        yield f"{label} {date_format(starts, 'D j M, H:i')}"


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
    # A week of dated matches has no page.
    if night is None or not sees_league(request, night.league) or night.league.has_dated_matches:
        raise Http404
    season = season_of(night.league, with_running=True)
    [here] = [each for each in season.nights if each.row.pk == night.pk]
    first = first_of_night(night_lines(season, here) if here.events else None)
    placed = [
        NumberedText(
            line.player.shown_on(WEB),
            before=str(line.place),
            points="" if line.paid is None else points(line.paid),
        )
        for line in first
    ]
    lines: list[Line] = [night_in_short(night, None), *placed]
    title = night_title(night) if night.name else night.league.name
    return picture_response(night.league.club, title, lines)
