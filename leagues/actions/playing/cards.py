"""Whole cards typed at the desk, and the desk's word where the sides have not agreed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID, uuid4, uuid5

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from leagues.access import Who
from leagues.actions.log import record
from leagues.actions.playing.score import (
    KeyReused,
    fill_round,
    follow,
    lock_match,
    refuse_doubts,
    round_to_enter,
    settle,
    stands_for,
)
from leagues.bridge import match_format_of
from leagues.bridge.following.corrections import standing
from leagues.bridge.hall.card import claim_of, differences, mark_of
from leagues.bridge.hall.typed import TypedRound, judge, play_out
from leagues.bridge.rules.claims import Claim
from leagues.models import Match, Round, RoundReport
from scoring.matches import MatchFormat
from scoring.sides import Seat

Kind = RoundReport.Kind
SETTLED = frozenset({Round.State.AGREED, Round.State.RULED})


class CannotEnter(Exception):
    """Why this was not written, in a sentence for whoever typed it."""


class ChangedMeanwhile(CannotEnter):
    """Somebody else wrote on this card after it was opened here."""


class StandsAlready(CannotEnter):
    """These rounds are settled: changing them is a correction, and takes a reason."""


@dataclass(frozen=True)
class Entered:
    """What came of a card: the match as it is now, and whether anything was written."""

    match: Match
    is_new: bool


@transaction.atomic
def enter_card(
    *,
    by: Who,
    match: Match,
    key: UUID,
    claims: Sequence[Claim],
    seen: str,
    made_at: datetime,
) -> Entered:
    """Enter the rounds of a card, from the first one on, in one act.

    ``seen`` is the mark the card had when it was opened. A card that says what stands
    already changes nothing; one that says something else than was there is refused when
    somebody wrote on it meanwhile, and when those rounds are settled.
    """
    event, match = lock_match(match)
    match_format = match_format_of(match.pairing_round.stage)
    typed = play_out(match_format, claims, Seat(match.first)).rounds
    rounds = {(each.game, each.number): each for each in match.rounds.all()}
    if _came_before(match, key, typed):
        return Entered(match, is_new=False)
    if all(_is_settled(rounds.get(each.which), each) for each in typed):
        return Entered(match, is_new=False)
    _refuse(match, seen, typed, rounds)
    fresh = [each for each in typed if not _is_settled(rounds.get(each.which), each)]
    was_over = match.state == Match.State.FINISHED
    _report(by, match, key, fresh, made_at)
    stood = standing(list(rounds.values()))
    said = _write(match, match_format, fresh, rounds)
    event.touch()
    record(
        by=by,
        verb="enter_card",
        club=event.club,
        event=event,
        match=match.number,
        rounds=said,
        stood=stood,
    )
    follow(by=by, event=event, match=match, was_over=was_over)
    return Entered(match, is_new=True)


def _came_before(match: Match, key: UUID, typed: Sequence[TypedRound]) -> bool:
    """The same card sent twice is one card."""
    keys = {_key(key, each): each for each in typed}
    for known in RoundReport.objects.filter(key__in=list(keys)):
        if (known.match_id, known.claim) != (match.pk, keys[known.key].claim):
            raise KeyReused
        return True
    return False


def _key(card: UUID, each: TypedRound) -> UUID:
    """Every round of a card is a report, with a key that follows from the card's."""
    game, number = each.which
    return uuid5(card, f"{game}/{number}")


def _is_settled(stands: Round | None, each: TypedRound) -> bool:
    """Whether this is what both sides or the desk have said already."""
    return (
        stands is not None
        and stands.state in SETTLED
        and not differences(stands, each.scored)
    )


def _refuse(
    match: Match,
    seen: str,
    typed: Sequence[TypedRound],
    rounds: Mapping[tuple[int, int], Round],
) -> None:
    _refuse_unseen(match, seen)
    if match.ending not in ("", Match.Ending.PLAYED):
        raise StandsAlready(
            _("This match is over: %(how)s.") % {"how": match.get_ending_display()}
        )
    for number, each in enumerate(typed, start=1):
        stands = rounds.get(each.which)
        if stands is None or stands.state not in SETTLED:
            continue
        if differences(stands, each.scored):
            raise StandsAlready(
                _("Round %(n)s stands already and says something else.") % {"n": number}
            )


