"""Unsubscribe from reminders: a page with a button, and one-click POST for mail programs."""

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.template.response import TemplateResponse
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from leagues.access.mail_stop import stopped_by
from leagues.access.roles import for_anyone, keep_secret, wrong_link
from leagues.actions.people.people import stop_reminders
from leagues.models import Surface, Topic
from leagues.models.messages import mailless_topics


@csrf_exempt  # RFC 8058: sent by a mail program; the signed address is the proof
@for_anyone
@require_http_methods(["GET", "HEAD", "POST"])
def mail_stop(request: HttpRequest, signed: str) -> HttpResponseBase:
    stopped = stopped_by(signed)
    if not stopped:
        return wrong_link(request)
    if request.method == "POST":
        for player, topics in stopped:
            stop_reminders(player=player, topics=topics)
    names = [player.shown_on(Surface.WEB) for player, _topics in stopped]
    all_topics = frozenset[Topic]().union(*(topics for _player, topics in stopped))
    answer: HttpResponse = TemplateResponse(
        request,
        "phones/player/mail_stop.html",
        {
            "name": ", ".join(names),
            "topics": [topic.label for topic in Topic if topic in all_topics],
            "is_done": all(topics <= mailless_topics(player) for player, topics in stopped),
        },
    )
    return keep_secret(answer)
