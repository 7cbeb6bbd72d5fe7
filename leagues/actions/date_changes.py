"""Tell people of changed nights and events: at once, then at most every ten minutes.

Further changes within ten minutes wait. At their end, what holds now is compared with what was
sent: one message for all of them, or none if nothing differs.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from leagues.actions.messages import post_news
from leagues.actions.webhook_queue import queue_change
from leagues.models import DateChange, Event, Night
from leagues.models.people import PlayerQuerySet
from leagues.reads.messages.date_changes import (
    DateFacts,
    change_in_words,
    date_facts,
    end_of_day,
    is_announced,
    name_of,
    news_of,
    people_of,
)

QUIET = timedelta(minutes=10)


@dataclass(frozen=True)
class Telling:
    """Whether people hear of a change, and the organiser's sentence for them."""

    is_wanted: bool = True
    note: str = ""


TELL = Telling()


def note_change(
    subject: Night | Event,
    before: DateFacts,
    telling: Telling = TELL,
    *,
    others: int = 0,
    people: PlayerQuerySet | None = None,
) -> None:
    """Record a change for banners and, if wanted, tell the people concerned.

    Call it inside the act, with the facts before it, when the row has its new values. ``others``
    counts the nights that the act changed beside this one, and ``people`` are those of all.
    """
    now, facts = timezone.now(), date_facts(subject)
    if not change_in_words(name_of(subject), before, facts):
        return
    if end_of_day(subject, before) <= now >= end_of_day(subject, facts):
        return
    if not is_announced(subject):
        return
    if telling.is_wanted:
        queue_change(subject, before, facts)
    earlier = subject.changes.quiet(now).order_by("pk").last()
    if earlier is None:
        change = DateChange(
            night=subject if isinstance(subject, Night) else None,
            event=subject if isinstance(subject, Event) else None,
            before=before,
            sent=before if telling.is_wanted else facts,
            note=telling.note,
            others=others,
            quiet_until=now + QUIET,
            is_waiting=telling.is_wanted,
            ends_at=end_of_day(subject, before),
        )
        change.save()
        if telling.is_wanted:
            _send(change, people)
    elif telling.is_wanted:
        DateChange.objects.filter(pk=earlier.pk).update(note=telling.note or earlier.note)
    else:
        changed = dict(facts.items() - before.items())
        DateChange.objects.filter(pk=earlier.pk).update(sent=earlier.sent | changed)


def note_deletion(
    night: Night,
    telling: Telling = TELL,
    *,
    others: int = 0,
    people: PlayerQuerySet | None = None,
) -> None:
    """Tell people that a night is cancelled, just before it is deleted.

    Nothing can be compared later, so a further change within ten minutes is sent now too. The
    ``DateChange`` is deleted with the night. Undo restores both, and people hear that it takes place.
    """
    known = date_facts(night)
    if known["is_cancelled"]:
        return
    waiting = night.changes.quiet(timezone.now()).order_by("pk").last()
    night.is_cancelled = True
    note_change(night, known, telling, others=others, people=people)
    if waiting is not None and telling.is_wanted:
        waiting.night, waiting.note = night, telling.note or waiting.note
        _send(waiting, people)


def _send(change: DateChange, people: PlayerQuerySet | None = None) -> None:
    """Send what differs from what was sent before, if anything does."""
    now = date_facts(change.subject)
    if change_in_words(name_of(change.subject), change.sent, now):
        post_news(news_of(change), people_of(change.subject) if people is None else people)
        change.sent = now
        change.messages = F("messages") + 1
        change.save(update_fields=["sent", "messages"])


def send_waiting_changes(*, now: datetime) -> None:
    """Send the changes whose ten minutes are over. Of several servers one sends each."""
    due = DateChange.objects.waiting(now).select_related("night__league__club", "event__club")
    for change in due.order_by("pk"):
        with transaction.atomic():
            waits = DateChange.objects.waiting(now).filter(pk=change.pk)
            if waits.update(is_waiting=False):
                _send(change)
