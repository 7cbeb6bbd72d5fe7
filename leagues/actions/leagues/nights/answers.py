"""Answers to whether players come to a night, and offers of spots that come free."""

from datetime import datetime, timedelta

from django.db.models import Q
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later

from leagues.access.league_roles import is_over
from leagues.access.roles import ANONYMOUS, Who
from leagues.actions.act import Line, act, write_line
from leagues.actions.leagues.day_sentences import fill_in_day, of_day
from leagues.actions.refusal import Refused
from leagues.actions.reminders import tell_of_offers
from leagues.actions.verb import Verb
from leagues.models import Answer, Night, Offer, Player
from leagues.reads.leagues.attendance.head_count import COMES, HeadCount, read_head_count
from leagues.reads.leagues.attendance.spares import spares_left, spares_to_call
from leagues.reads.log.facts import LogFacts

TIME_TO_ANSWER = timedelta(hours=4)
ON_THE_DAY = timedelta(minutes=30)
A_DAY = timedelta(days=1)
A_MOMENT = timedelta(microseconds=1)
State = Offer.State


def answer_night(
    *, by: Who, night: Night, player: Player, answer: Answer.Reply, from_round: int | None = None
) -> None:
    """Record whether a player comes to a night. The latest answer counts; repeats are dropped.

    A player who is coming takes a spot that is held for them; one who isn't gives it up.
    """
    with act(by, night, ANSWER_NIGHT, name=player.name, reply=answer) as line:
        now = timezone.now()
        night = line.on
        _refuse_closed(night, now)
        known = read_head_count(night, now)
        from_round = from_round if answer == Answer.Reply.LATE else None
        is_own = by.player == player or (by.user and by.user.pk == player.user_id)
        is_asked = player.pk in known.asking and not is_own
        if not is_asked and _is_last_answer(known, player, answer, from_round):
            line.drop()
            return
        line.say(day=night.on.isoformat(), player=player.pk)
        now = _after_all(known, now)
        _close_offer(night, player, answer, now)
        Answer.objects.create(
            night=night,
            player=player,
            reply=answer,
            from_round=from_round,
            is_excused=answer == Answer.Reply.OUT and now < night.starts_at,
            user=by.user,
            answered_by=by.player if by.player != player else None,
            at=now,
        )
        _pass_on(line, now)


ANSWER_SENTENCES: dict[str, Promise] = {
    "in": later("Marked %(name)s as coming on %(day)s."),
    "late": later("Marked %(name)s as coming late on %(day)s."),
    "maybe": later("Marked %(name)s as maybe coming on %(day)s."),
    "out": later("Marked %(name)s as not coming on %(day)s."),
}


def _describe_answer(facts: LogFacts) -> str:
    fill_in_day(facts)
    return str(ANSWER_SENTENCES[facts["details"].get("reply", "in")])


LATEST_COUNTS = later("Answers aren’t undone. Enter a new answer; the latest one counts.")


ANSWER_NIGHT = Verb("answer_night", _describe_answer, LATEST_COUNTS)


def call_spare(*, by: Who, night: Night) -> None:
    """Offer a free spot to one more spare: the one called longest ago is first."""
    with act(by, night, CALL_SPARE, day=night.on.isoformat()) as line:
        now = timezone.now()
        night = line.on
        _refuse_closed(night, now)
        known = read_head_count(night, now)
        if known.is_full:
            raise Refused(_("There’s no free spot that night."))
        if not spares_left(known):
            raise Refused(_("There are no more spares to call for this night."))
        night.spares_wanted += 1
        night.save(update_fields=["spares_wanted"])
        _pass_on(line, _after_all(known, now))


CALL_SPARE = Verb(
    "call_spare",
    of_day(later("Called a spare for %(day)s.")),
    later("Cancel the spare’s call in the list of who’s coming."),
)


def withdraw_call(*, by: Who, night: Night, player: Player) -> None:
    """Cancel the call of a spare who hasn't answered, without calling another one."""
    day = night.on.isoformat()
    with act(by, night, WITHDRAW_CALL, name=player.name, day=day) as line:
        now = timezone.now()
        night = line.on
        known = read_head_count(night, now)
        held = night.offers.filter(player=player, state=State.OPEN, until__gt=now)
        is_call = any(each.player == player for each in known.called)
        if not is_call or not held.update(state=State.WITHDRAWN, until=_after_all(known, now)):
            raise Refused(_("%(name)s isn’t being asked at the moment.") % {"name": player.name})
        night.spares_wanted = max(0, night.spares_wanted - 1)
        night.save(update_fields=["spares_wanted"])


