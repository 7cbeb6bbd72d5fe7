"""The desk's home page: today's events, tonight's nights, the leagues and links to the rest."""

from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from leagues.access.current_club import home_of
from leagues.access.roles import get_visitor, scorers_and_up
from leagues.models import Event
from leagues.reads.club.sending import silent_site
from leagues.reads.events.first_time import has_run_event
from leagues.reads.results.desk_home import (
    current_leagues,
    first_events,
    nights_of,
    to_do_in_events,
    to_do_in_leagues,
    todays_events,
)


@scorers_and_up
@require_safe
def show_desk(request: HttpRequest) -> HttpResponse:
    """Show what is on or begins today, and links to everything else."""
    visitor, now = get_visitor(request), timezone.now()
    tonight = nights_of(now) if visitor.is_organiser else []
    today = todays_events(now, but={night.pk for night in tonight})
    leagues = [line for line in current_leagues(visitor, now) if line.address and line.card]
    return TemplateResponse(
        request,
        "desk/club/desk.html",
        {
            "to_do": [*to_do_in_events(today, now), *to_do_in_leagues(leagues)],
            "today": today,
            "tonight": tonight,
            "leagues": leagues,
            "first_events": first_events(visitor),
            "is_first": not has_run_event(visitor.user),
            "is_empty": visitor.is_organiser and not Event.objects.present().exists(),
            "may_edit_people": visitor.is_organiser,
            "may_give_roles": visitor.is_owner,
            "silent": silent_site(home_of(request)) if visitor.is_owner else None,
        },
    )
