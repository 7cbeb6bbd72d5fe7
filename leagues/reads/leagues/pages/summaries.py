"""The summaries of current leagues, stored so that a page with many leagues ranks no table.

A summary whose revisions have changed is made again. During a night it is only in memory:
every result would write it.
"""

from functools import lru_cache

from leagues.models import Event, League, LeagueSummary, Match
from leagues.models.leagues import LeagueQuerySet
from leagues.reads.leagues.kinds.ladder import ladder_of
from leagues.reads.leagues.matches.weeks import open_stage
from leagues.reads.leagues.table.season import season_of
from leagues.reads.stored_rows import store_rows
from leagues.reads.tables.tables import Table, TableLine, tables_of
from leagues.reads.tolerant_rows import read_each

MANY = 3  # a first place shared by more is not shown
Leaders = list[tuple[str, list[int], str]]
"""The divisions, each with the ids of its leaders and their points as text, "" on a ladder."""


def summaries_of(leagues: LeagueQuerySet) -> list[tuple[League, LeagueSummary]]:
    """Each league that can be read with its summary, in one query if nothing has changed."""
    found = list(read_each(leagues.with_summaries(), lambda each: (each, _summary_now(each))))
    store_rows([each for _, each in found if each._state.adding and each.now is None])
    return found


def mark_of(league: League) -> str:
    """What changes with a league, its event or its nights. The league is read ``with_summaries``."""
    of_event = league.event.revision if league.event else 0
    of_nights = league.nights_mark or 0  # type: ignore[attr-defined]
    # The last words set it apart from rows that were stored without the points of leaders.
    return f"{league.revision} {of_event} {of_nights} with points"


def _summary_now(league: League) -> LeagueSummary:
    mark = mark_of(league)
    kept: LeagueSummary | None = getattr(league, "summary", None)
    return kept if kept and kept.mark == mark else summary_at(league, mark)


@lru_cache(maxsize=8)
def summary_at(league: League, mark: str) -> LeagueSummary:
    """Work out the summary of a league. The mark is part of the cache key."""
    made = _of_matches(league) if league.event else _of_nights(league)
    made.league_id, made.mark = league.pk, mark
    return made


def _of_nights(league: League) -> LeagueSummary:
    season = season_of(league, with_running=True)
    highest = season.rows[0].division if season.rows else None
    first = [row for row in season.rows if row.place == 1 and row.division == highest]
    leaders = [("", [row.player for row in first], str(first[0].tour_points))] if first else []
    return LeagueSummary(
        leaders=leaders if season.over and len(first) <= MANY else [],
        over=season.over,
        planned=season.planned,
        now=season.now.number if season.now else None,
        dates=[
            (night.row.pk, night.row.hosted_until.timestamp())
            for night in season.nights
            if night.is_to_come
        ],
    )


def _of_matches(league: League) -> LeagueSummary:
    """The summary of a league of dated matches. The database counts them, without match rows."""
    event = league.event
    assert event is not None
    event.club = league.club
    known = Match.objects.published().filter(event=event, dated__isnull=False, team_board=None)
    weeks = league.nights.in_order().filter(is_cancelled=False)
    return LeagueSummary(
        leaders=_ladder_leader(league) if league.of_kind.is_ladder else _table_leaders(event),
        over=known.finished().count(),
        planned=known.count(),
        dates=[on.isoformat() for on in weeks.values_list("on", flat=True)],
    )


def _ladder_leader(league: League) -> Leaders:
    return [("", [line.entry.pk], "") for line in ladder_of(league).lines[:1]]


def _table_leaders(event: Event) -> Leaders:
    stage = open_stage(event)
    tables = tables_of(stage) if stage else ()
    found = ((table, _in_first_place(table)) for table in tables if table.has_begun)
    return [
        (table.pool.name, [line.entry.pk for line in first], _points_of(first[0]))
        for table, first in found
        if 0 < len(first) <= MANY
    ]


def _points_of(line: TableLine) -> str:
    made = (line.lead[0] if line.lead else line.points).made
    return "" if made is None else str(made)


def _in_first_place(table: Table) -> list[TableLine]:
    return [line for line in table.lines if line.row.place == 1]
