"""The people that a message of the club goes to: all members, a league, those who wait, and so on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import cached_property

from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from leagues.dates import date_format
from leagues.models import Entry, EntryPlayer, Event, League, Night, Player, Team, Topic
from leagues.models.people import PlayerQuerySet
from leagues.reads.leagues.attendance.head_count import read_head_count
from leagues.reads.leagues.dues import dues_of, dues_of_nights
from leagues.reads.messages.date_changes import page_of

RECENT = timedelta(days=14)
"""How long after its day people of a night or event are still offered."""


@dataclass(frozen=True)
class Audience:
    """A group of people, by its kind and the row that it belongs to. Its key names both."""

    kind: str
    of: League | Night | Event | Team | None = None

    @property
    def key(self) -> str:
        return f"{self.kind}-{self.of.pk}" if self.of else self.kind

    @property
    def topic(self) -> Topic:
        """Messages about what a person entered are changes, which no one can mute in mail."""
        is_of_club = self.kind in {"all", "league", "team"}
        return Topic.CLUB if is_of_club else Topic.CHANGE

    @property
    def is_private(self) -> bool:
        """True if others may not know who is in it, or what it is about."""
        row = self.of.league if isinstance(self.of, Night) else self.of
        is_hidden = isinstance(row, League | Event) and row.visibility == Event.Visibility.PRIVATE
        return self.kind == "owes" or is_hidden

    @property
    def event(self) -> Event | None:
        """The event whose pages can show the message."""
        return self.of if isinstance(self.of, Event) else None

    @property
    def league(self) -> League | None:
        """The league whose page can show it."""
        row = self.of.league if isinstance(self.of, Night) else self.of
        return row if isinstance(row, League) else None

    @property
    def group(self) -> str:
        """The name under which it is offered: of its league or event."""
        row = self.event or self.league
        return row.name if row else ""

    @property
    def path(self) -> str:
        """The page that the message leads to."""
        if isinstance(self.of, Night | Event):
            return page_of(self.of)
        return self.league.get_absolute_url() if self.league else reverse("home")

    @property
    def label(self) -> str:
        words = {"name": self.name}
        match self.kind:
            case "all":
                return _("All members of the club")
            case "league":
                return _("Members and spares of %(name)s") % words
            case "owes":
                return _("Those who owe dues: %(name)s") % words
            case "team":
                return _("The team %(name)s") % words
            case "night" | "event":
                return _("Those who play: %(name)s") % words
            case "silent":
                return _("Those who haven’t answered: %(name)s") % words
        return _("Those on the waiting list: %(name)s") % words

    @property
    def name(self) -> str:
        if isinstance(self.of, Night):
            return f"{self.of.league.name}, {date_format(self.of.on, 'D j M')}"
        return self.of.name if self.of else ""

    @cached_property
    def players(self) -> PlayerQuerySet:
        present = Player.objects.present()
        return present.filter(pk__in=self._keys()) if self.of else present.members()

    def _keys(self) -> Iterable[int]:
        match self.of:
            case Team() as team:
                return list(team.players.values_list("pk", flat=True))
            case Event() as event:
                state = (Entry.State.WAITING,) if self.kind == "waiting-e" else PLAYING
                seats = EntryPlayer.objects.filter(entry__event=event, entry__state__in=state)
                return list(seats.values_list("player", flat=True))
            case Night() as night:
                return self._keys_of(night)
            case League() as league if self.kind == "owes":
                return _owing(league)
            case League() as league:
                return _enrolled(league)
        return ()

    def _keys_of(self, night: Night) -> Iterable[int]:
        count = read_head_count(night)
        if self.kind == "silent":
            return [each.player.pk for each in count.silent]
        if self.kind == "waiting-n":
            return [each.player.pk for each in count.waiting]
        played = EntryPlayer.objects.filter(event__night=night, event__binned_at=None)
        return {*count.turns.inside, *played.values_list("player", flat=True)}


PLAYING = (Entry.State.ACTIVE, Entry.State.PAUSED)
NIGHT_KINDS = ("night", "silent", "waiting-n")


def _enrolled(league: League) -> set[int]:
    """Present members and spares, and in a league of dated matches those who play in it."""
    found = league.enrolments.filter(last=None)
    keys = set(found.values_list("player", flat=True))
    if league.event_id:
        seats = EntryPlayer.objects.filter(event=league.event_id, entry__state__in=PLAYING)
        keys |= set(seats.values_list("player", flat=True))
    return keys


def _owing(league: League) -> list[int]:
    if league.dues == League.Dues.NIGHT:
        return [each.player.pk for each in dues_of_nights(league) if each.sums.owing]
    return [line.player.pk for line in dues_of(league, None) if line.is_owing]


def audiences_of_night(night: Night) -> list[Audience]:
    """The groups of a night; after it, those who played alone."""
    is_over = night.on < timezone.localdate(timezone=night.league.tzinfo)
    return [Audience(kind, night) for kind in (NIGHT_KINDS[:1] if is_over else NIGHT_KINDS)]


def audiences_of_league(league: League) -> list[Audience]:
    """The groups of a league and of its nights that are near."""
    now = timezone.now()
    near = league.nights.filter(on__range=((now - RECENT).date(), (now + RECENT).date()))
    found = [Audience("league", league)]
    if league.dues:
        found.append(Audience("owes", league))
    if not league.has_dated_matches:  # its weeks are no nights that people come to
        for night in near.select_related("league__club").in_order():
            found += audiences_of_night(night)
    return found


def all_audiences() -> list[Audience]:
    """The groups that organisers write to: of the club, its teams, events and leagues."""
    now = timezone.now()
    events = Event.objects.present().filter(
        Q(starts_at__gt=now - RECENT) | Q(state=Event.State.RUNNING),
        club__is_home=True,
        night=None,
        league=None,
    )
    teams = Team.objects.filter(club__is_home=True, binned_at=None, players__isnull=False)
    leagues = League.objects.filter(club__is_home=True, closed_at=None)
    return [
        Audience("all"),
        *(each for event in events.order_by("starts_at") for each in _of_event(event)),
        *(each for league in leagues.order_by("-pk") for each in audiences_of_league(league)),
        *(Audience("team", team) for team in teams.distinct().order_by("name", "pk")),
    ]


def _of_event(event: Event) -> Sequence[Audience]:
    return Audience("event", event), Audience("waiting-e", event)


MODELS: dict[str, type[League | Night | Event | Team]] = {
    "league": League,
    "owes": League,
    "team": Team,
    "event": Event,
    "waiting-e": Event,
    **dict.fromkeys(NIGHT_KINDS, Night),
}


def audience_with(key: str) -> Audience | None:
    """Return the group with a key that was stored. None if its row was deleted."""
    kind, _dash, pk = key.rpartition("-")
    if key == "all":
        return Audience("all")
    row = MODELS[kind].objects.filter(pk=pk).first() if kind in MODELS else None
    return Audience(kind, row) if row else None
