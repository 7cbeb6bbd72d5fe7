"""Make rows of imported matches: with their rounds if these are complete, else the result only."""

from dataclasses import dataclass

from leagues.actions.data.bulk_rows import noon_of
from leagues.actions.play.settle import add_up, close_or_open
from leagues.models import Event, Match, MatchSide, PairingRound, Pool, Round
from leagues.reads.data.import_values import ArrivingMatch
from leagues.reads.play.matches import match_state
from scoring.matches import MatchFormat, MatchState
from scoring.notation import RoundRecord
from scoring.notation.doubts import TWO_POINTS
from scoring.rules import FixedRounds

MOST_TWENTIES = 99  # of a round


@dataclass(frozen=True)
class ArrivingCard:
    """An imported match, with its rounds if they are known and add up to the recorded result."""

    arriving: ArrivingMatch
    rounds: tuple[Round, ...] = ()
    at: MatchState | None = None


def card_of(match: ArrivingMatch, match_format: MatchFormat) -> ArrivingCard:
    """The card of an imported match.

    Rounds that are incomplete or don't add up to the recorded points are left out.
    """
    rounds = [_make_round(n, each) for n, each in enumerate(match.rounds, start=1)]
    played = tuple(each for each in rounds if each is not None)
    ends = match_format.rule.ends
    is_whole = isinstance(ends, FixedRounds) and ends.rounds == len(played)
    if not played or len(played) < len(rounds) or not is_whole:
        return ArrivingCard(match)
    at = match_state(match_format, played, played[0].first)
    if not at.over or tuple(at.points) != tuple(match.points):
        return ArrivingCard(match)
    return ArrivingCard(match, played, at)


def _make_round(number: int, recorded: RoundRecord) -> Round | None:
    if recorded.first is None or recorded.points not in TWO_POINTS:
        return None
    made = [
        each if each is None or 0 <= each <= MOST_TWENTIES else None for each in recorded.twenties
    ]
    return Round(
        game=1,
        number=number,
        first=recorded.first,
        state=Round.State.AGREED,
        points=list(recorded.points),
        twenties=made if made != [None, None] else None,
    )


def match_row(
    card: ArrivingCard, event: Event, pairing_round: PairingRound, pool: Pool, number: int
) -> Match:
    match = Match(
        event=event,
        pairing_round=pairing_round,
        pool=pool,
        number=number,
        first=card.rounds[0].first if card.rounds else 0,
        state=Match.State.FINISHED,
        ending=Match.Ending.TOTALS,
        winner=card.arriving.winner,
        finished_at=noon_of(card.arriving.day, event.tzinfo),
    )
    if card.at is not None:
        close_or_open(match, card.at)
    return match


def side_row(card: ArrivingCard, row: Match, seat: int) -> MatchSide:
    side = MatchSide(
        match=row,
        seat=seat,
        points=card.arriving.points[seat],
        twenties=card.arriving.twenties[seat],
    )
    if card.at is not None:
        recorded = side.twenties
        add_up(side, card.at, card.rounds)
        side.twenties = side.twenties if side.twenties is not None else recorded
    return side
