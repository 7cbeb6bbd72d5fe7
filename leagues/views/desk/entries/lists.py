"""Many at once: a list that is pasted or uploaded, a pick from the club, and pairs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from secrets import token_bytes

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from leagues.access.roles import organisers_only, who
from leagues.actions.entries import entries as actions
from leagues.actions.entries import line_ups
from leagues.actions.entries.entries import NewEntry
from leagues.actions.refusal import Refused
from leagues.files.people_list import read_list
from leagues.forms import sent
from leagues.forms.entries import ListForm
from leagues.models import EntryPlayer, Event, PairingRound, Player
from leagues.models.names import contains, guess_family_name
from leagues.pairing.seeds import spell
from leagues.reads.entries.effects import late_effects
from leagues.reads.marks import mark_of
from leagues.reads.people.known import register_of
from leagues.reads.people.proposals import (
    GUEST,
    Proposal,
    Proposed,
    propose,
    state_of_list,
)
from leagues.views.attempt import Attempt
from leagues.views.desk._event import desk_event
from leagues.views.desk.entries.entries import IN_PAIRS, numbers
from leagues.views.once import made_by, made_once

TO_PICK_FROM = 200  # names on one page


def entered(event: Event) -> set[int]:
    """Everybody behind an entry of this event."""
    lines = EntryPlayer.objects.filter(event=event)
    return set(lines.values_list("player", flat=True))


def late(event: Event) -> tuple[str, ...]:
    """What it means to come in only now."""
    if event.state != Event.State.RUNNING:
        return ()
    return late_effects(event, PairingRound.objects.of(event).published().count())


# --- A list -------------------------------------------------------------------------------


@organisers_only
@require_http_methods(["GET", "HEAD", "POST"])
@made_by("enter")
def enter_list(request: HttpRequest, slug: str) -> HttpResponse:
    """Read a list, show what it would do, and do it once that was seen."""
    event = desk_event(request, slug)
    form = ListForm(sent(request), request.FILES or None)
    if request.method != "POST" or not form.is_valid():
        return TemplateResponse(
            request,
            "desk/entries/list.html",
            {"event": event, "form": form, "late": late(event)},
            status=422 if form.errors else 200,
        )
    size = 2 if event.sides in IN_PAIRS else 1
    lines = read_list(form.cleaned_data["text"])
    proposals = propose(lines, register_of(event.club), entered(event), size=size)
    seen = mark_of(state_of_list(proposals))
    if "enter" not in request.POST:
        return preview(request, event, form, proposals, seen)
    if request.POST.get("seen") != seen:
        said = _(
            "The club’s list has changed meanwhile. Nobody is entered yet: please look again."
        )
        return preview(request, event, form, proposals, seen, said)
    return confirmed(request, event, form, proposals, seen)


def preview(
    request: HttpRequest,
    event: Event,
    form: ListForm,
    proposals: Sequence[Proposal],
    seen: str,
    refusal: str = "",
) -> HttpResponse:
    context = {
        "event": event,
        "text": form.cleaned_data["text"],
        "proposals": proposals,
        "unasked": sum(not proposal.is_asked for proposal in proposals),
        "waits": sum(proposal.waits for proposal in proposals),
        "doubtful": sum(proposal.doubt.value != "none" for proposal in proposals),
        "seen": seen,
        "refusal": refusal,
        "late": late(event),
    }
    return TemplateResponse(
        request, "desk/entries/preview.html", context, status=422 if refusal else 200
    )


def confirmed(
    request: HttpRequest,
    event: Event,
    form: ListForm,
    proposals: Sequence[Proposal],
    seen: str,
) -> HttpResponse:
    wanted = chosen(request.POST, event, proposals)
    if not wanted:
        return preview(request, event, form, proposals, seen, _("Nobody is ticked."))
    with Attempt() as tried:
        made = actions.enter_list(
            by=who(request), event=event, entries=wanted, how="list"
        )
    if tried.refused:
        return preview(request, event, form, proposals, seen, tried.why)
    say_entered(request, len(made))
    return redirect("event_people", event.slug)


def say_entered(request: HttpRequest, many: int) -> None:
    said = ngettext("%(n)s entry is in.", "%(n)s entries are in.", many)
    messages.success(request, said % {"n": many})


def chosen(
    said: Mapping[str, str], event: Event, proposals: Sequence[Proposal]
) -> list[NewEntry]:
    """The entries somebody said yes to, each name as the person they chose."""
    known = Player.objects.present().filter(club=event.club).in_bulk()
    wanted = []
    for at, proposal in enumerate(proposals):
        if is_ticked(said, at, proposal) and proposal.people:
            people = tuple(
                person(
                    said.get(f"who-{at}-{n}", proposed.choice), proposed, event, known
                )
                for n, proposed in enumerate(proposal.people)
            )
            line = proposal.line
            wanted.append(NewEntry(people, team=line.team, seed=line.seed))
    return wanted


def is_ticked(said: Mapping[str, str], at: int, proposal: Proposal) -> bool:
    """What the form did not ask about goes in as it was shown."""
    return f"enter-{at}" in said if proposal.is_asked else proposal.is_wanted


def person(
    choice: str, proposed: Proposed, event: Event, known: Mapping[int, Player]
) -> Player:
    """Somebody the club knows, or somebody new by the name on the list."""
    for pk in numbers([choice]):
        if pk in known:
            return known[pk]
    return Player(
        club=event.club,
        name=proposed.name,
        family_name=guess_family_name(proposed.name),
        is_guest=choice == GUEST,
    )


# --- A pick from the club -----------------------------------------------------------------


@organisers_only
@require_http_methods(["GET", "HEAD", "POST"])
@made_by("enter")
def pick(request: HttpRequest, slug: str) -> HttpResponse:
    """Tick those who play. Each is an entry; partners are joined afterwards."""
    event = desk_event(request, slug)
    there = set(entered(event))
    people = Player.objects.present().filter(club=event.club).by_surname()
    free = [each for each in people if each.pk not in there]
    ticked = set(numbers(request.POST.getlist("player")))
    looks, refusal = request.POST.get("look", ""), ""
    if request.method == "POST" and not looks:
        refusal = picked(request, event, [each for each in free if each.pk in ticked])
        if not refusal:
            return redirect("event_people", event.slug)
    wanted = request.POST.get("q", "")[:120]
    found = sorted(
        (
            each
            for each in free
            if each.pk not in ticked
            and (not wanted.strip() or contains(wanted, each.name))
        ),
        key=lambda each: each.is_guest,
    )
    page = Paginator(found, TO_PICK_FROM).get_page(looks)
    return TemplateResponse(
        request,
        "desk/entries/pick.html",
        {
            "event": event,
            "anybody": bool(free),
            "ticked": [each for each in free if each.pk in ticked],
            "page": page,
            "wanted": wanted,
            "is_long": len(free) > TO_PICK_FROM,
            "refusal": refusal,
            "late": late(event),
        },
        status=422 if refusal else 200,
    )


def picked(request: HttpRequest, event: Event, people: Sequence[Player]) -> str:
    """Enter them, or say why not."""
    if not people:
        return _("Nobody is ticked.")
    with Attempt() as tried:
        made = actions.enter_list(
            by=who(request),
            event=event,
            entries=[NewEntry((each,)) for each in people],
            how="picked",
        )
        say_entered(request, len(made))
    return tried.why


# --- Pairs ------------------------------------------------------------------------------------


@organisers_only
@require_http_methods(["GET", "HEAD", "POST"])
@made_once
def pairs(request: HttpRequest, slug: str) -> HttpResponse:
    """Join those who have no partner yet: two by hand, or all of them by lot."""
    event = desk_event(request, slug)
    refusal = ""
    if request.method == "POST":
        refusal = joined(request, event)
        if not refusal:
            return redirect("event_pairs", event.slug)
    alone = line_ups.without_partner(event)
    return TemplateResponse(
        request,
        "desk/entries/pairs.html",
        {
            "event": event,
            "alone": alone,
            "by_lot": len(alone) // 2,
            "left_over": len(alone) % 2,
            "refusal": refusal,
        },
        status=422 if refusal else 200,
    )


def joined(request: HttpRequest, event: Event) -> str:
    """Pair them as asked, or say why not."""
    by = who(request)
    with Attempt() as tried:
        if "lot" in request.POST:
            made = line_ups.pair_by_lot(by=by, event=event, seed=spell(token_bytes(10)))
        else:
            two = numbers(request.POST.getlist("entry"))
            if len(two) != 2:
                raise Refused(_("Tick two who play together."))
            line_ups.pair_up(by=by, event=event, pairs=[(two[0], two[1])])
            made = 1
        said = ngettext("%(n)s pair is made.", "%(n)s pairs are made.", made)
        messages.success(request, said % {"n": made})
    return tried.why
