"""Seeds, and registration by the public."""

from collections import Counter
from collections.abc import Mapping, Sequence
from secrets import token_bytes
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from leagues.access.roles import get_visitor, organisers_only
from leagues.actions.entries.registration import is_open, registration_of, set_registration
from leagues.actions.entries.seeds import seeds_of, set_seeds
from leagues.forms import sent_data
from leagues.forms.entries import RegistrationForm
from leagues.models import Entry, Event
from leagues.pairing.seeds import roll_dice, spell_seed
from leagues.reads.advance.season_points import season_points
from leagues.reads.entries.seeds import Seedling, by_lot, by_rating, by_season
from leagues.reads.people.ratings import rating_of_entry, ratings_of
from leagues.reads.state_marks import mark_of
from leagues.views.attempt import Attempt
from leagues.views.desk._event import desk_event
from leagues.views.desk.entries.entries import counts_of
from leagues.views.public.qr_codes import to_share
from scoring.ratings import Rating

HIGHEST_SEED = 2000
MOST_TYPED = 450  # fields for seeds: with 1,000 entries the page weighs 150 kB
Typed = Mapping[int, str]


@organisers_only
@require_http_methods(["GET", "HEAD", "POST"])
def event_seeds(request: HttpRequest, slug: str) -> HttpResponse:
    """Edit the seeds. ``?by=`` proposes an order by rating, season table or lot."""
    event = desk_event(request, slug)
    entries = list(event.entries.named().exclude(state=Entry.State.WITHDRAWN).in_order())
    ratings = ratings_of(event.club, [p.pk for e in entries for p in e.people])
    strengths = {
        entry.pk: rating_of_entry([p.pk for p in entry.people], ratings) for entry in entries
    }
    if request.method == "POST":
        typed = typed_in(request, entries)
        refusal = save_seeds(request, event, typed, strengths)
        if not refusal:
            messages.success(request, _("The seeds are saved."))
            return redirect("event_people", event.slug)
    else:
        refusal = ""
        typed = proposed_seeds(event, entries, request.GET.get("by", ""), ratings)
    listed = seed_lines(entries, typed, strengths)
    context = {
        "event": event,
        "lines": listed[:MOST_TYPED],
        "unasked": listed[MOST_TYPED:],
        "by": request.GET.get("by", ""),
        "seen": mark_of(seeds_data(event)),
        "has_season": event.season_id is not None,
        "refusal": refusal,
    }
    status = 422 if refusal else 200
    return TemplateResponse(request, "desk/entries/seeds.html", context, status=status)


def typed_in(request: HttpRequest, entries: Sequence[Entry]) -> dict[int, str]:
    """Return the typed seed of each entry.

    ``unasked`` has those beyond the form's maximum of fields.
    """
    pairs = (each.split(":") for each in request.POST.get("unasked", "").split())
    unasked = {pair[0]: pair[1] for pair in pairs if len(pair) == 2}
    return {
        e.pk: request.POST.get(f"seed-{e.pk}", unasked.get(str(e.pk), "")).strip() for e in entries
    }


def seeds_data(event: Event) -> dict[str, Any]:
    return {str(entry): seed for entry, seed in seeds_of(event).items()}


def proposed_seeds(
    event: Event, entries: Sequence[Entry], by: str, ratings: Mapping[int, Rating]
) -> dict[int, str]:
    """Return the saved seeds, or the seeds of the requested order."""
    seedlings = [Seedling(e.pk, tuple(p.pk for p in e.people)) for e in entries]
    if by == "rating":
        order = by_rating(seedlings, ratings)
    elif by == "season" and event.season:
        order = by_season(seedlings, season_points(event.season, before=event))
    elif by == "lot":
        order = by_lot(seedlings, roll_dice(spell_seed(token_bytes(10)), "seeds"))
    elif by == "nobody":
        order = ()
    else:
        return {entry.pk: str(entry.seed or "") for entry in entries}
    return {entry: str(seed) for seed, entry in enumerate(order, start=1)}


def seed_lines(
    entries: Sequence[Entry], typed: Typed, strengths: Mapping[int, Rating | None]
) -> list[dict[str, Any]]:
    """Return the lines of the form, ordered by the typed seeds."""

    def place(entry: Entry) -> tuple[bool, int]:
        seed = parse_seed(typed.get(entry.pk, ""))
        return (seed is None, seed or 0)

    return [
        {"entry": entry, "seed": typed.get(entry.pk, ""), "rating": strengths[entry.pk]}
        for entry in sorted(entries, key=place)
    ]


def parse_seed(typed: str) -> int | None:
    """Return the typed seed as a number. None if it is empty or no valid seed."""
    is_number = typed.isascii() and typed.isdigit() and len(typed) < 5
    return int(typed) if is_number and 0 < int(typed) <= HIGHEST_SEED else None


def save_seeds(
    request: HttpRequest, event: Event, typed: Typed, strengths: Mapping[int, Rating | None]
) -> str:
    """Save the typed seeds. Return the reason if it is refused, else an empty string."""
    nonsense = sorted({text for text in typed.values() if text and parse_seed(text) is None})
    if nonsense:
        return _("“%(typed)s” isn’t a seed. Seeds are whole numbers starting at 1.") % {
            "typed": nonsense[0][:20]
        }
    seeds = {entry: parse_seed(text) for entry, text in typed.items()}
    given = [seed for seed in seeds.values() if seed is not None]
    twice = sorted(seed for seed, times in Counter(given).items() if times > 1)
    if twice:
        return _("Seed %(seed)s is used twice.") % {"seed": twice[0]}
    with Attempt() as tried:
        set_seeds(
            by=get_visitor(request),
            event=event,
            seeds=seeds,
            seen=request.POST.get("seen", ""),
            how=request.POST.get("by", "")[:20] or "hand",
            ratings={e: r.mu for e, r in strengths.items() if r is not None},
        )
    return tried.why


# --- Registration ---------------------------------------------------------------------------


@organisers_only
@require_http_methods(["GET", "HEAD", "POST"])
def edit_registration(request: HttpRequest, slug: str) -> HttpResponse:
    """Open, limit or close registration, and show its link."""
    event = desk_event(request, slug)
    now = registration_of(event)
    initial = now | {"seen": mark_of(now)}
    form = RegistrationForm(sent_data(request), event=event, initial=initial)
    if request.method == "POST" and form.is_valid():
        cleaned = {name: form.cleaned_data[name] for name in now}
        with Attempt(form) as tried:
            set_registration(
                by=get_visitor(request), event=event, seen=form.cleaned_data["seen"], **cleaned
            )
        if tried.refused is None:
            messages.success(request, _("Registration is saved."))
            return redirect("event_registration", event.slug)
        form.see(mark_of(now))
    waiting = event.entries.named().filter(state=Entry.State.WAITING)
    return TemplateResponse(
        request,
        "desk/entries/registration.html",
        {
            "event": event,
            "form": form,
            "is_open": is_open(event),
            "counts": counts_of(event.entries.all()),
            "is_private": event.visibility == Event.Visibility.PRIVATE,
            **to_share(request, reverse("enter", args=[event.slug])),
            "waiting": waiting.order_by("made_at", "pk"),
        },
    )
