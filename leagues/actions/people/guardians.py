"""Guardians: accounts that read and answer for a minor, until the minor is grown."""

from collections.abc import Sequence
from datetime import timedelta
from functools import partial

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later

from leagues.access.roles import Who
from leagues.actions.act import act
from leagues.actions.messages import post_news
from leagues.actions.refusal import Refused
from leagues.actions.verb import Verb
from leagues.models import Guardian, Player, Topic, User
from leagues.reads.messages.reach import Content, PeopleNews

LASTS = timedelta(days=7)


def become_guardian(*, by: Who, player: Player) -> None:
    """Add the account of a person who opened a minor's link; those who got its mail hear of it."""
    assert by.user is not None
    _add(by, player, by.user, warns=True)


def add_guardian(*, by: Who, player: Player, email: str) -> None:
    user = User.objects.filter(email__iexact=email, is_active=True).first()
    if user is None:
        raise Refused(
            _(
                "No account has this address. Send %(name)s’s personal link to the guardian. On its page, they can add it to their account."
            )
            % {"name": player.name},
            field="email",
        )
    _add(by, player, user)


def _add(by: Who, player: Player, user: User, *, warns: bool = False) -> None:
    with act(by, player.club, ADD_GUARDIAN, player=player.pk, name=player.name) as line:
        known = Player.objects.present().filter(pk=player.pk, is_minor=True)
        if not known.exclude(user=user).exists():
            raise Refused(
                _("Only a player under 18 has guardians, and no one is their own."), field="email"
            )
        if Guardian.objects.filter(user=user, player=player).exists():
            line.drop()
            return
        if warns:
            post_news(_news_of_guardian(player, user), Player.objects.filter(pk=player.pk))
        Guardian.objects.create(user=user, player=player)


def _news_of_guardian(player: Player, user: User) -> PeopleNews:
    now = timezone.now()
    return PeopleNews(
        topic=Topic.CHANGE,
        key=f"guardian-{player.pk}-{user.pk}-{now:%Y%m%d%H%M%S}",
        make=partial(_name_guardian, user.email),
        ends_at=now + LASTS,
        is_private=True,
    )


def _name_guardian(email: str, players: Sequence[Player]) -> Content:
    words = {"email": email, "name": players[0].short_name}
    return Content(
        title=_("%(email)s is now a guardian of %(name)s") % words,
        lines=(
            _("They get the messages about %(name)s, and answer for them.") % words,
            _("Don’t you know this address? Tell an organiser, who can remove it."),
        ),
        path=reverse("me"),
    )


ADD_GUARDIAN = Verb(
    "add_guardian",
    later("Added a guardian for %(name)s."),
    later("Remove the guardian on the person’s page."),
)


def remove_guardian(*, by: Who, guardian: Guardian) -> None:
    player = guardian.player
    with act(by, player.club, REMOVE_GUARDIAN, player=player.pk, name=player.name) as line:
        if not Guardian.objects.filter(pk=guardian.pk).delete()[0]:
            line.drop()


REMOVE_GUARDIAN = Verb(
    "remove_guardian",
    later("Removed a guardian of %(name)s."),
    later("Add the guardian again on the person’s page."),
)
