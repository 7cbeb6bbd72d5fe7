"""Clubs, their people, and the names that the public may see."""

from __future__ import annotations

from typing import Any, ClassVar

from django.conf import settings
from django.contrib.auth.models import AbstractUser, BaseUserManager
from django.db import models
from django.db.models import Exists, OuterRef, Q, Value
from django.db.models.functions import Coalesce, Lower, NullIf, Substr, Upper
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from leagues.models.fields import LONGEST_CODE, HasZone, language_field
from leagues.models.names import initial_of, make_slug, split_name
from leagues.models.sort_names import PlainName, surname_initial


class UserManager(BaseUserManager["User"]):
    def create_user(self, email: str, password: str | None = None, **extra: Any) -> User:
        user = self.model(email=self.normalize_email(email), **extra)
        user.set_password(password)
        user.save()
        return user


class User(AbstractUser):
    """An account. People sign in by e-mail, without a user name."""

    username = None  # type: ignore[assignment]
    first_name = None  # type: ignore[assignment]
    last_name = None  # type: ignore[assignment]
    email = models.EmailField(_("e-mail address"), unique=True)
    language = language_field()

    USERNAME_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    objects = UserManager()  # type: ignore[misc,assignment]

    def __str__(self) -> str:
        return self.email

    def get_full_name(self) -> str:
        player = getattr(self, "player", None)
        return player.name if player else self.email

    def get_short_name(self) -> str:
        return self.get_full_name()


class ClubQuerySet(models.QuerySet["Club"]):
    def home(self) -> Club | None:
        """The club of this site; None until it has been set up."""
        return self.filter(is_home=True).first()


def this_site() -> str:
    return str(settings.SITE_IDENTITY)


class Club(HasZone):
    name = models.CharField(_("name"), max_length=120)
    slug = models.SlugField(unique=True)
    is_home = models.BooleanField(default=False, editable=False)
    texts_revision = models.PositiveIntegerField(default=0, editable=False)
    """Increases with each change of the club's wording; 0 until there is some."""
    colour = models.CharField(
        _("colour"),
        max_length=7,
        blank=True,
        help_text="As it was chosen, such as #2c5f8a; empty for this site’s own.",
    )
    logo = models.CharField(max_length=24, blank=True, editable=False)
    """The name of its logo's picture, stored here because every page shows it."""
    language = models.CharField(
        _("language"), max_length=LONGEST_CODE, default="en", editable=False
    )
    shows_ratings = models.BooleanField(
        _("Ratings next to names in lists of players"), default=False
    )
    shows_chances = models.BooleanField(
        _("Chances to win, from ratings, next to an event’s standings"), default=True
    )
    fee = models.PositiveIntegerField(
        null=True,
        blank=True,
        help_text="Of a membership year, in hundredths of the club’s currency.",
    )
    currency = models.CharField(max_length=8, default="", blank=True)
    first_month = models.PositiveSmallIntegerField(
        default=1, help_text="With which a membership year begins."
    )
    tells_programs = models.BooleanField(default=False, editable=False)
    """True if any webhook is active, so that an act needn't query for one."""

    sends_from = models.CharField(max_length=64, default=this_site, blank=True, editable=False)
    """The identity of the site that sends messages; empty after a restore or an import."""

    publish_every = models.PositiveIntegerField(_("Seconds between publications"), default=60)
    publishes_all_languages = models.BooleanField(_("Publish in every language"), default=False)

    objects = ClubQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="one_home_club", fields=["is_home"], condition=Q(is_home=True)
            )
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_silent(self) -> bool:
        """True on a restored, moved or copied site until an owner lets it send messages."""
        return self.sends_from != this_site()

    @property
    def queues_webhooks(self) -> bool:
        """False also on a silent site: messages that wait for long are no news."""
        return self.tells_programs and not self.is_silent