WITHDRAW_CALL = Verb(
    "withdraw_call",
    of_day(later("Cancelled the call of spare %(name)s for %(day)s.")),
    later("Call a spare again. A spare whose call was cancelled can be called again."),
)


def settle_offers(*, night: Night, now: datetime) -> int:
    """Offer spots whose offer has run out to the next players; returns how many were offered.

    Called each time the night is shown, so it takes a lock and writes only if one is due.
    """
    if night.league.most is None and not night.spares_wanted:
        return 0
    if not _may_be_offered(night, now) or not _is_due(read_head_count(night, now)):
        return 0
    with act(ANONYMOUS, night, PASS_ON_PLACES) as line:
        line.say(day=night.on.isoformat())
        known = read_head_count(line.on, now)
        if not _may_be_offered(line.on, now) or not _is_due(known):
            line.drop()
            return 0
        return _pass_on(line, _after_all(known, now))


PASS_ON_PLACES = Verb(
    "pass_on_places",
    of_day(later("Offered unanswered spots on %(day)s to the next players.")),
    LATEST_COUNTS,
    by_time=later("When the time to answer ran out"),
)


def pass_on_places(*, now: datetime) -> int:
    """Run ``settle_offers`` for every night with an offer that has run out, as a timed job."""
    run_out = Night.objects.filter(
        offers__state=State.OPEN, offers__until__lte=now, on__gte=(now - A_DAY).date()
    )
    nights = run_out.select_related("league__club").distinct()
    return sum(settle_offers(night=night, now=now) for night in nights)


def _is_due(known: HeadCount) -> bool:
    run_out = any(known.offers[p].state == State.OPEN for p in known.turns.passed)
    return run_out or bool(known.turns.next_ones or spares_to_call(known))


def _refuse_closed(night: Night, now: datetime) -> None:
    if night.is_cancelled:
        raise Refused(_("This night is cancelled."))
    if now >= night.hosted_until or is_over(night):
        raise Refused(_("This night is finished."))


def _is_last_answer(
    known: HeadCount, player: Player, answer: Answer.Reply, from_round: int | None
) -> bool:
    """Whether the player's last answer is the same, so that repeating it would change nothing."""
    last = known.answers.get(player.pk)
    if last is None or (last.reply, last.from_round) != (answer, from_round):
        return False
    if player.pk in known.asking:
        return True
    gains = answer in COMES and known.turns.has_place_for(player.pk)
    return known.is_in(player) or not gains


def _close_offer(night: Night, player: Player, answer: Answer.Reply, now: datetime) -> None:
    """Close the player's open offer as taken or declined, also one from before a merge."""
    theirs = Q(player=player) | Q(player__merged_into=player)
    held = night.offers.filter(theirs, state=State.OPEN, until__gt=now)
    held.update(state=State.TAKEN if answer in COMES else State.DECLINED)


def _pass_on(line: Line[Night], now: datetime) -> int:
    """Offer the free spots to the next players and spares; returns how many were offered."""
    night = line.on
    night.offers.filter(state=State.OPEN, until__lte=now).update(state=State.EXPIRED)
    if not _may_be_offered(night, now):
        return 0
    known = read_head_count(night, now)
    asked = [known.people[pk] for pk in known.turns.next_ones]
    asked += spares_to_call(known)
    until = _answer_until(night, now)
    offers = Offer.objects.bulk_create(
        Offer(night=night, player=player, until=until, made_at=now) for player in asked
    )
    tell_of_offers(offers)
    line.write()
    for player in asked:
        facts = {"name": player.name, "player": player.pk, "day": night.on.isoformat()}
        write_line(ANONYMOUS, night.league, OFFER_PLACE, **facts)
    return len(asked)


OFFER_PLACE = Verb(
    "offer_place",
    of_day(later("Offered %(name)s a spot on %(day)s.")),
    LATEST_COUNTS,
    by_time=later("In turn"),
)


def _may_be_offered(night: Night, now: datetime) -> bool:
    is_open = not (night.is_cancelled or night.league.closed_at)
    return is_open and now < night.starts_at


def _answer_until(night: Night, now: datetime) -> datetime:
    is_the_day = now.astimezone(night.league.tzinfo).date() >= night.on
    time = ON_THE_DAY if is_the_day else TIME_TO_ANSWER
    return min(now + time, night.starts_at)


def _after_all(known: HeadCount, now: datetime) -> datetime:
    """The current time, but later than all earlier answers and offers, which decide the order."""
    return max(now, known.last_heard + A_MOMENT) if known.last_heard else now
