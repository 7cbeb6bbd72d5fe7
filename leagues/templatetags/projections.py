"""Numbers of a table as they were scored, with their projection beside them."""

from django import template
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from leagues.reads.tables.scored import Scored
from leagues.templatetags.look import points

register = template.Library()


@register.filter
def scored(number: Scored) -> str:
    """Render a number as scored, with its projection in small if it is compared over more games."""
    if not number.is_adjusted:
        return points(number.made)
    # Translators: read out after a score, before the number that it counts as.
    spoken = _("as %(counted)s") % {"counted": points(number.counted)}
    return format_html(
        '{} <small class="counted"><span class="quietly">{}</span>'
        '<span aria-hidden="true">{}</span></small>',
        points(number.made),
        spoken,
        points(number.counted),
    )


@register.filter
def plainly(number: Scored) -> str:
    """Format a number with its projection as plain text: "24, projected to 30"."""
    if not number.is_adjusted:
        return points(number.made)
    parts = {"made": points(number.made), "counted": points(number.counted)}
    return _("%(made)s, counts as %(counted)s") % parts


@register.filter
def why_adjusted(number: Scored) -> str:
    """Explain a projection by its games; empty if nothing is projected."""
    if not number.is_adjusted:
        return ""
    parts = {"scored": plainly(number), "games": number.games, "due": number.due}
    return (
        ngettext(
            "%(scored)s (%(games)s of %(due)s game)",
            "%(scored)s (%(games)s of %(due)s games)",
            number.due,
        )
        % parts
    )
