"""The JSON that webhooks send. Names are shown as in exports."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any

from django.urls import reverse

from leagues.access.addresses import address_in_mail
from leagues.models import Event, League, Match, Night, Player, Surface, Webhook
from leagues.reads.leagues.pages.week_dates import WeekDate

EXPORT = Surface.EXPORT
Data = dict[str, Any]


@dataclass(frozen=True)
class WebhookMessage:
    """A webhook message, with the key of the match it is about, or None."""

    kind: Webhook.Kind
    data: Data
    match_pk: int | None = None


def body_of(kind: str, at: datetime, data: Mapping[str, Any]) -> str:
    """The JSON text that is signed and sent."""
    time = at.astimezone(UTC).isoformat(timespec="seconds")
    payload = {"type": kind, "timestamp": time, "data": data}
    return json.dumps(payload, ensure_ascii=False)


def match_in(body: str) -> Data | None:
    """The match in a message's JSON text, or None."""
    found: Data | None = json.loads(body)["data"].get("match")
    return found


def club_data(name: str) -> Data:
    return {"club": name, "url": _absolute_address("home"), "api": _absolute_address("api-club")}


def event_data(event: Event) -> Data:
    return {
        "name": event.name,
        "slug": event.slug,
        "url": f"{address_in_mail()}{event.get_absolute_url()}",
        "api": _absolute_address("api-event", event.slug),
    }


def match_data(match: Match, event: Event) -> Data:
    """The state and result of a match, which must be loaded ``with_sides()``."""
    return {
        "number": match.number,
        "state": match.state,
        "ending": match.ending,
        "sides": [
            {
                "name": side.shown_on(EXPORT),
                "points": side.points if match.has_score else None,
                "twenties": side.twenties if match.has_score else None,
                "result": side.result if match.has_score else None,
            }
            for side in match.sides.all()
        ],
        "url": f"{address_in_mail()}{event.get_absolute_url()}matches/{match.number}/",
        "api": _absolute_address("api-match", event.slug, match.number),
    }


def league_data(league: League) -> Data:
    return {
        "name": league.name,
        "slug": league.slug,
        "url": f"{address_in_mail()}{league.get_absolute_url()}",
        "api": _absolute_address("api-league", league.slug),
    }


def night_data(night: Night) -> Data:
    return {
        "day": night.on.isoformat(),
        "url": _absolute_address("league-night", night.league.slug, night.pk),
        "api": _absolute_address("api-night", night.league.slug, night.pk),
    }


def players_data(players: Iterable[Player]) -> Data:
    """New players, with the list of the club's players as the page they are on."""
    new = [
        {
            "id": player.pk,
            "name": player.shown_on(EXPORT),
            "is_guest": player.is_guest,
            "url": f"{address_in_mail()}{player.get_absolute_url()}",
            "api": _absolute_address("api-player", player.pk),
        }
        for player in players
    ]
    return {"url": _absolute_address("players"), "players": new}


def week_data(monday: date, dates: Iterable[WeekDate]) -> Data:
    return {
        "from": monday.isoformat(),
        "url": _absolute_address("home"),
        "dates": [
            {
                "day": each.day and each.day.isoformat(),
                "time": each.at and each.at.isoformat("minutes"),
                "name": each.name,
                "place": each.place,
                "url": f"{address_in_mail()}{each.path}",
            }
            for each in dates
        ],
    }


def _absolute_address(name: str, *gaps: object) -> str:
    """The address of a page, absolute if the site knows its host name."""
    return f"{address_in_mail()}{reverse(name, args=gaps)}"
