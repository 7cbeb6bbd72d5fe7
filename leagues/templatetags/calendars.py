"""The addresses of a calendar for subscribers."""

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
        """The webcal address, which opens a calendar program."""
        _scheme, _, rest = self.plain.partition("://")
        return f"webcal://{rest}"


@register.simple_tag(takes_context=True)
def calendar_address(context: Context, path: str) -> SubscribeAddress:
    return SubscribeAddress(absolute_uri(context, path))
