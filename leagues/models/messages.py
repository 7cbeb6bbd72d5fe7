"""What the club writes to people: guardians, muted topics, and changed dates."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import models
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from leagues.models.events import Event
from leagues.models.leagues import League, Night
from leagues.models.people import UNCONFIRMED, Player, PlayerQuerySet, User

LONGEST_TEXT = 4000  # characters of a notice


class Topic(models.TextChoices):
    """What a message is about. Each person chooses how to get the messages of each topic."""

    INVITATION = "invitation", _("Are you coming?")
    CHANGE = "change", _("Changes to what I entered")
    NEXT_MATCH = "next-match", _("My next match")
    CONFIRM = "confirm", _("Results to confirm")
    CLUB = "club", _("Messages from the club")
    FOLLOWED = "followed", _("Players I follow")


STOPPABLE = frozenset(Topic) - {Topic.CHANGE, Topic.FOLLOWED}
"""Topics that one click in a mail stops. Of players that one follows there is no mail."""


class MessageChannel(models.TextChoices):
    MAIL = "mail", _("E-mail")
    PUSH = "push", _("Notification")


ALWAYS_SENT = frozenset({(Topic.CHANGE, MessageChannel.MAIL)})
"""Messages that only strangers can stop: they are about what the person entered."""


class Mute(models.Model):
    """A topic of which a player gets no messages by one channel; without a row they get them."""

    player = models.ForeignKey(Player, models.CASCADE, related_name="mutes")
    topic = models.CharField(max_length=12, choices=Topic)
    channel = models.CharField(max_length=4, choices=MessageChannel)

    class Meta:
        constraints = [
            models.UniqueConstraint(name="muted_once", fields=["player", "topic", "channel"])
        ]

    def __str__(self) -> str:
        return f"{self.player}: no {self.topic} by {self.channel}"


def without_muted(players: PlayerQuerySet, topic: Topic, channel: MessageChannel) -> PlayerQuerySet:
    """Leave out the players who don't want these messages.

    Mail about what a person entered is left out only for strangers, who may not have entered it.
    """
    muted = Mute.objects.filter(player=OuterRef("pk"), topic=topic, channel=channel)
    if (topic, channel) in ALWAYS_SENT:
        return players.exclude(UNCONFIRMED & Exists(muted))
    return players.filter(~Exists(muted))


def mailless_topics(player: Player) -> frozenset[str]:
    """The topics about which a player gets no mail."""
    return frozenset(
        player.mutes.filter(channel=MessageChannel.MAIL).values_list("topic", flat=True)
    )


class Guardian(models.Model):
    """An account that reads and answers for a player, such as a parent for a child."""

    user = models.ForeignKey(User, models.CASCADE, related_name="wards")
    player = models.ForeignKey(Player, models.CASCADE, related_name="guardians")

    class Meta:
        constraints = [models.UniqueConstraint(name="guardian_once", fields=["user", "player"])]

    def __str__(self) -> str:
        return f"{self.user} for {self.player}"


def wards_of(user: User) -> PlayerQuerySet:
    """The minors of a guardian's account."""
    return Player.objects.present().filter(guardians__user=user, is_minor=True)


class SentNewsManager(models.Manager["SentNews"]):
    def claim(self, key: str) -> bool:
        """True for the first who asks with this key; only they send it."""
        _row, is_first = self.get_or_create(key=key)
        return is_first


class SentNews(models.Model):
    """The key of a message that was sent, so that it is sent once. Kept for a while only."""

    key = models.CharField(max_length=140, unique=True)
    made_at = models.DateTimeField(default=timezone.now, editable=False)

    objects = SentNewsManager()

    class Meta:
        verbose_name_plural = "sent news"

    def __str__(self) -> str:
        return self.key


AT_MOST_LATE = timedelta(hours=1)
"""How long after its quiet time a further message may still be sent."""


