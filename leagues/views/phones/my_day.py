"""A player's day in one event, on their own page and after a match."""

from dataclasses import dataclass
from datetime import datetime

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import timezone

from leagues.access.phone_passes import Pass, WayIn
from leagues.models import Event, Player
from leagues.reads.phones.my_day import MyDay, my_day
from leagues.reads.phones.next_match import What

LOOKS_AGAIN = 60  # seconds after which the fragment is rendered again even without a new revision


def mark_of(event: Event, now: datetime) -> str:
    return f"{event.revision}-{int(now.timestamp()) // LOOKS_AGAIN}"


@dataclass(frozen=True)
class DayReader:
    """A player who looks at their day, the page, and the access that also opens the score."""

    player: Player
    page: str
    way: WayIn | None = None
    credential: int = 0

    def shown(self, day: MyDay, now: datetime) -> dict[str, object]:
        """Return the fragment's context: the day, and the addresses of the day and the score."""
        joint = "&" if "?" in self.page else "?"
        mark = mark_of(day.event, now)
        return {
            "day": day,
            "again": f"{self.page}{joint}day={day.event.slug}&seen={mark}",
            "play_url": self._enters(day),
        }

    def _enters(self, day: MyDay) -> str:
        """Return the address to enter the current match.

        Empty for players who must scan a label.
        """
        if self.way is None or day.coming is None or day.next.what != What.AT_BOARD:
            return ""
        match, seat = day.coming.match.pk, day.coming.mine.seat
        pass_ = Pass(self.way, self.credential, match, seat)
        return reverse("play", args=[pass_.signed])


def of_own_page(request: HttpRequest, reader: DayReader) -> HttpResponse:
    """Render the day in the event named in the query. Events that aren't reachable answer 404."""
    events = Event.objects.reachable()
    asked = request.GET.get("day", "").replace("\0", "")  # PostgreSQL refuses NUL
    event = get_object_or_404(events, slug=asked)
    return day_alone(request, event, reader)


def day_alone(request: HttpRequest, event: Event, reader: DayReader) -> HttpResponse:
    """Render the fragment. 204 if nothing has changed."""
    now = timezone.now()
    if request.GET.get("seen") == mark_of(event, now):
        return HttpResponse(status=204)
    shown = reader.shown(my_day(event, reader.player, now), now)
    return TemplateResponse(request, "phones/player/_day.html", shown)
