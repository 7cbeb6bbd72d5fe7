"""A league: its nights, members and attendance, and the results each night has for its table."""

from __future__ import annotations

from datetime import datetime, time, timedelta
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from leagues.models.events import Board, Event, Season
from leagues.models.fields import HasZone
from leagues.models.log import AppendOnly
from leagues.models.people import Club, Player, User
from leagues.stages.league_kinds import LeagueKind, kind_of

NOON, SIX = time(12), time(6)
REVISIONS = 10**6  # more than an event ever has


def _is_over() -> models.Q:
    return models.Q(closed_at__isnull=False) | models.Q(event__state=Event.State.FINISHED)


class LeagueQuerySet(models.QuerySet["League"]):
    def listed(self) -> LeagueQuerySet:
        """Leagues that the club's pages may list."""
        return self.filter(visibility=Event.Visibility.PUBLIC)

    def of(self, club: Club) -> LeagueQuerySet:
        return self.filter(club=club)

    def drawing(self, event: Event) -> League | None:
        """Return the league that draws this event by itself: a draw by the desk would break it."""
        league = self.filter(event=event).first()
        return league if league and league.of_kind.is_drawn_by_league else None

    def closed(self) -> LeagueQuerySet:
        return self.exclude(closed_at=None)

    def current(self) -> LeagueQuerySet:
        return self.exclude(_is_over())

    def touch(self) -> None:
        """Increase the revision of each; the caller writes a line of the club's log."""
        keys = self.order_by().values("pk")
        League.objects.filter(pk__in=keys).update(revision=F("revision") + 1)

    def with_dates(self) -> LeagueQuerySet:
        """With their seasons, and the days of their first and last nights, or weeks."""
        nights = Night.objects.filter(league=models.OuterRef("pk")).values("on")
        return self.select_related("season").annotate(
            first_on=models.Subquery(nights.order_by("on")[:1]),
            last_on=models.Subquery(nights.order_by("-on")[:1]),
        )

    def with_summaries(self) -> LeagueQuerySet:
        """With their summaries and, as ``nights_mark``, a number that changes with the events of
        their nights.
        """
        events = Event.objects.filter(night__league=models.OuterRef("pk"))
        each = F("pk") * REVISIONS + F("revision")
        mark = events.order_by().values("night__league").annotate(mark=models.Sum(each))
        found = self.select_related("event", "summary")
        return found.annotate(nights_mark=models.Subquery(mark.values("mark")))

    def over(self) -> LeagueQuerySet:
        """Leagues that are closed, or whose event is finished; a league of nights has no such
        event.
        """
        return self.filter(_is_over())


def kind_choices() -> list[tuple[str, Any]]:
    """The kinds of league. A callable, so that a new kind needs no migration."""
    return League.Kind.choices


