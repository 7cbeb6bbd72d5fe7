"""Seasons, events, who enters them, and the stages they are built of."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Lower
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from leagues.models.fields import HasZone
from leagues.models.people import Club, Player, Surface, Team


class Season(models.Model):
    """A club's span of time, such as "2026–27"."""

    club = models.ForeignKey(Club, models.PROTECT, related_name="seasons")
    name = models.CharField(_("name"), max_length=60)
    starts_on = models.DateField(_("first day"))
    ends_on = models.DateField(_("last day"))
    scheme = models.JSONField(
        default=dict, blank=True, help_text=_("How places turn into tour points.")
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="season_name_once_per_club", fields=["club", "name"]
            ),
            models.CheckConstraint(
                name="season_ends_after_it_starts",
                condition=Q(ends_on__gte=F("starts_on")),
            ),
        ]

    def __str__(self) -> str:
        return self.name


class Board(models.Model):
    """A numbered crokinole board. It belongs to the club, so events may share a hall."""

    club = models.ForeignKey(Club, models.PROTECT, related_name="boards")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(_("name"), max_length=40, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(
                name="board_number_once_per_club", fields=["club", "number"]
            )
        ]

    def __str__(self) -> str:
        return f"Board {self.number}"


class EventQuerySet(models.QuerySet["Event"]):
    def present(self) -> EventQuerySet:
        return self.filter(binned_at=None)

    def listed(self) -> EventQuerySet:
        """What the club's front page may name."""
        return self.present().filter(visibility=Event.Visibility.PUBLIC)

    def reachable(self) -> EventQuerySet:
        """What somebody with the address may read."""
        return self.present().exclude(visibility=Event.Visibility.PRIVATE)

    def of(self, club: Club) -> EventQuerySet:
        return self.filter(club=club)

    def on_now(self) -> EventQuerySet:
        return self.filter(state=Event.State.RUNNING).order_by("-starts_at", "pk")

    def coming(self) -> EventQuerySet:
        return self.filter(state=Event.State.PLANNED).order_by("starts_at", "pk")

    def over(self) -> EventQuerySet:
        return self.filter(state=Event.State.FINISHED).order_by("-starts_at", "-pk")


class Event(HasZone):
    """One competition: one entry list, one final order."""

    class Kind(models.TextChoices):
        CLUB_NIGHT = "club_night", _("Club night")
        LEAGUE = "league", _("League")
        TOURNAMENT = "tournament", _("Tournament")

    class Sides(models.TextChoices):
        SINGLES = "singles", _("Singles")
        DOUBLES = "doubles", _("Doubles, fixed pairs")
        REDRAWN = "redrawn", _("Doubles, partners redrawn")
        THREE = "three", _("Three at a board")
        FOUR = "four", _("Four at a board")
        TEAMS = "teams", _("Club teams")

    class Visibility(models.TextChoices):
        PUBLIC = "public", _("Listed for everybody")
        UNLISTED = "unlisted", _("Whoever has the address")
        PRIVATE = "private", _("Organisers only")

    class Trust(models.TextChoices):
        FIRST = "first", _("The first report stands")
        CONFIRM = "confirm", _("The other side confirms")
        BOTH = "both", _("Both sides enter")
        DESK = "desk", _("Only the desk enters")

    class State(models.TextChoices):
        PLANNED = "planned", _("Planned")
        RUNNING = "running", _("On now")
        FINISHED = "finished", _("Finished")

    club = models.ForeignKey(Club, models.PROTECT, related_name="events")
    season = models.ForeignKey(
        Season, models.PROTECT, null=True, blank=True, related_name="events"
    )
    name = models.CharField(_("name"), max_length=120)
    slug = models.SlugField(max_length=80, unique=True)
    kind = models.CharField(max_length=12, choices=Kind, default=Kind.TOURNAMENT)
    sides = models.CharField(max_length=8, choices=Sides, default=Sides.SINGLES)
    visibility = models.CharField(
        max_length=8, choices=Visibility, default=Visibility.PUBLIC
    )
    trust = models.CharField(max_length=8, choices=Trust, default=Trust.CONFIRM)
    confirm_minutes = models.PositiveSmallIntegerField(
        default=3, help_text=_("A report nobody contests stands after this long.")
    )
    state = models.CharField(max_length=8, choices=State, default=State.PLANNED)
    starts_at = models.DateTimeField(_("starts"))
    place = models.CharField(_("place"), max_length=120, blank=True)
    rules = models.JSONField(default=dict, help_text=_("The rule sheet in force."))
    game_minutes = models.PositiveSmallIntegerField(default=12)
    boards = models.ManyToManyField(Board, related_name="events", blank=True)
    rng_seed = models.CharField(max_length=40, blank=True)
    promised_at = models.DateTimeField(
        null=True, blank=True, help_text=_("When the hash of the seed was published.")
    )
    change_over_minutes = models.PositiveSmallIntegerField(default=2)
    takes_entries = models.BooleanField(_("open for entries"), default=False)
    entry_limit = models.PositiveSmallIntegerField(null=True, blank=True)
    entries_close_at = models.DateTimeField(null=True, blank=True)
    clubs_apart = models.BooleanField(
        default=False, help_text=_("Club-mates meet only where it can't be avoided.")
    )
    revision = models.PositiveBigIntegerField(default=0, editable=False)
    made_at = models.DateTimeField(default=timezone.now, editable=False)
    binned_at = models.DateTimeField(null=True, blank=True)

    objects = EventQuerySet.as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="event_has_a_name", condition=~Q(name__exact="")
            )
        ]
        indexes = [models.Index(fields=["club", "state", "starts_at"])]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("event", args=[self.slug])

    def touch(self) -> int:
        """Move the revision on, inside the caller's transaction, and return it."""
        Event.objects.filter(pk=self.pk).update(revision=F("revision") + 1)
        self.refresh_from_db(fields=["revision"])
        return self.revision


