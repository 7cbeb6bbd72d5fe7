"""Changes of nights and events: what people know, which people they concern, and their sentences."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, time, timedelta
from functools import partial
from typing import TypedDict

from django.db.models import Q
from django.db.models.functions import Coalesce
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from leagues.dates import date_format
from leagues.models import (
    DateChange,
    Enrolment,
    Entry,
    EntryPlayer,
    Event,
    League,
    Night,
    Player,
    Topic,
)
from leagues.models.events import FRIENDLIES
from leagues.models.people import PlayerQuerySet
from leagues.reads.leagues.attendance.head_count import enrolled_on
from leagues.reads.messages.reach import Content, PeopleNews


class DateFacts(TypedDict):
    """What people need to know of a night or event, as ``DateChange`` keeps it.

    ``starts`` is the local time, so that a changed zone is no change.
    """

    starts: str
    place: str
    is_cancelled: bool
    reason: str


def date_facts(subject: Night | Event) -> DateFacts:
    if isinstance(subject, Night):
        return {
            "starts": datetime.combine(subject.on, subject.at).isoformat(),
            "place": subject.where,
            "is_cancelled": subject.is_cancelled,
            "reason": subject.reason,
        }
    starts = subject.starts_at.astimezone(subject.tzinfo).replace(tzinfo=None)
    return {
        "starts": starts.isoformat(),
        "place": subject.place,
        "is_cancelled": subject.binned_at is not None,
        "reason": "",
    }


def is_announced(subject: Night | Event) -> bool:
    """True if people hear of its changes, and pages show them.

    Events of a night or league aren't: people hear of the night, or of their dated matches.
    """
    if isinstance(subject, Night):
        return not subject.league.has_dated_matches
    return (
        subject.rehearsal_of_id is None
        and subject.night_id is None
        and subject.kind not in FRIENDLIES
        and subject.state != Event.State.FINISHED
        and not League.objects.filter(event=subject).exists()
    )


def end_of_day(subject: Night | Event, facts: DateFacts) -> datetime:
    """Midnight after the day of these facts, at the place of the night or event."""
    day = datetime.fromisoformat(facts["starts"]).date()
    zone = subject.league.tzinfo if isinstance(subject, Night) else subject.tzinfo
    return datetime.combine(day + timedelta(days=1), time(), tzinfo=zone)


def is_private_place(place: League | Event) -> bool:
    return bool(place.visibility == Event.Visibility.PRIVATE)


def people_of(subject: Night | Event) -> PlayerQuerySet:
    """Return the players that a change concerns.

    Of a night: members and spares, its host, and everyone who answered or is in its events. Of an event: everyone in it or on its waiting list.
    """
    seats = EntryPlayer.objects.exclude(entry__state=Entry.State.WITHDRAWN)
    if isinstance(subject, Event):
        entered = seats.filter(entry__event=subject)
        return Player.objects.present().filter(pk__in=entered.values("player"))
    enrolled = {each.player.pk for kind in Enrolment.Kind for each in enrolled_on(subject, kind)}
    entered = seats.filter(entry__event__night=subject, entry__event__binned_at=None)
    concerned = (
        Q(pk__in=enrolled)
        | Q(pk__in=subject.answers.values(person=Coalesce("player__merged_into", "player")))
        | Q(pk=subject.host_id)
        | Q(pk__in=entered.values("player"))
    )
    return Player.objects.present().filter(concerned)


def people_of_nights(nights: Sequence[Night]) -> PlayerQuerySet:
    """The players that a change of any of these nights concerns."""
    keys = {pk for night in nights for pk in people_of(night).values_list("pk", flat=True)}
    return Player.objects.present().filter(pk__in=keys)


def is_private_subject(subject: Night | Event) -> bool:
    return is_private_place(subject.league if isinstance(subject, Night) else subject)


def news_of(change: DateChange) -> PeopleNews:
    """Return the message about what differs from what was last sent."""
    subject = change.subject
    now = date_facts(subject)
    last = max(end_of_day(subject, change.sent), end_of_day(subject, now))
    return PeopleNews(
        topic=Topic.CHANGE,
        key=f"change-{change.pk}-{change.messages}",
        make=partial(_content_of, change, change.sent, now, page_of(subject)),
        ends_at=last,
        is_private=is_private_subject(subject),
    )


def _content_of(
    change: DateChange, known: DateFacts, now: DateFacts, path: str, _players: Sequence[Player]
) -> Content:
    when = [each for each in (in_words(now), now["place"]) if each]
    lines = [now["reason"]] if now["is_cancelled"] else [" · ".join(when), now["reason"]]
    if change.others:
        later = ngettext(
            "%(n)s later night changes too.", "%(n)s later nights change too.", change.others
        )
        lines.append(later % {"n": change.others})
    return Content(
        title=change_in_words(name_of(change.subject), known, now),
        lines=tuple(each for each in (*lines, change.note) if each),
        path=path,
    )


def name_of(subject: Night | Event) -> str:
    return subject.league.name if isinstance(subject, Night) else subject.name


def change_in_words(name: str, known: DateFacts, now: DateFacts) -> str:
    """Return a sentence on the most important difference; empty if there is none."""
    old, new = (datetime.fromisoformat(each["starts"]) for each in (known, now))
    words = {
        "name": name,
        "old": date_format(old, "l j F"),
        "day": date_format(new, "l j F"),
        "time": date_format(new, "H:i"),
        "place": now["place"],
    }
    if now["is_cancelled"]:
        return "" if known["is_cancelled"] else _("%(name)s on %(old)s is cancelled") % words
    if old.date() != new.date():
        return _("%(name)s moves from %(old)s to %(day)s") % words
    if known["is_cancelled"]:
        return _("%(name)s on %(day)s takes place after all") % words
    if old != new:
        return _("%(name)s on %(day)s now starts at %(time)s") % words
    if known["place"] != now["place"] and now["place"]:
        return _("%(name)s on %(day)s is now at %(place)s") % words
    if known["place"] != now["place"]:
        return _("%(name)s on %(day)s has a new venue") % words
    return ""


def in_words(facts: DateFacts) -> str:
    return date_format(datetime.fromisoformat(facts["starts"]), "l j F Y, H:i")


def page_of(subject: Night | Event) -> str:
    """The page of a night or event; if it is cancelled, the one that shows what comes next."""
    if isinstance(subject, Event):
        return (
            reverse("event", args=[subject.slug]) if subject.binned_at is None else reverse("home")
        )
    league = subject.league
    if subject.is_cancelled:
        return league.get_absolute_url()
    return reverse("league-night", args=[league.slug, subject.pk])