class League(HasZone):
    """A season of nights: its members, the format of a night, and the rules of its table."""

    class Kind(models.TextChoices):
        SINGLES = "singles", _("Drop-in singles")
        REDRAWN = "redrawn", _("Doubles with changing partners")
        GROUPS = "groups", _("Groups of four")
        HUNDRED = "hundred", _("Games to 100")
        HANDICAP = "handicap", _("Singles with a handicap")
        TOUR = "tour", _("A tour of tournaments")
        MATCHES = "matches", _("Singles, everyone plays everyone")
        PAIRS = "pairs", _("Fixed pairs, everyone plays everyone")
        SERIES = "series", _("Games to 100, in series")
        TEAMS = "teams", _("Club teams at several boards")
        BOXES = "boxes", _("Boxes with promotion")
        LADDER = "ladder", _("A ladder")
        OWN_TIME = "own-time", _("Matches in your own time")

    class Attendance(models.TextChoices):
        ASKED = "asked", _("Everyone is asked about each night")
        EXPECTED = "expected", _("Members are in unless they opt out")

    class Dues(models.TextChoices):
        NONE = "", _("Dues aren’t recorded here")
        SEASON = "season", _("Once for the season")
        NIGHT = "night", _("For each night")

    club = models.ForeignKey(Club, models.PROTECT, related_name="leagues")
    season = models.ForeignKey(
        Season, models.PROTECT, null=True, blank=True, related_name="leagues"
    )
    name = models.CharField(_("name"), max_length=120)
    slug = models.SlugField(max_length=80, unique=True)
    kind = models.CharField(max_length=8, choices=kind_choices, default=Kind.SINGLES)
    visibility = models.CharField(
        max_length=8, choices=Event.Visibility, default=Event.Visibility.PUBLIC
    )
    scheme = models.JSONField(default=dict, help_text="What its table counts.")
    handicap = models.JSONField(
        null=True, blank=True, help_text="How its handicaps are made, if it has any."
    )
    calendar = models.JSONField(default=dict, help_text="When its nights are.")
    evening = models.JSONField(default=dict, help_text="What a night is like.")
    event = models.OneToOneField(
        Event,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="league",
        help_text="The one that carries a league of dated matches.",
    )
    matches = models.JSONField(
        default=dict, blank=True, help_text="How its dated matches are arranged."
    )
    kind_rules = models.JSONField(
        default=dict, blank=True, help_text="What only its kind of league asks."
    )
    boards = models.ManyToManyField(Board, related_name="leagues", blank=True)
    place = models.CharField(_("place"), max_length=120, blank=True)
    attendance = models.CharField(max_length=8, choices=Attendance, default=Attendance.ASKED)
    invites_before = models.PositiveSmallIntegerField(
        null=True,
        blank=True,
        default=2,
        help_text="How many days before a night members are asked; empty: never.",
    )
    most = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="Who come to a night at most."
    )
    fewest = models.PositiveSmallIntegerField(
        default=4, help_text="A night with fewer is played, and does not count."
    )
    divisions = models.JSONField(
        default=list, blank=True, help_text="Their names, the highest first."
    )
    line_after = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="The table draws a line below so many places."
    )
    is_open = models.BooleanField(
        default=False, help_text="Whoever plays is a member; only the club's guests are not."
    )
    takes_members = models.BooleanField(default=False, help_text="Whoever opens its link may join.")
    join_number = models.PositiveIntegerField(
        default=0, editable=False, help_text="The number of the link to join by."
    )
    secretary = models.ForeignKey(Player, models.PROTECT, null=True, blank=True, related_name="+")
    treasurer = models.ForeignKey(Player, models.PROTECT, null=True, blank=True, related_name="+")
    dues = models.CharField(max_length=6, choices=Dues, default="", blank=True)
    price = models.PositiveIntegerField(
        null=True,
        blank=True,
        help_text="Of the season or of each night, in hundredths of its currency.",
    )
    currency = models.CharField(max_length=8, default="", blank=True)
    before = models.ForeignKey(
        "self",
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="next_seasons",
        help_text="The league whose next season this is.",
    )
    closed_at = models.DateTimeField(
        null=True,
        blank=True,
        editable=False,
        help_text="From then on its table is that of its final rows.",
    )
    revision = models.PositiveBigIntegerField(default=0, editable=False)
    made_at = models.DateTimeField(default=timezone.now, editable=False)

    objects = LeagueQuerySet.as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(name="league_has_a_name", condition=~Q(name__exact=""))
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("league", args=[self.slug])

    @property
    def of_kind(self) -> LeagueKind:
        return kind_of(self.kind)

    @property
    def has_dated_matches(self) -> bool:
        """True if its table is that of one event whose matches have weeks; False if it has
        nights.
        """
        return self.event_id is not None

    def touch(self) -> None:
        """Increase the revision, inside the caller's transaction."""
        League.objects.filter(pk=self.pk).update(revision=F("revision") + 1)
        self.refresh_from_db(fields=["revision"])


