"""Personal links of players, and linking a player to an account."""

from collections.abc import Iterable

from django.db import IntegrityError, transaction
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later

from leagues.access.languages import speak_to
from leagues.access.mail_stop import stop_path
from leagues.access.roles import Who, may_claim
from leagues.actions.act import act
from leagues.actions.mail import queue_mail
from leagues.actions.people.calendar_address import close_calendar
from leagues.actions.people.people import person_of
from leagues.actions.refusal import Refused
from leagues.actions.undo_rows import nothing_since, put_back
from leagues.actions.verb import Undo, Verb
from leagues.models import Action, Mail, PersonalLink, Player
from leagues.models.links import hash_token, new_token


def give_link(*, by: Who, player: Player) -> str:
    """Create a player's personal link and return its secret; only the hash is stored.

    A player has one link: a new one revokes the earlier one, for example of a lost phone.
    """
    with act(by, player.club, GIVE_LINK, player=player.pk, name=player.name):
        return _replace_link(player)


def _preview_undo_give_link(action: Action) -> str:
    player = person_of(action)
    nothing_since(action, ("give_link", "revoke_link"), player=player.pk)
    if not player.links.filter(revoked_at=None).exists():
        raise Refused(_("This link was already revoked."))
    return _("The link of %(name)s no longer works.") % {"name": player.name}


def _undo_give_link(by: Who, action: Action) -> None:
    revoke_link(by=by, player=person_of(action))


GIVE_LINK = Verb(
    "give_link",
    later("Created a personal link for %(name)s."),
    Undo(_preview_undo_give_link, _undo_give_link),
)


def mail_link(*, by: Who, player: Player, site: str) -> Mail:
    """Create a player's link and mail it to them, so that no one else sees it.

    ``site`` is the site's public address.
    """
    person = {"player": player.pk, "name": player.name}
    with act(by, player.club, MAIL_LINK, **person):
        if not player.mail_address:
            raise Refused(_("There’s no e-mail address for %(name)s.") % {"name": player.name})
        return queue_link(by=by, player=player, token=_replace_link(player), site=site)


MAIL_LINK = Verb(
    "mail_link",
    later("Sent %(name)s a personal link by mail."),
    later("The mail may already have been read. Revoke the link or create a new one."),
)


def queue_link(*, by: Who, player: Player, token: str, site: str) -> Mail:
    """Queue the mail with a player's link, inside the act that created it."""
    stop = f"{site}{stop_path([player.pk])}" if player.is_unconfirmed else ""
    with speak_to(player):
        subject = _("Your page at %(club)s") % {"club": player.club.name}
        text = render_to_string(
            "mail/link.txt",
            {
                "name": player.name_in_mail,
                "club": player.club.name,
                "address": f"{site}{reverse('player_link', args=[token])}",
                "stop": stop,
            },
        )
    return queue_mail(
        by=by,
        kind=Mail.Kind.LINK,
        to=player.mail_address,
        player=player,
        subject=subject,
        text=text,
    )


@transaction.atomic
def give_links(*, by: Who, players: Iterable[Player]) -> list[tuple[Player, str]]:
    """Create links for many players, all or none; returns each player with the secret."""
    return [(each, give_link(by=by, player=each)) for each in players]


@transaction.atomic
def mail_links(*, by: Who, players: Iterable[Player], site: str) -> int:
    """Mail links to many players, all or none; returns how many mails were queued."""
    return len([mail_link(by=by, player=each, site=site) for each in players])


def _replace_link(player: Player) -> str:
    Player.objects.select_for_update().get(pk=player.pk)
    player.links.filter(revoked_at=None).update(revoked_at=timezone.now())
    token = new_token()
    PersonalLink.objects.create(player=player, token_hash=hash_token(token))
    return token


def revoke_link(*, by: Who, player: Player) -> None:
    """Revoke a player's link, their push notifications and their calendar address."""
    person = {"player": player.pk, "name": player.name}
    with act(by, player.club, REVOKE_LINK, **person) as line:
        player.push_addresses.all().delete()
        close_calendar(player)
        open_links = player.links.filter(revoked_at=None)
        if not open_links.update(revoked_at=timezone.now()):
            line.drop()


REVOKE_LINK = Verb(
    "revoke_link",
    later("Revoked the personal link of %(name)s."),
    later("A revoked link can’t be used again. Create a new one for this person."),
)


def claim_player(*, by: Who, player: Player) -> None:
    """Link a player to the user's account, if the user has opened the player's link."""
    why_not = _(
        "Nothing was changed, because an account belongs to one player and a player to one account. Your organiser can help."
    )
    if by.user is None or not may_claim(by, player):
        raise Refused(why_not)
    try:
        person = {"player": player.pk, "name": player.name}
        with act(by, player.club, CLAIM_PLAYER, **person) as line:
            free = Player.objects.present().filter(pk=player.pk, user=None)
            line.keep(free)
            if not free.update(user=by.user):
                raise Refused(why_not)
    except IntegrityError as taken:
        raise Refused(why_not) from taken


CLAIM_PLAYER = Verb(
    "claim_player",
    later("Linked their account to %(name)s."),
    put_back(
        later("%(name)s will no longer be linked to the account."),
        person_of,
        since=later("%(name)s is no longer linked to this account."),
    ),
)


def release_player(*, by: Who, player: Player) -> None:
    """Unlink a player from an account, for example if the wrong person claimed them."""
    person = {"player": player.pk, "name": player.name}
    with act(by, player.club, RELEASE_PLAYER, **person) as line:
        tied = Player.objects.filter(pk=player.pk).exclude(user=None)
        if not tied.update(user=None):
            line.drop()


RELEASE_PLAYER = Verb(
    "release_player",
    later("Unlinked %(name)s from their account."),
    later("They can link their account again with their personal link."),
)
