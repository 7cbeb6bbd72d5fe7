"""The current revisions: of each event, and of the club."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cached_property, reduce

from django.db.models import Exists, Max, OuterRef

from leagues.access.languages import known_code
from leagues.models import Action, Club, DateChange, Event, Night, Notice, Offer, PairingRound
from leagues.models.prepared_queries import PreparedValues

LONGEST_EVENING = timedelta(hours=48)  # from midnight, in any time zone
NEXT_NIGHTS = 50  # of all leagues together; the next to end is among them


@dataclass(frozen=True, slots=True)
class EventRevision:
    revision: int
    is_open: bool  # visitors with the address may read it


@dataclass(frozen=True)
class Revisions:
    """The revisions. ``club`` changes with every action without an event. ``language`` is the
    club's, for visitors without a choice.
    """

    events: dict[str, EventRevision] = field(default_factory=dict)
    club: int = 0
    language: str = ""

    @cached_property
    def total(self) -> int:
        return reduce(lambda sum_, event: sum_ ^ hash(event), self.events.items(), 0)


OPEN_ONE = Event.objects.reachable().filter(pk=OuterRef("pk"))
EVENTS = PreparedValues(
    lambda: Event.objects.annotate(is_open=Exists(OPEN_ONE)).values_list(
        "slug", "revision", "is_open"
    )
)
CLUB = PreparedValues(
    lambda: (
        Action.objects.filter(event=None)
        .order_by()
        .values("event")
        .annotate(last=Max("pk"))
        .values_list("last")
    )
)
LANGUAGE = PreparedValues(lambda: Club.objects.filter(is_home=True).values_list("language"))
MOMENTS = PreparedValues(
    lambda now: (
        Notice.objects.filter(taken_down_at=None, until__gt=now)
        .order_by()
        .values_list("until")
        .union(
            PairingRound.objects.filter(starts_at__gt=now).order_by().values_list("starts_at"),
            PairingRound.objects.filter(clock_ends_at__gt=now)
            .order_by()
            .values_list("clock_ends_at"),
            Event.objects.filter(entries_close_at__gt=now)
            .order_by()
            .values_list("entries_close_at"),
            DateChange.objects.filter(ends_at__gt=now).order_by().values_list("ends_at"),
            Offer.objects.filter(state=Offer.State.OPEN, until__gt=now)
            .order_by()
            .values_list("until"),
        )
    ),
    datetime,
)


def read_revisions() -> Revisions:
    events = {slug: EventRevision(revision, bool(is_open)) for slug, revision, is_open in EVENTS()}
    clubs = next((known_code(code) for (code,) in LANGUAGE()), "")
    return Revisions(events, next((last for (last,) in CLUB()), 0), clubs)


def next_moment(now: datetime) -> datetime | None:
    """Return when a public page next changes only by the passing of time. None if never."""
    return min((at for at in (*_timed_moments(now), *_ends_of_nights(now)) if at), default=None)


def _timed_moments(now: datetime) -> list[datetime | None]:
    return [at for (at,) in MOMENTS(now)]


def _ends_of_nights(now: datetime) -> list[datetime]:
    """Return when the next league nights end: after that, another night is the next."""
    nights = Night.objects.filter(is_cancelled=False, on__gte=(now - LONGEST_EVENING).date())
    first = nights.select_related("league").in_order()[:NEXT_NIGHTS]
    return [night.hosted_until for night in first if night.hosted_until > now]
