"""Answers to a phone's report: whether it was taken, and which score counts instead."""

from dataclasses import dataclass, field
from enum import StrEnum

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from leagues.models import Match, Round, RoundReport
from leagues.reads.phones.match_rows import Rows, seated_at
from leagues.reads.phones.report_merge import Trust, conflicting_fields, is_against, seen_from
from leagues.reads.play.blockers import in_figures, in_twenties
from leagues.reads.play.card import claim_of
from leagues.reads.play.round_names import RoundNames
from leagues.say import say_why
from scoring.score import ScoredRound

State = Round.State
Kind = RoundReport.Kind


class Took(StrEnum):
    """The outcome of a report."""

    NEW = "new"
    KNOWN = "known"
    REFUSED = "refused"
    """Kept for the desk to read, but another score counts."""


@dataclass(frozen=True)
class ReportAnswer:
    took: Took
    why: str = ""
    rows: Rows | None = field(default=None, compare=False, repr=False)
    """The rows of the match after the report, if they were read for it, else None."""


def answer_for(
    match: Match, row: Round, scored: ScoredRound, took: Took, seat: int | None
) -> ReportAnswer:
    """The answer to the phone of this seat: disputes are taken, but not against a settled round."""
    settled = row.state in (State.AGREED, State.RULED)
    if settled and is_against(row, scored):
        return ReportAnswer(Took.REFUSED, why_not(match, row, scored, seat))
    return ReportAnswer(took)


def why_not(match: Match, row: Round, scored: ScoredRound, seat: int | None) -> str:
    """A sentence with the score that counts instead, and who entered it."""
    claim = seen_from(claim_of(row), seat)
    figures = in_figures(claim)
    if conflicting_fields(row, scored) == ("twenties",):
        figures = _("%(what)s, %(twenties)s") % {"what": figures, "twenties": in_twenties(claim)}
    called = RoundNames.of(match, match.rounds.all())
    what = {"round": called[row.game, row.number], "what": figures}
    last = match.reports.filter(game=row.game, number=row.number).order_by("pk")
    if row.state == State.RULED:
        return _("The desk has decided %(round)s: %(what)s.") % what
    if last.filter(kind=Kind.CARD).exists():
        return _("The desk has entered %(round)s: %(what)s.") % what
    claims = last.filter(kind=Kind.CLAIM)
    if match.event.trust == Trust.FIRST and (first := claims.first()):
        what["who"] = reporter_name(match, first.seat)
        return (
            _("%(who)s reported %(round)s first: %(what)s. If that’s wrong, call the desk.") % what
        )
    return capfirst(_("%(round)s counts as %(what)s. If that’s wrong, call the desk.") % what)


def as_sentence(why: Exception) -> str:
    """The reason as a sentence. Those of the rules begin in lower case, for use after a colon."""
    return capfirst(say_why(why))


def reporter_name(match: Match, seat: int | None) -> str:
    """The name of a side, or of the scorer if ``seat`` is None."""
    if seat is None:
        return _("The scorer of this match")
    return seated_at(match).names[seat]
