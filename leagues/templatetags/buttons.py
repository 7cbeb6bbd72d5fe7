"""A button that sends one POST request: a form with hidden fields only."""

from typing import Any

from django import template
from django.shortcuts import resolve_url
from django.template import Context
from django.template.defaulttags import CsrfTokenNode
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from leagues.templatetags import look

register = template.Library()


@register.simple_tag(takes_context=True)
def button(
    context: Context,
    to: str,
    *args: Any,
    label: str,
    style: str = "",
    icon: str = "",
    about: str = "",
    inline: bool = False,
    **sent: Any,
) -> SafeString:
    """Render a form with one button. to is the name of a URL with its args, or an address.

    style is the button's classes, about is read by screen readers only, sent are the
    hidden fields.
    """
    return format_html(
        '<form method="post" action="{}"{}>{}{}<button type="submit"{}>{}{}{}</button></form>',
        resolve_url(to, *args),
        mark_safe(' class="inline"') if inline else "",
        CsrfTokenNode().render(context),
        format_html_join("", '<input type="hidden" name="{}" value="{}">', sent.items()),
        format_html(' class="{}"', style) if style else "",
        format_html("{} ", look.icon(icon)) if icon else "",
        label,
        format_html('<span class="quietly"> {}</span>', about) if about else "",
    )
