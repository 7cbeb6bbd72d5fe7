"""The state of a board at the desk: a word and an icon, never colour alone."""

from datetime import datetime
from typing import Any

from django import template
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext, pgettext_lazy

from leagues.dates import date_format
from leagues.models import Event, PairingRound
from leagues.reads.draw.draw_input import way_of
from leagues.reads.leagues.pages.front_page import RoundCount
from leagues.reads.play.desk import At
from leagues.templatetags.look import icon

register = template.Library()

LONG_AGO = 90  # minutes; longer times are shown in hours

# The word, the icon and the badge style of each state.
LOOKS: dict[At, tuple[Promise, str, str]] = {
    At.FREE: (gettext_lazy("Free"), "circle", ""),
    At.ELSEWHERE: (pgettext_lazy("of a board", "Taken"), "lock", ""),
    At.PLANNED: (gettext_lazy("Not called yet"), "hourglass", ""),
    At.CALLED: (gettext_lazy("Called"), "bell-ring", ""),
    At.PLAYING: (gettext_lazy("Playing"), "circle-dot", "now"),
    At.OVER: (pgettext_lazy("no longer changes", "Finished"), "circle-check", "final"),
    At.WAITING: (gettext_lazy("Waiting"), "hourglass", ""),
    At.DIFFERS: (gettext_lazy("The sides disagree"), "equal-not", "needed"),
    At.HELP: (gettext_lazy("Needs help"), "hand", "needed"),
}


@register.simple_tag
def at_badge(at: At) -> SafeString:
    word, picture, wears = LOOKS[at]
    return format_html('<span class="badge {}">{} {}</span>', wears, icon(picture), word)


@register.simple_tag
def game_in_stage(pairing_round: PairingRound) -> str:
    """The number of a game, out of all games of its stage if everyone plays as many."""
    way = way_of(pairing_round.stage)
    games = way.rounds or (way.drawn_ahead and pairing_round.drawn)  # type: ignore[attr-defined]
    words = {"n": pairing_round.number, "all": games}
    if games and games > 1:
        return pgettext("pairing round", "Game %(n)s of %(all)s") % words
    return pgettext("pairing round", "Game %(n)s") % words


@register.simple_tag
def game_at_hand(
    now: PairingRound, coming: PairingRound | None, progress: RoundCount
) -> PairingRound:
    """The game being played; between two games the next one."""
    return coming if coming and progress.over == progress.matches else now


@register.simple_tag
def countdown(pairing_round: PairingRound) -> SafeString:
    """Render the time left on the clock. A script counts down; without it, the number stays."""
    ends, left = pairing_round.clock_ends_at, pairing_round.clock_left
    if ends is None:
        return format_html('<span class="countdown">{}</span>', in_minutes(left or 0))
    return count_to(ends)


@register.simple_tag
def count_to(ends: datetime) -> SafeString:
    """Render the time left until a moment, which a script counts down."""
    seconds = max(0, round((ends - timezone.now()).total_seconds()))
    return format_html(
        '<span class="countdown" role="timer" data-left="{}">{}</span>',
        seconds,
        in_minutes(seconds),
    )


def in_minutes(seconds: int) -> str:
    """Format seconds as in ``countdown.js``: 4:05, or 1:04:05 from an hour on."""
    minutes, rest = divmod(seconds, 60)
    if minutes < 60:
        return f"{minutes}:{rest:02}"
    return f"{minutes // 60}:{minutes % 60:02}:{rest:02}"


@register.filter
def twenties(made: list[int | None] | None) -> str:
    """Format the 20s of both sides: 3–1, or 3–? if one side's are not known."""
    if not made or all(each is None for each in made):
        return ""
    return "–".join("?" if each is None else str(each) for each in made)


@register.filter
def when_called(moment: datetime | None) -> str:
    """Return how long ago: in minutes, in hours after ``LONG_AGO``, or the date of another day."""
    if moment is None:
        return ""
    now = timezone.now()
    minutes = max(0, int((now - moment).total_seconds() // 60))
    if timezone.localdate(moment) != timezone.localdate(now) and minutes >= LONG_AGO:
        return _("called on %(day)s") % {"day": date_format(moment, "j F")}
    if minutes < LONG_AGO:
        return _("called %(n)s min ago") % {"n": minutes}
    return _("called %(h)s h %(n)s min ago") % {"h": minutes // 60, "n": minutes % 60}


@register.inclusion_tag("public/_announcements.html")
def announcements(event: Event) -> dict[str, Any]:
    """Show the current announcements of the desk, on every page of the event."""
    return {"announcements": list(event.notices.shown())}
