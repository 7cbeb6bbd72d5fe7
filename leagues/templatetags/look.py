"""Formatting on all pages: icons, places, points. No decisions."""

import re
from collections.abc import Iterable
from fractions import Fraction
from functools import cache, lru_cache

from django import template
from django.forms import BoundField, CheckboxInput
from django.forms.widgets import ChoiceWidget
from django.template import Context
from django.templatetags.static import static
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from leagues.reads.leagues.league_names import name_with_years, season_beside
from leagues.reads.play.result_text import TellsResult, games_in_figures, games_of
from leagues.say import in_decimals, say
from leagues.texts.lookup import catalogue_key
from scoring.text import VULGAR

register = template.Library()
register.filter(name_with_years)
register.filter(season_beside)
register.filter(say)

Number = int | float | Fraction
RESULTS = re.compile(r"(\([^()]{,6}\d–\d[^()]{,14}\)|\d{1,4}(?:–\d{1,4}){1,3})")
SPRITE = "vendor/lucide-1.62.0.svg"
MINUS = "\N{MINUS SIGN}"
CHOSEN = (ChoiceWidget, CheckboxInput)  # fields without anything to type


@register.simple_tag
def colon() -> str:
    """Return the colon after a label: French has a space before it."""
    return pgettext("between a label and what it labels", ":")


@register.simple_tag
def icon(name: str, *, label: str = "") -> SafeString:
    """Render an icon. It is hidden from screen readers unless ``says`` gives its meaning."""
    picture = format_html('<use href="{}#{}"></use>', sprite_url(), name)
    if label:
        return format_html('<svg class="icon" role="img" aria-label="{}">{}</svg>', label, picture)
    return format_html('<svg class="icon" aria-hidden="true">{}</svg>', picture)


@cache
def sprite_url() -> str:
    """Return the address of all icons: cached, since a large table has hundreds of them."""
    return static(SPRITE)


@register.simple_tag(takes_context=True)
def current(context: Context, address: str, *, within: str = "") -> SafeString:
    """Mark the link to this very page, or to the part of the site it belongs to.

    ``within`` lists what the addresses of that part begin with.
    """
    here: str = context["request"].path
    if here == address:
        return mark_safe(' aria-current="page"')
    if here.startswith(tuple(within.split())):
        return mark_safe(' aria-current="true"')
    return mark_safe("")


@register.filter
def mark(field: BoundField) -> str:
    """Return what tells the fields that can stay blank from the others, whichever are fewer.

    Only fields to type in are marked: choices show what they are without an answer.
    """
    if isinstance(field.field.widget, CHOSEN):
        return ""
    typed = (e for e in field.form.visible_fields() if not isinstance(e.field.widget, CHOSEN))
    required = [each.field.required for each in typed]
    if required.count(False) > max(2, required.count(True)):
        return _("(required)") if field.field.required else ""
    return "" if field.field.required else _("(optional)")


@register.filter
def points(value: Number | None) -> str:
    """Format points: fractions with a sign as 7½ or ⅓, others as decimals (7.29, in German 7,29).

    None is a dash.
    """
    if value is None:
        return "–"
    if isinstance(value, int):
        return f"{MINUS if value < 0 else ''}{abs(value)}"
    exact = Fraction(value).limit_denominator(1000)
    whole, part = divmod(abs(exact), 1)
    sign = MINUS if exact < 0 else ""
    if not part:
        return f"{sign}{whole}"
    if part in VULGAR:
        return f"{sign}{whole or ''}{VULGAR[part]}"
    return sign + in_decimals(f"{float(abs(exact)):.2f}".rstrip("0"))


@register.filter
def kept_points(kept: str | None) -> str:
    """Format points from a final row, stored as text: 650/9 is 72.22."""
    return points(Fraction(kept)) if kept else points(None)


@register.filter
def signed(value: Number) -> str:
    """Format a signed difference: +15, or with a true minus below 0."""
    return f"+{points(value)}" if value > 0 else points(value)


@register.filter
def unbroken(sentence: str) -> SafeString:
    """Keep each result on one line: 2–0, and (2–0 or 1–1) with its parentheses."""
    kept = RESULTS.sub(r'<span class="number">\1</span>', conditional_escape(sentence))
    return mark_safe(kept)  # noqa: S308 - escaped in the line above


@register.simple_tag
def versus(one: Number, other: Number, is_disputed: object = False) -> SafeString:
    """Render a result: 65–40. Each number is marked with its side; 4?–2? if it is disputed."""
    mark = "?" if is_disputed else ""
    return format_html(
        '<span class="a">{}{mark}</span><b>–</b><span class="b">{}{mark}</span>',
        points(one),
        points(other),
        mark=mark,
    )


@register.simple_tag
def games(sides: Iterable[TellsResult]) -> SafeString:
    """Render the points of each game, below the result of a best of three."""
    figures = games_in_figures(games_of(sides))
    if not figures:
        return mark_safe("")
    return format_html(
        '<small class="games"><span class="quietly">{} </span>{}</small>',
        _("Game by game:"),
        figures,
    )


@register.simple_tag
def movement(steps: int) -> SafeString:
    """Show how far an entry climbed (below 0: fell) since the last pairing round."""
    return _render_movement(steps, catalogue_key())


@lru_cache(maxsize=512)
def _render_movement(steps: int, _spoken: object) -> SafeString:
    """Cached: a large table has hundreds of them, and few different ones."""
    if not steps:
        return format_html('<span class="movement">{}</span>', icon("minus", label=_("same place")))
    meaning = (
        ngettext("up %(n)s place", "up %(n)s places", steps)
        if steps > 0
        else ngettext("down %(n)s place", "down %(n)s places", -steps)
    ) % {"n": abs(steps)}
    return format_html(
        '<span class="movement">{}<span aria-hidden="true">{}</span></span>',
        icon("arrow-up" if steps > 0 else "arrow-down", label=meaning),
        abs(steps),
    )
