"""How pages write things: icons, places, points. Formatting only, no decisions."""

from __future__ import annotations

from django import template
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()

SPRITE = "vendor/lucide-1.62.0.svg"


@register.simple_tag
def icon(name: str, *, says: str = "") -> SafeString:
    """A small picture. Silent beside a word; alone, it must say what it means."""
    picture = format_html('<use href="{}#{}"></use>', static(SPRITE), name)
    if says:
        return format_html(
            '<svg class="icon" role="img" aria-label="{}">{}</svg>', says, picture
        )
    return format_html('<svg class="icon" aria-hidden="true">{}</svg>', picture)
