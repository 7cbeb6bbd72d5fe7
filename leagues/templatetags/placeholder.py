"""The placeholder of an empty list."""

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from leagues.templatetags import look

register = template.Library()


@register.simple_tag
def placeholder(icon: str, *, title: str, text: str = "", level: int = 2) -> SafeString:
    """Render an icon, a heading and a sentence; ``level`` is the heading's."""
    return format_html(
        '<div class="empty">{}<h{level}>{}</h{level}>{}</div>',
        look.icon(icon),
        title,
        format_html("<p>{}</p>", text) if text else "",
        level=level,
    )
