"""Squads of teams during a season: players join, leave, or replace one another."""

from collections.abc import Iterator, Sequence
from datetime import date, datetime
from typing import Any

from django.db.models import Max, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later

from leagues.access.roles import Who
from leagues.actions.act import act
from leagues.actions.leagues.matches.arranged_matches import refuse_not_on
from leagues.actions.leagues.matches.draw import event_of
from leagues.actions.leagues.teams.line_ups import is_begun, make_boards
from leagues.actions.leagues.teams.meeting_rows import rows_of_meeting
from leagues.actions.refusal import Refused, Stale
from leagues.actions.undo_rows import not_over, put_back
from leagues.actions.verb import Verb
from leagues.models import (
    Enrolment,
    Entry,
    EntryPlayer,
    Event,
    League,
    Match,
    MeetingLineUp,
    Night,
    Player,
    Pool,
    PoolEntry,
    Surface,
)
from leagues.reads.leagues.calendar import evening_day
from leagues.reads.leagues.kinds.teams import PLAYERS, day_of, teams_of
from leagues.reads.log.facts import LogFacts


def join_squad(
    *,
    by: Who,
    league: League,
    team: Entry,
    player: Player,
    first: Night | None = None,
    instead: Entry | None = None,
    now: datetime | None = None,
) -> Entry:
    """Add a player to a team's squad, from a week on; returns the player's entry.

    The player replaces ``instead``, who leaves, in later line-ups. Players who have played for
    a team this season can't join another.
    """
    event = event_of(league)
    with act(by, event, JOIN_SQUAD, name=player.name, team=team.name) as line:
        refuse_not_on(line.on)
        _refuse_gone(league, team)
        here = _entry_of(event, player)
        if instead is not None and instead.team_id != team.team_id:
            raise Stale
        leaving = [each for each in (instead, _find_moving(here, team)) if each]
        line_ups = _to_come(leaving)
        line.keep(*_rows_of(event, league), *rows_of_meeting(*_meetings_of(line_ups)))
        if player._state.adding:
            player.save()
        entry = _seat_player(league, event, team, player, here)
        division = _pool_of(team).name
        _end_enrolments(league, [entry], now)
        Enrolment.objects.create(league=league, player=player, division=division, first=first)
        if instead is not None:
            _withdraw_entry(league, instead, now)
            line.say(instead=_name_of(instead))
        begins = first.on if first else None
        opened = [
            _take_out(
                league,
                each,
                leaving,
                entry if instead and each.entry_id == team.pk else None,
                begins,
            )
            for each in line_ups
        ]
        line.say(opened=sum(opened), first=begins.isoformat() if begins else "")
    return entry


def _describe_join(facts: LogFacts) -> str:
    if facts["details"].get("instead"):
        return _("Moved %(name)s from %(instead)s to %(team)s.")
    return _("Added %(name)s to the squad of %(team)s.")


JOIN_SQUAD = Verb(
    "join_squad",
    _describe_join,
    put_back(later("Restores the earlier squad of %(team)s."), not_over, moves_tables=True),
    in_league_log=True,
)


def leave_squad(
    *, by: Who, league: League, entry: Entry, now: datetime | None = None
) -> list[Match]:
    """Remove a player from a squad; returns the meetings whose line-ups must be entered again.

    Matches they have played still count.
    """
    event = event_of(league)
    with act(by, event, LEAVE_SQUAD, name=_name_of(entry)) as line:
        refuse_not_on(line.on)
        entry = Entry.objects.select_related("team").get(pk=entry.pk, event=event)
        is_player = entry.line_up.exists()
        if entry.state != Entry.State.ACTIVE or entry.team is None or not is_player:
            raise Stale
        line_ups = _to_come([entry])
        line.keep(*_rows_of(event, league), *rows_of_meeting(*_meetings_of(line_ups)))
        _withdraw_entry(league, entry, now)
        opened = [each.meeting for each in line_ups if _take_out(league, each, [entry], None, None)]
        line.say(team=entry.team.name, opened=len(opened))
    return opened


LEAVE_SQUAD = Verb(
    "leave_squad",
    later("Removed %(name)s from the squad of %(team)s."),
    put_back(later("%(name)s will play for %(team)s again."), not_over, moves_tables=True),
    in_league_log=True,
)


# --- Entries and pools ----------------------------------------------------------------------


def _rows_of(event: Event, league: League) -> Iterator[QuerySet[Any]]:
    yield event.entries.all()
    yield EntryPlayer.objects.filter(event=event)
    yield PoolEntry.objects.filter(stage__event=event)
    yield league.enrolments.all()


def _refuse_gone(league: League, team: Entry) -> None:
    here = {each.pk: each for each in teams_of(league)}
    if team.pk not in here or here[team.pk].state == Entry.State.WITHDRAWN:
        raise Stale


