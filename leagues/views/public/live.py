"""The parts of a page that are asked for alone."""

from django.http import HttpRequest


def fragment(request: HttpRequest, template: str, *known: str) -> str:
    """The whole page, or a part of it for a page that is open already."""
    asked = request.GET.get("fragment")
    return f"{template}#{asked}" if asked in known else template
