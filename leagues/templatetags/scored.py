"""Numbers of a table as they were scored, with what they are compared as beside them."""

from __future__ import annotations

from django import template
from django.utils.html import format_html
from django.utils.translation import gettext as _

from leagues.reads.tables.scored import Scored
from leagues.templatetags.look import points

register = template.Library()


@register.filter
def scored(number: Scored) -> str:
    """What was made; smaller, what it counts as where that is something else."""
    if not number.is_adjusted:
        return points(number.made)
    counted = _("as %(counted)s") % {"counted": points(number.counted)}
    return format_html(
        '{} <small class="counted">{}</small>', points(number.made), counted
    )


@register.filter
def plainly(number: Scored) -> str:
    """The same as plain text: "24, counted as 30"."""
    if not number.is_adjusted:
        return points(number.made)
    said = {"made": points(number.made), "counted": points(number.counted)}
    return _("%(made)s, counted as %(counted)s") % said


@register.filter
def why_adjusted(number: Scored) -> str:
    """How it comes that it counts as something else; nothing where it does not."""
    if not number.is_adjusted:
        return ""
    said = {"scored": plainly(number), "games": number.games, "due": number.due}
    return _("%(scored)s: played %(games)s of %(due)s") % said