def _entry_of(event: Event, player: Player) -> Entry | None:
    if player._state.adding:
        return None
    found = Entry.objects.named().select_related("team").filter(event=event)
    return found.filter(players=player).first()


def _find_moving(here: Entry | None, team: Entry) -> Entry | None:
    """The player's entry in another squad, or None; ``Refused`` if they can't change squads."""
    if here is None or here.team is None:
        return None
    values = {"name": _name_of(here), "team": here.team.name}
    if here.team_id == team.team_id:
        if here.state == Entry.State.ACTIVE:
            raise Refused(_("%(name)s already plays for %(team)s.") % values, field="name")
        return None
    if _has_played(here):
        raise Refused(
            _(
                "%(name)s has played for %(team)s this season and can’t change teams until the next one."
            )
            % values,
            field="name",
        )
    return here


def _has_played(entry: Entry) -> bool:
    matches = Match.objects.filter(sides__entries=entry)
    return bool(matches.played_or_paid().exists())


def _name_of(entry: Entry) -> str:
    named: Entry = Entry.objects.named().get(pk=entry.pk)
    return named.shown_on(Surface.DESK)


def _pool_of(team: Entry) -> Pool:
    """The pool of the team's division in the players' stage."""
    place = PoolEntry.objects.select_related("pool").get(entry=team)
    pools = Pool.objects.filter(stage__event=team.event_id, stage__number=PLAYERS)
    pool: Pool = pools.get(number=place.pool.number)
    return pool


def _seat_player(
    league: League, event: Event, team: Entry, player: Player, here: Entry | None
) -> Entry:
    """Give the player an active entry, new or earlier, in the pool of the team's division."""
    if here is None:
        here = Entry.objects.create(event=event, team=team.team)
        EntryPlayer.objects.create(entry=here, event=event, player=player)
    else:
        here.team, here.state = team.team, Entry.State.ACTIVE
        here.save(update_fields=["team", "state"])
    pool = _pool_of(team)
    if not PoolEntry.objects.filter(entry=here, pool=pool).exists():
        PoolEntry.objects.filter(entry=here).delete()
        last: int = pool.places.aggregate(last=Max("seed"))["last"] or 0
        PoolEntry.objects.create(pool=pool, stage_id=pool.stage_id, entry=here, seed=last + 1)
    return here


def _withdraw_entry(league: League, entry: Entry, now: datetime | None) -> None:
    Entry.objects.filter(pk=entry.pk).update(state=Entry.State.WITHDRAWN)
    _end_enrolments(league, [entry], now)


def _end_enrolments(league: League, entries: Sequence[Entry], now: datetime | None) -> None:
    """End their memberships with the current week, or with the first week of a coming season."""
    nights = league.nights.in_order()
    today = evening_day(league, now or timezone.now())
    last = nights.filter(on__lte=today).last() or nights.first()
    members = league.enrolments.filter(player__line_ups__entry__in=entries, last=None)
    league.enrolments.filter(pk__in=list(members.values_list("pk", flat=True))).update(last=last)


# --- Line-ups of players who leave ----------------------------------------------------------


def _to_come(leaving: Sequence[Entry]) -> list[MeetingLineUp]:
    """The line-ups with these entries in meetings that haven't begun."""
    if not leaving:
        return []
    keys = {each.pk for each in leaving}
    found = MeetingLineUp.objects.filter(meeting__event=leaving[0].event_id)
    unfinished = found.select_related("meeting__dated__week").order_by("pk")
    return [
        each
        for each in unfinished
        if keys & {key for place in each.places for key in place}
        and each.meeting.state != Match.State.FINISHED
        and not is_begun(each.meeting)
    ]


def _meetings_of(line_ups: Sequence[MeetingLineUp]) -> list[Match]:
    return list({each.meeting_id: each.meeting for each in line_ups}.values())


def _take_out(
    league: League,
    line_up: MeetingLineUp,
    leaving: Sequence[Entry],
    comes: Entry | None,
    begins: date | None,
) -> bool:
    """Remove entries from a line-up, or replace them by ``comes``; True if they weren't replaced.

    The line-up then has to be entered again.
    """
    keys = {each.pk for each in leaving}
    named = {key for place in line_up.places for key in place}
    day = day_of(line_up.meeting)
    fits = comes is not None and comes.pk not in named - keys and (begins is None or begins <= day)
    if fits and comes is not None:
        line_up.places = [
            [comes.pk if key in keys else key for key in place] for place in line_up.places
        ]
    else:
        line_up.lacks = [*line_up.lacks, *sorted(keys & named)]
        line_up.places = [[key for key in place if key not in keys] for place in line_up.places]
    line_up.save(update_fields=["places", "lacks"])
    make_boards(league, line_up.meeting)
    return not fits
