"""Late reports, which can no longer change a score.

They are saved with the reason, for the organiser to read, and the phone gets the reason as
the answer.
"""

from dataclasses import replace

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later

from leagues.access.roles import Who
from leagues.actions.act import act
from leagues.actions.phones.answers import ReportAnswer, Took, as_sentence
from leagues.actions.phones.report import (
    Sent,
    describe_report,
    refuse_empty_seat,
    refuse_flood,
    refuse_unpublished,
    repeat_answer,
    report_data,
    report_round,
    save_report,
)
from leagues.actions.phones.scoring_phone import Phone
from leagues.actions.play.score import NotDue
from leagues.actions.verb import Verb
from leagues.models import Match, RoundReport
from leagues.reads import format_of, match_state
from leagues.reads.log.facts import LogFacts
from leagues.reads.phones.match_rows import Rows, rows_of
from leagues.reads.play.typed_cards import score_claim
from scoring.matches import NextRound
from scoring.outcome import Owed
from scoring.shooting import Shooter
from scoring.sides import Seat

Kind = RoundReport.Kind
LONGEST_REASON = RoundReport._meta.get_field("reason").max_length


def report_or_keep(
    *, by: Who, match: Match, phone: Phone, sent: Sent, closed: str = ""
) -> ReportAnswer:
    """Take a side's report of a round; if it comes too late, save it and return the reason.

    ``closed`` is the reason why this phone can't report any score now, or empty.
    """
    try:
        if closed:
            raise NotDue(closed)
        return report_round(by=by, match=match, phone=phone, sent=sent)
    except NotDue as why:  # the transaction of ``report_round`` has been rolled back
        return _keep_late(by, match, phone, sent, why)


def _keep_late(by: Who, match: Match, phone: Phone, sent: Sent, why: NotDue) -> ReportAnswer:
    with act(by, match, REPORT_LATE, match=match.number) as line:
        match = line.on
        refuse_unpublished(match)
        rows = rows_of(match, sent.key)
        refuse_empty_seat(phone, rows.sides)
        if rows.known is not None:
            line.drop()
            return replace(repeat_answer(rows, rows.known, phone, sent), rows=rows)
        _refuse_nonsense(rows, sent, why)
        refuse_flood(rows, rows.late, sent)
        reason = as_sentence(why)[:LONGEST_REASON]
        report = save_report(by, match, phone, sent, Kind.LATE, reason)
        line.say(**report_data(report), reason=reason)
    return ReportAnswer(Took.REFUSED, reason, rows)


def _describe_late(facts: LogFacts) -> str:
    return describe_report(facts) + " " + _("It came too late.")


REPORT_LATE = Verb(
    "report_late",
    _describe_late,
    later("This report changed nothing. Reports are never deleted."),
    about_one_match=True,
)


def _refuse_nonsense(rows: Rows, sent: Sent, why: NotDue) -> None:
    """Refuse a late report of an impossible round or an impossible score."""
    match, which = rows.match, (sent.game, sent.number)
    if not _can_have_come(rows, *which):
        raise why
    match_format = format_of(match)
    at = match_state(match_format, rows.rounds, match.first)
    known: list[NextRound] = [each for game in at.games for each in game.rounds]
    known += [at.next] if at.next else []
    due = next((each for each in known if (each.game, each.round) == which), None)
    first = Shooter(Seat(match.first))
    score_claim(match_format, due or NextRound(*which, Owed.NORMAL, first, first), sent.claim)


def _can_have_come(rows: Rows, game: int, number: int) -> bool:
    """Whether this round can follow the rounds that were reported, taken or not."""
    reported = [(each.game, each.number) for each in rows.rounds]
    reported += [(each.game, each.number) for each in (*rows.reports, *rows.late)]
    last_game = max((each for each, _number in reported), default=0)
    last = max((each for of_game, each in reported if of_game == game), default=0)
    return game <= last_game + 1 and number <= last + 1
