"""The club of this site, read once a request."""

from django.http import HttpRequest

from leagues.models import Club
from leagues.models.prepared_queries import Prepared

HOME = Prepared(lambda: Club.objects.filter(is_home=True))


def home_of(request: HttpRequest) -> Club | None:
    found: Club | None = getattr(request, "_home", None)
    if found is None:  # None isn't cached: the club may be set up later
        found = request._home = next(iter(HOME()), None)  # type: ignore[attr-defined]
    return found
