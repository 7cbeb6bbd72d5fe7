"""Unsubscribe from reminders: a page with a button, and one-click POST for mail programs."""

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.template.response import TemplateResponse
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from leagues.access.mail_stop import stopped_by
from leagues.access.roles import for_anyone, keep_secret, wrong_link
from leagues.actions.people.people import stop_reminders
from leagues.models import Surface


@csrf_exempt  # RFC 8058: sent by a mail program; the signed address is the proof
@for_anyone
@require_http_methods(["GET", "HEAD", "POST"])
def mail_stop(request: HttpRequest, signed: str) -> HttpResponseBase:
    player = stopped_by(signed)
    if player is None:
        return wrong_link(request)
    if request.method == "POST":
        stop_reminders(player=player)
    answer: HttpResponse = TemplateResponse(
        request,
        "phones/player/mail_stop.html",
        {
            "name": player.shown_on(Surface.WEB),
            "is_done": request.method == "POST" or not player.wants_reminders,
        },
    )
    return keep_secret(answer)
