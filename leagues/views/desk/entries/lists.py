"""Add many entries at once: from a list, picked from the club, or as pairs."""

from collections.abc import Sequence
from secrets import token_bytes

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from leagues.access.roles import get_visitor, organisers_only
from leagues.actions.entries import entries as actions
from leagues.actions.entries import line_ups
from leagues.actions.entries.entries import NewEntry
from leagues.actions.refusal import Refused
from leagues.files.people_list import read_list
from leagues.forms import sent_data
from leagues.forms.entries import ListForm
from leagues.models import EntryPlayer, Event, PairingRound, Player
from leagues.models.names import words_contain
from leagues.pairing.seeds import spell_seed
from leagues.reads.entries.effects import late_effects
from leagues.reads.people.list_preview import Proposal, propose_entries
from leagues.reads.people.name_matches import register_of
from leagues.views.attempt import Attempt
from leagues.views.desk._event import desk_event
from leagues.views.desk._list import SentList, chosen_people, sent_list
from leagues.views.desk.entries.entries import IN_PAIRS, numbers_in
from leagues.views.repeated_submits import made_by, made_once

TO_PICK_FROM = 200  # names on one page


def entered_player_ids(event: Event) -> set[int]:
    """Return the IDs of all players entered in the event."""
    lines = EntryPlayer.objects.filter(event=event)
    return set(lines.values_list("player", flat=True))


def late_effects_in(event: Event) -> tuple[str, ...]:
    """Return the effects of entering late. Empty before the event has started."""
    if event.state != Event.State.RUNNING:
        return ()
    return late_effects(event, PairingRound.objects.of(event).published().count())


# --- A list -------------------------------------------------------------------------------


@organisers_only
@require_http_methods(["GET", "HEAD", "POST"])
@made_by("enter")
def enter_list(request: HttpRequest, slug: str) -> HttpResponse:
    """Read a list and preview it, then add its entries."""
    event = desk_event(request, slug)
    form = ListForm(sent_data(request), request.FILES or None)
    if request.method != "POST" or not form.is_valid():
        return TemplateResponse(
            request,
            "desk/entries/list.html",
            {"event": event, "form": form, "late": late_effects_in(event)},
        )
    sent_one = sent_list(
        request.POST, form.cleaned_data["text"], lambda text: read_proposals(event, text)
    )
    if not sent_one.is_confirmed:
        return show_preview(request, event, sent_one)
    return enter_confirmed(request, event, sent_one)


def read_proposals(event: Event, text: str) -> tuple[Proposal, ...]:
    size = 2 if event.sides in IN_PAIRS else 1
    return propose_entries(
        read_list(text), register_of(event.club), entered_player_ids(event), size=size
    )


def show_preview(request: HttpRequest, event: Event, listed: SentList) -> HttpResponse:
    """Show which player each name is, with doubtful lines first."""
    return TemplateResponse(
        request,
        "desk/entries/preview.html",
        {"event": event, "late": late_effects_in(event), **listed.facts},
        status=listed.status,
    )


def enter_confirmed(request: HttpRequest, event: Event, listed: SentList) -> HttpResponse:
    chosen, learnt = chosen_people(event.club, listed.proposals)
    wanted = [
        NewEntry(people, team=proposal.line.team, seed=proposal.line.seed)
        for proposal, people in chosen
    ]
    if not wanted:
        return show_preview(request, event, listed.refused(_("No one is ticked.")))
    with Attempt() as tried:
        made = actions.enter_list(
            by=get_visitor(request),
            event=event,
            entries=wanted,
            how="list",
            learnt=learnt,
            has_changed=listed.has_changed,
        )
    if tried.is_stale:
        listed = sent_list(request.POST, listed.text, listed.read)
    if tried.refused:
        return show_preview(request, event, listed.refused(tried.why))
    announce_entered(request, len(made))
    return redirect("event_people", event.slug)


def announce_entered(request: HttpRequest, many: int) -> None:
    text = ngettext("%(n)s entry added.", "%(n)s entries added.", many)
    messages.success(request, text % {"n": many})


# --- A pick from the club -----------------------------------------------------------------


@organisers_only
@require_http_methods(["GET", "HEAD", "POST"])
@made_by("enter")
def pick_players(request: HttpRequest, slug: str) -> HttpResponse:
    """Pick players of the club. Each becomes an entry; pairs are formed later."""
    event = desk_event(request, slug)
    there = set(entered_player_ids(event))
    people = Player.objects.present().filter(club=event.club).by_surname()
    free = [each for each in people if each.pk not in there]
    ticked = set(numbers_in(request.POST.getlist("player")))
    looks, refusal = request.POST.get("look", ""), ""
    if request.method == "POST" and not looks:
        refusal = enter_picked(request, event, [each for each in free if each.pk in ticked])
        if not refusal:
            return redirect("event_people", event.slug)
    wanted = request.POST.get("q", "")[:120]
    found = sorted(
        (
            each
            for each in free
            if each.pk not in ticked and (not wanted.strip() or words_contain(wanted, each.name))
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
            "late": late_effects_in(event),
        },
        status=422 if refusal else 200,
    )


def enter_picked(request: HttpRequest, event: Event, people: Sequence[Player]) -> str:
    """Enter the players. Return the reason if it is refused, else an empty string."""
    if not people:
        return _("No one is ticked.")
    with Attempt() as tried:
        made = actions.enter_list(
            by=get_visitor(request),
            event=event,
            entries=[NewEntry((each,)) for each in people],
            how="picked",
        )
        announce_entered(request, len(made))
    return tried.why


# --- Pairs ------------------------------------------------------------------------------------


@organisers_only
@require_http_methods(["GET", "HEAD", "POST"])
@made_once
def make_pairs(request: HttpRequest, slug: str) -> HttpResponse:
    """Pair entries that have no partner: two by hand, or all by lot."""
    event = desk_event(request, slug)
    refusal = ""
    if request.method == "POST":
        refusal = pair_entries(request, event)
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


def pair_entries(request: HttpRequest, event: Event) -> str:
    """Pair the entries as requested. Return the reason if it is refused, else an empty string."""
    by = get_visitor(request)
    with Attempt() as tried:
        if "lot" in request.POST:
            made = line_ups.pair_by_lot(by=by, event=event, seed=spell_seed(token_bytes(10)))
        else:
            two = numbers_in(request.POST.getlist("entry"))
            if len(two) != 2:
                raise Refused(_("Tick two players who play together."))
            line_ups.pair_up(by=by, event=event, pairs=[(two[0], two[1])])
            made = 1
        text = ngettext("%(n)s pair made.", "%(n)s pairs made.", made)
        messages.success(request, text % {"n": made})
    return tried.why
