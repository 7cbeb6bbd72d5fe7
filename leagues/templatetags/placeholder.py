"""The placeholder of an empty list."""

from django import template

register = template.Library()


@register.inclusion_tag("_empty.html")
def placeholder(
    *, title: str, text: str = "", address: str = "", label: str = "", level: int = 2
) -> dict[str, object]:
    """Render a heading, a sentence and a button; ``level`` is the heading's."""
    return {"title": title, "text": text, "address": address, "label": label, "level": level}
