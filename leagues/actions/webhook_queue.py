"""Queue webhook messages in the transaction of an act; they are sent after its commit.

Only log lines cause messages. Private and binned events and leagues cause none.
"""

from collections.abc import Callable, Collection, Iterator

from django.db.models import Exists, OuterRef, Q

from leagues.access.league_roles import may_see_league
from leagues.access.roles import ANONYMOUS, may_see
from leagues.actions.verb import VERBS
from leagues.models import Action, League, Match, Player, TeamBoard, Webhook, WebhookDelivery
from leagues.reads.data.webhook_data import (
    WebhookMessage,
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


def queue_deliveries(action: Action) -> None:
    """Queue a delivery to each of the club's webhooks that wants a message about this line."""
    if not action.club.tells_programs:
        return
    messages_of = VERBS[action.verb].webhook
    if messages_of is None and not (action.event and "match" in action.details):
        return
    hears = list(Webhook.objects.filter(club=action.club, paused_at=None))
    wanted = {kind for webhook in hears for kind in webhook.kinds}
    messages = [*(messages_of(action) if messages_of else ()), *_result_messages(action, wanted)]
    WebhookDelivery.objects.bulk_create(
        WebhookDelivery(
            webhook=webhook,
            kind=message.kind,
            match_pk=message.match_pk,
            body=body_of(message.kind, action.at, message.data),
        )
        for message in messages
        for webhook in hears
        if message.kind in webhook.kinds and _is_news(webhook, message)
    )


# --- Results ----------------------------------------------------------------------------------


def _result_messages(action: Action, wanted: Collection[str]) -> Iterator[WebhookMessage]:
    """The message about the line's match, and about its meeting if it is a board of one."""
    event = action.event
    if event is None or "match" not in action.details or Kind.RESULT not in wanted:
        return
    if not may_see(ANONYMOUS, event):
        return
    of_event = Match.objects.filter(event=event)
    own = of_event.filter(number=action.details["match"])
    meetings = TeamBoard.objects.filter(match__in=own).values("meeting")
    delivered = WebhookDelivery.objects.filter(match_pk=OuterRef("pk"))
    about = of_event.filter(Q(pk__in=own) | Q(pk__in=meetings))
    for match in about.filter(Q(state=OVER) | Exists(delivered)).with_sides():
        data = {"event": event_data(event), "match": match_data(match, event)}
        yield WebhookMessage(Kind.RESULT, data, match.pk)


def _is_news(webhook: Webhook, message: WebhookMessage) -> bool:
    """Whether a result is new to a webhook or no longer counts; True for other messages."""
    if message.match_pk is None:
        return True
    last = webhook.deliveries.filter(match_pk=message.match_pk).order_by("-pk").first()
    before = match_in(last.body) if last else None
    now = message.data["match"]
    if now["state"] == OVER:
        return bool(before != now)
    return before is not None and before["state"] == OVER


# --- Other messages ---------------------------------------------------------------------------


def about_event(kind: Webhook.Kind) -> Callable[[Action], Iterator[WebhookMessage]]:
    def messages(action: Action) -> Iterator[WebhookMessage]:
        if action.event and may_see(ANONYMOUS, action.event):
            yield WebhookMessage(kind, {"event": event_data(action.event)})

    return messages


def rounds_published(action: Action) -> Iterator[WebhookMessage]:
    data = action.details
    numbers = data.get("rounds") or [data.get("number")]
    for message in about_event(Kind.ROUND)(action):
        facts = {"stage": data.get("stage", ""), "rounds": numbers}
        yield WebhookMessage(message.kind, message.data | facts)


def about_league(kind: Webhook.Kind) -> Callable[[Action], Iterator[WebhookMessage]]:
    def messages(action: Action) -> Iterator[WebhookMessage]:
        league = League.objects.filter(pk=action.details.get("league")).first()
        if league is None or not may_see_league(ANONYMOUS, league):
            return
        data = {"league": league_data(league)}
        if kind != Kind.NIGHT:
            yield WebhookMessage(kind, data)
            return
        for night in league.nights.filter(on=action.details["day"]):
            yield WebhookMessage(kind, data | {"night": night_data(night)})

    return messages


def new_players(action: Action) -> Iterator[WebhookMessage]:
    """The message about players that a line added; shown as in exports, minors by a short name."""
    data = action.details
    new = data.get("new_players", ())
    if action.verb == "add_player" or (action.verb == "join_by_link" and "key" in data):
        new = [data["player"]]
    if found := list(Player.objects.filter(pk__in=new).order_by("pk")):
        yield WebhookMessage(Kind.PLAYER, {"players": players_data(found)})
