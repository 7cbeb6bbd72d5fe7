"""Small pictures of how stages and leagues pair their entries; their names are beside them."""

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from leagues.models import League, Stage
from leagues.reads.events.stage_words import FORMAT_LINES
from leagues.reads.leagues.words import KIND_LINES
from leagues.stages.event_templates import Shape
from leagues.stages.pairing_ways import kind_and_options

register = template.Library()

FIELD = 24  # the entries for which a shape has all its stages
STEP = 36
ARROW = "M26 9h6m-2.5 -2.5l2.5 2.5l-2.5 2.5"


@register.simple_tag
def format_picture(*formats: str) -> SafeString:
    """Draw the formats of stages, with an arrow from each to the next."""
    return _draw(*(FORMAT_LINES[Stage.Format(each)] for each in formats))


@register.simple_tag
def shape_picture(shape: Shape) -> SafeString:
    stages = shape.stages(FIELD)
    return format_picture(*dict.fromkeys(kind_and_options(each.way)[0] for each in stages))


@register.simple_tag
def league_picture(kind: str) -> SafeString:
    lines = KIND_LINES.get(League.Kind(kind), Stage.Format.PARTIAL)
    return _draw(FORMAT_LINES.get(lines, lines))


def _draw(*several: str) -> SafeString:
    last = len(several) - 1
    across = STEP * last + 24
    drawn = format_html_join(
        "",
        '<path transform="translate({} 0)" d="{}{}"></path>',
        ((STEP * at, lines, ARROW if at < last else "") for at, lines in enumerate(several)),
    )
    return format_html(
        '<svg viewBox="0 -1 {} 20" width="{}" height="40" fill="none" stroke="currentColor"'
        ' stroke-width="1.5" aria-hidden="true">{}</svg>',
        across,
        2 * across,
        drawn,
    )
