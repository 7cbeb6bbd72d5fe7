"""Export of the whole club as one file, for its owners."""

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from leagues.access.roles import owners_only
from leagues.models import Club, Event
from leagues.reads.data.club_file import write_club
from leagues.views.download import as_download, file_name, stream_file


@owners_only
@require_safe
def club_file(request: HttpRequest) -> HttpResponse:
    """Explain what the file contains and what it doesn't."""
    club = get_object_or_404(Club, is_home=True)
    counts = {
        "people": club.players.present().count(),
        "events": Event.objects.present().filter(league=None, rehearsal_of=None).count(),
        "leagues": club.leagues.count(),
    }
    return TemplateResponse(request, "desk/data/club_file.html", {"counts": counts})


@owners_only
@require_safe
def club_file_download(request: HttpRequest) -> HttpResponseBase:
    club = get_object_or_404(Club, is_home=True)
    day = timezone.localdate(timezone=club.tzinfo)
    name = file_name(club, "club", day, "zip")
    return as_download(stream_file(write_club), name, "application/zip")
