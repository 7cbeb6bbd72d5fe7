"""The downloads of a page's tables."""

from typing import Any

from django import template
from django.urls import reverse
from django.utils.translation import gettext as _

from leagues.models import Event, League, Night, Player, Stage

register = template.Library()
Files = list[tuple[str, str]]


def both_files(label: str, view: str, key: object, what: str, query: str = "") -> Files:
    """Return the links to a table as CSV and as a workbook."""
    return [
        (f"{label}, {kind}", reverse(view, args=[key, f"{what}.{ending}"]) + query)
        for kind, ending in ((_("CSV"), "csv"), (_("Excel"), "xlsx"))
    ]


@register.inclusion_tag("_download.html")
def download_event(event: Event, what: str, stage: Stage | None = None) -> Any:
    """Return downloads of what this page shows, followed by the whole event."""
    labels = {"standings": _("Standings"), "matches": _("All matches"), "entries": _("Players")}
    query = f"?stage={stage.number}" if stage else ""
    slug = event.slug
    whole = (
        (_("Whole event, JSON"), "event.json"),
        (_("Matches, CMN"), "cmn.json"),
        (_("Archive sheets, Excel"), "archive.xlsx"),
    )
    return {
        "files": [
            *both_files(labels[what], "event_download", slug, what, query),
            *((label, reverse("event_download", args=[slug, n])) for label, n in whole),
        ]
    }


@register.inclusion_tag("_download.html")
def download_league(league: League) -> Any:
    found = both_files(_("Season table"), "league_download", league.slug, "season")
    if league.has_dated_matches:
        found += both_files(_("Matches"), "league_download", league.slug, "matches")
    return {"files": found}


@register.inclusion_tag("_download.html")
def download_player(player: Player) -> Any:
    return {"files": both_files(_("All matches"), "player_download", player.pk, "matches")}


@register.inclusion_tag("_download.html")
def download_people() -> Any:
    addresses = [
        (kind, reverse("people_download", args=[f"people.{ending}"]))
        for kind, ending in ((_("CSV"), "csv"), (_("Excel"), "xlsx"))
    ]
    return {"files": addresses}


@register.inclusion_tag("_download.html")
def download_club(what: str) -> Any:
    """Return downloads of the records or the honours."""
    labels = {"records": _("Records"), "honours": _("Honours")}
    kinds = ((_("CSV"), "csv"), (_("Excel"), "xlsx"))
    return {
        "files": [
            (f"{labels[what]}, {kind}", reverse("club_download", args=[f"{what}.{end}"]))
            for kind, end in kinds
        ]
    }


@register.inclusion_tag("_download.html")
def download_night(night: Night) -> Any:
    kinds = ((_("CSV"), "csv"), (_("Excel"), "xlsx"))
    key = [night.league.slug, night.pk]
    return {
        "files": [
            (kind, reverse("night_download", args=[*key, f"night.{end}"])) for kind, end in kinds
        ]
    }