class Membership(models.Model):
    """The role of an account in a club."""

    class Role(models.TextChoices):
        OWNER = "owner", _("Owner")
        ORGANISER = "organiser", _("Organiser")
        SCORER = "scorer", _("Scorer")

    club = models.ForeignKey(Club, models.CASCADE, related_name="memberships")
    user = models.ForeignKey(User, models.CASCADE, related_name="memberships")
    role = models.CharField(_("role"), max_length=12, choices=Role)

    class Meta:
        constraints = [
            models.UniqueConstraint(name="one_role_per_person_and_club", fields=["club", "user"]),
            models.CheckConstraint(
                name="role_is_known", condition=Q(role__in=["owner", "organiser", "scorer"])
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user}, {self.get_role_display()}"


class Surface(models.TextChoices):
    """Where a name is shown, from a screen in the hall to an exported file."""

    WALL = "wall", _("on screens")
    WEB = "web", _("on the web")
    EXPORT = "export", _("in exports")
    FILE = "file", _("in files that anyone can download")
    DESK = "desk", _("at the desk")


class NameStyle(models.TextChoices):
    FULL = "full", _("Full name")
    SHORT = "short", _("First name and initial")
    ALIAS = "alias", _("Alias")


REVEALS_LEAST = (NameStyle.FULL, NameStyle.SHORT, NameStyle.ALIAS)
"""Name styles from the most to the least revealing; public files use the lesser of web and
exports.
"""


def name_style_field(label: Any) -> models.CharField[str, str]:
    return models.CharField(
        label,
        max_length=5,
        choices=NameStyle,
        blank=True,
        default="",
        help_text="Leave open for the usual: minors short, everybody else in full.",
    )


def surname_order(player: str = "") -> tuple[Any, Any]:
    """Return the order of lists: surname or only name, then the whole name."""
    name = PlainName(f"{player}name")
    family = NullIf(PlainName(f"{player}family_name"), Value(""))
    return Coalesce(family, name), name


def listed_as(player: str = "") -> models.Case:
    """Return the order of public lists, which uses no more of a name than the web shows."""

    def has(**facts: Any) -> Q:
        return Q(**{f"{player}{name}": value for name, value in facts.items()})

    is_alias = has(name_on_web=NameStyle.ALIAS)
    is_short = has(name_on_web=NameStyle.SHORT) | is_alias
    is_short |= has(name_on_web="", is_minor=True)
    surname, _name = surname_order(player)
    family = Coalesce(NullIf(f"{player}family_name", Value("")), f"{player}name")
    return models.Case(
        models.When(is_alias & ~has(alias=""), then=PlainName(f"{player}alias")),
        models.When(is_short, then=surname_initial(family)),
        default=surname,
    )


def _first_letter() -> Upper:
    return Upper(Substr(listed_as(), 1, 1))


UNCONFIRMED = Q(is_guest=True, self_registered_at__isnull=False)
"""Players whose address anyone may have typed: see ``Player.is_unconfirmed``."""


class PlayerQuerySet(models.QuerySet["Player"]):
    def present(self) -> PlayerQuerySet:
        """Players who are neither in the bin nor merged into another."""
        return self.filter(binned_at=None, merged_into=None)

    def members(self) -> PlayerQuerySet:
        return self.present().filter(is_guest=False)

    def seen(self) -> PlayerQuerySet:
        """Players who entered an event that the front page may list, are in the table of an
        imported league, or are members of a public one, whose table names them.
        """
        entered = Player.objects.filter(
            pk=OuterRef("pk"), line_ups__event__visibility="public", line_ups__event__binned_at=None
        )
        placed = Player.objects.filter(pk=OuterRef("pk"), final_rows__league__visibility="public")
        enrolled = Player.objects.filter(
            pk=OuterRef("pk"), enrolments__kind="member", enrolments__league__visibility="public"
        )
        # EXISTS looks for one entry of each; a join would read all their entries.
        return self.present().filter(Exists(entered) | Exists(placed) | Exists(enrolled))

    def is_seen(self, pk: int) -> bool:
        return self.filter(pk=pk).seen().exists()

    def with_address(self) -> PlayerQuerySet:
        """Players with an e-mail address, in their row or their account."""
        return self.filter(~Q(email="") | Q(user__isnull=False))

    def as_listed(self, letter: str = "") -> PlayerQuerySet:
        """Sorted by the name that the web shows.

        An alias is sorted as such, so that its place in a list doesn't reveal another name. With
        ``letter``, only players whose shown name begins with it.
        """
        listed = self.annotate(listed_as=listed_as(), letter=_first_letter())
        if letter:
            listed = listed.filter(letter=letter)
        return listed.order_by("listed_as", PlainName("name"), "pk")

    def letters(self) -> list[str]:
        """The first letters of the names in that list."""
        found = self.annotate(letter=_first_letter()).order_by("letter")
        return list(found.values_list("letter", flat=True).distinct())

    def by_surname(self) -> PlayerQuerySet:
        return self.order_by(*surname_order(), "pk")


class Player(models.Model):
    """A person who plays. A name is enough: no birth date, no postal address.

    Contact details are visible to organisers and the players themselves, never in public.
    """

    club = models.ForeignKey(Club, models.PROTECT, related_name="players")
    name = models.CharField(_("name"), max_length=120)
    family_name = models.CharField(
        _("surname"),
        max_length=120,
        blank=True,
        help_text="The part of the name that lists are sorted by.",
    )
    alias = models.CharField(_("alias"), max_length=60, blank=True)
    is_guest = models.BooleanField(_("guest"), default=False)
    is_minor = models.BooleanField(_("minor"), default=False)
    name_on_wall = name_style_field(_("on screens"))
    name_on_web = name_style_field(_("on the web"))
    name_in_export = name_style_field(_("in exports"))
    email = models.EmailField(_("e-mail"), blank=True)
    wrong_address = models.EmailField(blank=True, editable=False)
    """An address at which mail doesn't reach them. Another one is used as usual."""
    telephone = models.CharField(_("telephone"), max_length=40, blank=True)
    shows_telephone = models.BooleanField(
        _("My opponents may see my telephone number"), default=False
    )
    """Opponents see it on their page of an open match; never that of a minor."""
    language = language_field()
    user = models.OneToOneField(User, models.SET_NULL, null=True, blank=True, related_name="player")
    self_registered_at = models.DateTimeField(
        null=True,
        blank=True,
        editable=False,
        help_text="When a player entered this name without the desk.",
    )
    self_registered_for = models.CharField(max_length=120, blank=True, editable=False)
    """The name of the event or league at that time."""
    merged_into = models.ForeignKey(
        "self", models.PROTECT, null=True, blank=True, related_name="merged"
    )
    binned_at = models.DateTimeField(null=True, blank=True)
    asked_to_leave_at = models.DateTimeField(null=True, blank=True, editable=False)
    former_since = models.DateTimeField(
        null=True,
        blank=True,
        editable=False,
        help_text="Since when no name is kept; for good, and in the bin.",
    )

    objects = PlayerQuerySet.as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(name="player_has_a_name", condition=~Q(name__exact="")),
            models.CheckConstraint(
                name="player_is_not_merged_into_themselves",
                condition=~Q(merged_into=models.F("pk")),
            ),
            models.CheckConstraint(
                name="former_member_is_in_the_bin",
                condition=Q(former_since=None) | Q(binned_at__isnull=False),
            ),
        ]
        indexes = [models.Index(fields=["club", "family_name"])]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("player", args=[self.pk, self.web_slug])

    @property
    def is_unconfirmed(self) -> bool:
        """True for a self-registered guest whose identity no organiser has confirmed."""
        return self.is_guest and self.self_registered_at is not None

    @property
    def short_name(self) -> str:
        """First name and initial: "Ann-Marie B." for Ann-Marie de la Boer.

        A name written surname first keeps that order: "K. Min-jun" for Kim Min-jun.
        """
        given, family, is_last = split_name(self.name, self.family_name)
        if not family:
            return self.name
        initial = f"{initial_of(family)}."
        return f"{given} {initial}" if is_last else f"{initial} {given}"

    def style_on(self, surface: Surface) -> NameStyle:
        """Return the player's chosen name style on a surface; at the desk it is always the full
        name.
        """
        if surface == Surface.DESK:
            return NameStyle.FULL
        if surface == Surface.FILE:  # a reader of the file may read the player's page too
            both = (self.style_on(Surface.WEB), self.style_on(Surface.EXPORT))
            return max(both, key=REVEALS_LEAST.index)
        chosen = {
            Surface.WALL: self.name_on_wall,
            Surface.WEB: self.name_on_web,
            Surface.EXPORT: self.name_in_export,
        }[surface]
        if chosen:
            return NameStyle(chosen)
        return NameStyle.SHORT if self.is_minor else NameStyle.FULL

    def shown_on(self, surface: Surface) -> str:
        """Return the player's name on this surface.

        A player who chose an alias but has none is shown short, never in full.
        """
        style = self.style_on(surface)
        if style is NameStyle.FULL:
            return self.name
        if style is NameStyle.ALIAS and self.alias:
            return self.alias
        return self.short_name

    def listed_on(self, surface: Surface) -> str:
        """Return the name for sorted lists, with the surname in front.

        It shows no more than ``shown_on``: "de la Boer, Ann-Marie", "B., Ann-Marie", or the
        alias. A name written surname first stays as it is.
        """
        shown = self.shown_on(surface)
        given, _, is_last = split_name(self.name, self.family_name)
        if shown not in {self.name, self.short_name} or not (is_last and given):
            return shown
        surname = shown.removeprefix(given).strip()
        return f"{surname}, {given}" if surname else shown

    @property
    def mail_address(self) -> str:
        """The address for mail: the player's, else the account's; empty for players in the bin."""
        if self.binned_at is not None:
            return ""
        if self.email or self.user is None:
            return self.email
        return self.user.email

    @property
    def name_in_mail(self) -> str:
        """The name in mail; empty for an unconfirmed guest.

        A stranger typed that name, and perhaps another person's address.
        """
        return "" if self.is_unconfirmed else self.name

    @property
    def web_slug(self) -> str:
        """The readable end of this person's address, made from the name that the web may show."""
        return make_slug(self.shown_on(Surface.WEB)) or "player"


class Alias(models.Model):
    """Another recorded name of the same person: Bev for Beverly."""

    player = models.ForeignKey(Player, models.CASCADE, related_name="aliases")
    name = models.CharField(max_length=120)

    class Meta:
        constraints = [models.UniqueConstraint("player", Lower("name"), name="alias_once")]
        indexes = [models.Index(Lower("name"), name="alias_name")]

    def __str__(self) -> str:
        return f"{self.name} → {self.player}"


class Team(models.Model):
    """A named pair or a club's team that lasts for a season."""

    club = models.ForeignKey(Club, models.PROTECT, related_name="teams")
    name = models.CharField(_("name"), max_length=120)
    players = models.ManyToManyField(Player, related_name="teams", blank=True)
    binned_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return self.name
