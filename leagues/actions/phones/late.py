"""A report that comes when it can change nothing any more: kept all the same, with the reason,
for the organiser to read. It counts for nothing, and its sender is told why."""

from __future__ import annotations

from dataclasses import replace

from django.db import transaction

from leagues.access import Who
from leagues.actions.phones.answers import Answer, Took, TooLate, sentence
from leagues.actions.phones.hold import Phone
from leagues.actions.phones.report import (
    Sent,
    keep,
    lock_shown,
    log_word,
    refuse_empty_seat,
    refuse_flood,
    report_round,
    said_before,
)
from leagues.actions.playing.score import NotDue
from leagues.bridge import match_format_of, match_state
from leagues.bridge.hall.typed import judge
from leagues.bridge.phones.rows import Rows, rows_of
from leagues.models import Match, RoundReport
from scoring.matches import NextRound
from scoring.outcome import Owed
from scoring.shooting import Shooter
from scoring.sides import Seat

Kind = RoundReport.Kind
LONGEST_REASON = RoundReport._meta.get_field("reason").max_length


def report_or_keep(
    *, by: Who, match: Match, phone: Phone, sent: Sent, closed: str = ""
) -> Answer:
    """Take what a side says of a round; where it comes too late, keep it and say why.

    ``closed`` says why nothing is entered any more by the way this phone came in.
    """
    try:
        if closed:
            raise TooLate(closed)
        return report_round(by=by, match=match, phone=phone, sent=sent)
    except (TooLate, NotDue) as why:  # and with it went whatever had been begun
        return _keep_late(by, match, phone, sent, why)


@transaction.atomic
def _keep_late(
    by: Who, match: Match, phone: Phone, sent: Sent, why: TooLate | NotDue
) -> Answer:
    event, match = lock_shown(match)
    rows = rows_of(match, sent.key)
    refuse_empty_seat(phone, rows.sides)
    if rows.known is not None:
        return replace(said_before(rows, rows.known, phone, sent), rows=rows)
    _refuse_nonsense(rows, sent, why)
    refuse_flood(len(rows.late), sent)
    reason = sentence(why)[:LONGEST_REASON]
    report = keep(by, match, phone, sent, Kind.LATE, reason)
    event.touch()
    log_word(by, match, report, verb="report_late", reason=reason)
    return Answer(Took.REFUSED, reason, rows)


def _refuse_nonsense(rows: Rows, sent: Sent, why: TooLate | NotDue) -> None:
    """Late or not: a round nobody can have come to, and numbers nobody can have made."""
    match, which = rows.match, (sent.game, sent.number)
    if not _can_have_come(rows, *which):
        raise why
    match_format = match_format_of(match.pairing_round.stage)
    at = match_state(match_format, rows.rounds, match.first)
    known: list[NextRound] = [each for game in at.games for each in game.rounds]
    known += [at.next] if at.next else []
    due = next((each for each in known if (each.game, each.round) == which), None)
    first = Shooter(Seat(match.first))
    judge(match_format, due or NextRound(*which, Owed.NORMAL, first), sent.claim)


def _can_have_come(rows: Rows, game: int, number: int) -> bool:
    """Whether this round follows on what was ever said of the match, taken or not."""
    said = [(each.game, each.number) for each in rows.rounds]
    said += [(each.game, each.number) for each in (*rows.reports, *rows.late)]
    last_game = max((each for each, _number in said), default=0)
    last = max((each for of_game, each in said if of_game == game), default=0)
    return game <= last_game + 1 and number <= last + 1
