"""Live previews of forms while they are filled in, and the expected number of entries."""

from django.http import HttpRequest, QueryDict

from leagues.forms import sent
from leagues.forms.events.events import MOST_ENTRIES
from leagues.models import Entry, Event

IF_NOBODY_SAYS = 24


def is_typing(request: HttpRequest) -> bool:
    """True for a GET by htmx: it asks for a preview, and nothing is saved."""
    return request.method == "GET" and "HX-Request" in request.headers


def typed_or_sent(request: HttpRequest) -> QueryDict | None:
    return request.GET if is_typing(request) else sent(request)


def expect(request: HttpRequest, event: Event, entries: int) -> None:
    """Save the expected number of entries in the session, for use before anyone has entered."""
    request.session[_key(event)] = entries


def expected(request: HttpRequest, event: Event) -> int:
    """Return the number of entries to plan with: ``?for=``, else the active or expected ones."""
    asked = request.GET.get("for", "")
    if asked.isdecimal() and 2 <= int(asked[:6]) <= MOST_ENTRIES:
        return int(asked)
    playing = event.entries.filter(state=Entry.State.ACTIVE).count()
    if playing > 1:
        return playing
    said: int = request.session.get(_key(event), event.entry_limit or IF_NOBODY_SAYS)
    return said


def _key(event: Event) -> str:
    return f"expected-{event.pk}"
