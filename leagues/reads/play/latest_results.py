"""Results as sentences, for a screen reader to announce as they arrive."""

from django.utils.translation import gettext as _

from leagues.models import Event, Match, Surface
from leagues.models.matches import STRUCK_OUT
from leagues.reads.play.result_text import versus_in_figures

MOST = 3  # results that may arrive at once and all be announced


def latest_results(event: Event, surface: Surface = Surface.WEB) -> dict[int, str]:
    """The latest results by match, latest first, so that a page can tell which are new."""
    if event.state != Event.State.RUNNING:
        return {}
    last = event.matches.published().last_finished().exclude(ending__in=STRUCK_OUT)
    found = last.placed().with_sides()[:MOST]
    return {match.pk: result_in_words(match, surface) for match in found}


def result_in_words(match: Match, surface: Surface = Surface.WEB) -> str:
    """ "Board 4 final: Leo B. 0–8 Charles Martin", or the current score of an unfinished match."""
    facts = {
        "number": match.board.number if match.board else match.number,
        "result": _names_and_figures(match, surface),
    }
    if match.state != Match.State.FINISHED:
        if match.board:
            return _("Board %(number)s: %(result)s") % facts
        return _("Match %(number)s: %(result)s") % facts
    if match.board:
        return _("Board %(number)s final: %(result)s") % facts
    return _("Match %(number)s final: %(result)s") % facts


def _names_and_figures(match: Match, surface: Surface) -> str:
    sides = match.sides.all()
    if len(sides) == 2:
        one, other = (side.shown_on(surface) for side in sides)
        return f"{one} {versus_in_figures(side.result for side in sides)} {other}"
    return ", ".join(f"{side.shown_on(surface)} {side.result}" for side in sides)
