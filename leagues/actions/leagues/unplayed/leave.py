"""Leave a league: the entry's matches are annulled, forfeited, or count as they are."""

from collections.abc import Iterable

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later

from leagues.access.roles import Who
from leagues.actions.act import act
from leagues.actions.entries.waiting_list import name_of
from leagues.actions.leagues.matches.arranged_matches import refuse_not_on
from leagues.actions.leagues.unplayed.arranging import kept_of, undo_arranging
from leagues.actions.leagues.unplayed.forfeits import close_match, pay_and_close
from leagues.actions.refusal import Stale, refuse_stale
from leagues.actions.verb import Verb
from leagues.models import DatedMatch, Enrolment, Entry, League, Match, Night
from leagues.reads.leagues.calendar import evening_day
from leagues.reads.leagues.matches.leaving import leaver_of
from leagues.reads.log.facts import LogFacts
from leagues.stages.leaving import Becomes, LeavingWay
from scoring.sides import Seat


def leave_league(*, by: Who, league: League, entry: Entry, way: LeavingWay, seen: str = "") -> None:
    """Withdraw an entry from a league, and end the memberships of its players.

    ``way`` decides what its matches become. ``seen`` is the mark of the effects shown before.
    """
    assert league.event is not None
    with act(by, league.event, LEAVE_LEAGUE, way=way.value) as line:
        refuse_not_on(line.event)
        entries = Entry.objects.named().filter(event=line.on)
        entry = entries.get(pk=entry.pk)
        if entry.state == Entry.State.WITHDRAWN:
            raise Stale
        found = leaver_of(entry)
        if seen:
            refuse_stale(seen, found.mark)
        plan = found.plan(way)
        enrolments = _enrolments_of(league, entry)
        line.keep(
            Entry.objects.filter(pk=entry.pk),
            *kept_of(
                DatedMatch.objects.filter(
                    Q(match__in=plan) | Q(match__team_board__meeting__in=plan)
                )
            ),
            Enrolment.objects.filter(pk__in=[each.pk for each in enrolments]),
        )
        for match in _matches_of(plan):
            _end_match(league, match, entry, plan[match.pk])
        entry.state = Entry.State.WITHDRAWN
        entry.save(update_fields=["state"])
        _end_enrolments(league, enrolments)
        sums = found.sums(way)
        line.say(
            name=name_of(entry),
            entry=entry.pk,
            **{each.value: sums[each] for each in Becomes if each in sums},
        )


def _describe_leave(facts: LogFacts) -> str:
    way = facts["details"].get("way")
    if way == "annul":
        return _("Removed %(name)s from the league. None of their matches counts.")
    if way == "forfeit":
        return _("Removed %(name)s from the league. Their remaining matches are forfeits.")
    return _("Removed %(name)s from the league. Their remaining matches are void.")


LEAVE_LEAGUE = Verb(
    "leave_league",
    _describe_leave,
    undo_arranging(later("%(name)s will be in the league again, with their earlier matches.")),
    in_league_log=True,
)


def _matches_of(plan: Iterable[int]) -> list[Match]:
    found = Match.objects.filter(pk__in=plan).select_related("event", "pairing_round__stage__event")
    return list(found.prefetch_related("sides__entries").order_by("number"))


def _end_match(league: League, match: Match, entry: Entry, becomes: Becomes) -> None:
    """End one match of the entry that leaves; of a meeting, its boards if they are known."""
    boards = _boards_of(match)
    if becomes is not Becomes.ANNULLED:
        boards = [board for board in boards if board.state != Match.State.FINISHED]
    if boards:
        (leaves,) = (s.seat for s in match.sides.all() if entry in s.entry_list)
        for board in boards:
            _end_board(league, board, Seat(1 - leaves), becomes)
    else:
        _end_one(league, match, entry, becomes)


def _boards_of(meeting: Match) -> list[Match]:
    boards = Match.objects.filter(team_board__meeting=meeting)
    return list(boards.select_related("event", "pairing_round__stage__event"))


def _end_board(league: League, board: Match, stays: Seat, becomes: Becomes) -> None:
    """End one board of a meeting; ``stays`` is the other team's seat, the same on all boards."""
    if becomes is Becomes.FORFEITED:
        pay_and_close(league, board, stays)
    elif becomes is not Becomes.STAYS:
        close_match(board, Match.Ending.ANNULLED, None)


def _end_one(league: League, match: Match, entry: Entry, becomes: Becomes) -> None:
    if becomes is Becomes.FORFEITED:
        (stays,) = (s.seat for s in match.sides.all() if entry not in s.entry_list)
        pay_and_close(league, match, Seat(stays))
    elif becomes is not Becomes.STAYS:
        close_match(match, Match.Ending.ANNULLED, None)


def _enrolments_of(league: League, entry: Entry) -> list[Enrolment]:
    """The current memberships of the entry's players, or of a team's squad."""
    theirs = league.enrolments.filter(player__in=entry.people, last=None)
    if league.of_kind.has_teams:
        squad = Entry.objects.filter(event=league.event, team=entry.team)
        theirs = league.enrolments.filter(player__entries__in=squad, last=None)
    return list(theirs.order_by("pk"))


def _end_enrolments(league: League, enrolments: list[Enrolment]) -> None:
    """End these memberships with the current week, or with the first week of a coming season."""
    nights = league.nights.in_order()
    today = evening_day(league, timezone.now())
    last: Night | None = nights.filter(on__lte=today).last() or nights.first()
    for each in enrolments:
        each.last = last
    Enrolment.objects.bulk_update(enrolments, ["last"])
