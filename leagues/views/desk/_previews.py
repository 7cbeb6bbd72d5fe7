"""Live previews of forms while they are filled in, and the expected number of entries."""

from django.http import HttpRequest, QueryDict

from leagues.forms import sent_data
from leagues.forms.events.events import MOST_ENTRIES
from leagues.models import Entry, Event

DEFAULT_ENTRIES = 24


def is_typing(request: HttpRequest) -> bool:
    """True for a GET by htmx: it asks for a preview, and nothing is saved."""
    return request.method == "GET" and "HX-Request" in request.headers


def typed_or_sent(request: HttpRequest) -> QueryDict | None:
    return request.GET if is_typing(request) else sent_data(request)


def save_expected_entries(request: HttpRequest, event: Event, entries: int) -> None:
    """Save the expected number of entries in the session, for use before anyone has entered."""
    request.session[_session_key(event)] = entries


def expected_entries(request: HttpRequest, event: Event) -> int:
    """Return the number of entries to plan with: ``?for=``, else the active or expected ones."""
    asked = request.GET.get("for", "")
    if asked.isdecimal() and 2 <= int(asked[:6]) <= MOST_ENTRIES:
        return int(asked)
    playing = event.entries.filter(state=Entry.State.ACTIVE).count()
    if playing > 1:
        return playing
    kept: int = request.session.get(_session_key(event), event.entry_limit or DEFAULT_ENTRIES)
    return kept


def _session_key(event: Event) -> str:
    return f"expected-{event.pk}"
