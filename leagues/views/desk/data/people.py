"""Export of the club's people, for organisers."""

from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.views.decorators.http import require_safe

from leagues.access.roles import organisers_only
from leagues.models import Club
from leagues.reads.data.people_tables import people_table
from leagues.views.download import as_table, file_name


@organisers_only
@require_safe
def people_download(request: HttpRequest, name: str) -> HttpResponseBase:
    if name not in {"people.csv", "people.xlsx"}:
        raise Http404
    club = get_object_or_404(Club, is_home=True)
    what, _dot, ending = name.partition(".")
    today = timezone.localdate(timezone=club.tzinfo)
    return as_table(people_table(club), file_name(club, what, today, ending))
