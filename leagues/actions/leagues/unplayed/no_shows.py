"""No-shows: one side reports that the other didn't come, and the other side answers."""

from datetime import timedelta

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later

from leagues.access.roles import Who
from leagues.actions.leagues.unplayed.arranging import RESTORES_DATES, arranging_act, undo_arranging
from leagues.actions.leagues.unplayed.forfeits import give_match
from leagues.actions.leagues.unplayed.match_notices import tell_others
from leagues.actions.refusal import Refused, Stale
from leagues.actions.verb import Verb
from leagues.models import Match, NoShowClaim
from leagues.reads.leagues.kinds.rules import rules_of
from leagues.reads.log.facts import LogFacts
from leagues.stages.reminders import ReminderKind
from scoring.sides import Seat

State = NoShowClaim.State


def claim_no_show(*, by: Who, match: Match, seat: Seat) -> NoShowClaim:
    """Report that the other side didn't come. It can answer within ``answer_hours``."""
    with arranging_act(by, match, CLAIM_NO_SHOW) as here:
        if match.state == Match.State.PLAYING:
            raise Refused(_("This match has already begun."))
        if here.found.claim:
            raise Refused(_("This no-show has already been reported."))
        if here.today < here.found.dates.on and here.dated.on:
            raise Refused(_("You agreed on a later day. Report a no-show after that day."))
        if here.today < here.found.dates.due_from:
            raise Refused(_("The week of this match hasn’t started yet."))
        hours = rules_of(here.league).answer_hours
        claim: NoShowClaim = NoShowClaim.objects.create(
            answer_by=here.now + timedelta(hours=hours), **here.columns_for(seat)
        )
        until = timezone.localtime(claim.answer_by, here.league.tzinfo)
        tell_others(
            here,
            ReminderKind.CLAIMED,
            until.date(),
            seat=seat,
            mark=claim.pk,
            ends_at=claim.answer_by,
        )
    return claim


CLAIM_NO_SHOW = Verb(
    "claim_no_show",
    later("Reported a no-show by the other side: %(names)s."),
    undo_arranging(RESTORES_DATES),
    in_league_log=True,
)


def answer_no_show(
    *, by: Who, claim: NoShowClaim, seat: Seat, admits: bool, answer: str = ""
) -> None:
    """Admit a no-show, which gives the other side the match, or deny it: then the desk decides."""
    with arranging_act(by, claim.dated.match, ANSWER_NO_SHOW, admits=admits) as here:
        now = here.dated.claims.filter(pk=claim.pk, state=State.OPEN).first()
        if now is None or now.seat is None or now.seat == seat:
            raise Stale
        now.state = State.ADMITTED if admits else State.DENIED
        now.answer, now.answered_at = answer, here.now
        now.save(update_fields=["state", "answer", "answered_at"])
        if admits:
            give_match(here, Seat(now.seat))


def _describe_answer(facts: LogFacts) -> str:
    if facts["details"].get("admits"):
        return _("Admitted a no-show. Gave %(names)s to %(winner)s.")
    return _("Denied a no-show: %(names)s.")


ANSWER_NO_SHOW = Verb(
    "answer_no_show", _describe_answer, undo_arranging(RESTORES_DATES), in_league_log=True
)


def withdraw_no_show(*, by: Who, claim: NoShowClaim) -> None:
    """Withdraw a report of a no-show that isn't decided yet."""
    with arranging_act(by, claim.dated.match, WITHDRAW_NO_SHOW) as here:
        undecided = here.dated.claims.filter(pk=claim.pk, state__in=[State.OPEN, State.DENIED])
        if not undecided.update(state=State.WITHDRAWN):
            raise Stale


WITHDRAW_NO_SHOW = Verb(
    "withdraw_no_show",
    later("Withdrew the report of a no-show: %(names)s."),
    undo_arranging(RESTORES_DATES),
    in_league_log=True,
)
