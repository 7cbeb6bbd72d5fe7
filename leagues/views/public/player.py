"""Somebody's own page: how they play, whom they met, how strong they are held to be."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.views.decorators.http import require_safe

from leagues.access import anyone
from leagues.bridge.people.careers import SAT, career, tally
from leagues.bridge.people.rating_story import is_settled, rating_story
from leagues.live.ready_made import ready_made
from leagues.models import Entry, Event, Match, Player
from leagues.views.public.live import fragment

PAGE = "public/player.html"
RECENT = 5  # matches that are listed; the form tells of more


def seen_player(pk: int) -> Player:
    """A player whom strangers may know of; whoever was merged leads to who they are."""
    found = get_object_or_404(
        Player.objects.select_related("merged_into", "club"), pk=pk
    )
    if not found.merged_into and not Player.objects.seen().filter(pk=pk).exists():
        raise Http404
    return found


@anyone
@ready_made
@require_safe
def player(request: HttpRequest, pk: int, slug: str) -> HttpResponse:
    """A person's page. Its address changes with the name they want to go by."""
    found = seen_player(pk)
    if found.merged_into:
        return redirect(found.merged_into)
    if slug != found.web_slug:
        return redirect(found)
    matches = Match.objects.of_player(found).listed().published()
    matches = matches.select_related("event").with_sides()
    now = {
        "player": found,
        "playing": matches.at_a_board(),
        "results": matches.last_finished().filter(ending__in=SAT)[:RECENT],
    }
    template = fragment(request, PAGE, "live")
    if template == PAGE:
        now |= story_of(found)
    return TemplateResponse(request, template, now)


def story_of(player: Player) -> dict[str, Any]:
    """All they have ever done: too much to be told anew with every result in the hall."""
    days = rating_story(player)
    entered = Entry.objects.filter(players=player, event__in=Event.objects.listed())
    return {
        "career": career(player),
        "days": days,
        "rating": days[-1].rating if days else None,
        "is_settled": bool(days) and is_settled(days[-1].rating),
        "entries": entered.select_related("event").order_by("-event__starts_at"),
    }


@anyone
@ready_made
@require_safe
def against(request: HttpRequest, pk: int, other: int) -> HttpResponse:
    """Two people, head to head: every match in which they sat on different sides."""
    one, two = seen_player(pk), seen_player(other)
    if one.merged_into or two.merged_into:
        merged = one.merged_into or one, two.merged_into or two
        return redirect("against", merged[0].pk, merged[1].pk)
    met = career(one).against_player(two)
    return TemplateResponse(
        request,
        "public/against.html",
        {
            "one": one,
            "two": two,
            "tally": tally(met),
            "matches": [each.match for each in met],
        },
    )
