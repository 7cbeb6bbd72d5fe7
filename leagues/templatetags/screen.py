"""Names and titles on the screens of the hall."""

from django import template
from django.utils.translation import gettext as _

from leagues.models import Surface
from leagues.reads.screens.wall import VIEW_WORDS, View, Wall
from leagues.templatetags.public import Named

register = template.Library()


@register.filter
def on_wall(shown: Named) -> str:
    """Return the name of a player, an entry or a side on a screen."""
    return shown.shown_on(Surface.WALL)


@register.simple_tag
def wall_title(wall: Wall) -> str:
    """Return the title of a screen's view: the pairing round, the stage, or the view's name."""
    if wall.view in (View.PAIRINGS, View.BOARDS, View.CLOCK) and wall.round:
        return _("%(stage)s, game %(number)s") % {
            "stage": wall.round.stage.name,
            "number": wall.round.number,
        }
    if wall.stage is not None:
        return wall.stage.name
    if wall.season is not None:
        return wall.season.title
    if wall.view is View.WORDS:
        return str(wall.event.name if not wall.words else "")
    return str(VIEW_WORDS[wall.view])
