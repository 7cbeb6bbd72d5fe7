"""Addresses behind which there is nothing."""

from django.http import Http404, HttpRequest, HttpResponse

from leagues.access.roles import signed_in_only


@signed_in_only
def nothing(request: HttpRequest, rest: str) -> HttpResponse:
    """A stranger is asked to sign in here too, and so cannot tell what exists."""
    raise Http404
