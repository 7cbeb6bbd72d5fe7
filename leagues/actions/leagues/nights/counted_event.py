"""Set the one night of a league that an event counts for, or none."""

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext as _

from leagues.access.roles import Who
from leagues.actions.act import act, lock_league, refuse_closed
from leagues.actions.refusal import Refused
from leagues.actions.undo_rows import event_of, put_back, rows_back
from leagues.actions.verb import Verb
from leagues.models import Action, Event, League, Night
from leagues.reads.leagues.words import day_in_words
from leagues.reads.log.facts import LogFacts


def attach_event(*, by: Who, event: Event, night: Night | None, own_table: Any = None) -> None:
    """Set the night that an event counts for, or None for no league.

    ``own_table`` is a stored ``PlaceTable`` that pays its places, if it has a special one. The
    leagues' revisions increase with the event's, because their tables include it.
    """
    with act(by, event, ATTACH_EVENT) as line:
        now = line.event
        if now.binned_at is not None:
            raise Refused(_("This event is in the bin."))
        if night is not None and night.league.club_id != now.club_id:
            raise Refused(_("This night belongs to another club."))
        if night is not None:
            _refuse_paying_twice(now, night)
        was = now.night
        if was == night and now.own_table == own_table:
            line.drop()
            return
        line.say(
            name=now.name,
            where=_place_label(night),
            nights=[each.pk for each in (was, night) if each],
        )
        here = Event.objects.filter(pk=now.pk)
        line.keep(here)
        here.update(night=night, own_table=own_table)
        touch_leagues(line.details["nights"])
    event.refresh_from_db()


def _preview_undo_attach(action: Action) -> str:
    event = event_of(action)
    if event.binned_at is not None:
        raise Refused(_("This event is in the bin."))
    before: int | None = rows_back(action)[event.pk].get("night_id", event.night_id)
    night = Night.objects.filter(pk=before or 0).select_related("league").first()
    if night is None:
        return _("%(name)s will no longer count for a league.") % {"name": event.name}
    return _("%(name)s will count for %(league)s, %(on)s again.") % {
        "name": event.name,
        "league": night.league.name,
        "on": day_in_words(night.on),
    }


def _describe_attach(facts: LogFacts) -> str:
    if facts.get("where"):
        return _("Set %(name)s to count for %(where)s.")
    return _("Set %(name)s to count for no league.")


ATTACH_EVENT = Verb(
    "attach_event",
    _describe_attach,
    put_back(
        _preview_undo_attach, then=lambda _by, action: touch_leagues(action.details["nights"])
    ),
)


def touch_leagues(nights: Iterable[int]) -> None:
    """Raise the revisions of these nights' leagues; ``Refused`` if one is closed."""
    for league in League.objects.filter(nights__in=list(nights)).distinct():
        refuse_closed(lock_league(league)[0])
        league.touch()


def _refuse_paying_twice(event: Event, night: Night) -> None:
    """Refuse finals as a normal night: the league's table seeds them, so the best gain twice."""
    finals = night.league.finals.filter(event=event)
    if finals.exists() and not night.always_counts:
        raise Refused(
            _(
                "These are the finals of %(league)s, and its table seeds them. As a normal night they would reward the top players twice. Choose a night that always counts."
            )
            % {"league": night.league.name},
            field="night",
        )


def _place_label(night: Night | None) -> str:
    return f"{night.league.name}, {night.on.isoformat()}" if night else ""
