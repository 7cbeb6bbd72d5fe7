"""The owner's page about the server: its status, and the download of a backup."""

from pathlib import Path
from tempfile import TemporaryDirectory

from django.conf import settings
from django.contrib import messages
from django.http import FileResponse, HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from leagues.access.addresses import is_only_here, site_address
from leagues.access.current_club import home_of
from leagues.access.reauthentication import sign_in_again
from leagues.access.roles import get_visitor, owners_only
from leagues.actions.club.backups import note_download
from leagues.backup.make import backup_name, make_backup
from leagues.backup.problem import BackupProblem
from leagues.models import Club
from leagues.reads.club.sending import silent_site
from leagues.reads.club.server import server_status
from leagues.reads.club.server_troubles import has_room, is_of_last_night, server_troubles
from leagues.views.site.health import why_unhealthy


@owners_only
@require_safe
def show_server(request: HttpRequest) -> TemplateResponse:
    status, now = server_status(), timezone.now()
    return TemplateResponse(
        request,
        "desk/club/server.html",
        {
            "status": status,
            "silent": silent_site(home_of(request)),
            "troubles": list(server_troubles(status, now=now)),
            "has_backup": is_of_last_night(status.last_backup, now),
            "has_copy": is_of_last_night(status.last_copy, now),
            "has_room": has_room(status),
            "trouble": why_unhealthy(),
            "address": (address := site_address(request)),
            "only_here": is_only_here(address),
            "zone": Club.objects.get(is_home=True).zone,
        },
    )


@owners_only
@require_POST
def backup_download(request: HttpRequest) -> HttpResponseBase:
    """Make a backup and send it, without a copy on the server. Requires signing in again, because
    a backup contains the site's keys.
    """
    why = _("A backup contains the site’s keys. To download one, sign in again.")
    if again := sign_in_again(request, why=why, back_to="server"):
        return again
    name = backup_name("twenties", timezone.now())
    with TemporaryDirectory(prefix=".download-", dir=settings.DATA_DIR) as folder:
        try:
            made = make_backup(Path(folder, name))
        except BackupProblem as problem:
            messages.error(request, str(problem))
            return redirect("server")
        note_download(by=get_visitor(request), club=Club.objects.get(is_home=True))
        answer = FileResponse(made.open("rb"), as_attachment=True, filename=name)
    answer["Cache-Control"] = "no-store, private"
    return answer
