"""Unknown addresses below the desk."""

from django.http import Http404, HttpRequest, HttpResponse

from leagues.access.roles import signed_in_only


@signed_in_only
def answer_not_found(request: HttpRequest, rest: str) -> HttpResponse:
    """Answer 404, but ask visitors to sign in first, so that they can't tell which pages exist."""
    raise Http404
