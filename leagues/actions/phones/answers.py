"""What a phone is answered: what became of its report, and what stands instead."""

from dataclasses import dataclass, field
from enum import StrEnum

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from leagues.models import Match, Round, RoundReport
from leagues.reads.phones.reporters import Trust, against, is_against, seen_from
from leagues.reads.phones.rows import Rows, names_of
from leagues.reads.play.blockers import in_figures, in_twenties
from leagues.reads.play.card import claim_of
from leagues.reads.play.round_names import RoundNames
from leagues.say import say_why
from scoring.score import ScoredRound

State = Round.State
Kind = RoundReport.Kind


class Took(StrEnum):
    """What became of a report."""

    NEW = "new"
    KNOWN = "known"
    REFUSED = "refused"
    """Kept for the desk to read, but something else stands."""


@dataclass(frozen=True)
class ReportAnswer:
    took: Took
    why: str = ""
    rows: Rows | None = field(default=None, compare=False, repr=False)
    """The match as it was left, where it was read for this."""


def answer_for(
    match: Match, stands: Round, scored: ScoredRound, took: Took, seat: int | None
) -> ReportAnswer:
    """What the phone of this seat is told: a dispute is taken, what is settled otherwise
    is not."""
    settled = stands.state in (State.AGREED, State.RULED)
    if settled and is_against(stands, scored):
        return ReportAnswer(Took.REFUSED, why_not(match, stands, scored, seat))
    return ReportAnswer(took)


def why_not(match: Match, stands: Round, scored: ScoredRound, seat: int | None) -> str:
    """What stands instead, and whose word it is, in the numbers that are against it."""
    claim = seen_from(claim_of(stands), seat)
    figures = in_figures(claim)
    if against(stands, scored) == ("twenties",):
        figures = _("%(what)s, %(twenties)s") % {"what": figures, "twenties": in_twenties(claim)}
    called = RoundNames.of(match, match.rounds.all())
    what = {"round": called[stands.game, stands.number], "what": figures}
    last = match.reports.filter(game=stands.game, number=stands.number).order_by("pk")
    if stands.state == State.RULED:
        return _("The desk has decided %(round)s: %(what)s.") % what
    if last.filter(kind=Kind.CARD).exists():
        return _("The desk has entered %(round)s: %(what)s.") % what
    claims = last.filter(kind=Kind.CLAIM)
    if match.event.trust == Trust.FIRST and (said := claims.first()):
        what["who"] = who_says(match, said.seat)
        return (
            _("%(who)s reported %(round)s first: %(what)s. If that’s wrong, call the desk.") % what
        )
    return capfirst(_("%(round)s counts as %(what)s. If that’s wrong, call the desk.") % what)


def sentence(why: Exception) -> str:
    """Sentences of the rules begin small, as they stand after a colon elsewhere."""
    return capfirst(say_why(why))


def who_says(match: Match, seat: int | None) -> str:
    """A side by its name; whoever scores for everybody by what they do."""
    if seat is None:
        return _("The scorer of this match")
    return names_of(match)[seat]
