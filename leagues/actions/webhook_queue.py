"""Queue webhook messages in the transaction of an act; they are sent after its commit.

Log lines cause messages, and each Monday the week's matches do. Private and binned events and leagues cause none.
"""

from collections.abc import Callable, Collection, Iterable, Iterator
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from leagues.access.league_roles import may_see_league
from leagues.access.roles import ANONYMOUS, may_see
from leagues.actions.verb import VERBS
from leagues.models import (
    Action,
    Club,
    Event,
    League,
    Match,
    Night,
    PeriodicJob,
    Player,
    TeamBoard,
    Webhook,
    WebhookDelivery,
)
from leagues.reads.data.webhook_data import (
    Data,
    WebhookMessage,
    body_of,
    event_data,
    league_data,
    match_data,
    match_in,
    night_data,
    players_data,
    week_data,
)
from leagues.reads.leagues.nights.recap import recap_facts
from leagues.reads.leagues.pages.week_dates import week_dates
from leagues.reads.messages.date_changes import DateFacts

Kind = Webhook.Kind
OVER = Match.State.FINISHED
MONDAY, FROM_HOUR = 0, 8
A_DAY = timedelta(days=1)


def queue_deliveries(action: Action) -> None:
    """Queue a delivery to each of the club's webhooks that wants a message about this line."""
    if not action.club.queues_webhooks:
        return
    messages_of = VERBS[action.verb].webhook
    if messages_of is None and not (action.event and "match" in action.details):
        return
    hears = list(Webhook.objects.filter(club=action.club, paused_at=None))
    wanted = {kind for webhook in hears for kind in webhook.kinds}
    messages = [
        *(messages_of(action) if messages_of else ()),
        *_result_messages(action, wanted),
        *_recap_messages(action, wanted),
    ]
    _queue_messages(messages, hears, action.at)


def _queue_messages(
    messages: Iterable[WebhookMessage], hears: Collection[Webhook], at: datetime
) -> None:
    WebhookDelivery.objects.bulk_create(
        WebhookDelivery(
            webhook=webhook,
            kind=message.kind,
            match_pk=message.match_pk,
            body=body_of(message.kind, at, message.data),
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


def season_closed(action: Action) -> Iterator[WebhookMessage]:
    if league := _public_league(action):
        yield WebhookMessage(Kind.SEASON, {"league": league_data(league)})


def night_ended(action: Action) -> Iterator[WebhookMessage]:
    for _night, data in _nights_of(action):
        yield WebhookMessage(Kind.NIGHT, data)


def _recap_messages(action: Action, wanted: Collection[str]) -> Iterator[WebhookMessage]:
    """The recap of a night that ended; read only if a webhook wants it, as it costs a season."""
    if action.verb != "end_night" or Kind.RECAP not in wanted:
        return
    for night, data in _nights_of(action):
        if all(may_see(ANONYMOUS, event) for event in night.events.present()):
            yield WebhookMessage(Kind.RECAP, data | {"recap": recap_facts(night)})


def _nights_of(action: Action) -> Iterator[tuple[Night, Data]]:
    """The nights of a public league on the day that a line is about, with their facts."""
    if league := _public_league(action):
        for night in league.nights.filter(on=action.details["day"]):
            yield night, {"league": league_data(league), "night": night_data(night)}


def _public_league(action: Action) -> League | None:
    league = League.objects.filter(pk=action.details.get("league")).first()
    return league if league and may_see_league(ANONYMOUS, league) else None


def queue_change(subject: Night | Event, before: DateFacts, now: DateFacts) -> None:
    """Queue the messages about a changed date, which is public even if the event is binned."""
    place: League | Event
    data: Data
    if isinstance(subject, Night):
        kind, place = Kind.NIGHT_CHANGED, subject.league
        data = {"league": league_data(place), "night": night_data(subject)}
    else:
        kind, place = Kind.EVENT_CHANGED, subject
        data = {"event": event_data(place)}
    if place.visibility == Event.Visibility.PRIVATE or not place.club.queues_webhooks:
        return
    body = body_of(kind, timezone.now(), data | {"before": before, "now": now})
    hears = Webhook.objects.filter(club=place.club, paused_at=None)
    WebhookDelivery.objects.bulk_create(
        WebhookDelivery(webhook=webhook, kind=kind, body=body)
        for webhook in hears
        if kind in webhook.kinds
    )


def new_players(action: Action) -> Iterator[WebhookMessage]:
    """The message about players that a line added; shown as in exports, minors by a short name."""
    data = action.details
    new = data.get("new_players", ())
    if action.verb == "add_player" or (action.verb == "join_by_link" and "key" in data):
        new = [data["player"]]
    if found := list(Player.objects.filter(pk__in=new).order_by("pk")):
        yield WebhookMessage(Kind.PLAYER, players_data(found))


# --- The week ---------------------------------------------------------------------------------


@transaction.atomic
def queue_week(*, now: datetime) -> None:
    """On Monday from eight, by the club's clock, queue the week's matches for those who want them.

    A week without any sends nothing.
    """
    club = Club.objects.home()
    if club is None or not club.queues_webhooks:
        return
    here = now.astimezone(club.tzinfo)
    if here.weekday() != MONDAY or here.hour < FROM_HOUR:
        return
    hears = [
        each
        for each in Webhook.objects.filter(club=club, paused_at=None)
        if Kind.WEEK in each.kinds
    ]
    if not hears or not PeriodicJob.objects.claim(PeriodicJob.Name.WEEK, A_DAY, now):
        return
    if dates := week_dates(club, here.date(), now):
        message = WebhookMessage(Kind.WEEK, week_data(here.date(), dates))
        _queue_messages([message], hears, now)
