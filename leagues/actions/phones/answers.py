"""What a phone is answered: what became of its report, and what stands instead."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from django.utils.translation import gettext as _

from leagues.bridge.hall.blockers import in_figures
from leagues.bridge.hall.card import claim_of
from leagues.bridge.phones.rows import Rows, names_of
from leagues.bridge.phones.voices import Trust, is_against
from leagues.models import Match, Round, RoundReport
from scoring.score import ScoredRound

State = Round.State
Kind = RoundReport.Kind


class CannotReport(Exception):
    """Why nothing was kept, in a sentence for whoever holds the phone."""


class TooLate(CannotReport):
    """Why a word can change nothing any more. A report is kept all the same."""


class Took(StrEnum):
    """What became of a report."""

    NEW = "new"
    KNOWN = "known"
    REFUSED = "refused"
    """Kept for the desk to read, but something else stands."""


@dataclass(frozen=True)
class Answer:
    took: Took
    why: str = ""
    rows: Rows | None = field(default=None, compare=False, repr=False)
    """The match as it was left, where it was read for this."""


def answer_for(match: Match, stands: Round, scored: ScoredRound, took: Took) -> Answer:
    """What the phone is told: a dispute is taken, what is settled otherwise is not."""
    settled = stands.state in (State.AGREED, State.RULED)
    if settled and is_against(stands, scored):
        return Answer(Took.REFUSED, why_not(match, stands))
    return Answer(took)


def why_not(match: Match, stands: Round) -> str:
    """What stands instead, and whose word it is."""
    what = {"n": stands.number, "what": in_figures(claim_of(stands))}
    last = match.reports.filter(game=stands.game, number=stands.number).order_by("pk")
    if stands.state == State.RULED:
        return _("The desk has ruled: round %(n)s is %(what)s.") % what
    if last.filter(kind=Kind.CARD).exists():
        return _("The desk has entered round %(n)s: %(what)s.") % what
    claims = last.filter(kind=Kind.CLAIM)
    if match.event.trust == Trust.FIRST and (said := claims.first()):
        what["who"] = who_says(match, said.seat)
        return (
            _("%(who)s reported round %(n)s first: %(what)s. Not so? Call the desk.")
            % what
        )
    return _("Round %(n)s stands: %(what)s. Not so? Call the desk.") % what


def sentence(why: Exception) -> str:
    """Sentences of the rules begin small, as they stand after a colon elsewhere."""
    text = str(why)
    return text[:1].upper() + text[1:]


def who_says(match: Match, seat: int | None) -> str:
    """A side by its name; whoever scores for everybody by what they do."""
    if seat is None:
        return _("Whoever scores for everybody")
    return names_of(match)[seat]
