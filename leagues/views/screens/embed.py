"""Embeds: small pages that other websites show in a frame.

They show only what is listed publicly, and the same to everyone: cookies are ignored, and
unlisted or private events and leagues answer 404.
"""

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any

from csp.constants import SELF
from csp.decorators import csp_replace
from django.contrib.staticfiles import finders
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from leagues.access.roles import for_anyone
from leagues.forms.embeds import EmbedForm, EmbedLook
from leagues.live.page_cache import ready_made
from leagues.models import Event, League
from leagues.reads.screens.embeds import (
    EmbedTable,
    boards_in_play,
    event_podium,
    event_table,
    league_table,
    next_nights,
    nights_of,
)
from leagues.templatetags.embeds import frame_line, height_of
from leagues.views.public.calendars import site_of
from leagues.views.public.club import home_club
from leagues.views.public.live import fragment_of

Facts = dict[str, Any]
View = Callable[..., HttpResponseBase]
QUESTIONS = ("fragment", "theme", "accent", "rows", "lang")
NIGHTS = 6  # default number of lines


def embed_view(template: str) -> Callable[[Callable[..., Facts]], View]:
    """Turn a function that returns context into a public view that other sites may frame."""

    def decorate(facts: Callable[..., Facts]) -> View:
        @wraps(facts)
        def view(request: HttpRequest, /, **kwargs: Any) -> HttpResponse:
            look = EmbedLook(request.GET)
            if not look.is_valid():
                return _render_nothing(request, 422, problem=look.problem)
            with override(look.cleaned_data["lang"] or get_language()):
                try:
                    found = facts(look, **kwargs)
                except Http404:  # the frame also shows that it doesn't exist
                    return _render_nothing(request, 404, look.cleaned_data)
                found["look"] = look.cleaned_data
                return render(request, fragment_of(request, template, "live"), found)

        framed: View = csp_replace({"frame-ancestors": ["*"]})(xframe_options_exempt(view))
        return for_anyone(ready_made(*QUESTIONS)(require_safe(framed)))

    return decorate


def _render_nothing(
    request: HttpRequest, status: int, look: Facts | None = None, problem: str = ""
) -> HttpResponse:
    facts = {
        "title": home_club().name,
        "look": look or {"theme": "", "accent": ""},
        "says": problem or _("There’s nothing to show here."),
    }
    return render(request, "screens/embed/nothing.html", facts, status=status)


@embed_view("screens/embed/nights.html")
def embed_nights(look: EmbedLook) -> Facts:
    """Embed the next nights and events of the club."""
    found = next_nights(home_club())
    path = reverse("leagues")
    return {"title": _("Next nights"), "nights": found[: _count_lines(look)], "path": path}


@embed_view("screens/embed/nights.html")
def embed_league_nights(look: EmbedLook, slug: str) -> Facts:
    league = find_league(slug)
    found = nights_of([league])[: _count_lines(look)]
    return {"title": league.name, "nights": found, "path": league.get_absolute_url()}


def _count_lines(look: EmbedLook) -> int:
    return int(look.cleaned_data["rows"] or NIGHTS)


@embed_view("screens/embed/table.html")
def embed_league_table(look: EmbedLook, slug: str) -> Facts:
    league = find_league(slug)
    return {
        "title": league.name,
        "path": league.get_absolute_url(),
        "of_league": league,
        "tables": _cut_tables(look, league_table(league)),
        "played": _("Played") if league.has_dated_matches else _("Nights"),
    }


@embed_view("screens/embed/table.html")
def embed_event_table(look: EmbedLook, slug: str) -> Facts:
    event = find_event(slug)
    return {
        "title": event.name,
        "path": event.get_absolute_url(),
        "on": [event],
        "podium": event_podium(event),
        "tables": _cut_tables(look, event_table(event)),
        "played": _("Played"),
    }


def _cut_tables(look: EmbedLook, tables: list[EmbedTable]) -> list[EmbedTable]:
    rows = look.cleaned_data["rows"]
    return [EmbedTable(each.called, each.lines[:rows]) for each in tables]


@embed_view("screens/embed/boards.html")
def embed_boards(look: EmbedLook) -> Facts:
    """Embed the matches in play at the club."""
    on = Event.objects.listed().of(home_club()).running()
    matches = boards_in_play(on)[: look.cleaned_data["rows"]]
    several = len({match.event_id for match in matches}) > 1
    return {
        "title": _("On now"),
        "on": on,
        "matches": matches,
        "path": reverse("home"),
        "of_event": several,
    }


@embed_view("screens/embed/boards.html")
def embed_event_boards(look: EmbedLook, slug: str) -> Facts:
    event = find_event(slug)
    return {
        "title": event.name,
        "on": [event],
        "matches": boards_in_play([event])[: look.cleaned_data["rows"]],
        "path": event.get_absolute_url(),
    }


def find_league(slug: str) -> League:
    leagues = League.objects.listed().of(home_club())
    return get_object_or_404(leagues.select_related("club", "season", "event"), slug=slug)


def find_event(slug: str) -> Event:
    events = Event.objects.listed().of(home_club())
    return get_object_or_404(events.select_related("club"), slug=slug)


@for_anyone
@ready_made()
@require_safe
def size_script(request: HttpRequest) -> HttpResponse:
    """Serve the script that sizes frames. Other websites load it, so its address never changes."""
    text = Path(str(finders.find("js/embed-size.js"))).read_text()
    return HttpResponse(text, content_type="text/javascript; charset=utf-8")


# --- The page that makes the HTML -------------------------------------------------------------


@for_anyone
@csp_replace({"frame-src": [SELF]})
@require_safe
def embed_page(request: HttpRequest) -> HttpResponse:
    """Show the HTML to paste into another website, with a preview."""
    names = dict(_embed_choices(request.GET.get("what", "")))
    form = EmbedForm(request.GET.dict(), choices=list(names.items()), colour=home_club().colour)
    facts: Facts = {"form": form}
    if form.is_valid():
        what = form.cleaned_data["what"]
        path = f"{reverse('embeds')}{what}/{form.questions}"
        facts |= {
            "path": path,
            "called": names[what],
            "high": height_of(what),
            "frame": frame_line(f"{site_of(request)}{path}", names[what], what),
            "script": f"{site_of(request)}{reverse('embed-size')}",
        }
    status = 200 if form.is_valid() else 422
    return TemplateResponse(request, "screens/embed/page.html", facts, status=status)


def _embed_choices(asked: str) -> list[tuple[str, str]]:
    """Return the paths below /embed/ with their titles, current and coming ones first.

    The event in ``asked`` is always included, even one of a league or one that is long over.
    """
    club = home_club()
    leagues = League.objects.listed().of(club).order_by("closed_at", "-made_at")
    every = Event.objects.listed().of(club)
    listed = every.filter(league=None, night=None)
    slug = asked.removeprefix("events/").partition("/")[0]
    events = [*listed.on_now(), *listed.coming(), *listed.over()[:10]]
    events += every.filter(slug=slug).exclude(pk__in=[each.pk for each in events])
    found = [("nights", _("Next nights of the club")), ("boards", _("Boards in play"))]
    for league in leagues:
        name = {"name": league.name}
        here = f"leagues/{league.slug}"
        found.append((f"{here}/table", _("%(name)s: table") % name))
        if not league.has_dated_matches:
            found.append((f"{here}/nights", _("%(name)s: next nights") % name))
    for event in events:
        name = {"name": event.name}
        here = f"events/{event.slug}"
        found.append((f"{here}/table", _("%(name)s: table") % name))
        found.append((f"{here}/boards", _("%(name)s: boards in play") % name))
    return found
