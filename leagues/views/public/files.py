"""Public downloads: tables of events, leagues, players and the club, and whole events."""

import json
from collections.abc import Callable
from datetime import date
from io import BytesIO
from typing import TypeAlias

from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.views.decorators.http import require_safe

from leagues.access.league_roles import night_at, sees_league
from leagues.access.roles import for_anyone
from leagues.files.table_file import TableFile, write_xlsx
from leagues.live.page_cache import ready_made
from leagues.models import Club, Event, Surface
from leagues.reads.advance.bracket_play import has_bracket
from leagues.reads.data.club_lists import honours_table, night_table, records_table
from leagues.reads.data.event_file import event_file
from leagues.reads.data.event_records import archive_file, cmn_file
from leagues.reads.data.event_tables import entries_table, matches_table, standings_table
from leagues.reads.data.league_tables import season_table_file, weeks_table
from leagues.reads.data.people_tables import player_matches_table
from leagues.reads.leagues.calendar import evening_day
from leagues.views.download import XLSX, as_download, as_table, file_name
from leagues.views.public.club import home_club
from leagues.views.public.event import find_event, stage_asked
from leagues.views.public.leagues import find_league
from leagues.views.public.player import seen_player
from scoring.notation import archive_sheets, write_cmn

JSON = "application/json"


def _standings_file(request: HttpRequest, event: Event) -> TableFile:
    stages = [stage for stage in event.stages.all() if not has_bracket(stage)]
    stage = stage_asked(stages, request.GET.get("stage"))
    if stage is None:
        raise Http404
    return standings_table(stage)


TablesOfEvent: TypeAlias = dict[str, Callable[[HttpRequest, Event], TableFile]]
EVENT_TABLES: TablesOfEvent = {
    "standings": _standings_file,
    "matches": lambda _request, event: matches_table(event),
    "entries": lambda _request, event: entries_table(event),
}


def _as_json(event: Event) -> bytes:
    text = json.dumps(event_file(event), ensure_ascii=False, indent=1)
    return f"{text}\n".encode()


def _as_archive(event: Event) -> bytes:
    out = BytesIO()
    sheets = archive_sheets(archive_file(event)).items()
    tables = [TableFile(name, tuple(map(str, heading)), rows) for name, (heading, *rows) in sheets]
    write_xlsx(out, tables)
    return out.getvalue()


EVENT_FILES: dict[str, tuple[str, str, Callable[[Event], bytes]]] = {
    "event.json": ("event", JSON, _as_json),
    "cmn.json": ("cmn", JSON, lambda event: write_cmn(cmn_file(event)).encode()),
    "archive.xlsx": ("archive", XLSX, _as_archive),
}


@for_anyone
@ready_made("stage")
@require_safe
def event_download(request: HttpRequest, slug: str, name: str) -> HttpResponseBase:
    """Download a table of an event as CSV or Excel, or the whole event."""
    event = find_event(request, slug)
    day = timezone.localdate(event.starts_at, event.tzinfo)
    if name in EVENT_FILES:
        what, kind, write = EVENT_FILES[name]
        ending = name.rpartition(".")[2]
        called = file_name(event.club, f"{event.name} {what}", day, ending)
        return as_download(iter([write(event)]), called, kind)
    what, _dot, ending = name.partition(".")
    if what not in EVENT_TABLES or ending not in {"csv", "xlsx"}:
        raise Http404
    table = EVENT_TABLES[what](request, event)
    return as_table(table, file_name(event.club, f"{event.name} {what}", day, ending))


@for_anyone
@require_safe
def league_download(request: HttpRequest, slug: str, name: str) -> HttpResponseBase:
    league = find_league(request, slug)
    what, _dot, ending = name.partition(".")
    today: date = evening_day(league, timezone.now())
    if ending not in {"csv", "xlsx"}:
        raise Http404
    if what == "season":
        table = season_table_file(league)
    elif what == "matches" and league.has_dated_matches:
        table = weeks_table(league, today)
    else:
        raise Http404
    called = file_name(league.club, f"{league.name} {what}", today, ending)
    return as_table(table, called)


@for_anyone
@require_safe
def player_download(request: HttpRequest, pk: int, name: str) -> HttpResponseBase:
    """Download a player's matches."""
    player = seen_player(pk)
    what, _dot, ending = name.partition(".")
    if player.merged_into or what != "matches" or ending not in {"csv", "xlsx"}:
        raise Http404
    today = timezone.localdate(timezone=player.club.tzinfo)
    called = f"{player.shown_on(Surface.FILE)} {what}"
    return as_table(player_matches_table(player), file_name(player.club, called, today, ending))


CLUB_TABLES: dict[str, Callable[[Club], TableFile]] = {
    "records": records_table,
    "honours": honours_table,
}


@for_anyone
@require_safe
def club_download(request: HttpRequest, name: str) -> HttpResponseBase:
    """Download the club's records or honours."""
    club = home_club()
    what, _dot, ending = name.partition(".")
    if what not in CLUB_TABLES or ending not in {"csv", "xlsx"}:
        raise Http404
    today = timezone.localdate(timezone=club.tzinfo)
    return as_table(CLUB_TABLES[what](club), file_name(club, what, today, ending))


@for_anyone
@require_safe
def night_download(request: HttpRequest, slug: str, pk: int, name: str) -> HttpResponseBase:
    """Download the results of a league night."""
    night = night_at(slug, pk)
    if night is None or not sees_league(request, night.league):
        raise Http404
    what, _dot, ending = name.partition(".")
    is_known = what == "night" and ending in {"csv", "xlsx"}
    if night.league.has_dated_matches or not is_known:
        raise Http404
    called = file_name(night.league.club, night.league.name, night.on, ending)
    return as_table(night_table(night), called)
