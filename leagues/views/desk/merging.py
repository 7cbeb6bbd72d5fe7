"""People who may be one person: who looks alike, merging with a preview, and undoing it."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import (
    require_http_methods,
    require_POST,
    require_safe,
)

from leagues.access import organisers_only, who
from leagues.actions.club import merge
from leagues.actions.meanwhile import ChangedMeanwhile
from leagues.bridge.people.known import Known, Likeness, Register, register_of
from leagues.bridge.people.merging import Against, MergePlan, mark_of_plan, plan_merge
from leagues.models import Action, Club, Player

WHY_NOT = {
    Against.SAME: gettext_lazy("It is the same person already."),
    Against.GONE: gettext_lazy("One of them is in the bin, or merged already."),
    Against.BOTH_HAVE_ACCOUNTS: gettext_lazy(
        "Both are tied to an account. Part one of them from theirs first."
    ),
    Against.MET: gettext_lazy("They have sat in one match, so they are two people."),
    Against.BOTH_ENTERED: gettext_lazy(
        "Both were drawn in one event. Which results are theirs cannot be known."
    ),
}
LIKENESS = {
    Likeness.SAME: gettext_lazy("the same name"),
    Likeness.OTHER_NAME: gettext_lazy("another name of theirs"),
    Likeness.SHORTER: gettext_lazy("a shorter name"),
    Likeness.CLOSE: gettext_lazy("nearly the same name"),
}
LATEST = 20


@organisers_only
@require_safe
def look_alikes(request: HttpRequest) -> HttpResponse:
    """Pairs in the club's list that may be one person, and merges to be undone."""
    club = Club.objects.get(is_home=True)
    done = Action.objects.filter(club=club, verb=merge.VERB, undone_by=None)
    return TemplateResponse(
        request,
        "desk/entries/look_alikes.html",
        {
            "found": twins(register_of(club)),
            "done": done.select_related("user").order_by("-pk")[:LATEST],
        },
    )


def twins(club: Register) -> list[tuple[Known, Known, object]]:
    """Everybody with those who look like them: who is better known comes first."""
    found: dict[tuple[int, int], tuple[Likeness, Known, Known]] = {}
    for pk in club.people:
        for each in club.twins_of(pk):
            first, second = sorted((club.people[pk], each.person), key=better_known)
            found.setdefault((first.pk, second.pk), (each.likeness, first, second))
    in_order = sorted(found.values(), key=lambda f: (f[0], f[1].name, f[2].pk))
    return [(first, second, LIKENESS[how]) for how, first, second in in_order]


def better_known(person: Known) -> tuple[bool, int, int]:
    return (person.is_guest, -len(person.name), person.pk)


@organisers_only
@require_http_methods(["GET", "HEAD", "POST"])
def person_merge(request: HttpRequest, pk: int, other: int) -> HttpResponse:
    """Show what merging the second into the first would do, then do it."""
    players = Player.objects.filter(club__is_home=True).select_related("user")
    stays, leaves = (get_object_or_404(players, pk=each) for each in (pk, other))
    plan = plan_merge(stays, leaves)
    refusal = ""
    if request.method == "POST":
        try:
            done = merge.merge_players(
                by=who(request), plan=plan, seen=request.POST.get("seen", "")
            )
        except ChangedMeanwhile:
            refusal = _(
                "Something has changed since you read this. Nothing was done: look again."
            )
        except merge.CannotMerge:
            refusal = _("They were not merged.")
        else:
            messages.success(
                request,
                _("%(leaves)s is %(stays)s now. It can be undone on this page.")
                % {"leaves": done.said["leaves_name"], "stays": stays.name},
            )
            return redirect("look_alikes")
    return show(request, plan, refusal)


def show(request: HttpRequest, plan: MergePlan, refusal: str) -> HttpResponse:
    return TemplateResponse(
        request,
        "desk/entries/merge.html",
        {
            "plan": plan,
            "why_not": [WHY_NOT[reason] for reason in plan.against],
            "seen": mark_of_plan(plan),
            "refusal": refusal,
        },
        status=422 if refusal else 200,
    )


@organisers_only
@require_POST
def merge_undo(request: HttpRequest, pk: int) -> HttpResponse:
    action = get_object_or_404(Action, pk=pk, club__is_home=True)
    if action.verb != merge.VERB:
        raise Http404
    try:
        back = merge.undo_merge(by=who(request), action=action)
    except merge.CannotUndo:
        messages.error(
            request,
            _(
                "It can’t be undone any more: what was moved is not where it was put. Nothing was changed."
            ),
        )
    else:
        messages.success(
            request, _("%(name)s is somebody of their own again.") % {"name": back.name}
        )
    return redirect("look_alikes")
