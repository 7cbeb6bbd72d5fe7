"""Awards of a finished event: most 20s, longest run, biggest upset, best newcomer. Its podium is
stored with them, for the milestones of players.

They are computed from the results and cached with the event's revision. If the event has changed
since, they are computed again.
"""

import logging
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from django.db import DatabaseError, transaction
from django.db.models import F, Q, QuerySet

from leagues.models import AwardsOfEvent, EntryPlayer, Event, EventAward, Match, Player
from leagues.models.events import EventQuerySet
from leagues.reads.advance.finals import FinalPlace, finals_of
from leagues.reads.people.results import PlayedMatch, results_of
from leagues.reads.tables.event_numbers import EventNumbers, event_numbers

HONOURED = (Event.Kind.TOURNAMENT, Event.Kind.LEAGUE)
SHORTEST_RUN = 3
Kind = EventAward.Kind
People = tuple[int, ...]
Given = tuple[str, People, int, int | None]
"""The kind of award, its player ids, the figure, and the match id or None."""

log = logging.getLogger(__name__)


def awards_of(event: Event) -> QuerySet[EventAward]:
    """The awards of an event, in the order they are read out; empty before it is over."""
    over = honoured_events(Event.objects.filter(pk=event.pk))
    keep_awards(over)
    found = EventAward.objects.filter(event__in=over).exclude(kind=Kind.PODIUM)
    return found.order_by("pk").select_related("player__merged_into", "match__event")


def awards_won(player: Player) -> QuerySet[EventAward]:
    """The awards of a player in public events, latest first. Names merged into theirs count too."""
    over = _entered_by(player)
    latest = over.order_by("-starts_at", "-pk").values("pk")[:1]
    keep_awards(over.filter(pk__in=latest))  # for the others see keep_next_awards
    won = _given_to(player, over).exclude(kind=Kind.PODIUM)
    return won.select_related("match__event").order_by("-event__starts_at", "pk")


def first_podium(player: Player) -> EventAward | None:
    """The player's earliest stored podium place (``figure``), or None."""
    stood = _given_to(player, _entered_by(player)).filter(kind=Kind.PODIUM)
    return stood.order_by("event__starts_at", "pk").first()


def _entered_by(player: Player) -> EventQuerySet:
    theirs = Player.objects.filter(Q(pk=player.pk) | Q(merged_into=player))
    entered = EntryPlayer.objects.filter(player__in=theirs).values("event")
    return honoured_events(Event.objects.listed().of(player.club).filter(pk__in=entered))


def _given_to(player: Player, over: EventQuerySet) -> QuerySet[EventAward]:
    theirs = Player.objects.filter(Q(pk=player.pk) | Q(merged_into=player))
    won = EventAward.objects.filter(player__in=theirs, event__in=over)
    return won.select_related("event")


def honoured_events(events: EventQuerySet) -> EventQuerySet:
    """The finished events that have awards. Nights and leagues are left out, because their season
    has its own.
    """
    return events.filter(
        state=Event.State.FINISHED, kind__in=HONOURED, night=None, league=None, rehearsal_of=None
    )


def keep_next_awards() -> None:
    """Compute the awards of one event whose stored ones are out of date.

    A background job runs this. After an update ten years of events may be out of date, and a
    page that computed them added 0.2 s per event while players were reporting.
    """
    keep_awards(honoured_events(Event.objects.listed()), most=1)


def keep_awards(events: EventQuerySet, most: int | None = None) -> None:
    """Compute awards that are out of date, latest event first, for at most ``most`` events."""
    changed = events.exclude(kept_awards__revision=F("revision"))
    for event in changed.order_by("-starts_at", "-pk")[:most]:
        _store_awards(event, _compute_awards(event))


def _store_awards(event: Event, given: Iterable[Given]) -> None:
    once = {(kind, player): (n, match) for kind, people, n, match in given for player in people}
    try:
        with transaction.atomic():
            EventAward.objects.filter(event=event).delete()
            EventAward.objects.bulk_create(
                EventAward(event=event, kind=kind, player_id=player, figure=n, match_id=match)
                for (kind, player), (n, match) in once.items()
            )
            AwardsOfEvent.objects.update_or_create(
                event=event, defaults={"revision": event.revision}
            )
    except DatabaseError as trouble:
        log.warning("The awards of an event could not be stored: %s", trouble)


def _compute_awards(event: Event) -> Iterator[Given]:
    numbers, places = event_numbers(event), finals_of(event)
    yield from _most_twenties(numbers)
    yield from _longest_runs(results_of(event).matches())
    yield from _biggest_upset(numbers)
    yield from _best_newcomers(event, places.places)
    for each in places.podium:
        people = tuple(player.pk for player in each.entry.people)
        yield Kind.PODIUM, people, each.place, None


def _most_twenties(numbers: EventNumbers) -> Iterator[Given]:
    """Yield an award for every side tied for most 20s."""
    for each in numbers.twenties:
        if each.twenties == numbers.twenties[0].twenties:
            people = tuple(player.pk for player in each.players)
            yield Kind.TWENTIES, people, each.twenties, None


def _longest_runs(matches: Iterable[PlayedMatch]) -> Iterator[Given]:
    """Yield an award for every player with the longest winning run, with its last match."""
    now = Counter[int]()
    best: dict[int, tuple[int, int]] = {}
    played = [each for each in matches if each.is_published]
    for match in sorted(played, key=lambda each: (each.at, each.pk)):
        for side in match.sides:
            for player in side.players:
                now[player] = now[player] + 1 if match.winner == side.seat else 0
                if now[player] > best.get(player, (0, 0))[0]:
                    best[player] = now[player], match.pk
    most = max((run for run, _ in best.values()), default=0)
    for player, (run, match_pk) in best.items():
        if run == most >= SHORTEST_RUN:
            yield Kind.RUN, (player,), run, match_pk


def _biggest_upset(numbers: EventNumbers) -> Iterator[Given]:
    for each in numbers.upsets[:1]:
        match: Match = each.match
        for side in match.sides.all():
            if side.seat == match.winner:
                people = tuple(player.pk for player in side.named_people)
                yield Kind.UPSET, people, each.share, match.pk


def _best_newcomers(event: Event, places: Sequence[FinalPlace]) -> Iterator[Given]:
    """Yield an award for the best entries new to the club, if others had played there before."""
    people = {p.pk for each in places for p in each.entry.people}
    before = EntryPlayer.objects.filter(
        player__in=people,
        event__club=event.club,
        event__starts_at__lt=event.starts_at,
        event__binned_at=None,
    )
    known = set(before.values_list("player", flat=True))
    new = [
        each
        for each in places
        if each.entry.people and known.isdisjoint(p.pk for p in each.entry.people)
    ]
    if known and new and not new[0].is_open:
        for each in new:
            if each.place == new[0].place:
                who = tuple(player.pk for player in each.entry.people)
                yield Kind.NEWCOMER, who, each.place, None
