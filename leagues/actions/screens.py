"""Screens on the wall: a code makes one the desk's, and the desk says what it shows."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from leagues.access import Who
from leagues.actions.log import record
from leagues.bridge.hall.screens import Shows, View, shows_of
from leagues.models import Event, Screen
from leagues.models.links import hash_token, new_token
from leagues.models.screens import CODE_LENGTH, CODE_LETTERS


class NoSuchCode(Exception):
    """No screen of this event shows this code."""


@dataclass(frozen=True)
class Opened:
    screen: Screen
    token: str


@transaction.atomic
def open_screen(*, event: Event) -> Opened:
    """A browser wants to be a screen: give it a secret, and a code to show.

    It is nobody's yet and sees no more than any spectator, so it leaves no line in the log.
    """
    Screen.objects.stale().delete()
    token = new_token()
    code = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
    screen = Screen.objects.create(event=event, code=code, token_hash=hash_token(token))
    return Opened(screen, token)


@transaction.atomic
def pair_screen(*, by: Who, event: Event, code: str, name: str = "") -> Screen:
    """Take on the screen that shows this code."""
    event = Event.objects.select_for_update().get(pk=event.pk)
    screen = Screen.objects.waiting().filter(event=event, code=code).first()
    if screen is None:
        raise NoSuchCode
    screen.code = None
    screen.paired_at = screen.seen_at = timezone.now()
    screen.name = name or _("Screen %(n)s") % {"n": event.screens.paired().count() + 1}
    screen.save(update_fields=["code", "paired_at", "seen_at", "name"])
    event.touch()
    record(by=by, verb="pair_screen", club=event.club, event=event, screen=screen.name)
    return screen


@transaction.atomic
def show_on_screens(
    *,
    by: Who,
    event: Event,
    screens: Sequence[Screen],
    view: View,
    words: str = "",
    theme: str | None = None,
) -> None:
    """From now on these screens show this; their colours stay unless others are named."""
    event = Event.objects.select_for_update().get(pk=event.pk)
    for screen in screens:
        before = shows_of(screen).theme
        shows = Shows(view, before if theme is None else theme, words)
        screen.shows = asdict(shows)
    Screen.objects.bulk_update(screens, ["shows"])
    event.touch()
    record(
        by=by,
        verb="show_on_screens",
        club=event.club,
        event=event,
        screens=", ".join(screen.name for screen in screens),
        view=view,
    )


@transaction.atomic
def name_screens(*, by: Who, event: Event) -> None:
    """Every screen shows its name for a moment, so that the desk knows which is which."""
    event = Event.objects.select_for_update().get(pk=event.pk)
    screens = list(event.screens.paired())
    now = timezone.now().isoformat()
    for screen in screens:
        screen.shows = asdict(replace(shows_of(screen), named_at=now))
    Screen.objects.bulk_update(screens, ["shows"])
    event.touch()
    record(by=by, verb="name_screens", club=event.club, event=event)


@transaction.atomic
def forget_screen(*, by: Who, screen: Screen) -> bool:
    """It shows a code again, as if it had just been switched on."""
    event = Event.objects.select_for_update().get(pk=screen.event_id)
    here = Screen.objects.filter(pk=screen.pk, revoked_at=None)
    if not here.update(revoked_at=timezone.now()):
        return False
    event.touch()
    record(
        by=by, verb="forget_screen", club=event.club, event=event, screen=screen.name
    )
    return True
