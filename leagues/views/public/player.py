"""A player's public page: results, opponents and rating."""

from collections.abc import Hashable
from typing import Any
from zlib import compress, decompress

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.loader import render_to_string
from django.template.response import TemplateResponse
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe

from leagues.access.roles import for_anyone
from leagues.live.page_cache import ready_made
from leagues.models import Entry, Event, Match, Player
from leagues.models.names import tidy_name
from leagues.reads.advance.event_awards import awards_won, first_podium
from leagues.reads.leagues.end.honours import honours_of
from leagues.reads.people.careers import (
    last_played,
    load_opponents,
    matches_between,
    met_by,
    read_career,
    rivals_in,
    tally_between,
)
from leagues.reads.people.club_averages import club_averages
from leagues.reads.people.face_to_face import face_to_face
from leagues.reads.people.milestones import milestones_of
from leagues.reads.people.next_match import next_match
from leagues.reads.people.player_list import forms_of, lately_played, player_rows
from leagues.reads.people.rating_story import is_settled, rating_story
from leagues.reads.people.search import players_called
from leagues.reads.people.stored_sums import sums_of
from leagues.reads.people.story_cache import past_of
from leagues.reads.people.twenties_story import twenties_story
from leagues.texts.lookup import catalogue_key
from leagues.views.public.club import LATELY, LONGEST, home_club
from leagues.views.public.live import fragment_of
from leagues.views.public.pagination import part_asked, part_of
from leagues.views.public.part_cache import KeptParts

PAGE = "public/player.html"
RECENT = 5  # recent matches listed; the form shows more
BETWEEN_TWO = 10  # matches on a page
AWARDS = 10  # on a page
MET = 12  # opponents on a page
STORIES: KeptParts[tuple[Hashable, ...], dict[str, bytes]] = KeptParts(64)
"""Each is deflated: a busy player's has 50 kB, in memory up to twice as much for its letters."""


def seen_player(pk: int) -> Player:
    """Return a player with a public page, or answer 404. A merged player is returned as they are;
    the caller redirects to ``merged_into``.
    """
    found = get_object_or_404(Player.objects.select_related("merged_into", "club"), pk=pk)
    if not found.merged_into and not Player.objects.is_seen(pk):
        raise Http404
    return found


@for_anyone
@ready_made("fragment", "met", "entered", "awards")
@require_safe
def show_player(request: HttpRequest, pk: int, slug: str) -> HttpResponse:
    """Show a player. The slug follows the name shown on the web; old slugs redirect."""
    found = seen_player(pk)
    if found.merged_into:
        return redirect(found.merged_into)
    if slug != found.web_slug:
        return redirect(found)
    playing = Match.objects.listed().published().at_a_board_of(found)
    played = last_played(found)
    now: dict[str, Any] = {
        "player": found,
        "playing": playing.select_related("event").with_sides().with_disputes(),
        "next_match": next_match(found),
        "form": played[::-1],
        "results": played[:RECENT],
    }
    template = fragment_of(request, PAGE, "live")
    if template == PAGE:
        now |= {
            "honours": honours_of(found),
            "awards": part_of(request, "awards", awards_won(found), AWARDS),
            **story_of(request, found),
        }
    return TemplateResponse(request, template, now)


def story_of(request: HttpRequest, player: Player) -> dict[str, str]:
    """Return the player's history as HTML. It is kept, since few results change it."""

    def follows_from() -> tuple[Hashable, ...]:
        podium = first_podium(player)
        stood = podium and (podium.pk, podium.figure)
        asked = (part_asked(request, "met"), part_asked(request, "entered"))
        return (catalogue_key(), *asked, stood, past_of(player, sums_of(player.club)))

    def parts() -> dict[str, bytes]:
        facts = facts_of(request, player)
        return {
            part: compress(render_to_string(f"public/_player_{part}.html", facts).encode(), 1)
            for part in ("figures", "story")
        }

    kept = STORIES.get(follows_from(), parts, follows_from)
    return {part: SafeString(decompress(html).decode()) for part, html in kept.items()}


def facts_of(request: HttpRequest, player: Player) -> dict[str, Any]:
    sums = sums_of(player.club)
    rating = rating_story(player, sums)
    entered = Entry.objects.filter(players=player, event__in=Event.objects.listed())
    entered = entered.select_related("event").order_by("-event__starts_at", "-pk")
    met = part_of(request, "met", met_by(player), MET)
    averages = club_averages(sums)
    return {
        "player": player,
        "career": read_career(player, sums),
        "rating_story": rating,
        "rating": rating.days[-1].rating if rating.days else None,
        "is_settled": bool(rating.days) and is_settled(rating.days[-1].rating),
        "twenties_story": twenties_story(player, sums),
        "club_rating": averages.rating,
        "club_twenties": averages.twenties,
        "milestones": milestones_of(player, sums, first_podium(player)),
        "rivals": load_opponents(rivals_in(met.lines if met.number == 1 else met_by(player))),
        "met": met,
        "met_named": load_opponents(met.lines),
        "entered": part_of(request, "entered", entered),
    }


@for_anyone
@require_safe
def compare_players(request: HttpRequest, pk: int | None = None) -> HttpResponse:
    """Choose two players to compare, one after the other."""
    one = seen_player(pk) if pk is not None else None
    if one and one.merged_into:
        return redirect("compare-with", one.merged_into.pk)
    text = tidy_name(request.GET.get("q", ""))[:LONGEST]
    club = one.club if one else home_club()
    met = load_opponents(met_by(one)[:LATELY]) if one and not text else ()
    called = players_called(club, text) if text else lately_played(club, LATELY)
    found = [each for each in called if each not in (one, *dict(met))]
    forms = forms_of(club, [each.pk for each in found])
    return TemplateResponse(
        request,
        "public/compare.html",
        {
            "one": one,
            "text": text,
            "met": met,
            "found": [(row, forms.get(row.player.pk, ())) for row in player_rows(club, found)],
        },
    )


@for_anyone
@ready_made("page")
@require_safe
def show_head_to_head(request: HttpRequest, pk: int, other: int) -> HttpResponse:
    """Show all matches that two players played against each other."""
    one, two = seen_player(pk), seen_player(other)
    if one.merged_into or two.merged_into:
        merged = one.merged_into or one, two.merged_into or two
        return redirect("against", merged[0].pk, merged[1].pk)
    matches = matches_between(one, two).with_sides().select_related("event")
    tally = tally_between(one, two)
    return TemplateResponse(
        request,
        "public/against.html",
        {
            "one": one,
            "two": two,
            "tally": tally,
            "lines": face_to_face(one, two, tally, sums_of(one.club)),
            "part": part_of(request, "page", matches, BETWEEN_TWO),
        },
    )
