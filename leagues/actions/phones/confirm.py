"""Agreeing: one tap takes the other side's word, one confirms the end, and time does the rest."""

from __future__ import annotations

from dataclasses import replace
from uuid import UUID, uuid4

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from leagues.access import Who
from leagues.actions.log import record
from leagues.actions.phones.answers import Answer, CannotReport, Took
from leagues.actions.phones.hold import Phone
from leagues.actions.phones.report import Sent, refuse_closed, report_round
from leagues.actions.playing.score import lock_match, round_to_enter
from leagues.bridge import match_format_of
from leagues.bridge.hall.card import mark_of
from leagues.bridge.phones.voices import Spoken, Trust, differences_among, voices_of
from leagues.bridge.rules.claims import Claim
from leagues.models import Event, Match, MatchSide, Round, RoundReport
from leagues.passes import Way
from scoring.matches import MatchFormat, NextRound

State = Round.State


class ChangedMeanwhile(CannotReport):
    """What somebody agreed to is not what they saw."""


@transaction.atomic
def accept_round(
    *,
    by: Who,
    match: Match,
    phone: Phone,
    game: int,
    number: int,
    seen: str,
    key: UUID | None = None,
) -> Answer:
    """Take the other side's word for a round: a report of one's own with the same numbers."""
    event, match = lock_match(match)
    if key is not None and RoundReport.objects.filter(key=key).exists():
        return Answer(Took.KNOWN)
    refuse_closed(event, match)
    stands = match.rounds.filter(game=game, number=number).first()
    if stands is None:
        raise CannotReport(_("Nobody has reported this round yet."))
    if stands.state in (State.AGREED, State.RULED):
        return Answer(Took.KNOWN)
    _refuse_unseen(match, seen)
    return report_round(
        by=by,
        match=match,
        phone=phone,
        sent=Sent(
            key or uuid4(),
            game,
            number,
            _others_word(match, phone, game, number),
            timezone.now(),
        ),
    )


def _voices_in(
    match: Match, match_format: MatchFormat, due: NextRound
) -> dict[int | None, Spoken]:
    """What every side says of a round by now."""
    # In the order they were kept: the clocks of two machines may differ.
    said = match.reports.in_time().filter(game=due.game, number=due.round)
    return voices_of(said.order_by("pk"), match_format, due)


def _others_word(match: Match, phone: Phone, game: int, number: int) -> Claim:
    """What the others say of a round, where all of them say the same."""
    match_format = match_format_of(match.pairing_round.stage)
    rounds = list(match.rounds.all())
    due = round_to_enter(match, match_format, rounds, game, number)
    voices = _voices_in(match, match_format, due)
    if match.event.trust == Trust.BOTH and phone.seat not in voices:
        raise CannotReport(_("Here both sides enter: say first how it was for you."))
    others = [said for seat, said in voices.items() if seat != phone.seat]
    if not others:
        raise CannotReport(_("The other side has not said anything of this round yet."))
    if differences_among(others):
        raise CannotReport(
            _("The others do not agree among themselves. Call the desk.")
        )
    return max(others, key=lambda said: said.depth).claim


@transaction.atomic
def confirm_end(*, by: Who, match: Match, phone: Phone, seen: str) -> bool:
    """A side says that the end is as it stands, and agrees to every round it had left open.

    False when it had said so before.
    """
    event, match = lock_match(match)
    refuse_closed(event, match)
    seats = _seats(event, match, phone)
    if match.state != Match.State.FINISHED:
        raise CannotReport(_("The match is not over yet."))
    sides = match.sides.filter(seat__in=seats, confirmed_at=None)
    if not sides.exists():
        return False
    _refuse_unseen(match, seen)
    open_rounds = list(match.rounds.filter(state__in=[State.REPORTED, State.DISPUTED]))
    for each in open_rounds:
        _refuse_open(event, match, phone, each)
    if phone.way != Way.KIOSK:  # a tablet has no word of its own: there both confirm
        for each in open_rounds:
            _agree(by, match, phone, each)
    MatchSide.objects.filter(match=match, seat__in=seats).update(
        confirmed_at=timezone.now()
    )
    _settle_once_all_have(match)
    event.touch()
    record(
        by=by,
        verb="confirm_end",
        club=event.club,
        event=event,
        match=match.number,
        sides=seats,
        way=phone.way,
    )
    return True


def _seats(event: Event, match: Match, phone: Phone) -> list[int]:
    """For whom this phone may confirm. One that scores for everybody speaks for all only
    where the first report stands anyway."""
    if phone.seat is not None:
        return [phone.seat]
    if event.trust != Trust.FIRST:
        raise CannotReport(
            _("Each side confirms for itself: on its own phone, or on the tablet here.")
        )
    return [side.seat for side in match.sides.all()]


def _refuse_open(event: Event, match: Match, phone: Phone, each: Round) -> None:
    if each.state == State.DISPUTED:
        raise CannotReport(
            _("You differ in round %(n)s. Settle that first.") % {"n": each.number}
        )
    if event.trust != Trust.BOTH or phone.way == Way.KIOSK:
        return
    own = match.reports.in_time().filter(seat=phone.seat)
    if not own.filter(game=each.game, number=each.number).exists():
        raise CannotReport(
            _("Here both sides enter: say first how round %(n)s was for you.")
            % {"n": each.number}
        )


def _agree(by: Who, match: Match, phone: Phone, each: Round) -> None:
    """Take the others' word for a round, unless it is one's own that is waiting."""
    match_format = match_format_of(match.pairing_round.stage)
    rounds = list(match.rounds.all())
    due = round_to_enter(match, match_format, rounds, each.game, each.number)
    if set(_voices_in(match, match_format, due)) - {phone.seat}:
        said = _others_word(match, phone, each.game, each.number)
        sent = Sent(uuid4(), each.game, each.number, said, timezone.now())
        report_round(by=by, match=match, phone=replace(phone, device=None), sent=sent)


def _settle_once_all_have(match: Match) -> None:
    """The tablet's own reports stand once every side has confirmed on it."""
    if match.sides.filter(confirmed_at=None).exists():
        return
    match.rounds.filter(state=State.REPORTED).update(state=State.AGREED)


def _refuse_unseen(match: Match, seen: str) -> None:
    if seen != mark_of(match):
        raise ChangedMeanwhile(
            _("Something was reported meanwhile. Look at it, and tap again.")
        )
