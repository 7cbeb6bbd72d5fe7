"""The pages of an event or a league: links of its bar, and which of them is open."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from django import template
from django.http import HttpRequest
from django.template import Context
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from leagues.access.league_roles import evening_with, may_run_event, may_run_league
from leagues.access.roles import get_visitor
from leagues.models import Event
from leagues.reads.leagues.calendar import evening_day

register = template.Library()


class Tab(NamedTuple):
    """``within`` is where the pages below this one are; "" if it has none, several in a tuple."""

    address: str
    label: Promise
    within: str | tuple[str, ...] = ""

    def current_on(self, path: str) -> str:
        """Return the value of ``aria-current``, or "" on other pages."""
        if path == self.address:
            return "page"
        return "true" if self.within and path.startswith(self.within) else ""


# The URL name of each page of an event's desk, its label, and who sees it in addition to
# organisers: scorers, or also the people who run the night of the event.
SCORERS, HOSTS = "scorers", "hosts"
DESK: tuple[tuple[str, Promise, str], ...] = (
    ("event_desk", _("Desk"), HOSTS),
    ("event_draw", _("Draw"), ""),
    ("event_matches", _("Matches"), HOSTS),
    ("event_people", _("People"), ""),
    ("event_stages", _("Stages"), ""),
    ("event_advance", _("Advance"), ""),
    ("event_phones", _("Phones"), ""),
    ("event_screens", _("Screens"), SCORERS),
    ("event_paper", _("Paper"), HOSTS),
    ("event_log", _("Log"), ""),
)


@register.inclusion_tag("_tabs.html", takes_context=True)
def event_tabs(context: Context) -> dict[str, Any]:
    event, is_recorded = context["event"], context["is_recorded"]
    at = [event.slug]
    about, standings = reverse("about", args=at), reverse("standings", args=at)
    matches = reverse("matches", args=at)
    first = {Event.State.PLANNED: _("Overview"), Event.State.FINISHED: _("Result")}
    tabs = [Tab(reverse("event", args=at), first.get(event.state, _("Now")))]
    if not is_recorded:
        tabs.append(Tab(matches, _("Matches"), matches))
    if context["has_table"] and not is_recorded:
        tabs.append(Tab(standings, _("Standings"), reverse("chances", args=at)))
    if context["has_bracket"]:
        tabs.append(Tab(reverse("bracket", args=at), _("Bracket")))
    players, top = reverse("event_players", args=at), tabs[0].address
    tabs.append(Tab(players, _("Players"), f"{top}entries/"))
    tabs.append(Tab(about, _("About"), (reverse("event-numbers", args=at), f"{top}draw/")))
    return _tabs(context["request"], tabs, event.name)


@register.inclusion_tag("_tabs.html", takes_context=True)
def desk_tabs(context: Context) -> dict[str, Any]:
    """Return the pages of the event's desk that this visitor may open."""
    event, visitor = context["event"], get_visitor(context["request"])
    theirs = {HOSTS, *([SCORERS] if visitor.is_scorer else [])}
    at = [event.slug]
    top = reverse("event_paper", args=at).removesuffix("paper/")
    others = {
        "event_stages": (f"{top}change/", f"{top}rehearsal/"),
        "event_paper": (f"{top}rounds/",),
    }
    tabs = [
        Tab(address := reverse(name, args=at), label, (address, *others.get(name, ())))
        for name, label, whose in DESK
        if visitor.is_organiser or whose in theirs
    ]
    return _tabs(context["request"], tabs, gettext("Desk of %(name)s") % {"name": event.name})


@register.inclusion_tag("_tabs.html", takes_context=True)
def league_desk_tabs(context: Context) -> dict[str, Any]:
    league = context["league"]
    pages = (
        ("desk-league-matches", _("Matches"), league.has_dated_matches),
        ("desk-league-calendar", _("Calendar"), True),
        ("desk-league-people", _("People"), True),
        ("desk-league-teams", _("Teams"), league.of_kind.has_teams),
        ("desk-league-period", _("Next period"), league.of_kind.has_boxes),
        ("desk-league-dues", _("Dues"), league.dues),
        ("desk-league-write", pgettext_lazy("a message to members", "Write"), True),
        ("desk-league-paper", _("Paper"), True),
        ("desk-league-settings", _("Settings"), True),
        ("desk-league-end", _("Season’s end"), True),
        ("desk-league-log", _("Log"), True),
    )
    top = reverse("desk-league", args=[league.slug])
    others = {"desk-league-people": (f"{top}leave/", f"{top}venue/")}
    tabs = [Tab(top, _("League"), f"{top}challenge/")]
    tabs += [
        Tab(address := reverse(name, args=[league.slug]), label, (address, *others.get(name, ())))
        for name, label, has_it in pages
        if has_it
    ]
    return _tabs(context["request"], tabs, gettext("Desk of %(name)s") % {"name": league.name})


def _tabs(request: HttpRequest, tabs: Iterable[Tab], label: str) -> dict[str, Any]:
    shown = [(tab, tab.current_on(request.path)) for tab in tabs]
    return {
        "label": label,
        "tabs": shown,
        "here": next((tab.label for tab, current in shown if current), None),
    }


@register.inclusion_tag("desk/_ways_up.html", takes_context=True)
def ways_up(context: Context) -> dict[str, Any]:
    """List the pages above an event's desk: the club's desk, the league's, or the night for those
    who run it.
    """
    event, visitor = context["event"], get_visitor(context["request"])
    is_helper, now = visitor.is_scorer, timezone.now()
    if is_helper:
        night = event.night if may_run_event(visitor, event, now) else None
    else:
        night = event.night or evening_with(event.slug, now)
    is_tonight = night is not None and night.on == evening_day(night.league, now)
    is_season = event.kind == Event.Kind.LEAGUE
    league = getattr(event, "league", None) if is_season else None
    return {
        "league": league if league and may_run_league(visitor, league) else None,
        "is_helper": is_helper,
        "night": night,
        "is_tonight": is_tonight,
    }
