"""Possible duplicates: list them, merge two with a preview, undo a merge."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from leagues.access.roles import get_visitor, organisers_only
from leagues.actions.people import merge
from leagues.models import Action, Club, Player
from leagues.reads.people.merging import Against, MergePlan, plan_merge, state_of_plan
from leagues.reads.people.name_matches import Likeness, register_of
from leagues.reads.state_marks import mark_of
from leagues.views.attempt import Attempt
from leagues.views.desk._event import event_behind
from leagues.views.public.pagination import part_of

WHY_NOT = {
    Against.SAME: gettext_lazy("These are already the same person."),
    Against.GONE: gettext_lazy("One of them is in the bin or has already been merged."),
    Against.UNCONFIRMED_STAYS: gettext_lazy(
        "The first is an unconfirmed guest who registered online. Merge them the other way."
    ),
    Against.BOTH_HAVE_ACCOUNTS: gettext_lazy(
        "Both are linked to an account. Unlink one account first."
    ),
    Against.MET: gettext_lazy("They have both played in the same match, so they are two people."),
    Against.BOTH_ENTERED: gettext_lazy(
        "Both were drawn in the same event, so their results can’t be combined."
    ),
}
LIKENESS = {
    Likeness.SAME: gettext_lazy("the same name"),
    Likeness.OTHER_NAME: gettext_lazy("one of their other names"),
    Likeness.SHORTER: gettext_lazy("a shorter name"),
    Likeness.CLOSE: gettext_lazy("nearly the same name"),
}
LATEST = 20
KEEP = "keep_ways_in"


@organisers_only
@require_safe
def look_alikes(request: HttpRequest) -> HttpResponse:
    """List pairs that may be the same person, and merges that can be undone."""
    club = Club.objects.get(is_home=True)
    part = part_of(request, "page", register_of(club).twins)
    done = club.log.filter(event=None, verb=merge.MERGE_PLAYERS.name, undone_by=None)
    return TemplateResponse(
        request,
        "desk/people/look_alikes.html",
        {
            "part": part,
            "found": [(t.first, t.second, LIKENESS[t.likeness]) for t in part.lines],
            "done": done.select_related("user").order_by("-pk")[:LATEST],
        },
    )


@organisers_only
@require_http_methods(["GET", "HEAD", "POST"])
def person_merge(request: HttpRequest, pk: int, other: int) -> HttpResponse:
    """Preview merging the second player into the first, then merge them."""
    players = Player.objects.filter(club__is_home=True).select_related("user")
    stays, leaves = (get_object_or_404(players, pk=each) for each in (pk, other))
    plan = plan_merge(stays, leaves)
    refusal = ""
    if request.method == "POST":
        with Attempt() as tried:
            done = merge.merge_players(
                by=get_visitor(request),
                plan=plan,
                seen=request.POST.get("seen", ""),
                keeps_ways_in=KEEP in request.POST,
            )
        refusal = tried.why
        if not refusal:
            messages.success(
                request,
                _(
                    "%(leaves)s is merged into %(stays)s. To undo it, open Desk, People, Possible duplicates."
                )
                % {"leaves": done.details["leaves_name"], "stays": stays.name},
            )
            return redirect(way_back(request))
    return show_merge(request, plan, refusal)


def way_back(request: HttpRequest) -> str:
    """Return the address of the event that led here, else of the list of possible duplicates."""
    event = event_behind(request)
    if event is None:
        return reverse("look_alikes")
    return reverse("event_people", args=[event.slug])


def show_merge(request: HttpRequest, plan: MergePlan, refusal: str) -> HttpResponse:
    return TemplateResponse(
        request,
        "desk/people/merge.html",
        {
            "plan": plan,
            "why_not": [WHY_NOT[reason] for reason in plan.against],
            "seen": mark_of(state_of_plan(plan)),
            "refusal": refusal,
            "event": event_behind(request),
            "back": way_back(request),
            "turns_round": Against.UNCONFIRMED_STAYS in plan.against,
            "keeps_ways_in": KEEP in request.POST,
        },
        status=422 if refusal else 200,
    )


@organisers_only
@require_POST
def merge_undo(request: HttpRequest, pk: int) -> HttpResponse:
    action = get_object_or_404(Action, pk=pk, club__is_home=True)
    if action.verb != merge.MERGE_PLAYERS.name:
        raise Http404
    with Attempt(request=request):
        back = merge.undo_merge(by=get_visitor(request), action=action)
        messages.success(request, _("%(name)s is a separate person again.") % {"name": back.name})
    return redirect("look_alikes")
