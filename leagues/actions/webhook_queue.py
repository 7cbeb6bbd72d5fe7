"""What other programs are told is written down with the act, and sent after that stands.

The log's writer asks for it, so whatever is in the log was told, and nothing else. Of what is private
or in the bin nothing is told.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass

from django.db.models import Exists, OuterRef, Q

from leagues.access.leagues import may_see_league
from leagues.access.roles import NOBODY, may_see
from leagues.actions.verb import VERBS
from leagues.models import (
    Action,
    League,
    Match,
    Player,
    TeamBoard,
    Webhook,
    WebhookDelivery,
)
from leagues.reads.data.webhook_data import (
    Data,
    body_of,
    event_data,
    league_data,
    match_data,
    match_in,
    night_data,
    players_data,
)

Kind = Webhook.Kind
OVER = Match.State.FINISHED


@dataclass(frozen=True)
class Telling:
    """One thing to be told, and the match that it is about, if any."""

    kind: Webhook.Kind
    data: Data
    match_pk: int | None = None


def queue_deliveries(action: Action) -> None:
    """For every program that wants to hear of what this line says."""
    if not action.club.tells_programs:
        return
    told_of = VERBS[action.verb].programs
    if told_of is None and not (action.event and "match" in action.said):
        return
    hears = list(Webhook.objects.filter(club=action.club, paused_at=None))
    wanted = {kind for webhook in hears for kind in webhook.kinds}
    tellings = [*(told_of(action) if told_of else ()), *_results(action, wanted)]
    WebhookDelivery.objects.bulk_create(
        WebhookDelivery(
            webhook=webhook,
            kind=telling.kind,
            match_pk=telling.match_pk,
            body=body_of(telling.kind, action.at, telling.data),
        )
        for telling in tellings
        for webhook in hears
        if telling.kind in webhook.kinds and _is_news(webhook, telling)
    )


# --- Results ----------------------------------------------------------------------------------


def _results(action: Action, wanted: Collection[str]) -> Iterator[Telling]:
    """The match of a line as it is now, and the meeting that it is a board of."""
    event = action.event
    if event is None or "match" not in action.said or Kind.RESULT not in wanted:
        return
    if not may_see(NOBODY, event):
        return
    of_event = Match.objects.filter(event=event)
    own = of_event.filter(number=action.said["match"])
    meetings = TeamBoard.objects.filter(match__in=own).values("meeting")
    delivered = WebhookDelivery.objects.filter(match_pk=OuterRef("pk"))
    about = of_event.filter(Q(pk__in=own) | Q(pk__in=meetings))
    for match in about.filter(Q(state=OVER) | Exists(delivered)).with_sides():
        data = {"event": event_data(event), "match": match_data(match, event)}
        yield Telling(Kind.RESULT, data, match.pk)


def _is_news(webhook: Webhook, telling: Telling) -> bool:
    """Of a match: a result that was not told yet, or that one that was told is none any more."""
    if telling.match_pk is None:
        return True
    last = webhook.deliveries.filter(match_pk=telling.match_pk).order_by("-pk").first()
    before = match_in(last.body) if last else None
    now = telling.data["match"]
    if now["state"] == OVER:
        return bool(before != now)
    return before is not None and before["state"] == OVER


# --- What else the log tells ------------------------------------------------------------------


def about_event(kind: Webhook.Kind) -> Callable[[Action], Iterator[Telling]]:
    def tellings(action: Action) -> Iterator[Telling]:
        if action.event and may_see(NOBODY, action.event):
            yield Telling(kind, {"event": event_data(action.event)})

    return tellings


def rounds_published(action: Action) -> Iterator[Telling]:
    said = action.said
    numbers = said.get("rounds") or [said.get("number")]
    for telling in about_event(Kind.ROUND)(action):
        facts = {"stage": said.get("stage", ""), "rounds": numbers}
        yield Telling(telling.kind, telling.data | facts)


def about_league(kind: Webhook.Kind) -> Callable[[Action], Iterator[Telling]]:
    def tellings(action: Action) -> Iterator[Telling]:
        league = League.objects.filter(pk=action.said.get("league")).first()
        if league is None or not may_see_league(NOBODY, league):
            return
        data = {"league": league_data(league)}
        if kind != Kind.NIGHT:
            yield Telling(kind, data)
            return
        for night in league.nights.filter(on=action.said["day"]):
            yield Telling(kind, data | {"night": night_data(night)})

    return tellings


def new_players(action: Action) -> Iterator[Telling]:
    """Those whom a line brought into the club; called as in exports, minors short."""
    said = action.said
    new = said.get("new_players", ())
    if action.verb == "add_player" or (action.verb == "join_by_link" and "key" in said):
        new = [said["player"]]
    if found := list(Player.objects.filter(pk__in=new).order_by("pk")):
        yield Telling(Kind.PLAYER, {"players": players_data(found)})
