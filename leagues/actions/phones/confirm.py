"""Confirm the result of a match from a phone."""

from dataclasses import replace
from uuid import uuid4

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later

from leagues.access.phone_passes import WayIn
from leagues.access.roles import Who
from leagues.actions.act import act
from leagues.actions.phones.report import Sent, refuse_closed, report_round
from leagues.actions.phones.scoring_phone import Phone
from leagues.actions.play.score import round_to_enter
from leagues.actions.refusal import Refused, refuse_stale
from leagues.actions.verb import Verb
from leagues.models import Event, Match, MatchSide, Round
from leagues.reads import format_of
from leagues.reads.phones.report_merge import Spoken, Trust, reporters_of
from leagues.reads.play.card import card_mark
from leagues.reads.play.round_names import RoundNames
from scoring.matches import MatchFormat, NextRound

State = Round.State


def _reporters_in(
    match: Match, match_format: MatchFormat, due: NextRound
) -> dict[int | None, Spoken]:
    """Each side's latest report of a round, by seat (None for a scorer)."""
    # In the order they were saved, because the clocks of two servers may differ.
    reports = match.reports.in_time().filter(game=due.game, number=due.round)
    return reporters_of(reports.order_by("pk"), match_format, due)


def confirm_end(*, by: Who, match: Match, phone: Phone, seen: str) -> None:
    """Confirm the result for the phone's side, with all rounds it hasn't agreed to yet."""
    with act(by, match, CONFIRM_END, way=phone.way) as line:
        event, match = line.event, line.on
        refuse_closed(event, match)
        seats = _seats_for(event, match, phone)
        if match.state != Match.State.FINISHED:
            raise Refused(_("This match isn’t finished yet."))
        sides = match.sides.filter(seat__in=seats, confirmed_at=None)
        if not sides.exists():
            line.drop()  # it was confirmed before
            return
        _refuse_unseen(match, seen)
        line.say(match=match.number, sides=seats)
        not_agreed = [State.REPORTED, State.DISPUTED]
        open_rounds = list(match.rounds.filter(state__in=not_agreed))
        for each in open_rounds:
            _refuse_open(event, match, phone, each)
        if phone.way != WayIn.KIOSK:  # a tablet belongs to no side: both confirm there
            for each in open_rounds:
                _agree_to_round(by, match, phone, each)
        MatchSide.objects.filter(match=match, seat__in=seats).update(confirmed_at=timezone.now())
        _settle_once_all_have(match)


CONFIRM_END = Verb(
    "confirm_end",
    later("Confirmed the result of %(match)s."),
    later("The desk can always correct the card. Do that instead."),
    about_one_match=True,
)


def _seats_for(event: Event, match: Match, phone: Phone) -> list[int]:
    """The seats this phone may confirm for.

    A scorer's phone confirms for both sides, but only in events that trust the first report.
    """
    if phone.seat is not None:
        return [phone.seat]
    if event.trust != Trust.FIRST:
        raise Refused(_("Each side confirms on its own phone or on this tablet."))
    return [side.seat for side in match.sides.all()]


def _refuse_open(event: Event, match: Match, phone: Phone, each: Round) -> None:
    if each.state == State.DISPUTED:
        raise Refused(
            _("You entered different scores for %(round)s. Settle that first.")
            % {"round": _round_name(match, each)}
        )
    if event.trust != Trust.BOTH or phone.way == WayIn.KIOSK:
        return
    own = match.reports.in_time().filter(seat=phone.seat)
    if not own.filter(game=each.game, number=each.number).exists():
        raise Refused(
            _("In this event both sides enter scores. Enter yours for %(round)s first.")
            % {"round": _round_name(match, each)}
        )


def _round_name(match: Match, each: Round) -> str:
    return RoundNames.of(match, match.rounds.all())[each.game, each.number]


def _agree_to_round(by: Who, match: Match, phone: Phone, each: Round) -> None:
    """Report the other side's score of a round for this side, if the other side reported one."""
    match_format = format_of(match)
    rounds = list(match.rounds.all())
    due = round_to_enter(match, match_format, rounds, each.game, each.number)
    reporters = _reporters_in(match, match_format, due)
    others = [reported for seat, reported in reporters.items() if seat != phone.seat]
    if others:  # if the reports differed, the confirmation was refused before
        reported = max(others, key=lambda one: one.depth).claim
        sent = Sent(uuid4(), each.game, each.number, reported, timezone.now())
        report_round(by=by, match=match, phone=replace(phone, device=None), sent=sent)


def _settle_once_all_have(match: Match) -> None:
    """Mark rounds reported on a tablet as agreed, once all sides have confirmed."""
    if match.sides.filter(confirmed_at=None).exists():
        return
    match.rounds.filter(state=State.REPORTED).update(state=State.AGREED)


def _refuse_unseen(match: Match, seen: str) -> None:
    refuse_stale(
        seen, card_mark(match), _("A new score has just been reported. Check it and tap again.")
    )
