"""Correct the result of a match by new reports with a reason; the earlier ones stay readable."""

from collections.abc import Sequence
from datetime import datetime
from enum import Enum
from uuid import UUID

from django.utils.translation import gettext as _

from leagues.access.roles import Who
from leagues.actions.play.cards import refuse_unseen
from leagues.actions.play.retype import write_retyped
from leagues.actions.play.score import card_act
from leagues.actions.play.undo_cards import CARD
from leagues.actions.refusal import Refused
from leagues.actions.verb import Verb
from leagues.models import Match, Round, RoundReport
from leagues.reads import format_of
from leagues.reads.log.facts import LogFacts
from leagues.reads.play.claims import Claim
from leagues.reads.play.result_text import games_of, result_in_figures
from leagues.reads.results.corrections import Retyped, retype_card, rounds_for_log
from leagues.reads.results.league_places import league_places, moved_since


class Then(Enum):
    """The choice of what to do with draws that followed from the old result."""

    KEEP = "keep"
    PAIR_AGAIN = "pair_again"
    PLAY_OFF = "play_off"


def correct_match(
    *,
    by: Who,
    match: Match,
    key: UUID,
    claims: Sequence[Claim],
    seen: str,
    reason: str,
    made_at: datetime,
) -> Match:
    """Rewrite a card from its first round on. A ``key`` used twice is one correction.

    ``seen`` is the mark of the card that was shown: if the card has changed since, the act is
    refused.
    """
    with card_act(by, match, CORRECT_MATCH, reason=reason) as line:
        match = line.on
        if RoundReport.objects.filter(key=key).exists():
            line.drop()
            return match
        refuse_correction(match, seen, reason)
        rounds = list(match.rounds.all())
        retyped = retype_card(format_of(match), rounds, claims, match.first)
        if not retyped:
            raise Refused(_("The card already has this score."))
        score_before, games_before = _score_and_games(match)
        before = league_places(line.event) if _is_settled(match, rounds) else {}
        line.say(stood=rounds_for_log(rounds))
        after = write_retyped(by, match, rounds, retyped, key, reason, made_at)
        score, games = _score_and_games(match)
        line.say(
            rounds_after=rounds_for_log(after),
            score_before=score_before,
            games_before=games_before,
            score=score,
            games=games,
        )
        if moved := moved_since(before, line.event):
            line.say(moved=moved)
    return match


def _describe_correction(facts: LogFacts) -> str:
    data = facts["details"]
    for key, games in (("score", "games"), ("score_before", "games_before")):
        facts[key] = result_in_figures(data.get(key, ()), data.get(games, ()))
    if facts["score"] == facts["score_before"]:
        return _("Corrected the card of %(match)s. The result is still %(score)s.")
    return _("Corrected %(match)s from %(score_before)s to %(score)s.")


CORRECT_MATCH = Verb("correct_match", _describe_correction, CARD, in_league_log=True)


def _is_settled(match: Match, rounds: Sequence[Round]) -> bool:
    """Whether the match is finished, and no round waits for a confirmation."""
    open_states = (Round.State.REPORTED, Round.State.DISPUTED)
    is_over = match.state == Match.State.FINISHED
    return is_over and not any(each.state in open_states for each in rounds)


def _score_and_games(match: Match) -> tuple[list[int], list[list[int]]]:
    """The result by side, and the points of each game if the match is counted in games."""
    sides = list(match.sides.all())
    return [side.result for side in sides], [list(game) for game in games_of(sides)]


def retyped_as(match: Match, claims: Sequence[Claim]) -> Retyped:
    """The changes to a match's card that these claims make."""
    match_format = format_of(match)
    return retype_card(match_format, list(match.rounds.all()), claims, match.first)


def refuse_correction(match: Match, seen: str, reason: str) -> None:
    """Refuse a correction without a reason, of a changed card, or of a match without a card."""
    refuse_unseen(match, seen)
    if match.ending not in ("", Match.Ending.PLAYED):
        raise Refused(cannot_correct(match))
    if not reason.strip():
        raise Refused(_("Enter a reason. It’s saved with the correction."))


def cannot_correct(match: Match) -> str:
    """The reason why a match has no card to correct; empty if it has one."""
    if match.ending in ("", Match.Ending.PLAYED):
        return ""
    return _(
        "This match ended without rounds (%(how)s). Undo that, then enter the right result."
    ) % {"how": match.get_ending_display()}