class NightQuerySet(models.QuerySet["Night"]):
    def in_order(self) -> NightQuerySet:
        return self.order_by("on", "at", "pk")


class Night(models.Model):
    """One date of a league, numbered in the order of the league's dates.

    Day and time are by the league's clock; after midnight is still the evening before. Its events
    show whether it is on or over.
    """

    league = models.ForeignKey(League, models.CASCADE, related_name="nights")
    name = models.CharField(_("name"), max_length=60, blank=True)
    on = models.DateField(_("day"))
    at = models.TimeField(_("time"))
    place = models.CharField(_("place"), max_length=120, blank=True)
    host = models.ForeignKey(
        Player, models.PROTECT, null=True, blank=True, related_name="nights_hosted"
    )
    is_cancelled = models.BooleanField(default=False)
    reason = models.CharField(_("reason"), max_length=120, blank=True)
    moved_from = models.DateField(null=True, blank=True)
    is_edited = models.BooleanField(
        default=False, help_text="Changed by hand: a new calendar leaves it alone."
    )
    always_counts = models.BooleanField(default=False)
    is_catch_up = models.BooleanField(
        default=False, help_text="A week without matches of its own, to catch up."
    )
    spares_wanted = models.PositiveSmallIntegerField(
        default=0, help_text="How many spares are called, one after the other."
    )

    objects = NightQuerySet.as_manager()

    class Meta:
        indexes = [models.Index(fields=["league", "on", "at"])]

    def __str__(self) -> str:
        return f"{self.league} on {self.on}"

    @property
    def starts_at(self) -> datetime:
        """The instant of its start, by the clock of the league's venue on that day."""
        return datetime.combine(self.on, self.at, tzinfo=self.league.tzinfo)

    @property
    def hosted_from(self) -> datetime:
        """Noon of its day: its host may run it from then on."""
        return datetime.combine(self.on, NOON, tzinfo=self.league.tzinfo)

    @property
    def hosted_until(self) -> datetime:
        """Six in the morning after the night, when all play is over."""
        morning = self.on + timedelta(days=1)
        return datetime.combine(morning, SIX, tzinfo=self.league.tzinfo)

    @property
    def where(self) -> str:
        return self.place or self.league.place


class Enrolment(models.Model):
    """A player in a league, from one night until another. Other players are guests.

    A spare is not a member, but a player who may be called when a spot is free.
    """

    class Kind(models.TextChoices):
        MEMBER = "member", _("Member")
        SPARE = "spare", _("Spare")

    league = models.ForeignKey(League, models.CASCADE, related_name="enrolments")
    player = models.ForeignKey(Player, models.PROTECT, related_name="enrolments")
    kind = models.CharField(max_length=6, choices=Kind, default=Kind.MEMBER)
    division = models.CharField(max_length=40, blank=True)
    first = models.ForeignKey(
        Night,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        help_text="Empty: from the start.",
    )
    last = models.ForeignKey(Night, models.PROTECT, null=True, blank=True, related_name="+")
    made_at = models.DateTimeField(default=timezone.now, editable=False)

    def __str__(self) -> str:
        return f"{self.player} in {self.league}"


class Answer(AppendOnly):
    """A player's answer about coming to a night. The last one counts."""

    class Reply(models.TextChoices):
        IN = "in", pgettext_lazy("answer", "In")
        OUT = "out", pgettext_lazy("answer", "Out")
        MAYBE = "maybe", pgettext_lazy("answer", "Maybe")
        LATE = "late", pgettext_lazy("answer", "Late")

    night = models.ForeignKey(Night, models.CASCADE, related_name="answers")
    player = models.ForeignKey(Player, models.PROTECT, related_name="answers")
    reply = models.CharField(max_length=5, choices=Reply)
    is_excused = models.BooleanField(default=False)
    from_round = models.PositiveSmallIntegerField(null=True, blank=True)
    user = models.ForeignKey(User, models.PROTECT, null=True, blank=True, related_name="+")
    answered_by = models.ForeignKey(
        Player,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        help_text="The player who answered for them.",
    )
    at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["pk"]
        indexes = [models.Index(fields=["night", "player", "-id"])]

    def __str__(self) -> str:
        return f"{self.player}: {self.reply}"