class EntryQuerySet(models.QuerySet["Entry"]):
    def named(self) -> EntryQuerySet:
        """With the people behind them, so that naming them asks nothing more."""
        return self.prefetch_related(
            models.Prefetch(
                "line_up", EntryPlayer.objects.select_related("player"), "named_line_up"
            )
        )

    def in_it(self) -> EntryQuerySet:
        """Everybody but those who are still waiting for a place."""
        return self.exclude(state=Entry.State.WAITING)

    def by_surname(self) -> EntryQuerySet:
        """By the surname of the first player of each entry."""
        first = Q(line_up__number=1) | Q(line_up=None)
        return self.filter(first).order_by(
            Lower("line_up__player__family_name"), Lower("line_up__player__name"), "pk"
        )

    def in_order(self) -> EntryQuerySet:
        """By seed; those without one after them, in the order they came."""
        return self.order_by(F("seed").asc(nulls_last=True), "pk")


class Entry(models.Model):
    """Who earns points in an event: a player, a pair, or a club's team."""

    class State(models.TextChoices):
        WAITING = "waiting", _("On the waiting list")
        ACTIVE = "active", _("In")
        PAUSED = "paused", _("Paused")
        WITHDRAWN = "withdrawn", _("Withdrawn")

    event = models.ForeignKey(Event, models.PROTECT, related_name="entries")
    name = models.CharField(
        max_length=200, blank=True, help_text=_("Empty: named after its players.")
    )
    team = models.ForeignKey(
        Team, models.PROTECT, null=True, blank=True, related_name="entries"
    )
    players = models.ManyToManyField(
        Player, through="EntryPlayer", related_name="entries"
    )
    seed = models.PositiveSmallIntegerField(null=True, blank=True)
    rating = models.FloatField(
        null=True, blank=True, help_text=_("The rating when entries closed.")
    )
    state = models.CharField(max_length=9, choices=State, default=State.ACTIVE)
    checked_in_at = models.DateTimeField(null=True, blank=True)
    made_at = models.DateTimeField(default=timezone.now, editable=False)

    objects = EntryQuerySet.as_manager()

    class Meta:
        verbose_name_plural = "entries"
        constraints = [
            models.UniqueConstraint(
                name="seed_once_per_event",
                fields=["event", "seed"],
                condition=Q(seed__isnull=False),
            )
        ]

    def __str__(self) -> str:
        return self.name or f"entry {self.pk}"

    @property
    def people(self) -> list[Player]:
        """The players behind this entry, in their order; only for entries ``named()``."""
        return [line.player for line in self.named_line_up]  # type: ignore[attr-defined]

    def shown_on(self, surface: Surface) -> str:
        """The entry's own name, or those its players go by on this surface."""
        return self.name or " & ".join(p.shown_on(surface) for p in self.people)


class EntryPlayer(models.Model):
    """A person behind an entry. Nobody enters the same event twice."""

    entry = models.ForeignKey(Entry, models.CASCADE, related_name="line_up")
    event = models.ForeignKey(Event, models.PROTECT, related_name="+")
    player = models.ForeignKey(Player, models.PROTECT, related_name="line_ups")
    number = models.PositiveSmallIntegerField(default=1)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(
                name="player_enters_an_event_once", fields=["event", "player"]
            ),
            models.UniqueConstraint(
                name="line_up_number_once", fields=["entry", "number"]
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player} in {self.entry}"


