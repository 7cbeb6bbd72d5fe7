"""The cells of a season's table, without templates because a large one has two thousand."""

from functools import lru_cache

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from leagues.reads.leagues.table.season_table import SeasonCell
from leagues.templatetags.look import points
from leagues.texts.lookup import catalogue_key
from scoring.results import Number
from scoring.season import NightMark

register = template.Library()


@register.simple_tag
def season_cell(cell: SeasonCell) -> SafeString:
    """Render a score, struck through if it does not count; or the mark of a night."""
    if cell.score is None:
        return _render_mark(cell.mark, catalogue_key())
    return _render_score(
        cell.score.total, cell.is_dropped, cell.mark is NightMark.PLAYED, cell.night.is_on
    )


@register.simple_tag
def wall_cell(cell: SeasonCell) -> SafeString:
    """Render a cell on a screen: blank without points, for no one can point at a mark there."""
    if cell.score is None:
        return mark_safe('<span class="n"></span>')
    shown = '<span class="n"><s>{}</s></span>' if cell.is_dropped else '<span class="n">{}</span>'
    return format_html(shown, points(cell.score.total))


@lru_cache(maxsize=1024)
def _render_score(total: Number, is_dropped: bool, is_played: bool, is_on: bool) -> SafeString:
    shown = "<s>{}</s>" if is_dropped else "{}" if is_played else "<i>{}</i>"
    cell = '<td class="n now">' if is_on else '<td class="n">'
    return format_html(f"{cell}{shown}</td>", points(total))


@lru_cache(maxsize=64)
def _render_mark(mark: NightMark, _spoken: object) -> SafeString:
    if mark is NightMark.TO_COME:
        return mark_safe('<td class="n now"></td>')
    sign, meaning = mark_words()[mark]
    return format_html('<td class="n soft"><abbr title="{}">{}</abbr></td>', meaning, sign)


def mark_words() -> dict[NightMark, tuple[str, str]]:
    """Return the sign of each mark and its meaning."""
    return {
        NightMark.ABSENT: ("–", _("absent")),
        NightMark.EXCUSED: (pgettext("mark of the excused", "e"), _("excused")),
        NightMark.GUEST: (pgettext("mark of a guest", "g"), _("guest")),
        NightMark.HOSTED: (pgettext("mark of a host", "h"), _("host")),
        NightMark.NOT_A_MEMBER: ("·", _("not yet a member")),
        NightMark.CANCELLED: ("×", _("cancelled")),
    }


@register.filter
def night_mark(mark: NightMark) -> str:
    """Return what the mark of a night means; nothing if the night is yet to come."""
    return mark_words()[mark][1] if mark is not NightMark.TO_COME else ""


@register.simple_tag
def season_key(marks: frozenset[NightMark]) -> SafeString:
    """Return the meanings of the marks that occur in a table."""
    return SafeString(
        " ".join(
            format_html("<span><b>{}</b> {}</span>", sign, meaning)
            for mark, (sign, meaning) in mark_words().items()
            if mark in marks
        )
    )
