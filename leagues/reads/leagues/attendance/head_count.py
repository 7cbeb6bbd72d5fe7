"""The head count of a night: who has a spot, who waits, who may come, and who does not come."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TypeVar

from django.db.models import QuerySet
from django.utils import timezone

from leagues.models import Answer, Enrolment, Event, League, Night, Offer, Player
from leagues.reads.leagues.attendance.waiting_list import (
    ComingAnswer,
    NightTurns,
    PlaceHeld,
    compute_turns,
)

Reply = Answer.Reply
R = TypeVar("R", Answer, Offer, Enrolment)
S = TypeVar("S", Answer, Offer)
COMES = frozenset({Reply.IN, Reply.LATE})


@dataclass(frozen=True)
class Comer:
    """A player with their latest answer for a night; ``answer`` is None if there is none."""

    player: Player
    answer: Answer | None
    offer: Offer | None = None
    """The spot that is reserved for them now, or None."""

    @property
    def reply(self) -> str:
        return self.answer.reply if self.answer else ""

    @property
    def from_round(self) -> int | None:
        return self.answer.from_round if self.answer else None


@dataclass(frozen=True)
class HeadCount:
    """The answers, spots and offers of a night at one moment. People are keyed by player id."""

    night: Night
    turns: NightTurns
    people: Mapping[int, Player]
    answers: Mapping[int, Answer]
    offers: Mapping[int, Offer]
    asked: tuple[int, ...]
    """The players who are members on that night, in the order they joined."""
    asking: tuple[int, ...] = ()
    """Unconfirmed guests who asked for a spot where spots are limited. They get none until the
    desk marks them as coming.
    """

    @property
    def inside(self) -> list[Comer]:
        return self._comers(self.turns.inside)

    @property
    def waiting(self) -> list[Comer]:
        return self._comers(self._waiting)

    @property
    def waiting_in_turn(self) -> list[Comer]:
        return self._comers(self.turns.waiting)

    @property
    def newcomers(self) -> list[Comer]:
        return self._comers(self.asking)

    @property
    def called(self) -> list[Comer]:
        """The spares who were called and have not answered yet."""
        held = self.turns.held
        return self._comers(p for p in held if p not in self.turns.waiting)

    @property
    def maybe(self) -> list[Comer]:
        return self._with_reply(Reply.MAYBE)

    @property
    def out(self) -> list[Comer]:
        return self._with_reply(Reply.OUT)

    @property
    def silent(self) -> list[Comer]:
        """Members who have not answered and have no spot."""
        known = {*self.turns.inside, *self._waiting, *self.answers}
        return self._comers(p for p in self.asked if p not in known)

    @property
    def room(self) -> int | None:
        """The number of free spots; None if the night has no limit."""
        return self.turns.room

    @property
    def free_spots(self) -> range:
        """The numbers of the free spots, counted on from those who come."""
        first = len(self.turns.inside) + 1
        return range(first, first + (self.room or 0))

    @property
    def is_full(self) -> bool:
        return self.room == 0

    def of(self, player: Player) -> Comer:
        pk = player.pk
        offer = self.offers.get(pk) if pk in self.turns.held else None
        return Comer(player, self.answers.get(pk), offer)

    def is_in(self, player: Player) -> bool:
        return player.pk in self.turns.inside

    def waits_as(self, player: Player) -> int | None:
        """Their number on the waiting list, from 1; None if they are not on it."""
        order = self._waiting
        return order.index(player.pk) + 1 if player.pk in order else None

    @property
    def _waiting(self) -> list[int]:
        return [*self.turns.waiting, *self.asking]

    @property
    def last_heard(self) -> datetime | None:
        """The time of the latest answer or offer; None if there is none."""
        answered = [each.at for each in self.answers.values()]
        offered = [each.made_at for each in self.offers.values()]
        return max((*answered, *offered), default=None)

    def _with_reply(self, reply: Reply) -> list[Comer]:
        players = (pk for pk, answer in self.answers.items() if answer.reply == reply)
        return self._comers(players)

    def _comers(self, players: Iterable[int]) -> list[Comer]:
        return [self.of(self.people[player]) for player in players]


def read_head_count(night: Night, now: datetime | None = None) -> HeadCount:
    """Read the head count of a night, in a constant number of queries."""
    return head_counts([night], now)[night.pk]


def head_counts(nights: Sequence[Night], now: datetime | None = None) -> dict[int, HeadCount]:
    """Read the head count of each of these nights, by night id. The number of queries does not grow
    with the nights or their leagues.
    """
    now = now or timezone.now()
    if not nights:
        return {}
    here = [night.pk for night in nights]
    leagues = {night.league_id for night in nights}
    members = _read_enrolments(leagues, Enrolment.Kind.MEMBER)
    answers = Answer.objects.filter(night__in=here).select_related("answered_by")
    answers_by_night = _by_night(_without_binned(answers))
    offers = _by_night(_without_binned(Offer.objects.filter(night__in=here)))
    return {
        night.pk: _head_count(
            night,
            [each for each in members if _is_enrolled(each, night)],
            answers_by_night.get(night.pk, []),
            offers.get(night.pk, []),
            now,
        )
        for night in nights
    }


def _by_night(rows: Iterable[S]) -> dict[int, list[S]]:
    found: dict[int, list[S]] = {}
    for each in rows:
        found.setdefault(each.night_id, []).append(each)
    return found


def _head_count(
    night: Night,
    members: Sequence[Enrolment],
    all_answers: Sequence[Answer],
    offers: Sequence[Offer],
    now: datetime,
) -> HeadCount:
    asked = _asked_only(night, all_answers)
    heard = [each for each in all_answers if each not in asked]
    found = compute_turns(
        night.league.most,
        _sorted_answers(heard, _expected_members(night, members)),
        _held_places(offers),
        now,
    )
    answers = {each.player_id: each for each in all_answers}
    placed = {*found.inside, *found.waiting, *found.held}
    named: list[Enrolment | Answer | Offer] = [*members, *all_answers, *offers]
    return HeadCount(
        night,
        found,
        {each.player_id: each.player for each in named},
        answers,
        {each.player_id: each for each in offers},
        tuple(dict.fromkeys(each.player_id for each in members)),
        tuple(
            pk
            for pk in dict.fromkeys(each.player_id for each in asked)
            if answers[pk].reply in COMES and pk not in placed
        ),
    )


def _asked_only(night: Night, answers: Iterable[Answer]) -> list[Answer]:
    """List the answers that do not give a spot: those of unconfirmed guests who are not enrolled
    and answered for themselves. Otherwise made-up people could fill a night.
    """
    if night.league.most is None:
        return []
    found = [
        each
        for each in answers
        if each.reply in COMES
        and each.player.is_unconfirmed
        and each.answered_by_id is None
        and each.user_id in (None, each.player.user_id)
    ]
    if not found:
        return []
    enrolled = set(night.league.enrolments.values_list("player", flat=True))
    return [each for each in found if each.player_id not in enrolled]


def nights_to_come(leagues: Iterable[League], now: datetime) -> list[Night]:
    """List the nights of these leagues that have not begun, are not past and are not cancelled."""
    begun = Event.objects.present().exclude(state=Event.State.PLANNED)
    nights = Night.objects.filter(
        league__in=leagues,
        league__closed_at=None,
        is_cancelled=False,
        on__gte=now.date() - timedelta(days=2),
    ).exclude(events__in=begun)
    found = nights.select_related("league__club", "host").in_order()
    return [night for night in found if now < night.hosted_until]


def enrolled_on(night: Night, kind: Enrolment.Kind) -> list[Enrolment]:
    """List the enrolments of members, or of spares, that include this night, oldest first."""
    found = _read_enrolments([night.league_id], kind)
    return [each for each in found if _is_enrolled(each, night)]


def _read_enrolments(leagues: Collection[int], kind: Enrolment.Kind) -> list[Enrolment]:
    found = Enrolment.objects.filter(league__in=leagues, kind=kind)
    return _without_binned(found.select_related("first", "last"))


def _is_enrolled(each: Enrolment, night: Night) -> bool:
    here = _night_order(night)
    return (
        each.league_id == night.league_id
        and (each.first is None or _night_order(each.first) <= here)
        and (each.last is None or here <= _night_order(each.last))
    )


def _without_binned(rows: QuerySet[R]) -> list[R]:
    """List the rows by id, without those of people in the bin.

    Rows of a player who was merged get the player they were merged into.
    """
    found = list(rows.select_related("player__merged_into").order_by("pk"))
    for each in found:
        each.player = each.player.merged_into or each.player
    return [each for each in found if each.player.binned_at is None]


def _night_order(night: Night) -> tuple[object, ...]:
    return (night.on, night.at, night.pk)


def _expected_members(night: Night, members: Iterable[Enrolment]) -> list[Enrolment]:
    is_expected = night.league.attendance == League.Attendance.EXPECTED
    return list(members) if is_expected else []


def _sorted_answers(rows: Iterable[Answer], expected: Iterable[Enrolment]) -> list[ComingAnswer]:
    """List all answers by time. An expected member counts as coming from the time they joined,
    unless they answered before that.
    """
    answers = [ComingAnswer(each.at, each.player_id, each.reply in COMES) for each in rows]
    first = dict[int, datetime]()
    for each in answers:
        first.setdefault(each.player, each.at)
    joined = [
        ComingAnswer(each.made_at, each.player_id, True)
        for each in expected
        if each.player_id not in first or each.made_at < first[each.player_id]
    ]
    return sorted((*joined, *answers), key=lambda each: each.at)


def _held_places(offers: Iterable[Offer]) -> list[PlaceHeld]:
    return [PlaceHeld(each.made_at, each.player_id, each.until) for each in offers]
