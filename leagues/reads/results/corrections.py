"""Type a match's card again, and compare it with the recorded one."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from django.utils.translation import gettext as _

from leagues.models import Action, Match, Round
from leagues.reads.play.card import claim_of
from leagues.reads.play.claims import Claim
from leagues.reads.play.typed_cards import TypedCard, TypedRound, as_typed, play_out, read_line
from scoring.errors import ScoreError
from scoring.matches import MatchFormat, MatchState
from scoring.rules import GameRule
from scoring.sides import Seat

WITHOUT_CARD = ("give_walkover", "forfeit_both", "annul_match", "enter_totals")
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


def typed_line(recorded: Round) -> str:
    """A round as one line, as typed: "2–0", or "65–40 3 1" with the 20s. Empty if not played."""
    numbers = recorded.points if recorded.score is None else recorded.score
    if numbers is None:
        return ""
    line = "–".join(map(str, numbers))
    if recorded.twenties is None or set(recorded.twenties) == {None}:
        return line
    made = ("?" if twenties is None else str(twenties) for twenties in recorded.twenties)
    return f"{line} {' '.join(made)}"


def swap_line(line: str, rule: GameRule) -> str:
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
    lines = Action.objects.filter(event=match.event_id, details__match=match.number)
    return lines.filter(verb__in=WITHOUT_CARD, undone_by=None).order_by("pk").last()


def claims_of(
    match_format: MatchFormat, rounds: Sequence[Round], lines: Sequence[str]
) -> list[Claim]:
    """The claims in the typed lines. An unchanged line keeps its full claim, with discs."""
    typed_lines = list(lines)
    while typed_lines and not typed_lines[-1].strip():
        typed_lines.pop()
    claims = []
    for number, line in enumerate(typed_lines):
        recorded = rounds[number] if number < len(rounds) else None
        if not line.strip():
            raise ScoreError(_("round %(n)s is empty") % {"n": number + 1})
        if recorded is not None and line.strip() == typed_line(recorded):
            claims.append(claim_of(recorded))
        else:
            claims.append(read_line(line, match_format.rule))
    return claims


def retype_card(
    match_format: MatchFormat, rounds: Sequence[Round], claims: Sequence[Claim], first: int
) -> Retyped:
    """Apply the claims to the card from its first round on. Raises ``ScoreError`` if invalid."""
    card = play_out(match_format, claims, Seat(first))
    standing = {(each.game, each.number): each for each in rounds}
    kept = {each.which for each in card.rounds}
    return Retyped(
        card=card,
        changed=tuple(each for each in card.rounds if _is_changed(standing.get(each.which), each)),
        dropped=tuple(r for which, r in standing.items() if which not in kept),
    )


def _is_changed(recorded: Round | None, typed: TypedRound) -> bool:
    return recorded is None or claim_of(recorded) != claim_as_kept(typed)


def claim_as_kept(typed: TypedRound) -> Claim:
    """The claim that ``claim_of`` returns after this round is recorded."""
    scored = typed.scored
    if typed.claim.get("discs") is not None:
        return {"discs": typed.claim["discs"]}
    twenties = list(scored.twenties)
    if scored.score is not None:
        return {"score": list(scored.score), "twenties": twenties}
    return {"points": list(scored.points), "twenties": twenties}


def rounds_for_log(rounds: Sequence[Round]) -> list[Standing]:
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
