"""Play rehearsed matches: reported from simulated phones, or on a card typed at the desk."""

from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID

from leagues.access.phone_passes import WayIn
from leagues.access.roles import Who
from leagues.actions.phones.confirm import confirm_end
from leagues.actions.phones.report import Sent, report_round
from leagues.actions.phones.scoring_phone import Phone
from leagues.actions.play.cards import enter_card, rule_round
from leagues.actions.rehearsal.day import RehearsedDay
from leagues.actions.rehearsal.true_rounds import (
    TWO,
    PlayedOut,
    entries_of,
    play_out,
    played_and_reported,
)
from leagues.actions.results.corrections import correct_match
from leagues.models import Event, Match, MatchSide
from leagues.reads import format_of, match_state
from leagues.reads.play.card import card_mark, claim_of
from leagues.reads.play.claims import Claim
from leagues.stages.rehearsal import swap_claim
from scoring.matches import NextRound

WITH_PHONES = (Event.Trust.FIRST, Event.Trust.CONFIRM, Event.Trust.BOTH)


def play_match(day: RehearsedDay, match: Match, times: tuple[float, float], reported: int) -> None:
    """Report a match to its end, with its mishaps."""
    played, claims = played_and_reported(day, match)
    if _has_phones(day, match):
        _report_to_the_end(day, match, played, claims, times, reported)
    else:
        enter_card(
            by=day.by,
            match=match,
            key=_key_for(day, f"card {match.number}"),
            claims=claims,
            seen=card_mark(match),
            made_at=day.at(times[1]),
        )
    begins, ends = map(day.at, times)
    Match.objects.filter(pk=match.pk).update(called_at=begins, started_at=begins, finished_at=ends)
    if claims != played.claims:
        day.progress["to_correct"].append(match.pk)


def play_round(day: RehearsedDay, match: Match, times: tuple[float, float], reported: int) -> None:
    """Report one more round, unless it is the last one or the phones have no network."""
    offline = match.number in day.mishaps.dead_spot
    played, claims = played_and_reported(day, match)
    if offline or not _has_phones(day, match) or len(claims) <= reported + 1:
        return
    for phone, spoken in _list_reports(day, match, played, claims, times):
        if spoken.number == reported:
            phone.say(spoken)
    begins = day.at(times[0])
    Match.objects.filter(pk=match.pk).update(called_at=begins, started_at=begins)


def _has_phones(day: RehearsedDay, match: Match) -> bool:
    return day.event.trust in WITH_PHONES and match.sides.count() == TWO


def _key_for(day: RehearsedDay, purpose: str) -> UUID:
    return UUID(int=day.dice(purpose).getrandbits(128), version=4)


@dataclass(frozen=True)
class RehearsedReport:
    """One phone's report of a round."""

    number: int
    due: NextRound
    claim: Claim
    at: datetime


Turns = list[tuple["_Reporter", RehearsedReport]]


def _list_reports(
    day: RehearsedDay,
    match: Match,
    played: PlayedOut,
    claims: list[Claim],
    times: tuple[float, float],
) -> Turns:
    """All reports of a match in order, with their phones: one phone for each side.

    Only the first side reports unless the event wants reports of both. A phone without network
    sends all its reports together afterwards.
    """
    phones = [_Reporter(day, match, side) for side in match.sides.order_by("seat")]
    both = day.event.trust == Event.Trust.BOTH
    begin, end = times
    reports = [
        RehearsedReport(n, due, claim, day.at(begin + (end - begin) * (n + 1) / len(claims)))
        for n, ((due, _shot), claim) in enumerate(zip(played.rounds, claims, strict=True))
    ]
    turns = [
        (phone, phone.version_of(each, claims))
        for each in reports
        for phone in (phones if both else phones[:1])
    ]
    if match.number in day.mishaps.dead_spot:
        turns.sort(key=lambda turn: turn[0].phone.seat or 0)
    return turns


def _report_to_the_end(
    day: RehearsedDay,
    match: Match,
    played: PlayedOut,
    claims: list[Claim],
    times: tuple[float, float],
    reported: int,
) -> None:
    offline = match.number in day.mishaps.dead_spot
    since = 0 if offline or len(claims) <= reported else reported
    for phone, spoken in _list_reports(day, match, played, claims, times):
        if spoken.number >= since:
            phone.say(spoken)
    if offline:
        day.note("dead_spot", match=match.number)
    trust, other = day.event.trust, _Reporter(day, match, match.sides.get(seat=1))
    first = RehearsedReport(0, played.rounds[0][0], claims[0], day.at(times[1]))
    if trust == Event.Trust.CONFIRM and other.differs(claims):
        other.say(other.version_of(first, claims))
    if other.differs(claims) and _settle_difference(day, match, first.due, claims[0]):
        day.note("difference", match=match.number)
    if trust == Event.Trust.CONFIRM:
        other.confirm()


class _Reporter:
    """The phone of one side."""

    def __init__(self, day: RehearsedDay, match: Match, side: MatchSide) -> None:
        self.day, self.match = day, match
        people = list(side.players.order_by("pk")[:1])
        self.by = Who(player=people[0] if people else None)
        self.name = f"phone {match.number} {side.seat}"
        self.phone = Phone(WayIn.LABEL.value, side.seat, _key_for(day, self.name))

    def differs(self, claims: list[Claim]) -> bool:
        """Whether this side reports another score of the first round."""
        is_other = self.phone.seat == 1 and len(claims) > 1
        return is_other and self.match.number in self.day.mishaps.differ

    def version_of(self, spoken: RehearsedReport, claims: list[Claim]) -> RehearsedReport:
        if spoken.number or not self.differs(claims):
            return spoken
        return replace(spoken, claim=swap_claim(spoken.claim))

    def say(self, spoken: RehearsedReport) -> None:
        due = spoken.due
        key = _key_for(self.day, f"{self.name} round {due.game} {due.round}")
        sent = Sent(key, due.game, due.round, spoken.claim, spoken.at)
        report_round(by=self.by, match=self.match, phone=self.phone, sent=sent)

    def confirm(self) -> None:
        match = Match.objects.get(pk=self.match.pk)
        if match.state == Match.State.FINISHED:
            confirm_end(by=self.by, match=match, phone=self.phone, seen=card_mark(match))


def _settle_difference(day: RehearsedDay, match: Match, due: NextRound, truth: Claim) -> bool:
    """Let the desk decide a disputed round; False if it isn't disputed."""
    disputed = match.rounds.filter(state="disputed", game=due.game, number=due.round)
    if not disputed.exists():
        return False
    match = Match.objects.get(pk=match.pk)  # with the phones' reports
    rule_round(
        by=day.by, match=match, game=due.game, number=due.round, claim=truth, seen=card_mark(match)
    )
    return True


def correct_card(day: RehearsedDay, match: Match) -> None:
    """Correct a card that differs from what was played."""
    played = play_out(day, match, entries_of(match))
    claims = [claim_of(each) for each in match.rounds.all()]
    state = match_state(format_of(match), list(match.rounds.all()), match.first)
    if claims == played.claims or not state.over:
        return
    key = _key_for(day, f"correction {match.number}")
    correct_match(
        by=day.by,
        match=match,
        key=key,
        claims=played.claims,
        seen=card_mark(match),
        reason="Rehearsal",
        made_at=day.at(day.now),
    )
    day.note("card", match=match.number)
