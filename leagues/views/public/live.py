"""Fragments: parts of a page that can be requested alone."""

from django.http import HttpRequest


def fragment_of(request: HttpRequest, template: str, *known: str) -> str:
    """Return the template of the whole page, or of the part in ``?fragment=`` if it is known."""
    asked = request.GET.get("fragment")
    return f"{template}#{asked}" if asked in known else template
