"""The recorded scorecard, for comparison with a typed one."""

from collections.abc import Iterable

from leagues.models import DatedMatch, Event, Match, Round, RoundReport
from leagues.reads.events.sheets import format_of
from leagues.reads.leagues.matches.totals import takes_totals
from leagues.reads.play.claims import Claim
from leagues.reads.play.typed_cards import may_be_totals
from leagues.reads.state_marks import mark_of
from scoring.score import ScoredRound


def card_mark(match: Match) -> str:
    """A hash of the card, which changes with every report on it and only then."""
    return card_mark_after(match.reports.in_time().count(), match)


def card_mark_after(reports: int, match: Match) -> str:
    """The same hash, from a number of reports that is already known."""
    return mark_of([reports, match.ending])


def claim_of(recorded: Round) -> Claim:
    """The recorded round as a claim, with all the detail that is known."""
    if recorded.discs is not None:
        return {"discs": recorded.discs}
    if recorded.score is not None:
        return {"score": recorded.score, "twenties": recorded.twenties}
    return {"points": recorded.points, "twenties": recorded.twenties}


def differing_fields(recorded: Round, typed: ScoredRound) -> tuple[str, ...]:
    """The names of the numbers that were typed differently. Missing numbers never differ."""
    found = []
    if list(typed.points) != recorded.points:
        found.append("points")
    if typed.score is not None and list(typed.score) != recorded.score:
        found.append("score")
    kept = recorded.twenties or [None] * len(typed.points)
    if any(
        made is not None and made != here for made, here in zip(typed.twenties, kept, strict=True)
    ):
        found.append("twenties")
    return tuple(found)


Claims = dict[tuple[int, int], dict[int | None, Claim]]


def claims_by_side(reports: Iterable[RoundReport]) -> Claims:
    """The last claim of each side on each round. A phone that scores for everyone is under None.

    A decision by the desk is no side's claim, and discards earlier ones.
    """
    last: Claims = {}
    for report in reports:
        of_round = last.setdefault((report.game, report.number), {})
        if report.kind == RoundReport.Kind.CLAIM:
            of_round[report.seat] = report.claim
        else:
            of_round.clear()
    return last


def takes_totals_at_desk(match: Match) -> bool:
    """Whether the desk may enter this match's result without its rounds.

    In a league, the league decides. In other events it may, unless phones must enter the discs
    or totals of each round.
    """
    event = match.event
    if dated := DatedMatch.objects.filter(match=match).first():
        return takes_totals(match, dated.week.league)
    asks_for_less = event.entry_way in ("", Event.EntryWay.RESULT)
    is_open = match.ending in ("", Match.Ending.TOTALS) and not match.rounds.exists()
    may_be = asks_for_less and is_open and not event.handicaps
    return may_be and may_be_totals(format_of(match))
