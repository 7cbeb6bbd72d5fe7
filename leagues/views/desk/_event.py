"""Helpers to find the event of a desk page."""

from django.http import HttpRequest
from django.shortcuts import get_object_or_404

from leagues.models import Event


def desk_event(request: HttpRequest, slug: str) -> Event:
    """Return the club's event with this slug, or answer 404. Events in the bin aren't found."""
    events = Event.objects.at_desk().select_related("club")
    return get_object_or_404(events, slug=slug)


def event_behind(request: HttpRequest) -> Event | None:
    """Return the event to link back to from a page of the club, from ``?event=``.

    None without it.
    """
    slug = request.GET.get("event", "").replace("\0", "")
    return Event.objects.at_desk().filter(slug=slug).first() if slug else None
