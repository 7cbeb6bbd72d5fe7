"""Matches whose last day, or time to answer a no-show, has passed: end them by the rules."""

from datetime import datetime

from django.db.models import Q
from django.utils.translation import gettext as _

from leagues.access.roles import ANONYMOUS
from leagues.actions.leagues.unplayed.arranging import WILL_BE_PLAYED, arranging_act, undo_arranging
from leagues.actions.leagues.unplayed.forfeits import end_void, give_match
from leagues.actions.verb import Verb
from leagues.models import DatedMatch, Event, League, Match, NoShowClaim
from leagues.reads.leagues.calendar import evening_day
from leagues.reads.leagues.kinds.rules import rules_of
from leagues.reads.leagues.matches.unplayed import Arrangement, read_arrangements, to_decide
from leagues.reads.log.automatic_acts import AN_HOUR, after_silence
from leagues.reads.log.facts import LogFacts
from leagues.stages.match_dates import NotPlayed


def settle_deadlines(*, league: League, now: datetime) -> int:
    """End the league's overdue matches; returns how many ended.

    A match that no one tried to play is void or lost by both. A forfeit is given if the league
    gives forfeits at once. Called at each view of the league, so it writes only if one is due.
    """
    if league.event is None or league.event.state != Event.State.RUNNING:
        return 0
    due = due_to_settle(league, now)
    return sum(_settle_match(league, each.match, now) for each in due)


def settle_all(*, now: datetime) -> int:
    """Run ``settle_deadlines`` for every running league, as a timed job."""
    running = League.objects.filter(event__state=Event.State.RUNNING)
    return sum(
        settle_deadlines(league=league, now=now)
        for league in running.select_related("event", "club")
    )


def due_to_settle(league: League, now: datetime) -> list[Arrangement]:
    today = evening_day(league, now)
    silent = Q(claims__state=NoShowClaim.State.OPEN, claims__answer_by__lte=now)
    late = to_decide(league).filter(Q(due_on__lt=today) | silent, settled_at=None)
    return [
        each
        for each in read_arrangements(late.distinct())
        if each.is_to_settle(today, now) and _settles_itself(league, each)
    ]


def _settles_itself(league: League, found: Arrangement) -> bool:
    becomes = found.proposed_end.becomes
    at_once = becomes is NotPlayed.FORFEIT and rules_of(league).forfeits_at_once
    return becomes is NotPlayed.VOID or at_once


def _settle_match(league: League, match: Match, now: datetime) -> bool:
    """End an overdue match, but only once: after an undo the match is to be played."""
    with arranging_act(ANONYMOUS, match, SETTLE_MATCH, also_over=True) as here:
        found = here.found
        if not (found.is_to_settle(here.today, now) and _settles_itself(league, found)):
            here.line.drop()
            return False
        DatedMatch.objects.filter(match=match.pk).update(settled_at=now)
        if found.claim and found.claim.is_silent(now):
            here.line.say(silent_hours=rules_of(league).answer_hours)
        end = found.proposed_end
        if end.becomes is not NotPlayed.VOID:
            give_match(here, end.winner)
        elif rules_of(league).unplayed_is_lost:
            give_match(here, None)
        else:
            end_void(here)
    return True


def _describe_settling(facts: LogFacts) -> str:
    if facts["details"].get("winner"):
        return _("Gave %(names)s to %(winner)s, who was ready to play.")
    if "winner" in facts["details"]:
        return _("Recorded %(names)s as a loss for both, because neither side tried to play.")
    return _("Voided %(names)s, because neither side was ready to play.")


def _describe_deadline(facts: LogFacts) -> str:
    if hours := facts["details"].get("silent_hours"):
        return after_silence(hours * AN_HOUR)
    return _("After the last day")


SETTLE_MATCH = Verb(
    "settle_match",
    _describe_settling,
    undo_arranging(WILL_BE_PLAYED),
    by_time=_describe_deadline,
    in_league_log=True,
)
