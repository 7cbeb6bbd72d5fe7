"""The list of an event's entries, and check-in."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from leagues.access.roles import get_visitor, organisers_only
from leagues.actions.entries import entries as actions
from leagues.models import Entry, Event
from leagues.models.names import words_begin
from leagues.reads.draw.timetable import misfit_of
from leagues.reads.people.name_matches import KnownMatch, register_of
from leagues.reads.play.event_players import player_rows
from leagues.reads.tables.portions import portions_of
from leagues.views.desk._event import desk_event

State = Entry.State
IN_PAIRS = {Event.Sides.DOUBLES}


def numbers_in(sent: Sequence[str]) -> list[int]:
    """Return the whole numbers among the submitted values; anything else is ignored."""
    return [int(each) for each in sent if each.isascii() and each.isdigit() and len(each) < 16]


@dataclass(frozen=True)
class Counts:
    """The number of entries that play, are present, wait, are paused and are withdrawn."""

    playing: int
    here: int
    waiting: int
    paused: int
    withdrawn: int


def counts_of(entries: Iterable[Entry]) -> Counts:
    entries = list(entries)
    states = [entry.state for entry in entries]
    return Counts(
        playing=states.count(State.ACTIVE) + states.count(State.PAUSED),
        here=sum(
            entry.checked_in_at is not None and entry.state != State.WITHDRAWN for entry in entries
        ),
        waiting=states.count(State.WAITING),
        paused=states.count(State.PAUSED),
        withdrawn=states.count(State.WITHDRAWN),
    )


@organisers_only
@require_safe
def event_people(request: HttpRequest, slug: str) -> HttpResponse:
    event = desk_event(request, slug)
    everybody = list(event.entries.named().select_related("team").in_order())
    sought = request.GET.get("q", "")[:120].strip()
    template = "desk/entries/people.html"
    if request.headers.get("HX-Request"):
        template += "#found"
    counts = counts_of(everybody)
    found = [each for each in everybody if fits_search(each, sought)]
    path = reverse("event_people", args=[slug])
    portions = portions_of(len(found), request.GET.get("part", ""), {"q": sought}, path)
    context = {
        "event": event,
        "lines": player_rows(event, portions.cut(found) if portions else found),
        "portions": portions,
        "everybody": len(everybody),
        "sought": sought,
        "counts": counts,
        "in_pairs": event.sides in IN_PAIRS,
        "alone": sum(len(each.people) == 1 for each in everybody),
        "look_alikes": look_alikes_in(event, everybody),
        "misfit": misfit_of(event, counts.playing) if counts.playing else None,
    }
    return TemplateResponse(request, template, context)


def fits_search(entry: Entry, sought: str) -> bool:
    """True if every word of ``sought`` begins a word of the entry's names."""
    names = " ".join([entry.name, *(person.name for person in entry.people)])
    return not sought or words_begin(sought, names)


def look_alikes_in(event: Event, entries: Sequence[Entry]) -> list[tuple[Any, list[KnownMatch]]]:
    """Return guests on the list with a similar player of the club."""
    guests = [p for entry in entries for p in entry.people if p.is_guest]
    if not guests:
        return []
    club = register_of(event.club)
    found = ((guest, club.twins_of(guest.pk)) for guest in guests if guest.pk in club.people)
    return [(guest, twins[:1]) for guest, twins in found if twins]


@organisers_only
@require_POST
def check_in_some(request: HttpRequest, slug: str) -> HttpResponse:
    """Check in one or more entries, or undo their check-in."""
    event = desk_event(request, slug)
    entries = numbers_in(request.POST.getlist("entry"))
    act = actions.take_back_check_in if "back" in request.POST else actions.check_in
    if "everybody" in request.POST:
        entries = list(event.entries.filter(state=State.ACTIVE).values_list("pk", flat=True))
    changed = act(by=get_visitor(request), event=event, entries=entries)
    if request.headers.get("HX-Request") and len(entries) == 1:
        return render_row(request, event, entries[0])
    messages.success(request, check_in_text(changed, back="back" in request.POST))
    return redirect("event_people", event.slug)


def render_row(request: HttpRequest, event: Event, pk: int) -> HttpResponse:
    """Render one line of the list, and the counts above it."""
    everybody = list(event.entries.named().select_related("team").in_order())
    entry = next((each for each in everybody if each.pk == pk), None)
    if entry is None:
        return redirect("event_people", event.slug)
    return TemplateResponse(
        request,
        "desk/entries/people.html#checked",
        {"event": event, "entry": entry, "counts": counts_of(everybody), "swap": True},
    )


def check_in_text(changed: Sequence[int], *, back: bool) -> str:
    if not changed:
        return _("Nothing changed. That was already done.")
    text = (
        ngettext("%(n)s check-in undone.", "%(n)s check-ins undone.", len(changed))
        if back
        else ngettext("%(n)s person checked in.", "%(n)s people checked in.", len(changed))
    )
    return text % {"n": len(changed)}
