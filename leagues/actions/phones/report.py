"""A round as a phone reports it: the report is kept, and what stands follows from it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from leagues.access import Who
from leagues.actions.log import record
from leagues.actions.phones.answers import (
    Answer,
    CannotReport,
    Took,
    TooLate,
    answer_for,
)
from leagues.actions.phones.hold import Phone, hold
from leagues.actions.playing.score import (
    fill_round,
    follow,
    lock_match,
    refuse_doubts,
    round_to_enter,
    settle,
    stands_for,
)
from leagues.bridge import match_format_of, match_state
from leagues.bridge.hall.typed import judge
from leagues.bridge.knockout.bracket_changes import Clash, contradictions
from leagues.bridge.knockout.bracket_play import bracket_plays, has_bracket
from leagues.bridge.phones.rows import Rows, rows_of
from leagues.bridge.phones.voices import (
    Spoken,
    Trust,
    Voices,
    is_against,
    voices_of,
    weigh,
)
from leagues.bridge.rules.claims import Claim
from leagues.models import (
    Event,
    Match,
    MatchSide,
    PairingRound,
    Round,
    RoundReport,
    Stage,
)
from leagues.models.prepared import at_once, insert, update
from scoring.matches import MatchFormat, NextRound

State = Round.State
Kind = RoundReport.Kind
STANDS = ("state", "points", "score", "twenties", "discs")
MOST_REPORTS = 40  # of one round; whoever says more is playing with the phone


@dataclass(frozen=True)
class Sent:
    """One report as a phone sends it, under a key of its own."""

    key: UUID
    game: int
    number: int
    claim: Claim
    made_at: datetime


@transaction.atomic
def report_round(*, by: Who, match: Match, phone: Phone, sent: Sent) -> Answer:
    """Keep what a side says of a round, and let stand what follows from it.

    The same key twice is one report. What the desk has ruled and what both sides agreed
    on is never replaced: a report that says otherwise is kept and answered with what
    stands. What cannot have happened, or is not due, is refused and not kept; what comes
    too late for anything to change is a ``TooLate`` or ``NotDue``: see ``late``.
    """
    event, match = lock_shown(match)
    rows = rows_of(match, sent.key)
    refuse_empty_seat(phone, rows.sides)
    if rows.known is not None:
        return replace(said_before(rows, rows.known, phone, sent), rows=rows)
    refuse_closed(event, match)
    match_format = match_format_of(match.pairing_round.stage)
    rounds = rows.rounds
    due = round_to_enter(match, match_format, rounds, sent.game, sent.number)
    scored = judge(match_format, due, sent.claim)
    refuse_flood(len(rows.said_of(sent.game, sent.number)), sent)
    stands = stands_for(match, rounds, due)
    may = stands._state.adding or _may_change(
        event, rows, match_format, due, stands, phone
    )
    report = keep(by, match, phone, sent)
    rows.reports.append(report)
    hold(match=match, phone=phone, phones=rows.phones)
    before = stands.points
    if may:
        _weigh_again(by, event, rows, match_format, due, stands)
    event.touch()
    log_word(
        by,
        match,
        report,
        verb="report_round",
        before=before,
        state=stands.state,
        taken=may or not is_against(stands, scored),
    )
    return replace(answer_for(match, stands, scored, Took.NEW), rows=rows)


def lock_shown(match: Match) -> tuple[Event, Match]:
    """While a report waited, its round may have been taken back, or drawn anew. What was
    said would hang on a draft, which then could never be drawn again."""
    why = _("There is no such match now. Ask at the desk.")
    try:
        event, match = lock_match(match)
    except Match.DoesNotExist:
        raise CannotReport(why) from None
    if match.pairing_round.state != PairingRound.State.PUBLISHED:
        raise CannotReport(why)
    return event, match


def refuse_empty_seat(phone: Phone, sides: Iterable[MatchSide]) -> None:
    if phone.seat is not None and all(phone.seat != side.seat for side in sides):
        raise CannotReport(_("Nobody sits there in this match."))


def refuse_closed(event: Event, match: Match) -> None:
    """Phones write while the event runs and lets them, on matches that are played."""
    if event.trust == Trust.DESK:
        raise TooLate(_("In this event only the desk enters scores."))
    if event.state != Event.State.RUNNING:
        raise TooLate(_("This event is not running. Ask at the desk."))
    if match.ending not in ("", Match.Ending.PLAYED):
        raise TooLate(
            _("This match is over: %(how)s.") % {"how": match.get_ending_display()}
        )


def said_before(rows: Rows, known: RoundReport, phone: Phone, sent: Sent) -> Answer:
    """A retry: whether it stands may have changed since it was first sent."""
    match, which = rows.match, (sent.game, sent.number)
    if (known.match_id, known.seat, known.game, known.number, known.claim) != (
        match.pk,
        phone.seat,
        sent.game,
        sent.number,
        sent.claim,
    ):
        raise CannotReport(
            _("This was sent before with other numbers. Enter the round again.")
        )
    if known.kind == Kind.LATE:
        return Answer(Took.REFUSED, known.reason)
    found = [each for each in rows.rounds if (each.game, each.number) == which]
    if not found:
        return Answer(Took.REFUSED, _("The desk has taken this round off the card."))
    match_format = match_format_of(match.pairing_round.stage)
    due = round_to_enter(match, match_format, rows.rounds, *which)
    return answer_for(match, found[0], judge(match_format, due, sent.claim), Took.KNOWN)


def refuse_flood(said: int, sent: Sent) -> None:
    if said >= MOST_REPORTS:
        raise CannotReport(
            _("Enough has been said of round %(n)s. Call the desk.")
            % {"n": sent.number}
        )


def _may_change(
    event: Event,
    rows: Rows,
    match_format: MatchFormat,
    due: NextRound,
    stands: Round,
    phone: Phone,
) -> bool:
    """Whether another word may still change what stands for this round."""
    if stands.state in (State.REPORTED, State.DISPUTED):
        return True
    if stands.state == State.RULED or event.trust != Trust.FIRST:
        return False
    voices = voices_of(rows.said_of(due.game, due.round), match_format, due)
    confirmed = {side.seat for side in rows.sides if side.confirmed_at is not None}
    return set(voices) == {phone.seat} and not confirmed - {phone.seat}


def log_word(
    by: Who, match: Match, report: RoundReport, *, verb: str, **more: Any
) -> None:
    """One line for what a phone said of a round, whatever became of it."""
    record(
        by=by,
        verb=verb,
        club=match.event.club,
        event=match.event,
        match=match.number,
        game=report.game,
        round=report.number,
        claim=report.claim,
        side=report.seat,
        way=report.way,
        **more,
    )


def keep(
    by: Who,
    match: Match,
    phone: Phone,
    sent: Sent,
    kind: Kind = Kind.CLAIM,
    reason: str = "",
) -> RoundReport:
    report = RoundReport(
        key=sent.key,
        match=match,
        game=sent.game,
        number=sent.number,
        kind=kind,
        reason=reason,
        seat=phone.seat,
        player=by.player,
        user=by.user,
        way=phone.way,
        device=phone.device,
        claim=sent.claim,
        made_at=sent.made_at,
    )
    insert(report)
    return report


def _weigh_again(
    by: Who,
    event: Event,
    rows: Rows,
    match_format: MatchFormat,
    due: NextRound,
    stands: Round,
) -> None:
    """Let the round say what follows from all voices, and the match with it."""
    match, rounds = rows.match, rows.rounds
    voices: Voices = voices_of(rows.said_of(due.game, due.round), match_format, due)
    verdict = weigh(event.trust, voices)
    scored = verdict.stands.scored
    if not stands._state.adding and not _changes(stands, verdict.stands):
        stands.state = verdict.state
        update(stands, ["state"])
        return
    was_over, won = match.state == Match.State.FINISHED, match.winner
    if was_over:
        _refuse_built_upon(event, match, match_format, rounds)
    same = not stands._state.adding and not is_against(stands, scored)
    fill_round(stands, scored, verdict.stands.claim, verdict.state)
    after = [*(each for each in rounds if each is not stands), stands]
    refuse_doubts(match_format, after, match.first)
    _refuse_shorter(match_format, after, match.first)
    rows.rounds = sorted(after, key=lambda each: (each.game, each.number))
    with at_once():
        insert(stands) if stands._state.adding else update(stands, STANDS)
        settle(match, match_format, rows.rounds, rows.sides, says_the_same=same)
    follow(by=by, event=event, match=match, was_over=was_over)
    if was_over and match.winner != won:
        _refuse_against_bracket(match.pairing_round.stage)


def _refuse_against_bracket(stage: Stage) -> None:
    """Whoever has begun the next match of a bracket is not taken from it by a phone."""
    if not has_bracket(stage):
        return
    clashes = {each.clash for each in contradictions(bracket_plays(stage))}
    if clashes - {Clash.NOBODY_WON}:  # a match that ended level says so of itself
        raise TooLate(
            _("The next match has begun with this result. Call the desk to change it.")
        )


def _refuse_built_upon(
    event: Event, match: Match, match_format: MatchFormat, rounds: Sequence[Round]
) -> None:
    """What the desk has ended, and what others play on the strength of, is the desk's."""
    if not match_state(match_format, rounds, match.first).over:
        raise TooLate(_("The desk has ended this match. Call it to change that."))
    stage = match.pairing_round.stage
    later = event.stages.filter(number__gt=stage.number).exclude(opened_at=None)
    if later.exists():
        raise TooLate(
            _("The next stage has begun with this result. Call the desk to change it.")
        )


def _changes(stands: Round, said: Spoken) -> bool:
    """Whether anything that stands would be written otherwise."""
    other = Round()
    fill_round(other, said.scored, said.claim, State(stands.state))
    fields = ("points", "score", "twenties", "discs")
    return any(getattr(stands, name) != getattr(other, name) for name in fields)


def _refuse_shorter(
    match_format: MatchFormat, rounds: Sequence[Round], first: int
) -> None:
    """Rounds that were played do not vanish because an earlier one changes."""
    if match_state(match_format, rounds, first).not_counted:
        raise TooLate(
            _("with this the match would have been over earlier: call the desk")
        )
