"""A player's own link, and the account that may take its place."""

from __future__ import annotations

from django.db import IntegrityError, transaction
from django.utils import timezone

from leagues.access import Who, may_claim
from leagues.actions.log import record
from leagues.models import PersonalLink, Player
from leagues.models.links import hash_token, new_token


class CannotClaim(Exception):
    """The player has an account, or the account has a player."""


@transaction.atomic
def give_link(*, by: Who, player: Player) -> str:
    """Make a player's link and return its secret: this is the only time it is known.

    One link a player: a new one closes the one before, as a lost phone needs.
    """
    Player.objects.select_for_update().get(pk=player.pk)
    player.links.filter(revoked_at=None).update(revoked_at=timezone.now())
    token = new_token()
    PersonalLink.objects.create(player=player, token_hash=hash_token(token))
    record(
        by=by, verb="give_link", club=player.club, player=player.pk, name=player.name
    )
    return token


@transaction.atomic
def revoke_link(*, by: Who, player: Player) -> bool:
    """Close the player's link; False when there was none to close.

    Whoever held it is told nothing more on their phone either.
    """
    player.push_addresses.all().delete()
    closed = player.links.filter(revoked_at=None).update(revoked_at=timezone.now())
    if closed:
        record(
            by=by,
            verb="revoke_link",
            club=player.club,
            player=player.pk,
            name=player.name,
        )
    return bool(closed)


@transaction.atomic
def claim_player(*, by: Who, player: Player) -> None:
    """Tie a player to the account of somebody who holds the player's link."""
    if by.user is None or not may_claim(by, player):
        raise CannotClaim
    try:
        with transaction.atomic():
            free = Player.objects.present().filter(pk=player.pk, user=None)
            if not free.update(user=by.user):
                raise CannotClaim
    except IntegrityError as taken:
        raise CannotClaim from taken
    record(
        by=by, verb="claim_player", club=player.club, player=player.pk, name=player.name
    )


@transaction.atomic
def release_player(*, by: Who, player: Player) -> bool:
    """Part a player from an account, when the wrong person took the link."""
    parted = Player.objects.filter(pk=player.pk).exclude(user=None).update(user=None)
    if parted:
        record(
            by=by,
            verb="release_player",
            club=player.club,
            player=player.pk,
            name=player.name,
        )
    return bool(parted)
