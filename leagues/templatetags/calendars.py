"""The addresses of a calendar, as pages give them to subscribers."""

from dataclasses import dataclass

from django import template
from django.template import Context

from leagues.templatetags.public import absolute_uri

register = template.Library()


@dataclass(frozen=True)
class SubscribeAddress:
    plain: str

    @property
    def webcal(self) -> str:
        """What opens the calendar program of a computer or a phone."""
        _scheme, _, rest = self.plain.partition("://")
        return f"webcal://{rest}"


@register.simple_tag(takes_context=True)
def calendar_address(context: Context, path: str) -> SubscribeAddress:
    return SubscribeAddress(absolute_uri(context, path))
