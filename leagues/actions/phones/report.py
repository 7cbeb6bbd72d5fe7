"""Take a phone's report of a round: the report is saved, and the round updated from it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later

from leagues.access.roles import Who
from leagues.actions.phones.answers import ReportAnswer, Took, answer_for
from leagues.actions.phones.scoring_phone import Phone, assign_phone
from leagues.actions.play.score import (
    NotDue,
    card_act,
    conclude_act,
    fill_round,
    report_on,
    round_to_enter,
    row_for_round,
    write_rounds,
)
from leagues.actions.refusal import Refused
from leagues.actions.verb import Verb
from leagues.models import Event, Match, MatchSide, PairingRound, Round, RoundReport, Stage
from leagues.models.prepared_queries import insert_row, update_rows
from leagues.reads import format_of, match_state
from leagues.reads.advance.bracket_changes import Clash, contradictions_in
from leagues.reads.advance.bracket_play import bracket_plays, has_bracket
from leagues.reads.log.facts import LogFacts
from leagues.reads.phones.match_rows import Rows, rows_of
from leagues.reads.phones.report_merge import (
    Reporters,
    Spoken,
    Trust,
    is_against,
    reporters_of,
    weigh_reports,
)
from leagues.reads.phones.round_changes import is_ended_by_desk, is_played_upon, may_change
from leagues.reads.play.claims import Claim
from leagues.reads.play.result_text import claim_in_words
from leagues.reads.play.round_names import RoundNames
from leagues.reads.play.typed_cards import TypedRound, score_claim
from scoring.matches import MatchFormat, NextRound
from scoring.sides import Seat

State = Round.State
Kind = RoundReport.Kind
MOST_REPORTS = 40  # for one round; more than that isn't serious


@dataclass(frozen=True)
class Sent:
    """One report as a phone sends it, with its unique key."""

    key: UUID
    game: int
    number: int
    claim: Claim
    made_at: datetime


def report_round(*, by: Who, match: Match, phone: Phone, sent: Sent) -> ReportAnswer:
    """Save a side's report of a round, and update the round and the match from all reports.

    A ``key`` used twice is one report. A round that the desk decided or both sides agreed on is
    never replaced: a different report is saved, and the answer has the score that counts.
    Impossible or premature rounds are refused. A report that comes too late raises ``NotDue``;
    see ``late``.
    """
    with card_act(by, match, REPORT_ROUND) as line:
        event, match = line.event, line.on
        refuse_unpublished(match)
        rows = rows_of(match, sent.key)
        refuse_empty_seat(phone, rows.sides)
        if rows.known is not None:
            line.drop()
            return replace(repeat_answer(rows, rows.known, phone, sent), rows=rows)
        refuse_closed(event, match)
        match_format = format_of(match)
        rounds = rows.rounds
        due = round_to_enter(match, match_format, rounds, sent.game, sent.number)
        scored = score_claim(match_format, due, sent.claim)
        refuse_flood(rows, rows.reports_of(sent.game, sent.number), sent)
        row = row_for_round(match, rounds, due)
        may = row._state.adding or may_change(
            event.trust,
            row.state,
            reporters_of(rows.reports_of(due.game, due.round), match_format, due),
            phone.seat,
            rows.confirmed,
        )
        report = save_report(by, match, phone, sent)
        rows.reports.append(report)
        assign_phone(match=match, phone=phone, phones=rows.phones)
        line.say(**report_data(report), before=row.points)
        was_over, won = match.state == Match.State.FINISHED, match.winner
        if may:
            row = _weigh_again(rows, match_format, due, row)
        line.say(state=row.state, taken=may or not is_against(row, scored))
        if was_over and match.winner != won:
            conclude_act(line, was_over=True)
            _refuse_against_bracket(match.pairing_round.stage)
        answer = answer_for(match, row, scored, Took.NEW, phone.looks_from)
    return replace(answer, rows=rows)


def describe_report(facts: LogFacts) -> str:
    data = facts["details"]
    facts["what"] = claim_in_words(data.get("claim", {}))
    facts["side"] = "" if data.get("side") is None else Seat(data["side"]).name
    if data.get("taken") is False:
        return _("Reported round %(round)s of %(match)s: %(what)s. It doesn’t count.")
    if facts["side"]:
        return _("Reported round %(round)s of %(match)s for side %(side)s: %(what)s.")
    return _("Reported round %(round)s of %(match)s: %(what)s.")


REPORT_ROUND = Verb(
    "report_round",
    describe_report,
    later("Reports are never deleted. Correct the card instead."),
    about_one_match=True,
)


def refuse_unpublished(match: Match) -> None:
    """Refuse a report for a round that was unpublished or drawn again while the report waited.

    A report would block its draft from being drawn again.
    """
    if match.pairing_round.state != PairingRound.State.PUBLISHED:
        raise Refused(_("This match no longer exists. Ask at the desk."))


def refuse_empty_seat(phone: Phone, sides: Iterable[MatchSide]) -> None:
    if phone.seat is not None and all(phone.seat != side.seat for side in sides):
        raise Refused(_("No one plays at that seat in this match."))


def refuse_closed(event: Event, match: Match) -> None:
    """Refuse reports unless the event is running and takes them, and the match can be played."""
    if event.trust == Trust.DESK:
        raise NotDue(_("In this event, only the desk enters scores."))
    if event.state != Event.State.RUNNING:
        raise NotDue(_("This event isn’t running. Ask at the desk."))
    if match.ending not in ("", Match.Ending.PLAYED):
        raise NotDue(_("This match is finished: %(how)s.") % {"how": match.get_ending_display()})


def repeat_answer(rows: Rows, known: RoundReport, phone: Phone, sent: Sent) -> ReportAnswer:
    """The answer to a report that was sent again; the score that counts may differ since."""
    match, which = rows.match, (sent.game, sent.number)
    if (known.match_id, known.seat, known.game, known.number, known.claim) != (
        match.pk,
        phone.seat,
        sent.game,
        sent.number,
        sent.claim,
    ):
        raise Refused(_("This round was sent before with different numbers. Enter it again."))
    if known.kind == Kind.LATE:
        return ReportAnswer(Took.REFUSED, known.reason)
    found = [each for each in rows.rounds if (each.game, each.number) == which]
    if not found:
        return ReportAnswer(Took.REFUSED, _("The desk has removed this round from the card."))
    match_format = format_of(match)
    due = round_to_enter(match, match_format, rows.rounds, *which)
    scored = score_claim(match_format, due, sent.claim)
    return answer_for(match, found[0], scored, Took.KNOWN, phone.looks_from)


def refuse_flood(rows: Rows, reports: Sequence[RoundReport], sent: Sent) -> None:
    if len(reports) >= MOST_REPORTS:
        called = RoundNames.of(rows.match, rows.rounds)[sent.game, sent.number]
        raise Refused(
            _("There are too many reports for %(round)s. Call the desk.") % {"round": called}
        )


def report_data(report: RoundReport) -> dict[str, Any]:
    """Log data of a phone's report, whether it was taken or not."""
    return {
        "game": report.game,
        "round": report.number,
        "claim": report.claim,
        "side": report.seat,
        "way": report.way,
    }


