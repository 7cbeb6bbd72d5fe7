"""The club's seasons, boards and events."""

from __future__ import annotations

from datetime import datetime, time

from django.db import connection, models
from django.db.models import F, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from leagues.models.fields import HasZone
from leagues.models.news import also_telling
from leagues.models.people import Club

MOVE_ON = "UPDATE leagues_event SET revision = revision + 1 WHERE id = %s RETURNING revision"


class Season(models.Model):
    """A club's span of time, such as "2026–27"."""

    club = models.ForeignKey(Club, models.PROTECT, related_name="seasons")
    name = models.CharField(_("name"), max_length=60)
    starts_on = models.DateField(_("first day"))
    ends_on = models.DateField(_("last day"))
    scheme = models.JSONField(
        default=dict, blank=True, help_text="How places turn into tour points."
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(name="season_name_once_per_club", fields=["club", "name"]),
            models.CheckConstraint(
                name="season_ends_after_it_starts", condition=Q(ends_on__gte=F("starts_on"))
            ),
        ]

    def __str__(self) -> str:
        return self.name


class Board(models.Model):
    """A numbered crokinole board. It belongs to the club, so events may share a hall."""

    club = models.ForeignKey(Club, models.PROTECT, related_name="boards")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(_("name"), max_length=40, blank=True)
    label_number = models.PositiveSmallIntegerField(
        default=1, help_text="Counting it up makes every printed label void."
    )

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(name="board_number_once_per_club", fields=["club", "number"])
        ]

    def __str__(self) -> str:
        return gettext("Board %(n)s") % {"n": self.number}


class EventQuerySet(models.QuerySet["Event"]):
    def present(self) -> EventQuerySet:
        return self.filter(binned_at=None)

    def in_play_first(self) -> EventQuerySet:
        """Events in play, then what is planned, then what is over, each the newest first."""
        in_play = models.When(state=Event.State.RUNNING, then=0)
        planned = models.When(state=Event.State.PLANNED, then=1)
        return self.order_by(models.Case(in_play, planned, default=2), "-starts_at", "-pk")

    def at_desk(self) -> EventQuerySet:
        """Events with a desk: the club's events, and rehearsals of them."""
        ours = Q(club__is_home=True) | Q(rehearsal_of__isnull=False)
        return self.present().filter(ours)

    def listed(self) -> EventQuerySet:
        """Events that the club's front page may list."""
        public = self.present().filter(visibility=Event.Visibility.PUBLIC)
        return public.exclude(kind=Event.Kind.FOR_FUN)

    def reachable(self) -> EventQuerySet:
        """Events that anyone who has the address may read."""
        return self.present().exclude(visibility=Event.Visibility.PRIVATE)

    def with_player(self, player: models.Model) -> EventQuerySet:
        """Events that a player has entered, or has played in as a substitute."""
        entered = Q(entries__players=player)
        return self.filter(entered | Q(matches__sides__players=player)).distinct()

    def touch(self) -> None:
        """Increase the revision of each; the caller writes a line of the club's log."""
        keys = self.order_by().values("pk")
        Event.objects.filter(pk__in=keys).update(revision=F("revision") + 1)

    def of(self, club: Club) -> EventQuerySet:
        return self.filter(club=club)

    def running(self) -> EventQuerySet:
        """Events in play; not the event of a closed league."""
        return self.filter(state=Event.State.RUNNING, league__closed_at=None)

    def on_now(self) -> EventQuerySet:
        """Events in play that people come to; not friendlies, which run all year."""
        running = self.running()
        return running.exclude(kind__in=FRIENDLIES).order_by("-starts_at", "pk")

    def coming(self) -> EventQuerySet:
        return self.filter(state=Event.State.PLANNED).order_by("starts_at", "pk")

    def over(self) -> EventQuerySet:
        closed = Q(league__closed_at__isnull=False)
        finished = Q(state=Event.State.FINISHED)
        return self.filter(finished | closed).order_by("-starts_at", "-pk")


