"""Correcting a result that stands: a new report with a reason; the old one stays readable."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from enum import Enum
from uuid import UUID, uuid5

from django.db import transaction
from django.utils.translation import gettext as _

from leagues.access import Who
from leagues.actions.log import record
from leagues.actions.playing.cards import CannotEnter, ChangedMeanwhile
from leagues.actions.playing.score import (
    fill_round,
    follow,
    lock_match,
    settle,
    stands_for,
)
from leagues.bridge import match_format_of
from leagues.bridge.following.corrections import Retyped, Standing, retype, standing
from leagues.bridge.hall.card import mark_of
from leagues.bridge.rules.claims import Claim
from leagues.models import Match, Round, RoundReport
from scoring.matches import MatchFormat

NOTHING: Claim = {}
"""Said of a round that does not stand any more."""


class Then(Enum):
    """What becomes of that which was published on the strength of the old result."""

    KEEP = "keep"
    PAIR_AGAIN = "pair_again"
    PLAY_OFF = "play_off"


class NothingDiffers(CannotEnter):
    """A correction that says what stands already."""


@transaction.atomic
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
    """Let the card say this from its first round on. The same key twice is one correction.

    ``seen`` is the mark the card had when it was shown; whoever wrote on it since is not
    overwritten.
    """
    event, match = lock_match(match)
    if RoundReport.objects.filter(key=key).exists():
        return match
    refuse(match, seen, reason)
    match_format = match_format_of(match.pairing_round.stage)
    rounds = list(match.rounds.all())
    retyped = retyped_as(match, claims)
    if not retyped:
        raise NothingDiffers(_("This is what the card says already."))
    before, was_over = standing(rounds), match.state == Match.State.FINISHED
    score_before = [side.points for side in match.sides.all()]
    _report(by, match, key, retyped, reason, made_at)
    after = write_card(match, match_format, rounds, retyped)
    event.touch()
    record(
        by=by,
        verb="correct_match",
        club=event.club,
        event=event,
        match=match.number,
        stood=before,
        stands=standing(after),
        score_before=score_before,
        score=[side.points for side in match.sides.all()],
        reason=reason,
    )
    follow(by=by, event=event, match=match, was_over=was_over)
    return match


def retyped_as(match: Match, claims: Sequence[Claim]) -> Retyped:
    """The match's card as these claims would have it."""
    match_format = match_format_of(match.pairing_round.stage)
    return retype(match_format, list(match.rounds.all()), claims, match.first)


def refuse(match: Match, seen: str, reason: str) -> None:
    """Why this match cannot be corrected now, in a sentence."""
    if seen != mark_of(match):
        raise ChangedMeanwhile(
            _("Somebody wrote on this card meanwhile. Nothing was overwritten.")
        )
    if match.ending not in ("", Match.Ending.PLAYED):
        raise CannotEnter(cannot_correct(match))
    if not reason.strip():
        raise CannotEnter(_("Say why: the reason is kept with the correction."))


def cannot_correct(match: Match) -> str:
    """Why there is no card to correct; nothing where there is one."""
    if match.ending in ("", Match.Ending.PLAYED):
        return ""
    return _("This match ended otherwise (%(how)s): undo that first, in the log.") % {
        "how": match.get_ending_display()
    }


def _report(
    by: Who,
    match: Match,
    key: UUID,
    retyped: Retyped,
    reason: str,
    made_at: datetime,
) -> None:
    """One report for every round that changes; the first has the correction's own key."""
    said = [(each.which, each.claim) for each in retyped.changed]
    said += [((each.game, each.number), NOTHING) for each in retyped.dropped]
    RoundReport.objects.bulk_create(
        RoundReport(
            key=key if at == 0 else uuid5(key, f"{game}/{number}"),
            match=match,
            game=game,
            number=number,
            kind=RoundReport.Kind.CORRECTION,
            player=by.player,
            user=by.user,
            claim=claim,
            reason=reason,
            made_at=made_at,
        )
        for at, ((game, number), claim) in enumerate(said)
    )


def write_card(
    match: Match,
    match_format: MatchFormat,
    rounds: Iterable[Round],
    retyped: Retyped,
    state: Round.State = Round.State.RULED,
) -> list[Round]:
    """Make this the card: rounds are changed, added and taken away."""
    by_which = {(each.game, each.number): each for each in rounds}
    for gone in retyped.dropped:
        del by_which[gone.game, gone.number]
    Round.objects.filter(pk__in=[gone.pk for gone in retyped.dropped]).delete()
    new: list[Round] = []
    for typed in retyped.changed:
        if typed.which not in by_which:
            by_which[typed.which] = stands_for(match, (), typed.due)
            new.append(by_which[typed.which])
        stands = by_which[typed.which]
        stands.first = typed.due.first.seat
        fill_round(stands, typed.scored, typed.claim, state)
    there = [each for each in by_which.values() if each not in new]
    fields = ["first", "points", "score", "twenties", "discs", "state"]
    Round.objects.bulk_update(there, fields)
    Round.objects.bulk_create(new)
    after = list(by_which.values())
    settle(match, match_format, after)
    return after


def bring_back(
    *,
    by: Who,
    match: Match,
    card: Sequence[Standing],
    key: UUID,
    reason: str,
    at: datetime,
) -> None:
    """Let the rounds say again what they said, each with the trust it had then."""
    match_format = match_format_of(match.pairing_round.stage)
    rounds = list(match.rounds.all())
    claims = [each["claim"] for each in card]
    retyped = retype(match_format, rounds, claims, match.first)
    _report(by, match, key, retyped, reason, at)
    after = write_card(match, match_format, rounds, retyped)
    trusted = {(each["game"], each["round"]): each["state"] for each in card}
    for stands in after:
        stands.state = trusted.get((stands.game, stands.number), stands.state)
    Round.objects.bulk_update(after, ["state"])
