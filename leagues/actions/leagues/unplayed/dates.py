"""Agree on a day for a match: one side proposes and the other answers, or the desk decides."""

from datetime import date, time

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later

from leagues.access.roles import Who
from leagues.actions.leagues.day_sentences import fill_in_day, of_day
from leagues.actions.leagues.unplayed.arranging import (
    RESTORES_DATES,
    Arranging,
    arranging_act,
    undo_arranging,
)
from leagues.actions.leagues.unplayed.match_notices import tell_others
from leagues.actions.refusal import Refused, Stale
from leagues.actions.verb import Verb
from leagues.models import DateOffer, Match
from leagues.reads.leagues.matches.unplayed import put_off_limits
from leagues.reads.leagues.words import day_in_words
from leagues.reads.log.facts import LogFacts
from leagues.stages.reminders import ReminderKind
from scoring.sides import Seat

State = DateOffer.State


def offer_date(
    *, by: Who, match: Match, seat: Seat, on: date, at: time | None = None, place: str = ""
) -> DateOffer:
    """Propose a day for a match. It replaces any earlier proposal."""
    with arranging_act(by, match, OFFER_DATE) as here:
        _refuse_day(here, on)
        here.replace_offers()
        offer: DateOffer = DateOffer.objects.create(
            on=on, at=at, place=place, **here.columns_for(seat)
        )
        here.line.say(day=on.isoformat())
        tell_others(here, ReminderKind.OFFERED, on, seat=seat, mark=offer.pk)
    return offer


OFFER_DATE = Verb(
    "offer_date",
    of_day(later("Proposed to play %(names)s on %(day)s.")),
    undo_arranging(RESTORES_DATES),
    in_league_log=True,
)


def _refuse_day(here: Arranging, on: date) -> None:
    if on < here.today:
        raise Refused(_("Choose a day in the future."), field="on")
    if on > here.found.dates.last_day:
        last = {"day": day_in_words(here.found.dates.last_day)}
        raise Refused(
            _("The last day for this match is %(day)s. To play later, postpone the match.") % last,
            field="on",
        )


def answer_date(*, by: Who, offer: DateOffer, seat: Seat, takes: bool) -> None:
    """Accept or decline a day that the other side proposed."""
    with arranging_act(by, offer.dated.match, ANSWER_DATE, takes=takes) as here:
        now = here.dated.date_offers.filter(pk=offer.pk, state=State.OPEN).first()
        if now is None or now.seat == seat:
            raise Stale
        now.state = State.TAKEN if takes else State.DECLINED
        now.answered_at = here.now
        now.save(update_fields=["state", "answered_at"])
        if takes:
            _set_date(here, now.on, now.at, now.place)
        here.line.say(day=now.on.isoformat())


def _describe_answer(facts: LogFacts) -> str:
    fill_in_day(facts)
    if facts["details"].get("takes"):
        return _("Agreed to play %(names)s on %(day)s.")
    return _("Declined to play %(names)s on %(day)s.")


ANSWER_DATE = Verb(
    "answer_date", _describe_answer, undo_arranging(RESTORES_DATES), in_league_log=True
)


def fix_date(*, by: Who, match: Match, on: date, at: time | None = None, place: str = "") -> None:
    """Set day, time and venue of a match; a day after its last one also postpones it."""
    with arranging_act(by, match, FIX_DATE) as here:
        last = put_off_limits(here.league).last_date
        if on > max(last, here.found.dates.last_day):
            raise Refused(
                _(
                    "The last catch-up day of this season is %(day)s. Choose that day or an earlier one."
                )
                % {"day": day_in_words(last)},
                field="on",
            )
        here.replace_offers()
        _set_date(here, on, at, place)
        if on > here.found.dates.last_day:
            here.put_off(None, on)
        here.line.say(day=on.isoformat())
        tell_others(here, ReminderKind.MOVED, on, mark=here.now.timestamp())


FIX_DATE = Verb(
    "fix_date",
    of_day(later("Scheduled %(names)s for %(day)s.")),
    undo_arranging(RESTORES_DATES),
    in_league_log=True,
)


def _set_date(here: Arranging, on: date, at: time | None, place: str) -> None:
    here.with_boards.update(on=on, at=at, place=place, is_edited=True, settled_at=None)