class Event(HasZone):
    """One competition: one entry list, one final order."""

    class Kind(models.TextChoices):
        CLUB_NIGHT = "club_night", _("Club night")
        LEAGUE = "league", _("Weekly matches")
        TOURNAMENT = "tournament", _("Tournament")
        FRIENDLIES = "friendlies", _("Friendlies")
        FOR_FUN = "for_fun", _("Friendlies for fun")

    class Sides(models.TextChoices):
        SINGLES = "singles", _("Singles")
        DOUBLES = "doubles", _("Doubles, fixed pairs")
        REDRAWN = "redrawn", _("Doubles, partners redrawn")
        THREE = "three", _("Three at a board")
        FOUR = "four", _("Four at a board")
        TEAMS = "teams", _("Club teams")

    class Visibility(models.TextChoices):
        PUBLIC = "public", _("Listed for everyone")
        UNLISTED = "unlisted", _("Anyone with the address")
        PRIVATE = "private", _("Organisers only")

    class Trust(models.TextChoices):
        FIRST = "first", _("The first report counts")
        CONFIRM = "confirm", _("The other side confirms")
        BOTH = "both", _("Both sides enter the score")
        DESK = "desk", _("Only the desk enters scores")

    class EntryWay(models.TextChoices):
        RESULT = "result", _("Who won the round and the 20s")
        DISCS = "discs", _("The discs on a drawn board")
        TOTALS = "totals", _("The totals of both sides")

    class State(models.TextChoices):
        PLANNED = "planned", _("Planned")
        RUNNING = "running", _("On now")
        FINISHED = "finished", _("Finished")

    club = models.ForeignKey(Club, models.PROTECT, related_name="events")
    season = models.ForeignKey(Season, models.PROTECT, null=True, blank=True, related_name="events")
    night = models.ForeignKey(
        "leagues.Night",
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="events",
        help_text="The night of a league for whose table it counts.",
    )
    own_table = models.JSONField(
        null=True,
        blank=True,
        help_text="What its places pay, where that is not what the league's do.",
    )
    division = models.CharField(
        max_length=40,
        blank=True,
        help_text="The league's division that plays; others in it are guests.",
    )
    handicaps = models.JSONField(
        null=True,
        blank=True,
        help_text="What each player takes into every game, as it was when it began.",
    )
    name = models.CharField(_("name"), max_length=120)
    slug = models.SlugField(max_length=80, unique=True)
    kind = models.CharField(max_length=12, choices=Kind, default=Kind.TOURNAMENT)
    sides = models.CharField(max_length=8, choices=Sides, default=Sides.SINGLES)
    visibility = models.CharField(max_length=8, choices=Visibility, default=Visibility.PUBLIC)
    trust = models.CharField(max_length=8, choices=Trust, default=Trust.CONFIRM)
    confirm_minutes = models.PositiveSmallIntegerField(
        default=3, help_text="A report nobody contests stands after this long."
    )
    entry_way = models.CharField(
        max_length=6,
        choices=EntryWay,
        blank=True,
        default="",
        help_text="What a phone offers first; empty: as the rule sheet suggests.",
    )
    state = models.CharField(max_length=8, choices=State, default=State.PLANNED)
    starts_at = models.DateTimeField(_("starts"))
    place = models.CharField(_("place"), max_length=120, blank=True)
    rules = models.JSONField(default=dict, help_text="The rule sheet in force.")
    game_minutes = models.PositiveSmallIntegerField(default=12)
    boards = models.ManyToManyField(Board, related_name="events", blank=True)
    rng_seed = models.CharField(max_length=40, blank=True)
    promised_at = models.DateTimeField(
        null=True, blank=True, help_text="When the hash of the seed was published."
    )
    change_over_minutes = models.PositiveSmallIntegerField(default=2)
    takes_entries = models.BooleanField(_("open for entries"), default=False)
    entry_limit = models.PositiveSmallIntegerField(null=True, blank=True)
    entries_close_at = models.DateTimeField(null=True, blank=True)
    clubs_apart = models.BooleanField(
        default=False, help_text="Club-mates meet only where it can't be avoided."
    )
    revision = models.PositiveBigIntegerField(default=0, editable=False)
    made_at = models.DateTimeField(default=timezone.now, editable=False)
    binned_at = models.DateTimeField(null=True, blank=True)
    rehearsal_of = models.OneToOneField(
        "self",
        models.PROTECT,
        null=True,
        blank=True,
        editable=False,
        related_name="rehearsed_by",
        help_text="The event of which this one is a copy that counts for nothing.",
    )

    objects = EventQuerySet.as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(name="event_has_a_name", condition=~Q(name__exact="")),
            models.CheckConstraint(
                name="rehearsal_is_private",
                condition=Q(rehearsal_of=None) | Q(visibility="private"),
            ),
        ]
        indexes = [models.Index(fields=["club", "state", "starts_at"])]

    def __str__(self) -> str:
        return self.name

    @property
    def shown_state(self) -> Event.State:
        """The state to show.

        A league's matches are planned until their first week, finished once closed. A night is on
        from its first call, which may be early.
        """
        state = self.State(self.state)
        is_season = self.kind == self.Kind.LEAGUE and self.night_id is None
        if state == self.State.RUNNING and is_season:
            if self.starts_at > timezone.now():
                return self.State.PLANNED
            league = getattr(self, "league", None)
            return self.State.FINISHED if league and league.closed_at else state
        return state

    def get_absolute_url(self) -> str:
        return reverse("event", args=[self.slug])

    @property
    def midnight(self) -> datetime:
        """The start of its day, by its clock."""
        day = self.starts_at.astimezone(self.tzinfo).date()
        return datetime.combine(day, time(), self.tzinfo)

    def moves_if_started(self, now: datetime) -> bool:
        """True if starting the event now would move it to another day than planned."""
        if self.kind == Event.Kind.LEAGUE or self.night_id is not None:
            return False  # its day is the night's, even after midnight
        if self.matches.begun().exists():
            return False
        planned, today = (each.astimezone(self.tzinfo) for each in (self.starts_at, now))
        return planned.date() != today.date()

    def touch(self) -> int:
        """Increase the revision, inside the caller's transaction, and return it."""
        sql, values = also_telling(MOVE_ON, [self.pk], self.slug)
        with connection.cursor() as cursor:
            cursor.execute(sql, values)
            self.revision = cursor.fetchone()[0]
        return self.revision


FRIENDLIES = (Event.Kind.FRIENDLIES, Event.Kind.FOR_FUN)
"""Kinds that never finish; those for fun don't count anywhere."""
