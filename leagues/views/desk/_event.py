"""What every page at an event's desk begins with."""

from django.http import HttpRequest
from django.shortcuts import get_object_or_404

from leagues.models import Event


def desk_event(request: HttpRequest, slug: str) -> Event:
    """The club's event at this address; one in the bin is not there."""
    events = Event.objects.at_desk().select_related("club")
    return get_object_or_404(events, slug=slug)


def event_behind(request: HttpRequest) -> Event | None:
    """The event whose desk led to a page of the club, for the way back; ``?event=`` names it."""
    slug = request.GET.get("event", "").replace("\0", "")
    return Event.objects.at_desk().filter(slug=slug).first() if slug else None
