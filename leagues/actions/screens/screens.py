"""Wall screens: the desk adds them by the code they show, and chooses their view."""

import secrets
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later

from leagues.access.roles import Who
from leagues.actions.act import act
from leagues.actions.refusal import Refused
from leagues.actions.verb import Verb
from leagues.models import Event, Screen
from leagues.models.links import hash_token, new_token
from leagues.models.screens import CODE_LENGTH, CODE_LETTERS
from leagues.reads.log.facts import UNKNOWN, LogFacts
from leagues.reads.screens.wall import VIEW_WORDS, Shows, View, shows_of


@dataclass(frozen=True)
class Opened:
    screen: Screen
    token: str


@transaction.atomic
def open_screen(*, event: Event, theme: str = "") -> Opened:
    """Register a browser as a screen, with a secret token, a code to show, and its theme.

    Until the desk adds it, it sees only public pages, so this isn't logged.
    """
    Screen.objects.stale().delete()
    token = new_token()
    code = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
    screen = Screen.objects.create(
        event=event,
        code=code,
        token_hash=hash_token(token),
        shows=asdict(Shows(theme=theme)) if theme else {},
    )
    return Opened(screen, token)


def pair_screen(*, by: Who, event: Event, code: str, name: str = "") -> Screen:
    """Add the screen that shows this code."""
    with act(by, event, PAIR_SCREEN) as line:
        screen = Screen.objects.waiting().filter(event=event, code=code).first()
        if screen is None:
            raise Refused(
                _("No screen of this event shows this code. Check the code and try again."),
                field="code",
            )
        screen.code = None
        screen.paired_at = screen.seen_at = timezone.now()
        number = event.screens.paired().count() + 1
        screen.name = name or _("Screen %(n)s") % {"n": number}
        screen.save(update_fields=["code", "paired_at", "seen_at", "name"])
        line.say(screen=screen.name)
    return screen


PAIR_SCREEN = Verb(
    "pair_screen", later("Added %(screen)s."), later("Remove the screen on the “Screens” page.")
)


def show_on_screens(
    *, by: Who, event: Event, screens: Sequence[Screen], view: View, words: str = ""
) -> None:
    """Change the view of these screens; their theme stays."""
    with act(by, event, SHOW_ON_SCREENS, screens=_names_of(screens), view=view):
        for screen in screens:
            screen.shows = asdict(Shows(view, shows_of(screen).theme, words))
        Screen.objects.bulk_update(screens, ["shows"])


def _describe_view(facts: LogFacts) -> str:
    facts["view"] = VIEW_WORDS.get(facts["details"].get("view"), UNKNOWN)
    return _("Showed “%(view)s” on %(screens)s.")


SHOW_ON_SCREENS = Verb(
    "show_on_screens", _describe_view, later("Show something else on the “Screens” page.")
)


def colour_screens(*, by: Who, event: Event, screens: Sequence[Screen], theme: str) -> None:
    """Change the theme of these screens: light, dark, or empty to follow the browser."""
    with act(by, event, COLOUR_SCREENS, screens=_names_of(screens), theme=theme):
        for screen in screens:
            screen.shows = asdict(replace(shows_of(screen), theme=theme))
        Screen.objects.bulk_update(screens, ["shows"])


COLOUR_SCREENS = Verb(
    "colour_screens",
    later("Chose the colours of %(screens)s."),
    later("Choose other colours on the “Screens” page."),
)


def _names_of(screens: Sequence[Screen]) -> str:
    return ", ".join(screen.name for screen in screens)


def name_screens(*, by: Who, event: Event) -> None:
    """Show the name of every screen for a moment, so that the desk can tell them apart."""
    with act(by, event, NAME_SCREENS):
        screens = list(event.screens.paired())
        now = timezone.now().isoformat()
        for screen in screens:
            screen.shows = asdict(replace(shows_of(screen), named_at=now))
        Screen.objects.bulk_update(screens, ["shows"])


NAME_SCREENS = Verb(
    "name_screens",
    later("Showed the name of each screen."),
    later("The names disappear from the screens after a moment."),
)


def forget_screen(*, by: Who, screen: Screen) -> bool:
    """Remove a screen. It shows a code again, as when it was first opened."""
    with act(by, screen.event, FORGET_SCREEN, screen=screen.name) as line:
        here = Screen.objects.filter(pk=screen.pk, revoked_at=None)
        was_here = bool(here.update(revoked_at=timezone.now()))
        if not was_here:
            line.drop()
    return was_here


FORGET_SCREEN = Verb(
    "forget_screen",
    later("Removed %(screen)s."),
    later("Add the screen again with the code it shows."),
)