def _report(
    by: Who, match: Match, key: UUID, fresh: Iterable[TypedRound], made_at: datetime
) -> None:
    RoundReport.objects.bulk_create(
        RoundReport(
            key=_key(key, each),
            match=match,
            game=each.due.game,
            number=each.due.round,
            kind=Kind.CARD,
            player=by.player,
            user=by.user,
            claim=each.claim,
            made_at=made_at,
        )
        for each in fresh
    )


def _write(
    match: Match,
    match_format: MatchFormat,
    fresh: Sequence[TypedRound],
    rounds: Mapping[tuple[int, int], Round],
) -> list[dict[str, object]]:
    """Make these rounds stand, and say of each what stood before."""
    standing, new = dict(rounds), []
    said: list[dict[str, object]] = []
    for each in fresh:
        if each.which not in standing:
            standing[each.which] = stands_for(match, (), each.due)
            new.append(standing[each.which])
        stands = standing[each.which]
        said.append(
            {
                "game": stands.game,
                "round": stands.number,
                "claim": each.claim,
                "before": stands.points,
            }
        )
        fill_round(stands, each.scored, each.claim, Round.State.AGREED)
    Round.objects.bulk_update(
        rounds.values(), ["points", "score", "twenties", "discs", "state"]
    )
    Round.objects.bulk_create(new)
    settle(match, match_format, list(standing.values()))
    return said


@transaction.atomic
def accept_match(*, by: Who, match: Match, seen: str) -> bool:
    """The desk takes one side's word for every round the other has not confirmed."""
    event, match = lock_match(match)
    reported = [r for r in match.rounds.all() if r.state == Round.State.REPORTED]
    if not reported:
        return False
    _refuse_unseen(match, seen)
    RoundReport.objects.bulk_create(
        _ruling(by, match, each, claim_of(each)) for each in reported
    )
    Round.objects.filter(pk__in=[each.pk for each in reported]).update(
        state=Round.State.RULED
    )
    event.touch()
    record(
        by=by,
        verb="accept_match",
        club=event.club,
        event=event,
        match=match.number,
        rounds=[[each.game, each.number] for each in reported],
    )
    return True


@transaction.atomic
def rule_round(
    *,
    by: Who,
    match: Match,
    game: int,
    number: int,
    claim: Claim,
    seen: str,
    reason: str = "",
) -> Round:
    """The desk decides a round the sides do not agree on."""
    event, match = lock_match(match)
    _refuse_unseen(match, seen)
    match_format = match_format_of(match.pairing_round.stage)
    rounds = list(match.rounds.all())
    due = round_to_enter(match, match_format, rounds, game, number)
    stands = stands_for(match, rounds, due)
    if stands._state.adding or stands.state in SETTLED:
        raise StandsAlready(_("There is nothing to rule on in this round."))
    scored = judge(match_format, due, claim)
    before, stood = stands.points, standing(rounds)
    was_over = match.state == Match.State.FINISHED
    _ruling(by, match, stands, claim, reason).save()
    fill_round(stands, scored, claim, Round.State.RULED)
    refuse_doubts(match_format, rounds, match.first)
    stands.save()
    settle(match, match_format, rounds)
    event.touch()
    record(
        by=by,
        verb="rule_round",
        club=event.club,
        event=event,
        match=match.number,
        game=game,
        round=number,
        claim=claim,
        before=before,
        stood=stood,
        reason=reason,
    )
    follow(by=by, event=event, match=match, was_over=was_over)
    return stands


def _refuse_unseen(match: Match, seen: str) -> None:
    if seen != mark_of(match):
        raise ChangedMeanwhile(
            _("Somebody wrote on this card meanwhile. Nothing was overwritten.")
        )


def _ruling(
    by: Who, match: Match, stands: Round, claim: Claim, reason: str = ""
) -> RoundReport:
    """What the desk says of a round is a report like any other."""
    return RoundReport(
        key=uuid4(),
        match=match,
        game=stands.game,
        number=stands.number,
        kind=Kind.RULING,
        player=by.player,
        user=by.user,
        claim=claim,
        reason=reason,
        made_at=timezone.now(),
    )
