"""Data for parts of this site that a club embeds in its website: tables, nights and boards."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists, OuterRef
from django.urls import reverse
from django.utils import timezone

from leagues.models import Club, Event, League, Match, Night, PairingRound, Player, Stage, Surface
from leagues.models.events import FRIENDLIES
from leagues.models.fields import HasZone
from leagues.reads.advance.bracket_play import has_bracket
from leagues.reads.advance.finals import FinalPlace, finals_of
from leagues.reads.leagues.table.season import season_of
from leagues.reads.leagues.table.season_table import season_tables
from leagues.reads.leagues.table.table_lines import by_division, league_lines
from leagues.reads.tables.tables import Table, tables_of
from scoring.results import Number

WEB = Surface.WEB


@dataclass(frozen=True)
class EmbedLine:
    place: int
    name: str
    total: Number | None
    played: int
    is_out: bool = False
    players: tuple[Player, ...] = ()
    shared: bool = False


@dataclass(frozen=True)
class EmbedTable:
    called: str
    """The name of a division or pool; empty if there is only one table."""
    lines: tuple[EmbedLine, ...]


def league_table(league: League) -> list[EmbedTable]:
    """The league's tables as on its page, including a night in progress."""
    if league.has_dated_matches:
        return [
            EmbedTable(
                division,
                tuple(
                    EmbedLine(
                        each.place,
                        each.shown_on(WEB),
                        each.total,
                        each.played,
                        players=() if each.team else each.players,
                        shared=each.shared,
                    )
                    for each in lines
                ),
            )
            for division, lines in by_division(league_lines(league, WEB))
        ]
    return [
        EmbedTable(
            table.division,
            tuple(
                EmbedLine(
                    line.row.place,
                    line.player.shown_on(WEB),
                    line.row.tour_points,
                    line.nights,
                    line.is_out,
                    (line.player,),
                    line.row.shared,
                )
                for line in table.lines
            ),
        )
        for table in season_tables(season_of(league, with_running=True), WEB)
    ]


def event_table(event: Event) -> list[EmbedTable]:
    """The tables of the last drawn stage that is not a bracket; empty without one."""
    drawn = PairingRound.objects.of(event).published().values("stage")
    opened = event.stages.filter(pk__in=drawn).order_by("-number")
    stage = next((each for each in opened if not has_bracket(each)), None)
    found = tables_of(stage, WEB) if stage else ()
    return [_of_pool(table, stage, len(found) > 1) for table in found if stage]


def _of_pool(table: Table, stage: Stage, is_one_of_several: bool) -> EmbedTable:
    return EmbedTable(
        table.pool.name or stage.name if is_one_of_several else "",
        tuple(
            EmbedLine(
                line.row.place,
                line.entry.shown_on(WEB),
                line.points.made,
                line.row.games,
                line.entry.state == line.entry.State.WITHDRAWN,
                () if line.entry.name else tuple(line.entry.people),
                line.row.shared,
            )
            for line in table.lines
        ),
    )


def event_podium(event: Event) -> tuple[FinalPlace, ...]:
    return finals_of(event).podium if event.state == Event.State.FINISHED else ()


# --- What comes next -------------------------------------------------------------------------


@dataclass(frozen=True)
class EmbedNight:
    """A league night, or an event outside leagues."""

    zone: HasZone
    starts_at: datetime
    name: str
    place: str
    path: str
    is_on: bool
    is_cancelled: bool = False
    reason: str = ""


def next_nights(club: Club) -> list[EmbedNight]:
    """The coming nights of all listed leagues, and events outside leagues, by start."""
    leagues = League.objects.listed().of(club).filter(event=None)
    events = Event.objects.listed().of(club).filter(night=None, league=None)
    to_come = events.exclude(state=Event.State.FINISHED).exclude(kind__in=FRIENDLIES)
    found = [*nights_of(leagues), *(_of_event(each) for each in to_come)]
    return sorted(found, key=lambda each: each.starts_at)


def nights_of(leagues: Iterable[League]) -> list[EmbedNight]:
    """The leagues' nights that are not over. Leagues with dated matches have none."""
    now = timezone.now()
    events = Event.objects.listed().filter(night=OuterRef("pk"))
    nights = (
        Night.objects.filter(league__in=leagues, league__event=None, league__closed_at=None)
        .annotate(
            is_on=Exists(events.filter(state=Event.State.RUNNING)),
            was_played=Exists(events.filter(state=Event.State.FINISHED)),
        )
        .select_related("league")
        .in_order()
    )
    return [
        _of_night(night)
        for night in nights
        if now < night.hosted_until and (night.is_on or not night.was_played)  # type: ignore[attr-defined]
    ]


def _of_night(night: Night) -> EmbedNight:
    league = night.league
    return EmbedNight(
        zone=league,
        starts_at=night.starts_at,
        name=f"{league.name}: {night.name}" if night.name else league.name,
        place=night.where,
        path=reverse("league-night", args=[league.slug, night.pk]),
        is_on=night.is_on,  # type: ignore[attr-defined]
        is_cancelled=night.is_cancelled,
        reason=night.reason,
    )


def _of_event(event: Event) -> EmbedNight:
    return EmbedNight(
        zone=event,
        starts_at=event.starts_at,
        name=event.name,
        place=event.place,
        path=event.get_absolute_url(),
        is_on=event.shown_state == Event.State.RUNNING,
    )


# --- What is played now ----------------------------------------------------------------------


def boards_in_play(events: Iterable[Event]) -> list[Match]:
    """The matches in progress in these events, by board."""
    found = Match.objects.filter(event__in=list(events)).published()
    matches = found.select_related("event").with_sides().with_disputes().at_a_board()
    return list(matches)