class Offer(models.Model):
    """A free spot at a night, offered to one player until a time; taken once."""

    class State(models.TextChoices):
        OPEN = "open", _("Offered")
        TAKEN = "taken", pgettext_lazy("of an offer", "Taken")
        DECLINED = "declined", _("Declined")
        EXPIRED = "expired", _("Too late")
        WITHDRAWN = "withdrawn", _("Cancelled")

    night = models.ForeignKey(Night, models.CASCADE, related_name="offers")
    player = models.ForeignKey(Player, models.PROTECT, related_name="offers")
    until = models.DateTimeField()
    state = models.CharField(max_length=9, choices=State, default=State.OPEN)
    made_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="one_open_offer_per_player",
                fields=["night", "player"],
                condition=Q(state="open"),
            )
        ]

    def __str__(self) -> str:
        return f"{self.night} for {self.player}"


class Arrival(models.Model):
    """A player who has arrived at a night, and where they play if not at the night's venue."""

    night = models.ForeignKey(Night, models.CASCADE, related_name="arrivals")
    player = models.ForeignKey(Player, models.PROTECT, related_name="arrivals")
    place = models.CharField(_("place"), max_length=120, blank=True)
    from_round = models.PositiveSmallIntegerField(
        null=True,
        blank=True,
        help_text="The first game of a late player. Empty: the first of the night.",
    )
    made_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(name="arrives_once_at_a_night", fields=["night", "player"])
        ]

    def __str__(self) -> str:
        return f"{self.player} at {self.night}"


class Adjustment(models.Model):
    """Points added or removed by hand. A withdrawn one remains readable."""

    league = models.ForeignKey(League, models.CASCADE, related_name="adjustments")
    player = models.ForeignKey(Player, models.PROTECT, related_name="adjustments")
    points = models.SmallIntegerField()
    reason = models.CharField(max_length=120)
    user = models.ForeignKey(User, models.PROTECT, null=True, blank=True, related_name="+")
    at = models.DateTimeField(default=timezone.now, editable=False)
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.points} for {self.player}"


class NightResult(models.Model):
    """The results of an event for the season, at one revision of the event.

    They follow from the event alone, and are computed again when the revision has changed
    (``leagues/reads/leagues/table/night_results.py``).
    """

    event = models.OneToOneField(
        Event, models.CASCADE, primary_key=True, related_name="night_result"
    )
    revision = models.PositiveBigIntegerField()
    finishes: models.JSONField[Any, Any] = models.JSONField(encoder=DjangoJSONEncoder)
    meetings: models.JSONField[Any, Any] = models.JSONField(encoder=DjangoJSONEncoder)

    def __str__(self) -> str:
        return f"result of {self.event}"


class LeagueSummary(models.Model):
    """What the card of a current league shows, at one revision of the league and of its events.

    It holds no names and no texts: these are made when a page shows it
    (``leagues/reads/leagues/pages/summaries.py``).
    """

    league = models.OneToOneField(League, models.CASCADE, primary_key=True, related_name="summary")
    mark = models.CharField(max_length=80, help_text="The revisions at which it was made.")
    leaders: models.JSONField[Any, Any] = models.JSONField(
        help_text="Divisions with their leaders: players, or entries of dated matches."
    )
    over = models.PositiveIntegerField(help_text="Finished nights or matches.")
    planned = models.PositiveIntegerField(help_text="All nights or matches.")
    now = models.PositiveIntegerField(null=True, help_text="The number of the running night.")
    dates: models.JSONField[Any, Any] = models.JSONField(
        help_text="Nights to come, each with its end; or the first days of all weeks."
    )

    def __str__(self) -> str:
        return f"summary of {self.league}"