class NoticeQuerySet(models.QuerySet["Notice"]):
    def shown(self) -> NoticeQuerySet:
        """Notices that are neither removed nor expired."""
        past = Q(until__lte=timezone.now())
        return self.filter(taken_down_at=None).exclude(past)

    def on_front(self) -> NoticeQuerySet:
        return self.shown().filter(is_on_front=True)

    def on_wall(self, event: Event) -> NoticeQuerySet:
        """Notices on the screens of an event: its own, and those of the club."""
        return self.shown().filter(Q(event=event) | Q(event=None), is_on_wall=True)


class Notice(models.Model):
    """A text of the club: shown until it is removed, mailed to people, or both.

    ``event`` or ``league`` is the one whose pages show it. A notice without an event is on the
    screens of all events.
    """

    title = models.CharField(max_length=120, blank=True)
    text = models.TextField(max_length=LONGEST_TEXT)
    event = models.ForeignKey(Event, models.CASCADE, null=True, blank=True, related_name="notices")
    league = models.ForeignKey(
        League, models.CASCADE, null=True, blank=True, related_name="notices"
    )
    is_on_front = models.BooleanField(default=False)
    is_on_wall = models.BooleanField(default=True)
    made_at = models.DateTimeField(default=timezone.now, editable=False)
    until = models.DateTimeField(null=True, blank=True)
    taken_down_at = models.DateTimeField(null=True, blank=True)
    audience = models.CharField(max_length=40, blank=True)
    """The people it was sent to, as the key of an ``Audience``; empty if it is only shown."""
    people = models.PositiveIntegerField(default=0)
    """How many people that was."""
    reply_to = models.EmailField(blank=True)
    made_by = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")

    objects = NoticeQuerySet.as_manager()

    class Meta:
        ordering = ["-made_at"]

    def __str__(self) -> str:
        return self.title or self.text

    @property
    def is_shown(self) -> bool:
        is_somewhere = self.event_id or self.league_id or self.is_on_front or self.is_on_wall
        is_past = self.until is not None and self.until <= timezone.now()
        return bool(is_somewhere) and self.taken_down_at is None and not is_past


class DateChangeQuerySet(models.QuerySet["DateChange"]):
    def quiet(self, now: datetime) -> DateChangeQuerySet:
        """Changes to which a further change of the same date is added.

        One whose time came long ago is none: it is of a restored copy, or of an old undo.
        """
        return self.filter(is_waiting=True, quiet_until__gt=now - AT_MOST_LATE)

    def waiting(self, now: datetime) -> DateChangeQuerySet:
        """Changes whose quiet time has ended, and that may have a message to send."""
        return self.quiet(now).filter(quiet_until__lte=now)


class DateChange(models.Model):
    """A changed date of the club: what was known before, and what was last sent.

    ``before`` and ``sent`` are dictionaries of ``date_facts``. What holds now is in the night or
    event itself, so an undone change needs no further act: it is seen by comparing.
    """

    night = models.ForeignKey(Night, models.CASCADE, null=True, blank=True, related_name="changes")
    event = models.ForeignKey(Event, models.CASCADE, null=True, blank=True, related_name="changes")
    before = models.JSONField()
    sent = models.JSONField()
    messages = models.PositiveSmallIntegerField(default=0)
    """How many messages were sent, so that each has its own key."""
    note = models.CharField(max_length=300, blank=True)
    """The organiser's sentence."""
    others = models.PositiveSmallIntegerField(default=0)
    """How many later nights the same new calendar moved or removed."""
    made_at = models.DateTimeField(default=timezone.now, editable=False)
    quiet_until = models.DateTimeField()
    """The time at which further changes are sent, as one message."""
    is_waiting = models.BooleanField(default=True)
    """False once that time has come."""
    ends_at = models.DateTimeField()
    """The end of the old date: the banner is shown until then."""

    objects = DateChangeQuerySet.as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="change_of_night_or_event",
                condition=Q(night=None, event__isnull=False) | Q(night__isnull=False, event=None),
            )
        ]
        indexes = [
            models.Index(fields=["ends_at"], name="change_shown"),
            models.Index(
                fields=["quiet_until"], condition=Q(is_waiting=True), name="change_waiting"
            ),
        ]

    def __str__(self) -> str:
        return f"change of {self.subject}"

    @property
    def subject(self) -> Night | Event:
        subject = self.night or self.event
        assert subject is not None
        return subject
