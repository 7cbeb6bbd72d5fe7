"""A night in plain lines, for whoever shares it."""

from django.utils.translation import gettext as _

from leagues.dates import date_format
from leagues.models import Night, Surface
from leagues.reads.leagues.night_lines import NightLines, PaidEvent
from leagues.say import say
from scoring.text import Listing

FIRST = 3


def night_title(night: Night) -> str:
    return f"{night.league.name}, {night.name or date_format(night.on, 'j F Y')}"


def night_in_short(night: Night, lines: NightLines | None) -> str:
    """When and where; that it is cancelled, or who came first."""
    day, at = date_format(night.on, "D j M Y"), date_format(night.at, "H:i")
    facts = [f"{day}, {at}", night.where]
    if night.is_cancelled:
        facts.append(_("Cancelled"))
    elif lines:
        facts.extend(_first(each) for each in lines.events)
    return " · ".join(fact for fact in facts if fact)


def _first(event: PaidEvent) -> str:
    first = [line.player.shown_on(Surface.WEB) for line in event.lines if line.place == 1]
    if not first or len(first) > FIRST:
        return ""
    return _("First: %(names)s") % {"names": say(Listing(tuple(first)))}


def first_of_night(lines: NightLines | None) -> list[str]:
    """Places 1 to 3 of its events, one below the other."""
    return [
        f"{line.place}  {line.player.shown_on(Surface.WEB)}"
        for event in (lines.events if lines else ())
        for line in event.lines[:FIRST]
        if line.place
    ]
