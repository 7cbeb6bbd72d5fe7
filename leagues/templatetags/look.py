"""How pages write things: icons, places, points. Formatting only, no decisions."""

from collections.abc import Iterable
from fractions import Fraction
from functools import cache, lru_cache

from django import template
from django.template import Context
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from leagues.reads.leagues.called import called, season_beside
from leagues.reads.play.figures import TellsResult, games_in_figures, games_of
from leagues.say import in_decimals, say
from leagues.texts.lookup import spoken
from scoring.text import VULGAR

register = template.Library()
register.filter(called)
register.filter(season_beside)
register.filter(say)

Number = int | float | Fraction
SPRITE = "vendor/lucide-1.62.0.svg"
MINUS = "\N{MINUS SIGN}"


@register.simple_tag
def colon() -> str:
    """The mark between a label and what it labels: French has a space before it."""
    return pgettext("between a label and what it labels", ":")


@register.simple_tag
def icon(name: str, *, says: str = "") -> SafeString:
    """A small picture. Silent beside a word; alone, it must say what it means."""
    picture = format_html('<use href="{}#{}"></use>', sprite(), name)
    if says:
        return format_html('<svg class="icon" role="img" aria-label="{}">{}</svg>', says, picture)
    return format_html('<svg class="icon" aria-hidden="true">{}</svg>', picture)


@cache
def sprite() -> str:
    """Where all pictures are: asked once, since a large table has hundreds of them."""
    return static(SPRITE)


@register.simple_tag(takes_context=True)
def current(context: Context, address: str, *, within: str = "") -> SafeString:
    """Marks the link to this very page, or to the part of the site it belongs to."""
    here: str = context["request"].path
    if here == address:
        return mark_safe(' aria-current="page"')
    if within and here.startswith(within):
        return mark_safe(' aria-current="true"')
    return mark_safe("")


@register.filter
def points(value: Number | None) -> str:
    """Whole points plainly, parts as parts: 7, 7½, ⅓, and 7.29 (7,29 in German) where no sign
    exists. None is a dash.
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
    """The same of a number as a final row keeps it: 650/9 is 72.22."""
    return points(Fraction(kept)) if kept else points(None)


@register.filter
def signed(value: Number) -> str:
    """A difference, which may go either way: +15, or a true minus below nought."""
    return f"+{points(value)}" if value > 0 else points(value)


@register.simple_tag
def versus(one: Number, other: Number) -> SafeString:
    """A result as people write it: 65–40. Each number knows whose it is."""
    return format_html(
        '<span class="of-a">{}</span><span class="to">–</span><span class="of-b">{}</span>',
        points(one),
        points(other),
    )


@register.simple_tag
def games(sides: Iterable[TellsResult]) -> SafeString:
    """The points of each game, below the result of a best of three."""
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
    """How far an entry climbed (or fell, below nought) since the last pairing round."""
    return _movement(steps, spoken())


@lru_cache(maxsize=512)
def _movement(steps: int, _spoken: object) -> SafeString:
    """Kept: a large table has hundreds of them, and few that differ."""
    if not steps:
        return format_html('<span class="movement">{}</span>', icon("minus", says=_("same place")))
    said = (
        ngettext("up %(n)s place", "up %(n)s places", steps)
        if steps > 0
        else ngettext("down %(n)s place", "down %(n)s places", -steps)
    ) % {"n": abs(steps)}
    return format_html(
        '<span class="movement">{}<span aria-hidden="true">{}</span></span>',
        icon("arrow-up" if steps > 0 else "arrow-down", says=said),
        abs(steps),
    )