class Stage(models.Model):
    """A phase of an event with one format."""

    class Format(models.TextChoices):
        ROUND_ROBIN = "round_robin", _("Everybody meets everybody")
        PARTIAL = "partial", _("So many games against different opponents")
        SWISS = "swiss", _("Swiss")
        KNOCKOUT = "knockout", _("Knockout")
        DOUBLE_KNOCKOUT = "double_knockout", _("Double elimination")
        PAGE = "page", _("Page play-off")
        PARTNERS = "partners", _("Partners redrawn")
        HEATS = "heats", _("Three or four at a board")
        OUTSIDERS = "outsiders", _("Everybody meets the other clubs")
        SHOOT_OUT = "shoot_out", _("20s shoot-out")

    event = models.ForeignKey(Event, models.PROTECT, related_name="stages")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(_("name"), max_length=60)
    format = models.CharField(max_length=16, choices=Format)
    options = models.JSONField(default=dict, blank=True)
    match_format = models.JSONField(
        default=dict, blank=True, help_text=_("Empty: one game of the event's sheet.")
    )
    chain = models.JSONField(
        default=list, blank=True, help_text=_("The tie-breaks in force, in order.")
    )
    source = models.JSONField(
        default=dict, blank=True, help_text=_("Where the entries come from.")
    )
    carries_over = models.BooleanField(
        default=False, help_text=_("Points of the stage before count on.")
    )
    match_minutes = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text=_("Where it is not the event's usual.")
    )
    is_queue = models.BooleanField(
        default=False, help_text=_("The next match goes to the next free board.")
    )
    opened_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(
                name="stage_number_once_per_event", fields=["event", "number"]
            )
        ]

    def __str__(self) -> str:
        return self.name


class Pool(models.Model):
    """Entries that play among themselves in a stage. Every stage has at least one."""

    stage = models.ForeignKey(Stage, models.PROTECT, related_name="pools")
    number = models.PositiveSmallIntegerField(default=1)
    name = models.CharField(_("name"), max_length=40, blank=True)
    entries = models.ManyToManyField(Entry, through="PoolEntry", related_name="pools")

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(
                name="pool_number_once_per_stage", fields=["stage", "number"]
            )
        ]

    def __str__(self) -> str:
        return self.name or f"pool {self.number}"


class PoolEntry(models.Model):
    """An entry's seat in a pool, with its order going in."""

    pool = models.ForeignKey(Pool, models.CASCADE, related_name="places")
    stage = models.ForeignKey(Stage, models.PROTECT, related_name="+")
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="pool_places")
    seed = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["seed"]
        constraints = [
            models.UniqueConstraint(
                name="entry_in_one_pool_of_a_stage", fields=["stage", "entry"]
            ),
            models.UniqueConstraint(name="seed_once_per_pool", fields=["pool", "seed"]),
        ]

    def __str__(self) -> str:
        return f"{self.entry} in {self.pool}"


class KeepApart(models.Model):
    """Two entries that should not meet: a family, or two the desk keeps apart."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="kept_apart")
    one = models.ForeignKey(Entry, models.CASCADE, related_name="+")
    other = models.ForeignKey(Entry, models.CASCADE, related_name="+")
    never = models.BooleanField(
        default=False, help_text=_("Not even where it can't be avoided otherwise.")
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="kept_apart_once", fields=["event", "one", "other"]
            ),
            models.CheckConstraint(
                name="kept_apart_in_order", condition=Q(one__lt=F("other"))
            ),
        ]

    def __str__(self) -> str:
        return f"{self.one} apart from {self.other}"


class Settlement(models.Model):
    """How a tie that matters was settled: a shoot-out, or an organiser's decision."""

    class Kind(models.TextChoices):
        SHOOT_OUT = "shoot_out", _("Shoot-out")
        DECISION = "decision", _("Decision")

    stage = models.ForeignKey(Stage, models.CASCADE, related_name="settlements")
    kind = models.CharField(max_length=9, choices=Kind)
    result = models.JSONField(
        help_text=_("Best first: entries of a decision, or entry and 20s of each try.")
    )
    reason = models.CharField(max_length=200, blank=True)
    made_at = models.DateTimeField(default=timezone.now, editable=False)
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.get_kind_display()} in {self.stage}"


class AnnouncementQuerySet(models.QuerySet["Announcement"]):
    def standing(self) -> AnnouncementQuerySet:
        """Neither taken down nor past the time it was meant for."""
        past = Q(until__lte=timezone.now())
        return self.filter(taken_down_at=None).exclude(past)


class Announcement(models.Model):
    """What the desk says on every screen until it is taken down."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="announcements")
    text = models.CharField(_("text"), max_length=200)
    made_at = models.DateTimeField(default=timezone.now, editable=False)
    until = models.DateTimeField(null=True, blank=True)
    taken_down_at = models.DateTimeField(null=True, blank=True)

    objects = AnnouncementQuerySet.as_manager()

    class Meta:
        ordering = ["-made_at"]

    def __str__(self) -> str:
        return self.text
