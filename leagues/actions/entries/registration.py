"""Online registration: the desk opens it, and players enter themselves."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later
from django.utils.translation import ngettext

from leagues.access.roles import Who
from leagues.actions.act import act, lock_event
from leagues.actions.entries.entries import NewEntry, enter_list, moved_up_are_not_drawn
from leagues.actions.entries.waiting_list import move_up, places_left
from leagues.actions.entry_mail import mail_entry
from leagues.actions.people.links import give_link
from leagues.actions.refusal import Refused, refuse_stale
from leagues.actions.undo_rows import CHANGED, event_of, is_unchanged, put_back
from leagues.actions.verb import Verb
from leagues.models import Action, Entry, EntryPlayer, Event, League, Player
from leagues.models.names import guess_family_name
from leagues.models.people import NameStyle
from leagues.reads.state_marks import mark_of


@dataclass(frozen=True)
class Newcomer:
    """A self-registered player's details, which no one has checked."""

    name: str
    is_minor: bool = False
    called: str = ""
    """The name shown to others instead, or empty."""
    email: str = ""
    """The address for the confirmation, or empty."""


@dataclass(frozen=True)
class Registered:
    """The result of a registration."""

    entry: Entry
    waiting: int | None  # their place on the waiting list, from 1
    token: str = ""  # the secret of a newcomer's personal link; only its hash is stored


def is_open(event: Event, now: datetime | None = None) -> bool:
    """Whether players can enter themselves in an event now."""
    return (
        event.takes_entries
        and event.binned_at is None
        and event.state == Event.State.PLANNED
        and event.visibility != Event.Visibility.PRIVATE
        and (event.entries_close_at is None or (now or timezone.now()) < event.entries_close_at)
    )


def registration_of(event: Event) -> dict[str, Any]:
    """The registration settings of an event, by field name."""
    return {
        "takes_entries": event.takes_entries,
        "entry_limit": event.entry_limit,
        "entries_close_at": event.entries_close_at,
    }


def set_registration(
    *,
    by: Who,
    event: Event,
    seen: str,
    takes_entries: bool,
    entry_limit: int | None,
    entries_close_at: datetime | None,
) -> None:
    """Change the registration settings. A higher limit moves entries up from the waiting list."""
    with act(by, event, SET_REGISTRATION) as line:
        event = line.on
        before = registration_of(event)
        refuse_stale(
            seen,
            mark_of(before),
            _("This has changed since you opened the page. What you typed is still here."),
        )
        line.keep(
            Event.objects.filter(pk=event.pk), event.entries.filter(state=Entry.State.WAITING)
        )
        event.takes_entries = takes_entries
        event.entry_limit = entry_limit
        event.entries_close_at = entries_close_at
        event.save(update_fields=list(before))
        line.say(**registration_of(event), before=before, **move_up(event))


def _refuse_changed(action: Action) -> None:
    data, now = action.details, registration_of(event_of(action))
    after = {name: data[name] for name in data["before"]}
    if not (is_unchanged(after, now) or is_unchanged(data["before"], now)):
        raise Refused(CHANGED)


def _preview_undo_registration(action: Action) -> str:
    data = action.details
    sentences = [
        _("Online registration will be open again.")
        if data["before"]["takes_entries"]
        else _("Online registration will be closed."),
        _("The earlier limit and last day will apply."),
    ]
    if moved := data.get("moved_up_names"):
        text = ngettext(
            "Back on the waiting list: %(names)s.",
            "Back on the waiting list: %(names)s.",
            len(moved),
        )
        sentences.append(text % {"names": ", ".join(moved)})
    return " ".join(sentences)


SET_REGISTRATION = Verb(
    "set_registration",
    later("Changed the online registration."),
    put_back(_preview_undo_registration, _refuse_changed, moved_up_are_not_drawn),
)


def enter_player(
    *, by: Who, event: Event, player: Player, partner: Newcomer | None = None
) -> Registered:
    """Enter a player of the club; returns the existing entry if they have entered already."""
    with transaction.atomic():
        event, _same = lock_event(event)
        line = EntryPlayer.objects.filter(event=event, player=player).first()
        if line:
            return _as_registered(line.entry)
        return _enter_people(by, event, [player], partner)


@transaction.atomic
def enter_stranger(
    *, by: Who, event: Event, key: UUID, newcomer: Newcomer, partner: Newcomer | None = None
) -> Registered:
    """Enter a newcomer as a guest, and return the entry with a new personal link to it.

    A guest is never matched to the club's player of that name, because anyone could type it;
    the desk sees similar names and can merge them. A ``key`` used twice makes one entry.
    """
    event, _same = lock_event(event)
    earlier = Action.objects.filter(event=event, verb="enter_list", details__key=str(key)).first()
    if earlier:
        entry = Entry.objects.filter(pk=earlier.details["entries"][0]["entry"]).first()
        if entry is None:
            raise Refused(_("The list is closed."))
        registered = _as_registered(entry)
        player = entry.line_up.get(number=1).player
    else:
        player = guest_of(event, newcomer)
        registered = _enter_people(by, event, [player], partner, key=str(key))
    token = give_link(by=by, player=player)
    return Registered(registered.entry, registered.waiting, token)


def guest_of(where: Event | League, newcomer: Newcomer) -> Player:
    """An unsaved player for a self-registered guest, with the name they want shown."""
    style = NameStyle.ALIAS if newcomer.called else ""
    return Player(
        club_id=where.club_id,
        name=newcomer.name,
        family_name=guess_family_name(newcomer.name),
        alias=newcomer.called,
        email=newcomer.email,
        is_guest=True,
        is_minor=newcomer.is_minor,
        self_registered_at=timezone.now(),
        self_registered_for=where.name,
        name_on_wall=style,
        name_on_web=style,
        name_in_export=style,
    )


def _enter_people(
    by: Who, event: Event, people: Sequence[Player], partner: Newcomer | None, key: str = ""
) -> Registered:
    if not is_open(event):
        raise Refused(_("The list is closed."))
    left = places_left(event)
    waits = left is not None and left < 1
    behind = [*people, *([guest_of(event, partner)] if partner else [])]
    state = Entry.State.WAITING if waits else Entry.State.ACTIVE
    (entry,) = enter_list(
        by=by, event=event, entries=[NewEntry(tuple(behind), state=state)], how="oneself", key=key
    )
    registered = _as_registered(entry)
    mail_entry(entry, waiting=registered.waiting)
    return registered


def _as_registered(entry: Entry) -> Registered:
    return Registered(entry, waiting_place(entry))


def waiting_place(entry: Entry) -> int | None:
    """The place of an entry on the waiting list, from 1, or None if it isn't on it."""
    if entry.state != Entry.State.WAITING:
        return None
    waiting = entry.event.entries.filter(state=Entry.State.WAITING)
    return 1 + waiting.filter(made_at__lt=entry.made_at).count()