def save_report(
    by: Who, match: Match, phone: Phone, sent: Sent, kind: Kind = Kind.CLAIM, reason: str = ""
) -> RoundReport:
    report = report_on(
        by,
        match,
        (sent.game, sent.number),
        sent.claim,
        kind,
        key=sent.key,
        reason=reason,
        seat=phone.seat,
        way=phone.way,
        device=phone.device,
        made_at=sent.made_at,
    )
    insert_row(report)
    return report


def _weigh_again(rows: Rows, match_format: MatchFormat, due: NextRound, row: Round) -> Round:
    """Update a round, and the match, to what follows from all reports of the round."""
    match, rounds = rows.match, rows.rounds
    reporters: Reporters = reporters_of(rows.reports_of(due.game, due.round), match_format, due)
    verdict = weigh_reports(match.event.trust, reporters)
    reported = verdict.report
    if not row._state.adding and not _is_changed(row, reported):
        row.state = verdict.state
        update_rows([row], ["state"])
        return row
    if match.state == Match.State.FINISHED:
        _refuse_built_upon(match, match_format, rounds)
    same = not row._state.adding and not is_against(row, reported.scored)
    rows.rounds = write_rounds(
        match,
        rounds,
        [TypedRound(due, reported.claim, reported.scored)],
        verdict.state,
        sides=rows.sides,
        is_same_score=same,
        may_shorten=False,
    )
    return row_for_round(match, rows.rounds, due)


def _refuse_against_bracket(stage: Stage) -> None:
    """Refuse a report that changes the winner once the next match of the bracket has begun."""
    if not has_bracket(stage):
        return
    clashes = {each.clash for each in contradictions_in(bracket_plays(stage))}
    if clashes - {Clash.NO_WINNER}:  # a tied bracket match has its own message
        raise NotDue(_("The next match has begun with this result. Call the desk to change it."))


def _refuse_built_upon(match: Match, match_format: MatchFormat, rounds: Sequence[Round]) -> None:
    """Refuse to change a match that the desk ended or on which a later stage is built."""
    if is_ended_by_desk(match, match_state(match_format, rounds, match.first)):
        raise NotDue(_("The desk has ended this match. Call it to change that."))
    if is_played_upon(match):
        raise NotDue(_("The next stage has begun with this result. Call the desk to change it."))


def _is_changed(row: Round, reported: Spoken) -> bool:
    """Whether the reported score differs from the round's in any column."""
    other = Round()
    fill_round(other, reported.scored, reported.claim, State(row.state))
    fields = ("points", "score", "twenties", "discs")
    return any(getattr(row, name) != getattr(other, name) for name in fields)
