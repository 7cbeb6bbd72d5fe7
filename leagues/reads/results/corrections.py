"""Type a match's card again, and compare it with the recorded one."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from django.utils.translation import gettext as _

from leagues.models import Action, Match, Round
from leagues.reads.play.card import claim_of
from leagues.reads.play.claims import Claim
from leagues.reads.play.typed import TypedCard, TypedRound, as_typed, play_out, read_line
from scoring.errors import ScoreError
from scoring.matches import MatchFormat, MatchState
from scoring.rules import GameRule
from scoring.sides import Seat

WITHOUT_CARD = ("give_walkover", "nobody_came", "annul_match", "enter_totals")
"""Log verbs of acts that end a match without the rounds of its card."""

Standing: TypeAlias = dict[str, Any]
"""A round in the log: game, round, claim, state and points."""


@dataclass(frozen=True)
class Retyped:
    """A whole corrected card, and the rounds that it changes."""

    card: TypedCard
    changed: tuple[TypedRound, ...]
    dropped: tuple[Round, ...]
    """Recorded rounds that are not on the corrected card."""

    @property
    def state(self) -> MatchState:
        return self.card.state

    def __bool__(self) -> bool:
        return bool(self.changed or self.dropped)


def written(stands: Round) -> str:
    """A round as one line, as typed: "2–0", or "65–40 3 1" with the 20s. Empty if not played."""
    numbers = stands.points if stands.score is None else stands.score
    if numbers is None:
        return ""
    line = "–".join(map(str, numbers))
    if stands.twenties is None or set(stands.twenties) == {None}:
        return line
    made = ("?" if twenties is None else str(twenties) for twenties in stands.twenties)
    return f"{line} {' '.join(made)}"


def swapped(line: str, rule: GameRule) -> str:
    """The line with its sides swapped; unchanged if it can't be parsed."""
    try:
        claim = read_line(line, rule)
    except ScoreError:
        return line
    return as_typed({key: numbers[::-1] for key, numbers in claim.items()})


def ending_line(match: Match) -> Action | None:
    """The log line of the act that ended this match without its card; None if it was played."""
    if match.ending in ("", Match.Ending.PLAYED):
        return None
    lines = Action.objects.filter(event=match.event_id, said__match=match.number)
    return lines.filter(verb__in=WITHOUT_CARD, undone_by=None).order_by("pk").last()


def claims_of(
    match_format: MatchFormat, rounds: Sequence[Round], lines: Sequence[str]
) -> list[Claim]:
    """The claims in the typed lines. An unchanged line keeps its full claim, with discs."""
    said = list(lines)
    while said and not said[-1].strip():
        said.pop()
    claims = []
    for number, line in enumerate(said):
        stands = rounds[number] if number < len(rounds) else None
        if not line.strip():
            raise ScoreError(_("round %(n)s is empty") % {"n": number + 1})
        if stands is not None and line.strip() == written(stands):
            claims.append(claim_of(stands))
        else:
            claims.append(read_line(line, match_format.rule))
    return claims


def retype(
    match_format: MatchFormat, rounds: Sequence[Round], claims: Sequence[Claim], first: int
) -> Retyped:
    """Apply the claims to the card from its first round on. Raises ``ScoreError`` if invalid."""
    card = play_out(match_format, claims, Seat(first))
    standing = {(each.game, each.number): each for each in rounds}
    kept = {each.which for each in card.rounds}
    return Retyped(
        card=card,
        changed=tuple(each for each in card.rounds if _differs(standing.get(each.which), each)),
        dropped=tuple(r for which, r in standing.items() if which not in kept),
    )


def _differs(stands: Round | None, typed: TypedRound) -> bool:
    return stands is None or claim_of(stands) != claim_as_kept(typed)


def claim_as_kept(typed: TypedRound) -> Claim:
    """The claim that ``claim_of`` returns after this round is recorded."""
    scored = typed.scored
    if typed.claim.get("discs") is not None:
        return {"discs": typed.claim["discs"]}
    twenties = list(scored.twenties)
    if scored.score is not None:
        return {"score": list(scored.score), "twenties": twenties}
    return {"points": list(scored.points), "twenties": twenties}


def standing(rounds: Sequence[Round]) -> list[Standing]:
    """The recorded rounds as log data, complete enough to restore them."""
    return [
        {
            "game": each.game,
            "round": each.number,
            "claim": claim_of(each),
            "state": each.state,
            "points": each.points,
        }
        for each in sorted(rounds, key=lambda r: (r.game, r.number))
    ]
